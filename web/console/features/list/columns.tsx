import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { namesHaving } from "../../../../shared/fields.ts";
import type { Column } from "../../components/table/data-table.tsx";
import { useFieldLabel } from "../../components/form/field-label.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { useFields } from "../visit/queries.ts";
import type { ListColumn, ListDescription, ListView, Row } from "./description.ts";
import styles from "./list.module.css";

/** The column that can't be hidden. */
export const LOCKED = "visitor";

/** The cell of a column, by its key, if it is not simply the field's value. */
export type Cells<Item extends Row> = Readonly<Record<string, (item: Item) => ReactNode>>;

/** The name of each column: the same in the columns menu and in the table. */
export const useColumnNames = <Item extends Row>({
  name,
  columns,
  fields,
}: ListDescription<Item>): ReadonlyMap<string, string> => {
  const { t } = useTranslation(name);
  const label = useFieldLabel();
  const keys = new Set([...columns.map(({ key }) => key), ...namesHaving(fields, "listed")]);
  const own = [...keys].map((key): [string, string] => [key, key in fields ? label(key) : t(`column.${key}`)]);
  return new Map([...own, ...useFields().map(({ field_name, label }): [string, string] => [field_name, label])]);
};

/** The name of a record by the ID in a row; "" if there is none. */
export const nameIn = (list: readonly { _id: string; name: string }[], id: unknown): string =>
  list.find(({ _id }) => _id === id)?.name ?? "";

const answer = (value: unknown, yes: string, no: string): string => {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? yes : no;
  return typeof value === "string" ? value : JSON.stringify(value);
};

const useOwnCells = <Item extends Row>(): Cells<Item> => {
  const [types, entryPoints] = [useVisitTypes(), useEntryPoints()];
  return {
    visit_type: ({ visit_type }) => nameIn(types, visit_type),
    entrypoint_id: ({ entrypoint_id }) => nameIn(entryPoints, entrypoint_id),
  };
};

/** The columns of a view, in its order. @param given the list's own cells */
export const useColumns = <Item extends Row>(
  list: ListDescription<Item>,
  { columns: keys }: ListView,
  given: Cells<Item>,
): readonly Column<Item>[] => {
  const { t } = useTranslation(list.name);
  const [own, names, fields] = [useOwnCells<Item>(), useColumnNames(list), useFields()];
  const cells = { ...own, ...given };
  const described = (key: string): Omit<ListColumn, "key"> => {
    const isNumber = fields.some(({ field_name, type }) => field_name === key && type === "number");
    return list.columns.find((column) => column.key === key) ?? { ...list.addedColumn, right: isNumber };
  };
  return keys.flatMap((key): Column<Item>[] => {
    const label = names.get(key);
    if (label === undefined) return [];
    const { width, drops, right = false, sortable = false, quiet = false } = described(key);
    const cell = cells[key] ?? ((item: Item) => answer(item[key], t("yes"), t("no")));
    const shown = quiet ? (item: Item) => <span className={styles.quiet}>{cell(item)}</span> : cell;
    return [{ key, label, cell: shown, width, drops, right, sortable }];
  });
};

/** How the table is sorted, and the effect of pressing a column's head. */
export const sortingOf = <Item extends Row>(
  { columns }: ListDescription<Item>,
  { sort }: ListView,
  set: (change: Partial<ListView>) => void,
) => {
  const sorted = columns.find(({ sortedBy }) => sortedBy === sort.key)?.key ?? sort.key;
  const onSort = (column: string): void => {
    const { sortedBy: key = column, descending = false } = columns.find((one) => one.key === column) ?? {};
    set({ sort: { key, descending: sort.key === key ? !sort.descending : descending } });
  };
  return { sort: { key: sorted, descending: sort.descending }, onSort };
};
