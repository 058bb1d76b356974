import { onDemand } from "../../components/lazy-popup.tsx";

export const ChosenBar = onDemand(async () => (await import("./chosen-bar.tsx")).ChosenBar);
export const ColumnsMenu = onDemand(async () => (await import("./columns-menu.tsx")).ColumnsMenu);
export const ImportRegistered = onDemand(async () => (await import("./import-registered.tsx")).ImportRegistered);
export const OpenedFilter = onDemand(async () => (await import("./opened-filter.tsx")).OpenedFilter);
export const Outcomes = onDemand(async () => (await import("./outcomes.tsx")).Outcomes);
export const RegisteredForm = onDemand(async () => (await import("./registered-form.tsx")).RegisteredForm);
export const RegisteredPanel = onDemand(async () => (await import("./registered-panel.tsx")).RegisteredPanel);

/** What the list shows after a click only. */
export const ON_DEMAND = [
  ChosenBar.load,
  ColumnsMenu.load,
  ImportRegistered.load,
  OpenedFilter.load,
  Outcomes.load,
  RegisteredForm.load,
  RegisteredPanel.load,
];
