import type { ReplicaState } from "../db/replica.ts";
import { type Durations, makeDurations, makeTally, type Tally } from "./tally.ts";

/** The requests of one route. */
export type RouteMeter = {
  method: string;
  /** The pattern, never a path that was sent: `/api/visitors/:visitorId`. */
  route: string;
  durations: Durations;
  /** How many were answered, by status. */
  statuses: Map<number, number>;
};

/** The runs of one tick; times in milliseconds. */
export type TickMeter = { done: number; failed: number; lastEnded: number | undefined; lastMs: number };

/** The connections of the pool: all, those nobody uses, and who waits for one. */
export type PoolState = { total: number; idle: number; waiting: number };

/**
 * What this process counts of itself. Plain numbers: whether anybody ever asks for them costs nothing, and the library that
 * writes them down is loaded with the first question (exposition.ts).
 */
export type Meters = {
  /** The meter of a route; the same one for the same route. */
  route(method: string, route: string): RouteMeter;
  routes(): Iterable<RouteMeter>;
  /** Visits that began, by source: `api` (the console, too), `kiosk`, `contactless`. */
  signIns: Tally;
  /** Events that were sent or given up, by what became of them. */
  deliveries: Tally;
  /** Calls to webhooks. */
  webhookCalls: Durations;
  webhookCallsUnderWay: number;
  /** Webhooks that were switched off after five failures. */
  webhooksDisabled: number;
  /** Mails and SMS that were handed over, or not. */
  messages: Tally;
  tick(name: string): TickMeter;
  ticks(): Iterable<[string, TickMeter]>;
  /** The state of the pool; undefined in a process that has none to tell of. */
  pool: (() => PoolState) | undefined;
  /** How far the replica is behind and whether it is read from; undefined where none is configured. */
  replica: (() => ReplicaState) | undefined;
  /** When the newest backup was made, in milliseconds since 1970; undefined where nobody can tell. */
  newestBackup: (() => Promise<number | undefined>) | undefined;
  /** When the certificate in use ends, in milliseconds since 1970; undefined without TLS_CERT. */
  certificateEnd: number | undefined;
};

const SOURCES = ["api", "kiosk", "contactless"] as const;

/** The name of a `signed_in_source` (interface 2.1). */
export const sourceName = (source: number): string => SOURCES[source] ?? "api";

/** What is there, or what is made and kept. */
const kept = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

/** Makes the meters of a process, all at zero. */
export const makeMeters = (sources: Partial<Pick<Meters, "pool" | "newestBackup">> = {}): Meters => {
  const routes = new Map<string, RouteMeter>();
  const ticks = new Map<string, TickMeter>();
  return {
    route: (method, route) =>
      kept(routes, `${method} ${route}`, () => ({ method, route, durations: makeDurations(), statuses: new Map() })),
    routes: () => routes.values(),
    signIns: makeTally("source"),
    deliveries: makeTally("outcome"),
    webhookCalls: makeDurations(),
    webhookCallsUnderWay: 0,
    webhooksDisabled: 0,
    messages: makeTally("kind", "outcome"),
    tick: (name) => kept(ticks, name, () => ({ done: 0, failed: 0, lastEnded: undefined, lastMs: 0 })),
    ticks: () => ticks.entries(),
    pool: sources.pool,
    replica: undefined,
    newestBackup: sources.newestBackup,
    certificateEnd: undefined,
  };
};
