import { onDemand } from "../../components/button/lazy-popup.tsx";

export const ColumnsMenu = onDemand(async () => (await import("./columns-menu.tsx")).ColumnsMenu);
export const OpenedFilter = onDemand(async () => (await import("./opened-filter.tsx")).OpenedFilter);

/** The parts of every list that appear only after a click. */
export const ON_DEMAND = [ColumnsMenu.load, OpenedFilter.load];
