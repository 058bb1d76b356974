import type { DayOrder } from "../../../shared/import/dates.ts";
import { makeOrderProof } from "../../../shared/import/dates.ts";
import { type Encoding, makeUtf8Check, markedEncoding } from "../../../shared/import/decode.ts";
import { makeRowReader, type Row, type RowReader } from "../../../shared/import/delimited.ts";
import { divisionOf } from "../../../shared/import/division.ts";
import { columnNames, HEADING_WITHIN, headingIn, isEmptyRow } from "../../../shared/import/heading.ts";
import { UnreadableTable } from "../../../shared/import/unreadable-table.ts";
import { isOldWorkbook, isWorkbook, workbookRows } from "../../../shared/import/workbook.ts";
import { bodyTooLarge } from "../../platform/lib/errors.ts";
import { type FileRow, makeCellDecoder } from "./sealed-rows.ts";

/** What was found out about a file; complete once all its rows have been read. */
export type FileFacts = {
  encoding: Encoding | "xlsx";
  separator?: string;
  heading_row: number;
  columns: string[];
  /** What the values of a column prove about the order of its dates. */
  orders: (DayOrder | undefined)[];
};

const WORKBOOK_BYTES_MAX = 48 * 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;
const BOM_BYTES = 3;

const joinedUpTo = async (first: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces = [first];
  let length = first.length;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    pieces.push(next.value);
    length += next.value.length;
    if (length > WORKBOOK_BYTES_MAX) throw bodyTooLarge();
  }
  return Uint8Array.from(Buffer.concat(pieces));
};

/** At least `least` bytes, if there are as many. */
export const begin = async (pieces: AsyncIterator<Uint8Array>, least: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  for (let length = 0; length < least;) {
    const next = await pieces.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
};

/**
 * The rows of a text, byte by byte unless it is UTF-16: whether it is UTF-8 is known at its end, and what divides it has
 * the same bytes in Windows-1252.
 */
async function* textRows(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  found: { encoding?: Encoding; separator?: string },
): AsyncGenerator<Row[]> {
  const marked = markedEncoding(first);
  const utf16 = marked === undefined || marked === "utf-8" ? undefined : new TextDecoder(marked);
  const isUtf8 = makeUtf8Check();
  const textOf = (piece: Uint8Array): string => {
    if (utf16 !== undefined) return utf16.decode(piece, { stream: true });
    isUtf8(piece);
    return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("latin1");
  };
  const sample = textOf(marked === "utf-8" ? first.subarray(BOM_BYTES) : first);
  if (sample.includes("\0")) throw new UnreadableTable("binary");
  const division = divisionOf(sample);
  found.separator = division.separator;
  const reader: RowReader = makeRowReader(division);
  yield reader.push(sample);
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    yield reader.push(textOf(next.value));
  yield reader.end();
  found.encoding = utf16 === undefined ? (isUtf8() ? "utf-8" : "windows-1252") : (marked ?? "utf-8");
}

async function* inLists(rows: AsyncGenerator<Row>): AsyncGenerator<Row[]> {
  for await (const row of rows) yield [row];
}

/** A heading's cell is read before the encoding of the whole file is known. */
const guessedCell = (cell: string): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(cell, "latin1"));
  } catch {
    return makeCellDecoder("windows-1252")(cell);
  }
};

/**
 * The rows below the heading of a file as it arrives, without empty ones; cells as `makeCellDecoder` reads them.
 * @param isKnown whether a text is the name of a column
 * @param facts is filled in, at the end completely. Errors: UnreadableTable, `413`
 */
export async function* readFile(
  given: AsyncGenerator<Uint8Array>,
  isKnown: (text: string) => boolean,
  facts: Partial<FileFacts>,
): AsyncGenerator<FileRow[]> {
  const pieces = given[Symbol.asyncIterator]();
  const first = await begin(pieces, SAMPLE_BYTES);
  if (isOldWorkbook(first)) throw new UnreadableTable("old_workbook");
  const isBook = isWorkbook(first);
  const found: { encoding?: Encoding; separator?: string } = {};
  const lists = isBook ? inLists(workbookRows(await joinedUpTo(first, pieces))) : textRows(first, pieces, found);
  const guess = isBook || markedEncoding(first)?.startsWith("utf-16") === true ? (cell: string) => cell : guessedCell;
  let waiting: Row[] | undefined = [];
  let heading: Row | undefined;
  const proofs: ReturnType<typeof makeOrderProof>[] = [];
  let count = 0;
  const below = (rows: readonly Row[]): FileRow[] => {
    const filled: FileRow[] = [];
    for (const row of rows) {
      count += 1;
      if (isEmptyRow(row)) continue;
      row.cells.forEach((cell, n) => (proofs[n] ??= makeOrderProof()).see(cell));
      filled.push([count, ...row.cells]);
    }
    return filled;
  };
  const findHeading = (rows: readonly Row[]): FileRow[] => {
    const at = headingIn(
      rows.map(({ line, cells }) => ({ line, cells: cells.map(guess) })),
      isKnown,
    );
    heading = rows[at];
    if (heading === undefined) throw new UnreadableTable("empty");
    return below(rows.slice(at + 1));
  };
  for await (const rows of lists) {
    if (waiting === undefined) yield below(rows);
    else if (waiting.push(...rows) >= HEADING_WITHIN) {
      yield findHeading(waiting);
      waiting = undefined;
    }
  }
  if (waiting !== undefined) yield findHeading(waiting);
  facts.encoding = isBook ? "xlsx" : (found.encoding ?? "utf-8");
  if (found.separator !== undefined) facts.separator = found.separator;
  const decode = makeCellDecoder(facts.encoding);
  facts.heading_row = heading?.line ?? 1;
  facts.columns = columnNames((heading?.cells ?? []).map(decode));
  facts.orders = facts.columns.map((_, n) => proofs[n]?.found());
}
