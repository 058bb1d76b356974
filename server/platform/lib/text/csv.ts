import { asPlainCell } from "../../../../shared/text/csv-formula.ts";
import type { Cell, WallClockTime } from "../../../../shared/spreadsheet.ts";

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = "\ufeff";

const wall = ({ wallMs, shown }: WallClockTime): string =>
  new Date(wallMs)
    .toISOString()
    .slice(0, shown === "date" ? 10 : 19)
    .replace("T", " ");

const textOf = (value: Cell): string => {
  if (value === null) return "";
  if (typeof value === "object") return wall(value);
  return typeof value === "string" ? asPlainCell(value) : String(value);
};

/** A line of a CSV file (RFC 4180): values as text, quoted if they contain a separator. */
export const csvLine = (cells: readonly Cell[], separator: "," | ";"): string =>
  `${cells
    .map(textOf)
    .map((text) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(separator)}\r\n`;
