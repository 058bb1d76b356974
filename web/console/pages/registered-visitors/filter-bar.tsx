import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { FilterChip } from "../../components/filter-chip.tsx";
import { FilterLine } from "../../components/filter-line.tsx";
import { type Filter, FILTERS, useChoices } from "./filters.ts";
import { ColumnsMenu, OpenedFilter } from "./on-demand.ts";
import type { RegisteredView } from "./view.ts";

type BarProps = { view: RegisteredView; set: (change: Partial<RegisteredView>) => void };

type OnProps = {
  filter: Filter;
  value: string;
  set: (value: string) => void;
  open: boolean;
  turn: (open: boolean) => void;
};

const On = ({ filter, value, set, open, turn }: OnProps) => {
  const { t } = useTranslation("registered-visitors");
  const choices = useChoices()[filter];
  const name = t(`filter.${filter}`);
  const days = value.includes("..") ? value.replace("..", " – ") : "";
  const shown = choices.find((choice) => choice.value === value)?.label ?? days;
  const remove = (): void => {
    set("");
    turn(false);
  };
  return (
    <FilterChip
      name={name}
      shown={shown}
      remove={remove}
      open={open}
      turn={turn}
      opened={<OpenedFilter name={name} open={open} turn={turn} filter={filter} value={value} set={set} />}
    />
  );
};

/** Search, the filters that are on, one more, and the columns. */
export const FilterBar = ({ view, set }: BarProps) => {
  const { t } = useTranslation("registered-visitors");
  const [open, setOpen] = useState<Filter>();
  const on = FILTERS.filter((filter) => view[filter] !== "" || filter === open);
  const off = FILTERS.filter((filter) => !on.includes(filter));
  const search = useCallback((words: string) => set({ search: words }), [set]);
  return (
    <FilterLine
      search={{ label: t("search"), value: view.search, set: search }}
      chips={on.map((filter) => (
        <On
          key={filter}
          filter={filter}
          value={view[filter]}
          set={(value) => set({ [filter]: value })}
          open={open === filter}
          turn={(isOpen) => setOpen(isOpen ? filter : undefined)}
        />
      ))}
      off={off.map((key) => ({ key, label: t(`filter.${key}`) }))}
      add={setOpen}
      columns={<ColumnsMenu columns={view.columns} set={(columns) => set({ columns })} />}
      loadColumns={ColumnsMenu.load}
    />
  );
};
