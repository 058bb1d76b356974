import { isDeepStrictEqual } from "node:util";

import { UnreadableTable } from "../../../shared/import/unreadable-table.ts";
import type { StreamBody } from "../../platform/http/input/body.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { slicesOf } from "../../platform/lib/async/slices.ts";
import { badRequest, bodyTooLarge } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { addDays, iso } from "../../platform/lib/time/time.ts";
import type { Format } from "./contract.ts";
import * as store from "./entries-store.ts";
import { checkReview, lastReview } from "./entries.ts";
import { readEntries } from "./files/formats.ts";
import { BadRow, type FileEntry } from "./files/file-entry.ts";
import { namesOf } from "../watch-checks/persons.ts";
import { raiseVersion, saveWatchlist, type WatchlistRow } from "./store.ts";
import { lockWatchlist, readWatchlist } from "./watchlists.ts";

const MEBIBYTES_MAX = 64;
const SAVED_AT_ONCE = 2_000;
/** A file that is smaller by more than this needs a confirmation. */
const SMALLER = 0.2;

const badRow = (row: number, reason: string): Error =>
  badRequest(`Row ${row}: ${reason}`, "wrong_format", `[${row - 1}]`);

/** The entries of a file, read as it arrives. Errors: `400` that names the first bad row, `413`. */
export const readFileOf = async (body: StreamBody | undefined, format: Format = "csv"): Promise<FileEntry[]> => {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body?.pieces() ?? []) {
    length += piece.length;
    if (length > MEBIBYTES_MAX * 1024 * 1024) throw bodyTooLarge();
    pieces.push(piece);
  }
  try {
    return readEntries(Buffer.concat(pieces), format);
  } catch (error) {
    if (error instanceof BadRow) throw badRow(error.row, error.message);
    throw error instanceof UnreadableTable ? badRequest(error.message, "unreadable_body") : error;
  }
};

type Counts = { received: number; created: number; changed: number; removed: number; same: number };

const checkSize = (received: number, stored: number): void => {
  if (received > 0 && received >= stored * (1 - SMALLER)) return;
  throw badRequest(
    `The file has ${received} entries, and ${stored} were imported before. If that is intended, send it again with ?confirm=true.`,
    "confirm_needed",
    "confirm",
  );
};

/** What a file says of an entry, without a review that it leaves to us. */
const said = ({ names, born, emails, phones, reason_code }: FileEntry | store.EntryRow) => ({
  names,
  born,
  emails,
  phones,
  reason_code,
});

const pick = ({
  _id,
  note,
  user_id,
  create_date,
}: Pick<store.EntryRow, "_id" | "note" | "user_id" | "create_date">) => ({
  _id,
  note,
  user_id,
  create_date,
});

type Plan = { saved: store.EntryRow[]; removed: string[]; counts: Counts };

const planOf = (
  ctx: RequestContext,
  list: WatchlistRow,
  entries: readonly FileEntry[],
  old: readonly store.EntryRow[],
): Plan => {
  const stored = new Map(old.map((row) => [row.source_id, row]));
  const at = iso(ctx.now);
  const saved: store.EntryRow[] = [];
  const counts = { received: entries.length, created: 0, changed: 0, removed: 0, same: 0 };
  for (const entry of entries) {
    const before = stored.get(entry.source_id);
    stored.delete(entry.source_id);
    const review_on = entry.review_on ?? before?.review_on ?? addDays(lastReview(ctx.now), -1);
    if (before !== undefined && review_on === before.review_on && isDeepStrictEqual(said(entry), said(before))) {
      counts.same += 1;
      continue;
    }
    counts[before === undefined ? "created" : "changed"] += 1;
    const { company_id, _id: list_id } = list;
    const kept = before ?? { _id: newId(company_id, ctx.now), note: null, user_id: ctx.principal._id, create_date: at };
    const { source_id } = entry;
    saved.push({ ...said(entry), source_id, company_id, list_id, review_on, mod_date: at, ...pick(kept) });
  }
  const removed = [...stored.values()].map(({ _id }) => _id);
  return { saved, removed, counts: { ...counts, removed: removed.length } };
};

const checkReviews = (entries: readonly FileEntry[], now: number): void => {
  for (const { row, review_on } of entries)
    if (review_on !== undefined)
      try {
        checkReview(review_on, now);
      } catch {
        throw badRow(row, '"until" must be a day within the next 12 months, as YYYY-MM-DD.');
      }
};

/**
 * Replaces the imported entries of a list by those of a file, all at once: a visitor is compared with the old ones or the
 * new. Errors: `400` for a bad row, and for a file that needs a confirmation; `404`.
 */
export const importEntries = (
  ctx: RequestContext,
  location: string,
  id: string,
  entries: readonly FileEntry[],
  { format = "csv", confirm = false }: { format?: Format; confirm?: boolean },
): Promise<Counts> =>
  inTransaction(ctx, async (inner) => {
    const list = await lockWatchlist(inner, location, id);
    checkReviews(entries, ctx.now);
    const old = (await store.listEntries(inner.db, location, list._id)).filter(({ source_id }) => source_id !== null);
    if (!confirm) checkSize(entries.length, old.length);
    const { saved, removed, counts } = planOf(inner, list, entries, old);
    if (saved.length + removed.length === 0) return counts;
    await raiseVersion(inner.db, location);
    await store.deleteEntries(inner, location, removed);
    for await (const slice of slicesOf(saved, SAVED_AT_ONCE))
      await store.saveEntries(inner, location, slice, slice.flatMap(namesOf));
    const at = iso(ctx.now);
    const entry = { location, action: "watchlist.import", subject: "watchlist" };
    await saveWatchlist(inner, { ...list, format, imported_at: at, mod_date: at }, entry);
    return counts;
  });

/** What a repeated import is answered with: nothing more is changed. Errors: `404`. */
export const countsNow = async (ctx: RequestContext, location: string, id: string): Promise<Counts> => {
  const { entries } = await readWatchlist(ctx, location, id);
  return { received: entries, created: 0, changed: 0, removed: 0, same: entries };
};
