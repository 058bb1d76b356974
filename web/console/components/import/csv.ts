import { asPlainCell } from "../../../../shared/text/csv-formula.ts";

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
