import { asPlainCell } from "../../../shared/csv-formula.ts";

/** A table as it was read: the names of its columns, and its rows. */
export type Table = { columns: readonly string[]; rows: readonly (readonly string[])[] };

const DELIMITERS = [",", ";", "\t"];

/** What stands most often in the first line separates its columns: a spreadsheet writes semicolons in half of Europe. */
const delimiterOf = (text: string): string => {
  const [first = ""] = text.trimStart().split(/\r?\n/, 1);
  const times = (mark: string): number => first.split(mark).length;
  return DELIMITERS.toSorted((a, b) => times(b) - times(a))[0] ?? ",";
};

/** Reads what a spreadsheet saved or copied; the first line names the columns. Errors: what is no table. */
export const readTable = async (text: string): Promise<Table> => {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const delimiter = delimiterOf(text);
  const lines: string[][] = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  const [columns = [], ...rows] = lines;
  return { columns, rows };
};

const cellOf = (value: string | number): string => {
  if (typeof value === "number") return String(value);
  const safe = asPlainCell(value);
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV; no cell of it is a formula. */
const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");

/** Has the browser keep a file. */
export const saveFile = (content: BlobPart, name: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

/** The same with a mark at its beginning, by which spreadsheets know its letters. */
export const saveCsv = (rows: readonly (readonly (string | number)[])[], name: string): void =>
  saveFile(`\uFEFF${writeCsv(rows)}`, name, "text/csv;charset=utf-8");
