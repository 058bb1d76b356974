import { onDemand } from "../../components/lazy-popup.tsx";

export const ColumnsMenu = onDemand(async () => (await import("./columns-menu.tsx")).ColumnsMenu);
export const OpenedFilter = onDemand(async () => (await import("./opened-filter.tsx")).OpenedFilter);

/** What every list shows after a click only. */
export const ON_DEMAND = [ColumnsMenu.load, OpenedFilter.load];
