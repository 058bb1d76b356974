import type { Table } from "../../../../shared/import/read-table.ts";
import { normalHeading } from "../../../../shared/import/match-columns.ts";

/** A possible target of a file's column. `names`: synonyms in column headings. */
export type ImportField = { key: string; label: string; names: readonly string[] };

/** The target of each column, in order; empty if it is left out. */
export type ColumnMapping = readonly string[];

/** Guesses by the names of the columns; each target is used once. */
export const matchColumns = (columns: readonly string[], targets: readonly ImportField[]): ColumnMapping => {
  const taken = new Set<string>();
  return columns.map((column) => {
    const name = normalHeading(column);
    const found = targets.find(
      ({ key, label, names }) =>
        !taken.has(key) && [key, label, ...names].some((known) => normalHeading(known) === name),
    );
    if (found !== undefined) taken.add(found.key);
    return found?.key ?? "";
  });
};

/** The rows of a table as records of their columns' targets; empty cells are left out. */
export const toRecords = ({ rows }: Table, matching: ColumnMapping): Record<string, string>[] =>
  rows.map((row) =>
    Object.fromEntries(
      matching.flatMap((key, index): [string, string][] => {
        const cell = row[index] ?? "";
        return key === "" || cell === "" ? [] : [[key, cell]];
      }),
    ),
  );
