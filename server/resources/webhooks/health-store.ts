import type { Db, Statement } from "../../platform/db/database.ts";
import type { WebhookRow } from "./columns.ts";
import { RECOVERED } from "./deliveries-store.ts";

/** The stored values of a webhook's health. */
export type HealthRow = Pick<
  WebhookRow,
  "url" | "http_method" | "auth_username" | "enabled" | "previous_secret_ends_at" | "mod_date"
> & {
  has_password: boolean;
  failures: number;
  /** The last event that failed, while there are failures in a row. */
  last_error: string | null;
  last_status: number | null;
  last_failed: string | null;
  waiting: number;
};

// Tests and replays by an administrator never turn a webhook off.
const HEALTH: Statement = {
  name: "webhook-health",
  text: `select w.url, w.http_method, w.auth_username, w.auth_password is not null as has_password, w.enabled, w.failures,
  w.previous_secret_ends_at, w.mod_date, f.error as last_error, f.status as last_status, f.create_date as last_failed,
  case when w.enabled then (select count(*)::integer from (
    select 1 from log l where l.company_id = w.company_id and l.seq > w.cursor and l.event is not null limit $2) x)
  else 0 end as waiting
from webhooks w left join lateral (
  select error, status, create_date from deliveries d
  where w.failures > 0 and d.company_id = w.company_id and d.kind = 'event' and d.state = 'failed' order by d.n desc limit 1) f on true
where w.company_id = $1`,
};

/**
 * The health of a location's webhook; undefined without one. @param waitingMax the most waiting events that are counted
 */
export const findHealth = async (db: Db, location: string, waitingMax: number): Promise<HealthRow | undefined> =>
  (await db.named<HealthRow>(HEALTH, [location, waitingMax]))[0];

/** The outcomes of a day's calls, and the median response time in milliseconds. */
export type CallCounts = { delivered: number; failed: number; typical_ms: number | null };

// The IDs of a location begin with the second at which they were made: the day's calls are adjacent in the primary key.
const COUNTS: Statement = {
  name: "count-deliveries",
  text: `select count(*) filter (where state = 'delivered')::integer as delivered,
  count(*) filter (where state <> 'delivered' and not ${RECOVERED})::integer as failed,
  (select percentile_disc(0.5) within group (order by ms)::integer from (
    select extract(epoch from create_date - started) * 1000 as ms from deliveries
    where company_id = $1 and state = 'delivered' and started is not null order by n desc limit $4) x) as typical_ms
from deliveries d where company_id = $1 and _id >= $2 and create_date >= $3::timestamptz`,
};

/**
 * The day to count: it begins `at`, and none of its IDs sorts before `id`; the last `typicalOf` successful calls give
 * the median.
 */
export type CallCountRange = { id: string; at: string; typicalOf: number };

export const countCalls = async (
  db: Db,
  location: string,
  { id, at, typicalOf }: CallCountRange,
): Promise<CallCounts | undefined> => (await db.named<CallCounts>(COUNTS, [location, id, at, typicalOf]))[0];
