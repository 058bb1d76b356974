import { isDeepStrictEqual } from "node:util";

import type { LogEntry } from "../../platform/events/log.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { checkIfMatch, deleteIfMatch } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { checkNotRemoved, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import { addDays, isDate, iso } from "../../platform/lib/time/time.ts";
import type { WatchEntry, WatchEntryChange, WatchEntryInput } from "./contract.ts";
import * as store from "./entries-store.ts";
import { openNote, sealNote } from "./notes.ts";
import { namesOf } from "../watch-checks/persons.ts";
import { raiseVersion } from "./store.ts";
import { lockWatchlist, readWatchlist } from "./watchlists.ts";

type Wire = Static<typeof WatchEntry>;
type Input = Static<typeof WatchEntryInput>;

const logEntry = (location: string, action: string): LogEntry => ({
  location,
  action: `watch_entry.${action}`,
  subject: "watch_entry",
});

const wire = (ctx: RequestContext, row: store.EntryRow): Wire => {
  const { born, note, source_id, user_id: _user, ...stored } = row;
  return {
    ...stored,
    ...optional("born", born),
    ...optional("note", note === null ? null : openNote(ctx.context, row._id, note)),
    ...optional("source_id", source_id),
  };
};

/** The day 12 months from now, and one more for the zones ahead of UTC. */
export const lastReview = (now: number): string => {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + 1);
  return addDays(iso(last.getTime()).slice(0, 10), 1);
};

/** Errors: `400` for a day that the calendar lacks, one that is over, or one more than 12 months ahead. */
export const checkReview = (review: string, now: number): void => {
  if (!isDate(review)) throw badRequest('"review_on" must be a date as YYYY-MM-DD.', "wrong_format", "review_on");
  if (review > lastReview(now) || review < addDays(iso(now).slice(0, 10), -1))
    throw badRequest('"review_on" must be a day within the next 12 months.', "out_of_range", "review_on");
};

/** Errors: `400` for a date of birth that the calendar lacks. */
export const checkBorn = (born: string | null | undefined): void => {
  if (typeof born === "string" && born.length > 4 && !isDate(born))
    throw badRequest('"born" must be a date as YYYY-MM-DD, or the year alone.', "wrong_format", "born");
};

/** The entries of a list, the newest first. Errors: `404`. */
export const listEntries = async (ctx: RequestContext, location: string, list: string): Promise<Wire[]> => {
  const { _id } = await readWatchlist(ctx, location, list);
  return (await store.listEntries(ctx.db, location, _id)).map((row) => wire(ctx, row));
};

const findEntry = async (ctx: RequestContext, location: string, list: string, id: string): Promise<store.EntryRow> => {
  const [row] = await store.listEntries(ctx.db, location, list.toLowerCase(), id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

/** One entry. Errors: `404`. */
export const readEntry = async (ctx: RequestContext, location: string, list: string, id: string): Promise<Wire> =>
  wire(ctx, await findEntry(ctx, location, list, id));

/** Errors: `400` for its dates. */
const save = async (ctx: RequestContext, row: store.EntryRow, action: string): Promise<Wire> => {
  checkReview(row.review_on, ctx.now);
  checkBorn(row.born);
  // First, as the names are counted in it.
  await raiseVersion(ctx.db, row.company_id);
  await store.saveEntries(ctx, row.company_id, [row], namesOf(row), logEntry(row.company_id, action));
  return wire(ctx, row);
};

const sealed = (ctx: RequestContext, id: string, note: string | undefined): string | null =>
  note === undefined ? null : sealNote(ctx.context.secretKey, id, note);

/** A note that is sealed again differs each time: one that is the same stays as it is stored. */
const noteAfter = (ctx: RequestContext, { _id, note }: store.EntryRow, sent: string | undefined): string | null =>
  note !== null && sent === openNote(ctx.context, _id, note) ? note : (sealed(ctx, _id, sent) ?? note);

/** Adds an entry. Errors: `400`, `404`. */
export const createEntry = (ctx: RequestContext, location: string, list: string, body: Input): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const { _id: list_id } = await lockWatchlist(inner, location, list);
    const _id = newId(location, ctx.now);
    const { names, reason_code, review_on, born = null, emails = [], phones = [], note } = body;
    const at = { create_date: iso(ctx.now), mod_date: iso(ctx.now), user_id: ctx.principal._id };
    const given = { names, born, emails, phones, reason_code, review_on, note: sealed(inner, _id, note) };
    return save(inner, { company_id: location, _id, list_id, source_id: null, ...given, ...at }, "create");
  });

/** Changes an entry. Errors: `400`, `404`, `412`. */
export const updateEntry = (
  ctx: RequestContext,
  location: string,
  list: string,
  id: string,
  input: UpdateInput<Static<typeof WatchEntryChange>>,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    checkNotRemoved(input, "names", "reason_code", "review_on");
    await lockWatchlist(inner, location, list);
    const old = await findEntry(inner, location, list, id);
    checkIfMatch(inner, () => wire(inner, old));
    const { names, reason_code, review_on, born, emails, phones, note } = input.body;
    const row = {
      ...old,
      names: names ?? old.names,
      reason_code: reason_code ?? old.reason_code,
      review_on: review_on ?? old.review_on,
      born: mergeValue(input, "born", born, old.born, null),
      emails: mergeValue(input, "emails", emails, old.emails, []),
      phones: mergeValue(input, "phones", phones, old.phones, []),
      note: input.removed.has("note") ? null : noteAfter(inner, old, note),
    };
    return isDeepStrictEqual(row, old) ? wire(inner, old) : save(inner, { ...row, mod_date: iso(ctx.now) }, "change");
  });

/** Removes an entry. Errors: `404`, `412`. */
export const removeEntry = (
  ctx: RequestContext,
  location: string,
  list: string,
  id: string,
): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async (inner) => {
      await lockWatchlist(inner, location, list);
      return wire(inner, await findEntry(inner, location, list, id));
    },
    (inner) =>
      inTransaction(inner, async (within) => {
        await lockWatchlist(within, location, list);
        const { _id } = await findEntry(within, location, list, id);
        await store.deleteEntries(within, location, [_id], logEntry(location, "remove"));
        return { message: "Entry removed." };
      }),
  );
