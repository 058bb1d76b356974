import { decodeText, type Encoding } from "./decode.ts";
import { makeRowReader, type Row } from "./delimited.ts";
import { divisionOf } from "./division.ts";
import { columnNames, headingIn, isEmptyRow } from "./heading.ts";
import { UnreadableTable } from "./unreadable-table.ts";
import { isOldWorkbook, isWorkbook, workbookRows } from "./workbook.ts";

/** A table: the names of its columns, its rows without empty ones, and how it was read. */
export type Table = {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Absent for a workbook and for pasted text. */
  encoding?: Encoding;
};

const SAMPLE_LENGTH = 64 * 1024;

/** Removes the mark that keeps spreadsheets from evaluating a cell (shared/text/csv-formula.ts). */
export const plainCell = (cell: string): string => cell.trim().replace(/^'(?='*\s*[=@+\-＝＠＋－])/u, "");

const tableOf = (rows: readonly Row[], isKnown: (text: string) => boolean): Table => {
  const at = headingIn(rows, isKnown);
  const heading = rows[at];
  if (heading === undefined) throw new UnreadableTable("empty");
  const below = rows.slice(at + 1).filter((row) => !isEmptyRow(row));
  return { columns: columnNames(heading.cells), rows: below.map(({ cells }) => cells.map(plainCell)) };
};

/** A table in text, as it is in a file or pasted from a spreadsheet. Errors: UnreadableTable. */
export const readTextTable = (text: string, isKnown: (text: string) => boolean): Table => {
  const reader = makeRowReader(divisionOf(text.slice(0, SAMPLE_LENGTH)));
  return tableOf([...reader.push(text), ...reader.end()], isKnown);
};

/**
 * A table in a file, whatever its name says: CSV, TSV or a workbook (.xlsx).
 * @param isKnown whether a text is the name of a column; the heading is found by it. Errors: UnreadableTable
 */
export const readTable = async (bytes: Uint8Array<ArrayBuffer>, isKnown: (text: string) => boolean): Promise<Table> => {
  if (isOldWorkbook(bytes)) throw new UnreadableTable("old_workbook");
  if (isWorkbook(bytes)) return tableOf(await Array.fromAsync(workbookRows(bytes)), isKnown);
  const { text, encoding } = decodeText(bytes);
  if (text.slice(0, SAMPLE_LENGTH).includes("\0")) throw new UnreadableTable("binary");
  return { ...readTextTable(text, isKnown), encoding };
};
