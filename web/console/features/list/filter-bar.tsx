import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { FilterChip } from "../../components/search/filter-chip.tsx";
import { FilterLine } from "../../components/search/filter-line.tsx";
import { useColumnNames } from "./columns.tsx";
import type { ListDescription, ListView, Row } from "./description.ts";
import { ColumnsMenu, OpenedFilter } from "./on-demand.ts";
import { type ShownFilter, useFilters } from "./use-filters.ts";
import { fieldOf, firstColumns, withFilter } from "./view.ts";

type BarProps<Item extends Row> = {
  list: ListDescription<Item>;
  view: ListView;
  set: (change: Partial<ListView>) => void;
};

const isQuestion = ({ key }: ShownFilter): boolean => fieldOf(key) !== undefined;

/** The filters that can be added: the service limits the number of answers. */
const addable = (
  all: readonly ShownFilter[],
  on: readonly ShownFilter[],
  answersMax: number,
): readonly ShownFilter[] => {
  const full = on.filter(isQuestion).length >= answersMax;
  return all.filter((filter) => !on.includes(filter) && !(full && isQuestion(filter)));
};

/** Search, the active filters, a button for more, and the columns. */
export const FilterBar = <Item extends Row>({ list, view, set }: BarProps<Item>) => {
  const { t } = useTranslation(list.name);
  const all = useFilters(list);
  const names = useColumnNames(list);
  const [open, setOpen] = useState<string>();
  const on = all.filter(({ key }) => key in view.filters || key === open);
  const search = useCallback((text: string) => set({ search: text }), [set]);
  const chip = (filter: ShownFilter) => {
    const { key, name, kind } = filter;
    const value = view.filters[key] ?? "";
    const popover = { open: open === key, turn: (isOpen: boolean): void => setOpen(isOpen ? key : undefined) };
    const put = (next: string): void => {
      set({ filters: withFilter(view.filters, key, next) });
      if (next === "" && kind !== "days") setOpen(undefined);
    };
    const opened = <OpenedFilter filter={filter} value={value} set={put} texts={list.name} {...popover} />;
    const remove = (): void => {
      put("");
      setOpen(undefined);
    };
    return (
      <FilterChip key={key} name={name} shown={filter.inWords(value)} remove={remove} opened={opened} {...popover} />
    );
  };
  const setColumns = (columns: readonly string[]): void => set({ columns });
  return (
    <FilterLine
      search={{ label: t("search"), value: view.search, set: search }}
      chips={on.map(chip)}
      off={addable(all, on, list.answersMax).map(({ key, name }) => ({ key, label: name }))}
      add={setOpen}
      columns={<ColumnsMenu names={names} first={firstColumns(list)} columns={view.columns} set={setColumns} />}
      loadColumns={ColumnsMenu.load}
    />
  );
};
