import type { Row } from "../../../../shared/import/delimited.ts";
import { BadRow } from "./file-entry.ts";

/** The cells of a row by the names of their columns; `row` counts those below the heading, from 1. */
export type NamedRow = { row: number; cell: (name: string) => string };

/**
 * The rows below a heading. Errors: BadRow for a heading that lacks a column.
 * @param needed columns without which it is another file
 */
export const namedRows = (rows: readonly Row[], needed: readonly string[]): NamedRow[] => {
  const [heading, ...below] = rows;
  if (heading === undefined) return [];
  const places = new Map(heading.cells.map((name, n) => [name.trim().toLowerCase(), n]));
  const missing = needed.find((name) => !places.has(name.toLowerCase()));
  if (missing !== undefined) throw new BadRow(1, `the heading lacks the column "${missing}".`);
  return below.map(({ cells }, n) => ({
    row: n + 1,
    cell: (name) => (cells[places.get(name.toLowerCase()) ?? -1] ?? "").trim(),
  }));
};

/** The texts of a cell that holds several. */
export const severalIn = (cell: string): string[] =>
  cell
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "");
