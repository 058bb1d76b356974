import { divisionOf } from "../../../../../shared/import/division.ts";
import { badRequest, type HttpError } from "../../../lib/errors.ts";

/** The limits of a CSV (rules 2): rows below its first line, columns, and characters of a field. */
const ROWS_MAX = 100_000;
const COLUMNS_MAX = 50;
const FIELD_LENGTH_MAX = 64 * 1024;
/** Rows without any value, which are passed over, and all others: what a spreadsheet has at most. */
const LINES_MAX = 1_048_576;

/** The fields without quotes, by what separates them. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  ",": /[^",\r\n]*/y,
  ";": /[^";\r\n]*/y,
  "\t": /[^"\t\r\n]*/y,
};
const isBreak = (text: string, at: number): boolean => text[at] === "\n" || text[at] === "\r";

/** A reader of the fields of a text, one after the other. @property line for messages, from 1 */
type Position = { at: number; line: number; separator: string };

const unreadable = ({ line }: Pick<Position, "line">): HttpError =>
  badRequest(`The CSV could not be read at line ${line}.`, "unreadable_body");

/** @param row the number of the row; 0 is the first line */
const tooLarge = (row: number, what: string): HttpError =>
  row === 0
    ? badRequest(`The first line of the CSV must have ${what}.`, "too_large")
    : badRequest(`Row ${row}: a CSV must have ${what}.`, "too_large", `[${row - 1}]`);

const tooLong = (row: number): HttpError => tooLarge(row, `at most ${FIELD_LENGTH_MAX} characters in a field`);

/** A field in quotes, in which a doubled quote is one. */
const readQuoted = (text: string, position: Position, row: number): string => {
  const start = position.at + 1;
  let end = text.indexOf('"', start);
  while (end >= 0 && text[end + 1] === '"' && end - start <= FIELD_LENGTH_MAX) end = text.indexOf('"', end + 2);
  if ((end < 0 ? text.length : end) - start > FIELD_LENGTH_MAX) throw tooLong(row);
  if (end < 0) throw unreadable(position);
  const field = text.slice(start, end);
  position.at = end + 1;
  position.line += field.split("\n").length - 1;
  return field.replaceAll('""', '"');
};

const readField = (text: string, position: Position, row: number): string => {
  if (text[position.at] === '"') return readQuoted(text, position, row);
  const plain = PLAIN[position.separator] ?? /[^",\r\n]*/y;
  plain.lastIndex = position.at;
  const field = plain.exec(text)?.[0] ?? "";
  if (field.length > FIELD_LENGTH_MAX) throw tooLong(row);
  position.at += field.length;
  return field;
};

/** The fields up to the end of the row, which is skipped. */
const readRow = (text: string, position: Position, row: number): string[] => {
  const fields: string[] = [];
  for (;;) {
    if (fields.length === COLUMNS_MAX) throw tooLarge(row, `at most ${COLUMNS_MAX} columns`);
    fields.push(readField(text, position, row));
    if (position.at < text.length && text[position.at] !== position.separator && !isBreak(text, position.at))
      throw unreadable(position);
    if (text[position.at] !== position.separator) break;
    position.at += 1;
  }
  position.at += text.startsWith("\r\n", position.at) ? 2 : 1;
  return fields;
};

const hasValue = (fields: readonly string[]): boolean => fields.some((field) => field.trim() !== "");

/** The line in which Excel names the separator. */
const NAMED = /^\ufeff?sep=[,;\t]\r?\n/i;
const SAMPLE_LENGTH = 64 * 1024;

/** Where the table begins, and what separates its fields: as spreadsheets of half of Europe, a semicolon, or a tab. */
const beginningOf = (text: string): Position => {
  const { separator } = divisionOf(text.slice(0, SAMPLE_LENGTH));
  const named = NAMED.exec(text)?.[0];
  const at = named?.length ?? (text.startsWith("\ufeff") ? 1 : 0);
  return { at, line: named === undefined ? 1 : 2, separator: Object.hasOwn(PLAIN, separator) ? separator : "," };
};

/**
 * The rows of a CSV text (RFC 4180), the first line included. A row without any value is empty, so that the others keep
 * their numbers, and left out at the end; one may be shorter than the first. Our own reader: a row of a million columns
 * must end where the limit is, and a library takes half a second per MiB. Errors: `400` for a text that isn't CSV, and
 * with the number of the row for one beyond the limits.
 */
export const readTable = (text: string): string[][] => {
  const rows: string[][] = [];
  const position = beginningOf(text);
  let filled = 0;
  let empty = 0;
  for (; position.at < text.length; position.line += 1) {
    const row = rows.length + empty;
    const { line } = position;
    const fields = readRow(text, position, row);
    const isFilled = hasValue(fields);
    // The first line is no row.
    if (line > LINES_MAX || (isFilled && filled > ROWS_MAX)) throw tooLarge(row, `at most ${ROWS_MAX} rows`);
    if (fields.length > (rows[0] ?? fields).length) throw unreadable({ line });
    if (isFilled) {
      for (; empty > 0; empty -= 1) rows.push([]);
      rows.push(fields);
      filled += 1;
    } else if (fields.length > 1 && rows.length > 0) empty += 1;
  }
  return rows;
};
