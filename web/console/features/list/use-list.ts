import { useMemo, useState } from "react";

import type { Choose } from "../../components/form/choose-box.tsx";
import type { ListDescription, Row } from "./description.ts";
import { useOpenRow } from "./use-open-row.ts";
import { useRows } from "./use-rows.ts";
import { useView } from "./use-view.ts";

/** The rows from one to another, both included and in either order; only the second if the first isn't visible. */
const idsBetween = (rows: readonly Row[], one: string | undefined, other: string): readonly string[] => {
  const ends = [one, other].map((id) => rows.findIndex(({ _id }) => _id === id));
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return from < 0 ? [other] : rows.slice(from, to + 1).map(({ _id }) => _id);
};

/** The selected rows, without those that are no longer shown. */
export const useChosen = <Item extends Row>(rows: readonly Item[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => rows.filter(({ _id }) => ids.has(_id)), [rows, ids]);
  const [last, setLast] = useState<string>();
  const choose: Choose = (id, isChosen, isRange) => {
    const span = isRange ? idsBetween(rows, last, id) : [id];
    setIds(isChosen ? new Set([...ids, ...span]) : ids.difference(new Set(span)));
    setLast(id);
  };
  return { chosen, ids, choose, setIds, clear: () => setIds(new Set()) };
};

/** The state of a list: its view and rows, the selected ones, and the one that is open beside it. */
export const useList = <Item extends Row>(list: ListDescription<Item>) => {
  const [view, set] = useView(list);
  const read = useRows(list, view);
  return { list, view, set, ...read, ...useChosen(read.rows), ...useOpenRow(list.opens, read.rows) };
};

/** The result of `useList`. */
export type ListState<Item extends Row> = ReturnType<typeof useList<Item>>;
