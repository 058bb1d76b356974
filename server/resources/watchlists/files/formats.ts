import { decodeText } from "../../../../shared/import/decode.ts";
import { makeRowReader, type Row } from "../../../../shared/import/delimited.ts";
import { divisionOf } from "../../../../shared/import/division.ts";
import type { Format } from "../contract.ts";
import type { FileEntry } from "./file-entry.ts";
import { euEntries } from "./eu.ts";
import { ofacEntries } from "./ofac.ts";
import { openSanctionsEntries } from "./opensanctions.ts";
import { ownEntries } from "./own-csv.ts";
import { unEntries } from "./un.ts";

const SAMPLE_LENGTH = 64 * 1024;

const rowsOf = (text: string): Row[] => {
  const division = divisionOf(text.slice(0, SAMPLE_LENGTH));
  const reader = makeRowReader(division);
  const rows = [...reader.push(text), ...reader.end()];
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
};

const TABLES: Readonly<Record<Exclude<Format, "un">, (rows: readonly Row[]) => FileEntry[]>> = {
  csv: ownEntries,
  ofac: ofacEntries,
  eu: euEntries,
  opensanctions: openSanctionsEntries,
};

/** The entries of a file. Errors: BadRow, UnreadableTable. */
export const readEntries = (bytes: Uint8Array<ArrayBuffer>, format: Format): FileEntry[] => {
  const text = decodeText(bytes).text.replace(/^\uFEFF/, "");
  return format === "un" ? unEntries(text) : TABLES[format](rowsOf(text));
};
