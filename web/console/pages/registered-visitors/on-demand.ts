import { onDemand } from "../../components/button/lazy-popup.tsx";

export const Calendar = onDemand(async () => (await import("./calendar/calendar.tsx")).Calendar);
export const ChosenBar = onDemand(async () => (await import("./chosen-bar.tsx")).ChosenBar);
export const ImportRegistered = onDemand(async () => (await import("./import-registered.tsx")).ImportRegistered);
export const Outcomes = onDemand(async () => (await import("./outcomes.tsx")).Outcomes);
export const RegisteredForm = onDemand(async () => (await import("./form/registered-form.tsx")).RegisteredForm);
export const RegisteredPanel = onDemand(async () => (await import("./registered-panel.tsx")).RegisteredPanel);

/** What the list shows after a click only. */
export const ON_DEMAND = [
  Calendar.load,
  ChosenBar.load,
  ImportRegistered.load,
  Outcomes.load,
  RegisteredForm.load,
  RegisteredPanel.load,
];
