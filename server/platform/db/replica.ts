import { DatabaseError } from "pg";

import { type Database, type Db, isBroken, type Statement } from "./database.ts";

/** How far a replica lags: at most this many milliseconds; undefined while that is unknown. */
export type ReplicaState = { lagMs: number | undefined; used: boolean };

/** A replica of the database, for reads that may be slightly out of date. */
export type Replica = {
  /**
   * Which database to read a location from: the replica if it is near enough and has every change to that location that
   * this process knows to be committed; otherwise the primary.
   */
  of(location: string): Db;
  /** Records that the newest data of a location was read from the primary: the replica may not have it yet. */
  expect(location: string): void;
  state(): ReplicaState;
  stop(): Promise<void>;
};

export type ReplicaOptions = {
  primary: Db;
  replica: Pick<Database, "rows" | "named">;
  /** Calls its listeners with each location in which a change was committed, here or in another process. */
  changes: { on(listener: (location: string) => void): () => void };
  log: { warn(facts: object, text: string): void; info(facts: object, text: string): void };
  lagMs: number;
  /** How often the positions are compared. */
  everyMs?: number;
};

const EVERY_MS = 500;
/** A comparison that takes longer has failed. */
const ROUND_MS_MAX = 2_000;

// Acknowledged commits are flushed. Not the insert position, which is never reached at the edge of a page.
const PRIMARY: Statement = { name: "primary-position", text: "select pg_current_wal_flush_lsn()::text as at" };
const REPLICA: Statement = {
  name: "replica-position",
  text: "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as at",
};

/** `16/B374D848` as a number. */
const positionOf = (text: string): bigint => {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

const position = async (db: Pick<Db, "named">, statement: Statement): Promise<bigint> => {
  const at = (await db.named<{ at: string | null }>(statement, []))[0]?.at;
  if (at === null || at === undefined) throw new Error("it isn't a standby");
  return positionOf(at);
};

/**
 * Whether another server may succeed where this one failed: connection lost, starting, in conflict with replay, too
 * slow.
 */
const mayRetry = (error: unknown): boolean =>
  isBroken(error) || (error instanceof DatabaseError && /^(40|53|57)/.test(error.code ?? ""));

/** Reads from the replica, and again from the primary if that fails. */
const withPrimaryFallback = (
  replica: ReplicaOptions["replica"],
  primary: Db,
  onFailure: (error: unknown) => void,
): Db => {
  const or = async <T>(first: Promise<T>, second: () => Promise<T>): Promise<T> => {
    try {
      return await first;
    } catch (error) {
      if (!mayRetry(error)) throw error;
      onFailure(error);
      return second();
    }
  };
  return {
    rows: (query) => or(replica.rows(query), () => primary.rows(query)),
    named: (statement, values) => or(replica.named(statement, values), () => primary.named(statement, values)),
    transaction: (work) => primary.transaction(work),
  };
};

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer")), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** The state of the replica: it has everything that was committed before `caughtUp`, by the clock of `performance`. */
type ReplicaProgress = { caughtUp: number; pending: { at: number; position: bigint }[]; failed: boolean };

/** The primary's position first, then the replica's: what the replica has reached was committed before the query. */
const compare = async ({ primary, replica }: ReplicaOptions, known: ReplicaProgress): Promise<void> => {
  const at = performance.now();
  known.pending.push({ at, position: await position(primary, PRIMARY) });
  const reached = await position(replica, REPLICA);
  for (let first = known.pending[0]; first !== undefined && first.position <= reached; first = known.pending[0]) {
    known.caughtUp = first.at;
    known.pending.shift();
  }
};

/**
 * Starts to follow a replica. While it is missing or lags too far, everything is read from the primary.
 * @returns where to read, and how to stop following it
 */
export const followReplica = (options: ReplicaOptions): Replica => {
  const { primary, changes, log, lagMs, everyMs = EVERY_MS } = options;
  const progress: ReplicaProgress = { caughtUp: Number.NEGATIVE_INFINITY, pending: [], failed: false };
  /** When this process last heard of a commit in a location that the replica may not have yet. */
  const changed = new Map<string, number>();
  const expect = (location: string): void => void changed.set(location, performance.now());
  const unsubscribe = changes.on(expect);
  const isNear = (): boolean => !progress.failed && performance.now() - progress.caughtUp <= lagMs;
  let stopped = false;
  let loggedAsUsed = false;
  const logUse = (error?: unknown): void => {
    if (isNear() === loggedAsUsed) return;
    loggedAsUsed = isNear();
    if (loggedAsUsed) log.info({}, "the replica is up to date; the log, exports and graphs are read from it");
    else
      log.warn(
        { code: Object(error).code },
        "the replica is unreachable or too far behind; everything is read from the primary",
      );
  };
  // Logged immediately: the next comparison may find it back, and the reads from the primary would have no explanation.
  const onFailure = (error: unknown): void => {
    progress.failed = true;
    logUse(error);
  };
  const db = withPrimaryFallback(options.replica, primary, onFailure);
  const round = async (): Promise<void> => {
    try {
      await within(compare(options, progress), ROUND_MS_MAX);
      progress.failed = false;
      for (const [location, at] of changed) if (at < progress.caughtUp) changed.delete(location);
      progress.pending = progress.pending.filter(({ at }) => performance.now() - at <= 2 * lagMs);
      logUse();
    } catch (error) {
      onFailure(error);
    }
  };
  let running: Promise<void>;
  let timer: NodeJS.Timeout;
  const again = async (): Promise<void> => {
    await round();
    if (!stopped) timer = setTimeout(() => (running = again()), everyMs).unref();
  };
  running = again();
  return {
    of: (location) =>
      isNear() && (changed.get(location) ?? Number.NEGATIVE_INFINITY) < progress.caughtUp ? db : primary,
    expect,
    state: () => ({
      lagMs: Number.isFinite(progress.caughtUp) ? performance.now() - progress.caughtUp : undefined,
      used: isNear(),
    }),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      await running;
    },
  };
};
