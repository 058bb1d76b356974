import { UnreadableTable } from "./unreadable-table.ts";

/** A row of a table, and the line of the file at which it begins, from 1. */
export type Row = { line: number; cells: string[] };

/** How a text is divided into rows and cells. */
export type Division = { separator: string; newline: "\n" | "\r" };

/** Reads a text piece by piece. `push` gives the rows that are complete, `end` the last one. */
export type RowReader = { push: (piece: string) => Row[]; end: () => Row[] };

const COLUMNS_MAX = 500;
/** A row that is longer has a quotation mark that isn't closed. */
const ROW_LENGTH_MAX = 2 * 1024 * 1024;

type Position = { at: number; line: number };

/** What is in quotation marks, from the one at `at`; undefined if the text ends before the closing one. */
const readQuoted = (text: string, position: Position): string | undefined => {
  const start = position.at + 1;
  let end = text.indexOf('"', start);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) return undefined;
  position.at = end + 1;
  const inside = text.slice(start, end);
  position.line += inside.split("\n").length - 1;
  return inside.replaceAll('""', '"');
};

const nearest = (text: string, at: number, { separator, newline }: Division): number => {
  const [next, end] = [text.indexOf(separator, at), text.indexOf(newline, at)];
  if (next < 0) return end;
  return end < 0 ? next : Math.min(next, end);
};

/** The cells of a row with quotation marks; undefined if the text ends before the row. */
const readCells = (text: string, position: Position, division: Division): string[] | undefined => {
  const cells: string[] = [];
  for (;;) {
    const isQuoted = text[position.at] === '"';
    const quoted = isQuoted ? readQuoted(text, position) : "";
    if (quoted === undefined) return undefined;
    const end = nearest(text, position.at, division);
    if (end < 0) return undefined;
    const plain = text.slice(position.at, end);
    // What follows a closing quotation mark belongs to the cell: programs that don't double their marks write that.
    cells.push(quoted + plain);
    position.at = end + 1;
    if (text[end] === division.newline) break;
  }
  const last = cells.at(-1) ?? "";
  if (last.endsWith("\r")) cells[cells.length - 1] = last.slice(0, -1);
  return cells;
};

const readRow = (text: string, position: Position, division: Division): Row | undefined => {
  const { line } = position;
  const end = text.indexOf(division.newline, position.at);
  if (end < 0) return undefined;
  const plain = text.slice(position.at, text[end - 1] === "\r" && end > position.at ? end - 1 : end);
  let cells: string[] | undefined;
  if (plain.includes('"')) cells = readCells(text, position, division);
  else {
    cells = plain.split(division.separator);
    position.at = end + 1;
  }
  if (cells === undefined) return undefined;
  if (cells.length > COLUMNS_MAX) throw new UnreadableTable("too_many_columns", line);
  position.line += 1;
  return { line, cells };
};

/**
 * Reads rows of separated cells (RFC 4180, and what programs make of it: marks that aren't doubled, rows of any width).
 * Our own reader: pages and service use it, a file of 500 MB passes through it piece by piece, and csv-parse takes half
 * a second for each MiB. Errors: UnreadableTable with the line.
 */
export const makeRowReader = (division: Division): RowReader => {
  let rest = "";
  let line = 1;
  const read = (text: string): Row[] => {
    const position = { at: 0, line };
    const rows: Row[] = [];
    let taken = 0;
    for (;;) {
      const row = readRow(text, position, division);
      if (row === undefined) break;
      rows.push(row);
      taken = position.at;
      line = position.line;
    }
    rest = text.slice(taken);
    if (rest.length > ROW_LENGTH_MAX) throw new UnreadableTable("unclosed_quote", line);
    return rows;
  };
  return {
    push: (piece) => read(rest + piece),
    end: () => {
      if (rest === "") return [];
      const rows = read(`${rest}${division.newline}`);
      if (rest !== "") throw new UnreadableTable("unclosed_quote", line);
      return rows;
    },
  };
};
