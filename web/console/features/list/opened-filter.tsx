import type { ComponentProps } from "react";

import { FilterPopover } from "../../components/search/filter-popover.tsx";
import { FilterValue } from "./filter-value.tsx";

type OpenedFilterProps = Omit<ComponentProps<typeof FilterPopover>, "children" | "name"> &
  Omit<ComponentProps<typeof FilterValue>, "done">;

/** A filter of a list with its editor. */
export const OpenedFilter = ({ filter, value, set, texts, ...popover }: OpenedFilterProps) => (
  <FilterPopover name={filter.name} {...popover}>
    <FilterValue filter={filter} value={value} set={set} texts={texts} done={() => popover.turn(false)} />
  </FilterPopover>
);
