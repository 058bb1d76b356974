import { useMemo, useState } from "react";

import type { Choose } from "../../components/choose-box.tsx";
import { useAddressState } from "../../components/address-state.ts";
import type { ListDescription, Row } from "./description.ts";
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

/**
 * The row beside a list, with links to the previous and next ones. @param name the parameter of the address with its ID
 */
export const useOpenRow = <Item extends Row>(name: string, rows: readonly Item[]) => {
  const [open, setOpen] = useAddressState(name);
  const index = rows.findIndex(({ _id }) => _id === open);
  const step = (by: 1 | -1): (() => void) | undefined => {
    const other = index < 0 ? undefined : rows[index + by];
    return other === undefined ? undefined : () => setOpen(other._id);
  };
  const close = (): void => setOpen(undefined);
  return { open, setOpen, listed: rows[index], ways: { close, previous: step(-1), next: step(1) } };
};

/** The state of a list: its view and rows, the selected ones, and the one that is open beside it. */
export const useList = <Item extends Row>(list: ListDescription<Item>) => {
  const [view, set] = useView(list);
  const read = useRows(list, view);
  return { list, view, set, ...read, ...useChosen(read.rows), ...useOpenRow(list.opens, read.rows) };
};

/** The result of `useList`. */
export type ListState<Item extends Row> = ReturnType<typeof useList<Item>>;
