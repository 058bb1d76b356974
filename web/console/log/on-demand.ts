import { onDemand } from "../components/on-demand.tsx";

export const ChosenBar = onDemand(async () => (await import("./chosen-bar.tsx")).ChosenBar);
export const ColumnsMenu = onDemand(async () => (await import("./columns-menu.tsx")).ColumnsMenu);
export const KeepSet = onDemand(async () => (await import("./keep-set.tsx")).KeepSet);
export const OpenedFilter = onDemand(async () => (await import("./opened-filter.tsx")).OpenedFilter);

/** What the log shows after a click only. */
export const ON_DEMAND = [ChosenBar.load, ColumnsMenu.load, KeepSet.load, OpenedFilter.load];
