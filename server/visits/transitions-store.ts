import type { Db, Statement } from "../db/database.ts";
import { type Entry, logValues, withLog } from "../events/log.ts";
import type { Act } from "../http/call.ts";
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

/** How a visit is closed; without a time it ends now. */
export type Closing = { signedOut: string | null; source: number; user: string };

/** Closes an open visit; no row when it is closed already, does not exist, or began after that time. */
export const closeVisit = async (
  act: Act,
  key: VisitKey,
  closing: Closing,
  entry: Entry,
): Promise<StoredVisit | undefined> => {
  const values = [...keyValues(key), closing.signedOut, closing.source, closing.user, ...logValues(act, entry)];
  return (await act.db.named<StoredVisit>(CLOSE, values))[0];
};

const DECIDE: Statement = {
  name: "decide-visit",
  text: withLog(
    `c as (
  update visits set rev = rev + 1, mod_date = $3::timestamptz, approval = $4::text
  where company_id = $1 and _id = $2 and approval = 'pending'
  ${RETURNED})`,
    5,
    DECISION_IDS,
  ),
};

/** Decides a pending visit; no row when it is decided, was never screened, or does not exist. Of racing calls one gets the row. */
export const decideVisit = async (
  act: Act,
  key: VisitKey,
  approval: string,
  entry: Entry,
): Promise<StoredVisit | undefined> =>
  (await act.db.named<StoredVisit>(DECIDE, [...keyValues(key), approval, ...logValues(act, entry)]))[0];

const MARK_SAFE: Statement = {
  name: "mark-safe",
  text: withLog(
    `target as (
  select _id from visits where company_id = $1 and _id = any ($2::text[]) and safe <> $4::boolean order by _id for update),
c as (
  update visits v set rev = rev + 1, mod_date = $3::timestamptz, safe = $4::boolean
  from target where v.company_id = $1 and v._id = target._id
  returning v._id, v.visit_type, v.known_visitor_id)`,
    5,
    EVENT_IDS,
  ),
};

/** Marks visits safe or not; those that are already are left alone. Rows are locked in the order of their ids, so two calls cannot deadlock. */
export const markVisitsSafe = async (
  act: Act,
  location: string,
  ids: readonly string[],
  safe: boolean,
  entry: Entry,
): Promise<void> => {
  await act.db.named(MARK_SAFE, [location, ids, new Date(act.now).toISOString(), safe, ...logValues(act, entry)]);
};

const LOCK: Statement = {
  name: "lock-visit",
  text: "select 1 from visits where company_id = $1 and _id = $2 for update",
};

/** Waits for changes of the visit that are under way, and keeps others from it until the transaction ends. */
export const lockVisit = async (db: Db, location: string, id: string): Promise<void> => {
  await db.named(LOCK, [location, id]);
};

const ERASE: Statement = {
  name: "erase-visit",
  text: withLog(
    `c as (
  delete from visits where company_id = $1 and _id = $2 returning _id, signed_in, signed_out, visit_type, entrypoint_id),
images as (
  delete from visit_images where company_id = $1 and visit_id = $2),
mails as (
  delete from messages where company_id = $1 and subject_id = $2),
keys as (
  delete from idempotency where subject_id = $2),
left_over as (
  insert into erased_visits (company_id, signed_in, signed_out, visit_type, entrypoint_id)
  select $1, date_bin('15 minutes', signed_in, '2000-01-01'), date_bin('15 minutes', signed_out, '2000-01-01'), visit_type, entrypoint_id from c)`,
    3,
  ),
};

/** Erases a visit and everything kept of it but the times for the counters. @returns whether there was one */
export const deleteVisit = async (act: Act, location: string, id: string, entry: Entry): Promise<boolean> =>
  (await act.db.named(ERASE, [location, id, ...logValues(act, entry)])).length > 0;
