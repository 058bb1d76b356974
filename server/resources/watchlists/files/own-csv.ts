import { createHash } from "node:crypto";

import type { Row } from "../../../../shared/import/delimited.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { isDate } from "../../../platform/lib/time/time.ts";
import { WATCH_REASONS } from "../../../../shared/import/watch-reasons.ts";
import { namedRows, type NamedRow, severalIn } from "./named-rows.ts";
import { BadRow, distinctNames, type FileEntry } from "./file-entry.ts";

const BORN = /^\d{4}(-\d{2}-\d{2})?$/;

const reasonOf = (row: number, text: string): FileEntry["reason_code"] => {
  const found = WATCH_REASONS.find((reason) => reason === (text.toLowerCase() || "other"));
  if (found === undefined) throw new BadRow(row, `"reason" must be one of ${WATCH_REASONS.join(", ")}.`);
  return found;
};

const check = (row: number, isGood: boolean, reason: string): void => {
  if (!isGood) throw new BadRow(row, reason);
};

const entryOf = ({ row, cell }: NamedRow): FileEntry => {
  const names = distinctNames([`${cell("first_name")} ${cell("last_name")}`, ...severalIn(cell("aliases"))]);
  const [born, emails, phones, until] = [
    cell("born"),
    severalIn(cell("email")),
    severalIn(cell("phone")),
    cell("until"),
  ];
  check(row, names.length > 0, 'a "first_name" or "last_name" is required.');
  check(row, born === "" || (BORN.test(born) && (born.length === 4 || isDate(born))), '"born" must be YYYY-MM-DD.');
  check(row, emails.every(isEmailAddress), '"email" must be an email address.');
  check(row, until === "" || isDate(until), '"until" must be a date as YYYY-MM-DD.');
  const entry = { names, born: born || null, emails, phones, reason_code: reasonOf(row, cell("reason")) };
  // A row has no name of its own: who is the same in the next file is the same entry.
  const source_id = createHash("sha256")
    .update(JSON.stringify([names[0]?.toLowerCase(), born, emails[0]?.toLowerCase()]))
    .digest("hex")
    .slice(0, 24);
  return { ...entry, row, source_id, ...(until === "" ? {} : { review_on: until }) };
};

/** The entries of our own CSV; a row that says the same person again is the same entry. Errors: BadRow. */
export const ownEntries = (rows: readonly Row[]): FileEntry[] => {
  const entries = namedRows(rows, ["first_name", "last_name"]).map(entryOf);
  return [...new Map(entries.map((entry) => [entry.source_id, entry])).values()];
};
