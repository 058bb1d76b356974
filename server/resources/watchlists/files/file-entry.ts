import { isDate } from "../../../platform/lib/time/time.ts";
import type { EntryRow } from "../entries-store.ts";

/** An entry of a file. `row`: where it is, from 1; without `review_on` it is ours to say. */
export type FileEntry = Pick<EntryRow, "names" | "born" | "emails" | "phones" | "reason_code"> & {
  source_id: string;
  row: number;
  review_on?: string;
};

/** A row that can't be read: it refuses the whole file. */
export class BadRow extends Error {
  readonly row: number;

  constructor(row: number, reason: string) {
    super(reason);
    this.row = row;
  }
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** A date of birth as lists write it (`1980-02-29`, `29 Feb 1980`, `1980`, `circa 1980`); null for none. */
export const bornIn = (text: string): string | null => {
  const [whole] = /\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (whole !== undefined && isDate(whole)) return whole;
  const [, day, month, year] = /(\d{1,2})[ .-]([A-Za-z]{3})[a-z]*[ .-](\d{4})/.exec(text) ?? [];
  const place = MONTHS.indexOf(month?.toLowerCase() ?? "");
  const written = `${year}-${String(place + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  if (place >= 0 && isDate(written)) return written;
  return /\b(1[89]|20)\d{2}\b/.exec(text)?.[0] ?? null;
};

const NAMES_MOST = 100;

/** Names without blanks and doubles, the first of them as many as are compared. */
export const distinctNames = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.replaceAll(/\s+/g, " ").trim().slice(0, 500)))]
    .filter((name) => name !== "")
    .slice(0, NAMES_MOST);

/** An entry of a published list, which names reasons of its own. */
export const sanctioned = (
  row: number,
  source_id: string,
  names: readonly string[],
  more: Partial<Pick<FileEntry, "born" | "emails" | "phones">> = {},
): FileEntry => ({
  row,
  source_id,
  names: distinctNames(names),
  born: null,
  emails: [],
  phones: [],
  reason_code: "sanction_list",
  ...more,
});

/** "LAST, First" in the order in which it is spoken. */
export const inOrder = (name: string): string => {
  const [last = "", ...first] = name.split(",");
  return `${first.join(" ")} ${last}`.trim();
};
