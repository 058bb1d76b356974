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

/** How many connections of a kind are in a state. */
export type ConnectionCount = { kind: string; state: string; count: number };

/**
 * The metrics of this process. Plain numbers: counting costs nothing if they are never read, and the library that
 * formats them is loaded with the first scrape (prometheus.ts).
 */
export type Metrics = {
  /** The metrics of a route; the same object for the same route. */
  route(method: string, route: string): RouteMetrics;
  routes(): Iterable<RouteMetrics>;
  /** Visits that began, by source: `api` (the console, too), `kiosk`, `contactless`. */
  signIns: Counter;
  /** Events that were sent or given up, by outcome. */
  deliveries: Counter;
  /** Calls to webhooks. */
  webhookCalls: Histogram;
  webhookCallsUnderWay: number;
  /** Webhooks that were turned off after five failures. */
  webhooksDisabled: number;
  /** Emails and SMS that were handed over, or not. */
  messages: Counter;
  tick(name: string): TickMetrics;
  ticks(): Iterable<[string, TickMetrics]>;
  /** The state of the pool; undefined in a process without one. */
  pool: (() => PoolState) | undefined;
  /** How far the replica lags and whether it is read from; undefined if none is configured. */
  replica: (() => ReplicaState) | undefined;
  /** When the newest backup was made, in milliseconds since 1970; undefined if unknown. */
  newestBackup: (() => Promise<number | undefined>) | undefined;
  /** What Foyer is connected to, by kind and state; undefined if unknown. */
  connections: (() => Promise<ConnectionCount[]>) | undefined;
  /** When the certificate in use expires, in milliseconds since 1970; undefined without TLS_CERT. */
  certificateEnd: number | undefined;
};

const SOURCES = ["api", "kiosk", "contactless"] as const;

/** The name of a `signed_in_source` (interface 2.1). */
export const sourceName = (source: number): string => SOURCES[source] ?? "api";

/** The existing value, or a new one that is kept. */
const getOrCreate = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

/** Makes the metrics of a process, all at zero. */
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
    connections: undefined,
    certificateEnd: undefined,
  };
};
