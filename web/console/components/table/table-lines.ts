import type { ReactNode } from "react";

/** A line below another in a table. */
export type Line<Item> =
  | { kind: "group"; heading: ReactNode; key: string }
  | { kind: "row"; item: Item; index: number }
  /** Below the row of a record on which an action has failed. */
  | { kind: "failed"; key: string };

type TableSource<Item> = {
  rows: readonly Item[];
  idOf: (item: Item) => string;
  groupOf?: ((item: Item) => { key: string; heading: ReactNode }) | undefined;
};

/**
 * The rows of a table with their headings, and failures below their rows. @param failed the records with a failed
 * action
 */
export const linesOf = <Item>(
  { rows, groupOf, idOf }: TableSource<Item>,
  failed: ReadonlySet<string>,
): Line<Item>[] => {
  let last = "";
  return rows.flatMap((item, index): Line<Item>[] => {
    const group = groupOf?.(item);
    const id = idOf(item);
    const row: Line<Item>[] = [{ kind: "row", item, index }];
    if (failed.has(id)) row.push({ kind: "failed", key: id });
    if (group === undefined || group.key === last) return row;
    last = group.key;
    return [{ kind: "group", heading: group.heading, key: group.key }, ...row];
  });
};
