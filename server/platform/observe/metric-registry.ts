import type { ReplicaState } from "../db/replica.ts";
import { type Histogram, makeHistogram, makeCounter, type Counter } from "./counters.ts";

/** The requests of one route. */
export type RouteMetrics = {
  method: string;
  /** The pattern, never a path that was sent: `/api/visitors/:visitorId`. */
  route: string;
  durations: Histogram;
  /** How many were answered, by status. */
  statuses: Map<number, number>;
};

/** The runs of one tick; times in milliseconds. */
export type TickMetrics = { done: number; failed: number; lastEnded: number | undefined; lastMs: number };

/** The connections of the pool: all, the idle ones, and the waiting callers. */
export type PoolState = { total: number; idle: number; waiting: number };

/**
 * What this process counts of itself. Plain numbers: counting costs nothing when they are never read, and the library that
 * writes them down is loaded with the first question (prometheus.ts).
 */
export type Metrics = {
  /** The meter of a route; the same one for the same route. */
  route(method: string, route: string): RouteMetrics;
  routes(): Iterable<RouteMetrics>;
  /** Visits that began, by source: `api` (the console, too), `kiosk`, `contactless`. */
  signIns: Counter;
  /** Events that were sent or given up, by what became of them. */
  deliveries: Counter;
  /** Calls to webhooks. */
  webhookCalls: Histogram;
  webhookCallsUnderWay: number;
  /** Webhooks that were switched off after five failures. */
  webhooksDisabled: number;
  /** Mails and SMS that were handed over, or not. */
  messages: Counter;
  tick(name: string): TickMetrics;
  ticks(): Iterable<[string, TickMetrics]>;
  /** The state of the pool; undefined in a process that has none to tell of. */
  pool: (() => PoolState) | undefined;
  /** How far the replica is behind and whether it is read from; undefined where none is configured. */
  replica: (() => ReplicaState) | undefined;
  /** When the newest backup was made, in milliseconds since 1970; undefined where it is unknown. */
  newestBackup: (() => Promise<number | undefined>) | undefined;
  /** When the certificate in use ends, in milliseconds since 1970; undefined without TLS_CERT. */
  certificateEnd: number | undefined;
};

const SOURCES = ["api", "kiosk", "contactless"] as const;

/** The name of a `signed_in_source` (interface 2.1). */
export const sourceName = (source: number): string => SOURCES[source] ?? "api";

/** What is there, or what is made and kept. */
const getOrCreate = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

/** Makes the meters of a process, all at zero. */
export const makeMetrics = (sources: Partial<Pick<Metrics, "pool" | "newestBackup">> = {}): Metrics => {
  const routes = new Map<string, RouteMetrics>();
  const ticks = new Map<string, TickMetrics>();
  return {
    route: (method, route) =>
      getOrCreate(routes, `${method} ${route}`, () => ({
        method,
        route,
        durations: makeHistogram(),
        statuses: new Map(),
      })),
    routes: () => routes.values(),
    signIns: makeCounter("source"),
    deliveries: makeCounter("outcome"),
    webhookCalls: makeHistogram(),
    webhookCallsUnderWay: 0,
    webhooksDisabled: 0,
    messages: makeCounter("kind", "outcome"),
    tick: (name) => getOrCreate(ticks, name, () => ({ done: 0, failed: 0, lastEnded: undefined, lastMs: 0 })),
    ticks: () => ticks.entries(),
    pool: sources.pool,
    replica: undefined,
    newestBackup: sources.newestBackup,
    certificateEnd: undefined,
  };
};
