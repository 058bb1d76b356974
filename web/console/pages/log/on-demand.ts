import { onDemand } from "../../components/lazy-popup.tsx";

export const ChosenBar = onDemand(async () => (await import("./chosen-bar.tsx")).ChosenBar);
export const ColumnsMenu = onDemand(async () => (await import("./columns-menu.tsx")).ColumnsMenu);
export const SaveFilter = onDemand(async () => (await import("./save-filter.tsx")).SaveFilter);
export const OpenedFilter = onDemand(async () => (await import("./opened-filter.tsx")).OpenedFilter);

/** What the log shows after a click only. */
export const ON_DEMAND = [ChosenBar.load, ColumnsMenu.load, SaveFilter.load, OpenedFilter.load];
