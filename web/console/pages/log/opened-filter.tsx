import type { ComponentProps } from "react";

import { FilterPopover } from "../../components/filter-popover.tsx";
import { FilterValue } from "./filter-value.tsx";
import type { FilterKey } from "./filters.ts";

type OpenedFilterProps = Omit<ComponentProps<typeof FilterPopover>, "children"> & {
  filter: FilterKey;
  value: string;
  set: (value: string) => void;
};

/** A filter of the log with what it is set with. */
export const OpenedFilter = ({ filter, value, set, ...popover }: OpenedFilterProps) => (
  <FilterPopover {...popover}>
    <FilterValue filter={filter} value={value} set={set} done={() => popover.turn(false)} />
  </FilterPopover>
);
