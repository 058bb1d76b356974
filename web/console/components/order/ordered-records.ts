import type { QueryKey } from "@tanstack/react-query";

import { queryClient } from "../../data/api/api.ts";
import { problemOf } from "../edits/use-draft.ts";
import { showToast } from "../feedback/toast.tsx";

/** A record with a position in a list, and a switch. */
export type OrderedRecord = { _id: string; index: number; active: boolean };

/** A list in its stored order. */
export const sortByIndex = <Item extends { index: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => a.index - b.index);

/** Numbers a list in its order. */
export const renumber = <Item extends OrderedRecord>(items: readonly Item[]): Item[] =>
  items.map((item, index) => ({ ...item, index }));

/**
 * Shows a list with another order or other switches immediately, and saves the changes. If one is refused, shows the
 * reason and reads the list again.
 */
export const saveOrderedRecords = async <Item extends OrderedRecord>(
  queryKey: QueryKey,
  items: readonly Item[],
  save: (id: string, part: { index: number; active: boolean }) => Promise<unknown>,
): Promise<void> => {
  const before = queryClient.getQueryData<Item[]>(queryKey) ?? [];
  queryClient.setQueryData(queryKey, [...items]);
  const changed = items.filter(({ _id, index, active }) => {
    const old = before.find((one) => one._id === _id);
    return old?.index !== index || old.active !== active;
  });
  try {
    await Promise.all(changed.map(({ _id, index, active }) => save(_id, { index, active })));
  } catch (error) {
    showToast({ words: problemOf(error).words, kind: "problem" });
  }
  await queryClient.invalidateQueries({ queryKey, exact: true });
};
