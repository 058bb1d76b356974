import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { FilterChip } from "../../components/filter-chip.tsx";
import { FilterLine } from "../../components/filter-line.tsx";
import { useFilterFields } from "./filter-fields.ts";
import { useFilterLabels } from "./filter-labels.ts";
import { addable, type FilterKey, filtersOf, valueOf, withFilter } from "./filters.ts";
import { ColumnsMenu, OpenedFilter } from "./on-demand.ts";
import type { LogView } from "./view.ts";

type BarProps = { view: LogView; set: (change: Partial<LogView>) => void };

type OnProps = {
  filter: FilterKey;
  value: string;
  set: (value: string) => void;
  open: boolean;
  turn: (open: boolean) => void;
};

const On = ({ filter, value, set, open, turn }: OnProps) => {
  const words = useFilterLabels();
  const name = words.name(filter);
  const shown = value === "" ? "" : words.value(filter, value);
  return (
    <FilterChip
      name={name}
      shown={shown}
      remove={() => set("")}
      open={open}
      turn={turn}
      opened={<OpenedFilter name={name} open={open} turn={turn} filter={filter} value={value} set={set} />}
    />
  );
};

/** Search, the filters that are on, one more, and the columns. */
export const FilterBar = ({ view, set }: BarProps) => {
  const { t } = useTranslation("log");
  const words = useFilterLabels();
  const all = filtersOf(useFilterFields());
  const [open, setOpen] = useState<FilterKey>();
  const on = all.filter((key) => valueOf(view, key) !== "" || key === open);
  const off = addable(all, on);
  const search = useCallback((text: string) => set({ search: text }), [set]);
  return (
    <FilterLine
      search={{ label: t("search"), value: view.search, set: search }}
      chips={on.map((key) => (
        <On
          key={key}
          filter={key}
          value={valueOf(view, key)}
          set={(value) => {
            set(withFilter(view, key, value));
            if (value === "" && key !== "when") setOpen(undefined);
          }}
          open={open === key}
          turn={(isOpen) => setOpen(isOpen ? key : undefined)}
        />
      ))}
      off={off.map((key) => ({ key, label: words.name(key) }))}
      add={setOpen}
      columns={<ColumnsMenu columns={view.columns} set={(columns) => set({ columns })} />}
      loadColumns={ColumnsMenu.load}
    />
  );
};
