import type { Row } from "./delimited.ts";

/** How far down the heading may be. */
export const HEADING_WITHIN = 20;

/** What PowerShell 5 and Excel write above a table. */
const ABOVE = /^\ufeff?(?:#TYPE\b|sep=.$)/i;

const filledIn = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;

export const isEmptyRow = ({ cells }: Row): boolean => filledIn(cells) === 0;

const isCandidate = (row: Row): boolean => !isEmptyRow(row) && !ABOVE.test((row.cells[0] ?? "").trim());

/**
 * Where the heading is among the first rows of a file: the row with the most known names, or else the first that is as
 * wide as those below it; titles and empty lines above it are passed over.
 * @param isKnown whether a text is the name of a column that the import can use
 */
export const headingIn = (rows: readonly Row[], isKnown: (text: string) => boolean): number => {
  const first = rows.slice(0, HEADING_WITHIN);
  const known = first.map((row) => (isCandidate(row) ? row.cells.filter(isKnown).length : 0));
  const most = Math.max(0, ...known);
  const widest = Math.max(0, ...first.map((row) => (isCandidate(row) ? filledIn(row.cells) : 0)));
  if (most > 0 && (most > 1 || widest === 1)) return known.indexOf(most);
  return first.findIndex((row) => isCandidate(row) && filledIn(row.cells) * 2 > widest);
};

/** The names of columns: each once, and none empty. */
export const columnNames = (cells: readonly string[]): string[] => {
  const taken = new Set<string>();
  return cells.map((cell, n) => {
    const name = cell.replace(/^\ufeff/, "").trim() || `Column ${n + 1}`;
    let free = name;
    for (let times = 2; taken.has(free); times += 1) free = `${name} (${times})`;
    taken.add(free);
    return free;
  });
};
