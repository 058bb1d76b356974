import { onDemand } from "../../components/button/lazy-popup.tsx";

export const ChosenBar = onDemand(async () => (await import("./chosen-bar.tsx")).ChosenBar);
export const SaveFilter = onDemand(async () => (await import("./save-filter.tsx")).SaveFilter);

/** What the log shows after a click only. */
export const ON_DEMAND = [ChosenBar.load, SaveFilter.load];
