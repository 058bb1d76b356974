import { asPlainCell } from "../../../../shared/text/csv-formula.ts";

/** A parsed table: the names of its columns, and its rows. */
export type Table = { columns: readonly string[]; rows: readonly (readonly string[])[] };

const OPTIONS = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
};

const DELIMITERS = [",", ";", "\t"];

/** The most frequent candidate in the first line is the separator: spreadsheets write semicolons in half of Europe. */
const delimiterOf = (text: string): string => {
  const [first = ""] = text.trimStart().split(/\r?\n/, 1);
  const times = (mark: string): number => first.split(mark).length;
  return DELIMITERS.toSorted((a, b) => times(b) - times(a))[0] ?? ",";
};

/** The text ends within quotation marks: the only error that the options below do not tolerate. */
export class UnclosedQuote extends Error {
  /** The line where the quotation begins, counting the header. */
  readonly row: number;

  constructor(row: number) {
    super(`A quotation mark in row ${row} is not closed`);
    this.row = row;
  }
}

/** Parses text saved or copied by a spreadsheet; the first line names the columns. Errors: `UnclosedQuote`. */
export const readTable = async (text: string): Promise<Table> => {
  const { CsvError, parse } = await import("csv-parse/browser/esm/sync");
  try {
    const [columns = [], ...rows]: string[][] = parse(text, { ...OPTIONS, delimiter: delimiterOf(text) });
    return { columns, rows };
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    throw new UnclosedQuote(Number(error["records"]) + 1);
  }
};

const cellOf = (value: string | number): string => {
  if (typeof value === "number") return String(value);
  const safe = asPlainCell(value);
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV; no cell is a formula. */
const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");

/** Downloads a file in the browser. */
export const saveFile = (content: BlobPart, name: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

/** The same with a byte order mark, by which spreadsheets recognise UTF-8. */
export const saveCsv = (rows: readonly (readonly (string | number)[])[], name: string): void =>
  saveFile(`\uFEFF${writeCsv(rows)}`, name, "text/csv;charset=utf-8");
