import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

/** A receptionist's decision about an item. */
export type SyncDecision = "again" | "discard";

/** An item as it is stored, with the name of its kiosk. */
export type RejectedSyncRow = {
  company_id: string;
  _id: string;
  device_id: string;
  device: string;
  kind: "sign_in" | "sign_out";
  done_at: string;
  name: string | null;
  company: string | null;
  field: string | null;
  decision: SyncDecision | null;
  create_date: string;
  mod_date: string;
};

const SELECT = `select u.company_id, u._id, u.device_id, d.name as device, u.kind, u.done_at, u.name, u.company, u.field, u.decision,
  u.create_date, u.mod_date
from undelivered u join devices d on d.company_id = u.company_id and d._id = u.device_id
where u.company_id = $1`;

const LIST: Statement = { name: "list-undelivered", text: `${SELECT} order by u.done_at, u._id` };
const FIND: Statement = { name: "find-undelivered", text: `${SELECT} and u._id = $2` };

/** The items of a location, in the order in which they happened. */
export const listRejectedSyncs = (db: Db, location: string): Promise<RejectedSyncRow[]> =>
  db.named<RejectedSyncRow>(LIST, [location]);

/** One item. */
export const findRejectedSync = async (db: Db, location: string, id: string): Promise<RejectedSyncRow | undefined> =>
  (await db.named<RejectedSyncRow>(FIND, [location, id]))[0];

const LOCK: Statement = { name: "lock-undelivered", text: `${FIND.text} for update of u` };

/** Reads an item and keeps it from being changed until the transaction ends. */
export const lockRejectedSync = async (db: Db, location: string, id: string): Promise<RejectedSyncRow | undefined> =>
  (await db.named<RejectedSyncRow>(LOCK, [location, id]))[0];

const DECIDE: Statement = {
  name: "decide-undelivered",
  text: withLog(
    `c as (
  update undelivered set decision = $3, decided_tries = tries, mod_date = $4::timestamptz
  where company_id = $1 and _id = $2 and decision is distinct from $3 returning _id)`,
    5,
  ),
};

/** Records a decision; does nothing if it is the same as before. */
export const recordDecision = async (
  ctx: RequestContext,
  { location, id, at }: { location: string; id: string; at: string },
  decision: SyncDecision,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, DECIDE, [location, id, decision, at], entry);
};

/** A reported item; `id` is the service's, for a new one. */
export type ReportedSync = {
  id: string;
  ref: string;
  kind: string;
  done_at: string;
  name: string | null;
  company: string | null;
  field: string | null;
  tries: number;
};

const PLACE = "company_id = $1 and device_id = $2";

// Only new items and those that were tried again are written: an unchanged report leaves no entry in the log.
const REPORT: Statement = {
  name: "report-undelivered",
  text: withLog(
    `c as (
  insert into undelivered as u (company_id, device_id, _id, ref, kind, done_at, name, company, field, tries, create_date, mod_date)
  select $1, $2, t.id, t.ref, t.kind, t.done_at, t.name, t.company, t.field, t.tries, $3::timestamptz, $3::timestamptz
  from jsonb_to_recordset($4::jsonb) as t (
    id text, ref text, kind text, done_at timestamptz, name text, company text, field text, tries integer)
  on conflict (company_id, device_id, ref) do update set field = excluded.field, tries = excluded.tries,
    decision = case when excluded.tries > u.decided_tries and u.decision = 'again' then null else u.decision end,
    mod_date = excluded.mod_date
  where u.tries <> excluded.tries
  returning _id)`,
    5,
  ),
};

/** Saves a kiosk's report. */
export const saveReported = async (
  ctx: RequestContext,
  { location, device, at }: { location: string; device: string; at: string },
  reported: readonly ReportedSync[],
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, REPORT, [location, device, at, JSON.stringify(reported)], entry);
};

const SETTLE: Statement = {
  name: "settle-undelivered",
  text: withLog(`c as (delete from undelivered where ${PLACE} and ref <> all ($3::text[]) returning _id)`, 4),
};

/** Deletes the items that a kiosk no longer has. @param refs the items it still has */
export const deleteSettled = async (
  ctx: RequestContext,
  { location, device }: { location: string; device: string },
  refs: readonly string[],
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, SETTLE, [location, device, refs], entry);
};

const DECIDED: Statement = {
  name: "decided-undelivered",
  text: `select ref, decision from undelivered where ${PLACE} and decision is not null order by done_at, _id`,
};

/** The decisions about the items of a kiosk, oldest first. */
export const listDecided = (
  db: Db,
  location: string,
  device: string,
): Promise<{ ref: string; decision: SyncDecision }[]> =>
  db.named<{ ref: string; decision: SyncDecision }>(DECIDED, [location, device]);

const EXPIRE: Statement = {
  name: "expire-undelivered",
  text: withLog("c as (delete from undelivered where company_id = $1 and done_at < $2::timestamptz returning _id)", 3),
};

/** Deletes items from before then. */
export const deleteBefore = async (
  ctx: RequestContext,
  location: string,
  before: string,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, EXPIRE, [location, before], entry);
};
