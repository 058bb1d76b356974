import type { Db, Statement } from "../../platform/db/database.ts";
import { erasureSql } from "../../platform/events/erasure.ts";
import { isHeld } from "../../platform/db/held-visits.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { DECISION_IDS, EVENT_IDS, keyValues, RETURNED, type StoredVisit, type VisitKey } from "./columns.ts";

const CLOSE: Statement = {
  name: "close-visit",
  text: withLog(
    `c as (
  update visits set rev = rev + 1, mod_date = $3::timestamptz, signed_out = coalesce($4::timestamptz, greatest($3::timestamptz, signed_in)),
    signed_out_source = $5::smallint, signed_out_user = $6::text
  where company_id = $1 and _id = $2 and signed_out is null and ($4::timestamptz is null or $4::timestamptz >= signed_in)
  ${RETURNED})`,
    7,
    EVENT_IDS,
  ),
};

/** The values of a sign-out; without a time, it is now. Without a user, the visit ended by itself. */
export type SignOutDetails = { signedOut: string | null; source: number; user: string | null };

/** Closes an open visit. @returns undefined if it is closed already, does not exist, or began after that time */
export const closeVisit = async (
  ctx: RequestContext,
  key: VisitKey,
  closing: SignOutDetails,
  entry: LogEntry,
): Promise<StoredVisit | undefined> => {
  const values = [...keyValues(key), closing.signedOut, closing.source, closing.user];
  return (await runLogged<StoredVisit>(ctx, CLOSE, values, entry))[0];
};

const DECIDE: Statement = {
  name: "decide-visit",
  text: withLog(
    `c as (
  update visits set rev = rev + 1, mod_date = $3::timestamptz, approval = $4::text,
    extra = extra || jsonb_strip_nulls(jsonb_build_object('rejection_reason', $5::text))
  where company_id = $1 and _id = $2 and approval = 'pending' and not ${isHeld("$1", "$2")}
  ${RETURNED})`,
    6,
    DECISION_IDS,
  ),
};

/**
 * Decides a pending visit. Of several calls at once, one gets the row.
 * @returns undefined if it is decided, never needed approval, waits for security, or does not exist
 */
export const decideVisit = async (
  ctx: RequestContext,
  key: VisitKey,
  { approval, reason }: { approval: string; reason: string | null },
  entry: LogEntry,
): Promise<StoredVisit | undefined> =>
  (await runLogged<StoredVisit>(ctx, DECIDE, [...keyValues(key), approval, reason], entry))[0];

const MARK_SAFE: Statement = {
  name: "mark-safe",
  text: withLog(
    `target as (
  select _id from visits where company_id = $1 and _id = any ($2::text[]) and safe <> $4::boolean order by _id for update),
c as (
  update visits v set rev = rev + 1, mod_date = $3::timestamptz, safe = $4::boolean
  from target where v.company_id = $1 and v._id = target._id
  returning v._id, v.visit_type, v.known_visitor_id, take_change(v._id) as change)`,
    5,
    EVENT_IDS,
    "c.change",
  ),
};

/**
 * Marks visits safe or not; those that are already are left alone. Rows are locked in the order of their IDs, so two
 * calls can't deadlock.
 */
export const markVisitsSafe = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  safe: boolean,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, MARK_SAFE, [location, ids, new Date(ctx.now).toISOString(), safe], entry);
};

const LOCK: Statement = {
  name: "lock-visits",
  text: "select _id from visits where company_id = $1 and _id = any ($2::text[]) order by _id for update",
};

/** Waits for changes of these visits that are in progress, and locks the visits until the transaction ends. */
export const lockVisits = async (db: Db, location: string, ids: readonly string[]): Promise<void> => {
  await db.named(LOCK, [location, ids]);
};

const IS_OLD = `company_id = $1 and signed_in >= $2::timestamptz and signed_in < $3::timestamptz
  and (signed_out is not null or signed_in < $4::timestamptz)`;

const LOCK_OLD: Statement = {
  name: "lock-old-visits",
  text: `select _id, signed_in from visits where ${IS_OLD} order by signed_in, _id limit $5 for update skip locked`,
};
const COUNT_OLD: Statement = { name: "count-old-visits", text: `select count(*) as n from visits where ${IS_OLD}` };

/** Visits that retention erases: begun in a span, except those that may still be open. Instants as ISO 8601. */
export type ExpiryRange = { from: string; before: string; insideFrom: string; limit: number };

/** Locks the oldest of these visits; those that another request is changing now are left for the next time. */
export const lockExpiredVisits = (
  db: Db,
  location: string,
  { from, before, insideFrom, limit }: ExpiryRange,
): Promise<{ _id: string; signed_in: string }[]> => db.named(LOCK_OLD, [location, from, before, insideFrom, limit]);

/** The number of these visits, including those that another request is changing now. */
export const countExpiredVisits = async (
  db: Db,
  location: string,
  { from, before, insideFrom }: Omit<ExpiryRange, "limit">,
): Promise<number> => (await db.named<{ n: number }>(COUNT_OLD, [location, from, before, insideFrom]))[0]?.n ?? 0;

const ERASE: Statement = {
  name: "erase-visits",
  text: erasureSql({
    subject: "visit",
    rows: `
  delete from visits where company_id = $1 and _id = any ($2::text[]) returning _id, signed_in, signed_out, visit_type, entrypoint_id`,
    kept: `left_over as (
  insert into erased_visits (company_id, signed_in, signed_out, visit_type, entrypoint_id)
  select $1, date_bin('15 minutes', signed_in, '2000-01-01'), date_bin('15 minutes', signed_out, '2000-01-01'), visit_type, entrypoint_id from c)`,
    first: 3,
  }),
};

/** Erases visits and everything kept about them except the times for the counters. @returns how many there were */
export const deleteVisits = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  entry: LogEntry,
): Promise<number> => (await runLogged(ctx, ERASE, [location, ids], entry)).length;
