import type { Context } from "../context.ts";
import type { Db, Statement } from "../db/database.ts";
import { iso } from "../lib/time/time.ts";
import type { ConnectionCount } from "./metric-registry.ts";

/** The database's gauges of the whole service; ages in seconds. */
export type DatabaseGauges = {
  locations: number;
  /** Enabled webhooks that have events waiting, and how old the oldest of these events is. */
  backlogLocations: number;
  backlogAge: number;
  webhooks: { enabled: number; disabled: number; off: number };
  kiosks: { online: number; offline: number };
  /** Visits that filters don't find by their index yet. */
  visitsToIndex: number;
  /** Directories that Foyer reads at an interval, by how the last reading went, and the age of the oldest success in seconds. */
  directories: { ok: number; failed: number };
  directoryAge: number;
  /** Messages not sent yet, by kind and state, and the age of the oldest of each kind. */
  waiting: { kind: string; state: string; count: number; age: number }[];
  /** What Foyer is connected to, by kind and state. */
  connections: ConnectionCount[];
};

/** A query per scrape would be too many if several collectors scrape. */
const KEPT_MS = 5_000;
/** Connections look among the messages of a week. */
const CONNECTIONS_KEPT_MS = 60_000;
/** A collector waits ten seconds in all; without the database, the other metrics are still useful. */
const ASK_MS_MAX = 2_000;
/** Matches how a kiosk is shown (devices/presence.ts). */
const SILENCE_MS = 90_000;

// One probe of the log's primary key per enabled webhook, the index of waiting messages, and two tables with a row per
// device and location. Sent messages and deliveries are not counted here: they grow over the years, and each process
// counts its own.
const GAUGES: Statement = {
  name: "observe-gauges",
  text: `with backlog as materialized (
  select l.at from webhooks w join companies c on c._id = w.company_id,
    lateral (select at from log l where l.company_id = w.company_id and l.seq > w.cursor and l.event is not null order by seq limit 1) l
  where w.enabled and c.tier = 'enterprise')
select
  (select count(*)::int from companies) as locations,
  (select count(*)::int from backlog) as backlog_locations,
  (select min(at) from backlog) as backlog_since,
  (select json_build_object('enabled', count(*) filter (where enabled), 'disabled', count(*) filter (where not enabled and failures >= 5),
    'off', count(*) filter (where not enabled and failures < 5)) from webhooks) as webhooks,
  (select json_build_object('online', count(*) filter (where last_seen > $1::timestamptz),
    'offline', count(*) filter (where last_seen is null or last_seen <= $1::timestamptz)) from devices) as kiosks,
  (select json_build_object('ok', count(*) filter (where last_error is null), 'failed', count(*) filter (where last_error is not null))
    from directories where next_try is not null) as directories,
  (select min(last_sync) from directories where next_try is not null) as directories_since,
  (select coalesce(sum(n), 0)::bigint from visit_days where company_id in (select company_id from visits_to_index where not is_built)) as visits_to_index,
  (select coalesce(json_agg(m), '[]') from (
    select kind, state, count(*)::int as count, min(create_date) as since from messages
    where state in ('queued', 'sending') group by 1, 2) m) as waiting`,
};

type Row = {
  locations: number;
  backlog_locations: number;
  backlog_since: string | null;
  webhooks: DatabaseGauges["webhooks"];
  kiosks: DatabaseGauges["kiosks"];
  directories: DatabaseGauges["directories"];
  directories_since: string | null;
  visits_to_index: number;
  waiting: { kind: string; state: string; count: number; since: string }[];
};

const queryGauges = async (
  db: Db,
  now: number,
  connections: () => Promise<ConnectionCount[]>,
): Promise<DatabaseGauges> => {
  const ageOf = (since: string | null): number => (since === null ? 0 : Math.max(0, now - Date.parse(since)) / 1000);
  const [row] = await db.named<Row>(GAUGES, [iso(now - SILENCE_MS)]);
  if (row === undefined) throw new Error("the database gave no row");
  return {
    locations: row.locations,
    backlogLocations: row.backlog_locations,
    backlogAge: ageOf(row.backlog_since),
    webhooks: row.webhooks,
    kiosks: row.kiosks,
    directories: row.directories,
    directoryAge: ageOf(row.directories_since),
    visitsToIndex: row.visits_to_index,
    waiting: row.waiting.map(({ kind, state, count, since }) => ({ kind, state, count, age: ageOf(since) })),
    connections: await connections(),
  };
};

/** Waits for it, but not longer. */
const inTime = async <T>(work: Promise<T>, ms: number): Promise<T | undefined> => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** Counts the connections at most once a minute. */
const makeConnectionCounter = ({ metrics }: Pick<Context, "metrics">): (() => Promise<ConnectionCount[]>) => {
  let counted: ConnectionCount[] = [];
  let endsMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < endsMs) return counted;
    counted = (await metrics.connections?.()) ?? [];
    endsMs = performance.now() + CONNECTIONS_KEPT_MS;
    return counted;
  };
};

/**
 * Makes the query for the gauges: one statement, at most once in five seconds however many ask, and one at a time. It
 * is undefined if the database can't be queried, or not in two seconds.
 */
export const makeGauges = (
  context: Pick<Context, "db" | "now" | "log" | "metrics">,
): (() => Promise<DatabaseGauges | undefined>) => {
  const connections = makeConnectionCounter(context);
  let asking: Promise<DatabaseGauges | undefined> | undefined;
  let endsMs = Number.NEGATIVE_INFINITY;
  const ask = (): Promise<DatabaseGauges | undefined> => {
    endsMs = Number.POSITIVE_INFINITY;
    return queryGauges(context.db, context.now(), connections)
      .catch((error: unknown) => {
        context.log.warn({ code: Object(error).code }, "metrics: the database could not be reached");
        return undefined;
      })
      .finally(() => (endsMs = performance.now() + KEPT_MS));
  };
  return () => {
    if (asking === undefined || performance.now() >= endsMs) asking = ask();
    return inTime(asking, ASK_MS_MAX);
  };
};
