import type { Db, Statement } from "../../platform/db/database.ts";
import type { DeliveryRow, Target } from "./columns.ts";
import { COLUMNS, FROM_JSON, type Lease } from "./queue-store.ts";

/**
 * Which deliveries to send again: deliveries of events, with these outcomes, that ended in this span; `until` is
 * excluded.
 */
export type ReplayRange = { states: readonly string[]; since: string; until: string };

// Events that a replay has delivered since are not missing any more.
const MISSING = `from deliveries d
where d.company_id = $1 and d.kind = 'event' and d.state = any ($2::text[])
  and d.create_date >= $3::timestamptz and d.create_date < $4::timestamptz
  and not exists (
    select from deliveries a where a.company_id = $1 and a.event_id = d.event_id and a.state = 'delivered')`;

const COUNT: Statement = { name: "count-missing-deliveries", text: `select count(*)::integer as n ${MISSING}` };

/** How many deliveries a replay would send again. */
export const countReplayable = async (
  db: Db,
  location: string,
  { states, since, until }: ReplayRange,
): Promise<number> => (await db.named<{ n: number }>(COUNT, [location, states, since, until]))[0]?.n ?? 0;

const QUEUE: Statement = {
  name: "queue-replays",
  text: `insert into webhook_replays (company_id, n, delivery_id, queued)
select company_id, n, _id, $5::timestamptz ${MISSING} on conflict do nothing returning n`,
};

/** Queues deliveries. @param at when, ISO 8601. @returns how many were not queued already */
export const queueReplays = async (
  db: Db,
  location: string,
  { states, since, until }: ReplayRange,
  at: string,
): Promise<number> => (await db.named(QUEUE, [location, states, since, until, at])).length;

/** A delivery that was claimed to be sent again. */
export type ReplayClaim = Target &
  Pick<DeliveryRow, "event" | "event_id" | "ids" | "subject_id"> & { replay_of: string; queued: string };

// Shares the lease of events (queue-store.ts): a location has one call in progress. No log entry has the number 0.
const TAKE: Statement = {
  name: "take-replay",
  text: `with w as (
  update webhooks w set inflight = 0, lease_by = $2, lease_until = clock_timestamp() + $3::integer * interval '1 millisecond'
  from companies c
  where w.company_id = $1 and c._id = $1 and c.tier = 'enterprise' and w.inflight is null
    and exists (select from webhook_replays r where r.company_id = $1)
  returning w.company_id, w.url, w.http_method, w.auth_username, w.auth_password, w.secret, w.previous_secret,
    w.previous_secret_ends_at),
taken as (
  delete from webhook_replays r using w
  where r.company_id = w.company_id and r.n = (select min(n) from webhook_replays where company_id = $1)
  returning r.delivery_id, r.queued)
select w.*, d.event, d.event_id, d.ids, d.subject_id, d._id as replay_of, taken.queued
from w, taken, deliveries d where d.company_id = $1 and d._id = taken.delivery_id`,
};

/** Claims the next one in the queue; undefined if none waits, or another call of the location is in progress. */
export const takeReplay = async (db: Db, location: string, lease: Lease): Promise<ReplayClaim | undefined> =>
  (await db.named<ReplayClaim>(TAKE, [location, lease.by, lease.ms]))[0];

const RECORD: Statement = {
  name: "record-replay",
  text: `with d as (${FROM_JSON}),
w as (
  update webhooks set inflight = null, lease_by = null, lease_until = null
  where company_id = $2 and inflight = 0 and lease_by = $3 returning company_id)
insert into deliveries (${COLUMNS}) select d.* from d, w returning _id`,
};

/** Records the outcome of a replay. @returns whether the lease was still ours */
export const recordReplay = async (db: Db, lease: Lease, delivery: DeliveryRow): Promise<boolean> =>
  (await db.named(RECORD, [JSON.stringify(delivery), delivery.company_id, lease.by])).length > 0;

const GIVE_UP: Statement = {
  name: "give-up-replays",
  text: `delete from webhook_replays where company_id = $1 and $3::integer = (
  select count(*) filter (where state = 'failed') from (
    select state from deliveries where company_id = $1 and kind = 'replay' and create_date >= $2::timestamptz
    order by n desc limit $3::integer) last)`,
};

/** Empties the queue if this many replays in a row have failed. @param since when the failed one was queued */
export const giveUpReplays = async (db: Db, location: string, since: string, failures: number): Promise<void> => {
  await db.named(GIVE_UP, [location, since, failures]);
};

const RELEASE: Statement = {
  name: "release-replay",
  text: `update webhooks set inflight = null, lease_by = null, lease_until = null
where company_id = $1 and inflight = 0 and lease_until <= clock_timestamp()`,
};

/** Lets the location continue after a process ended during a replay. */
export const releaseReplay = async (db: Db, location: string): Promise<void> => {
  await db.named(RELEASE, [location]);
};
