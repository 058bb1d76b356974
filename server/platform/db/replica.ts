import { DatabaseError } from "pg";

import { type Database, type Db, isBroken, type Statement } from "./database.ts";

/** How far a replica is behind: by so many milliseconds at most; undefined while that cannot be told. */
export type ReplicaState = { lagMs: number | undefined; used: boolean };

/** A copy of the database that a standby keeps, for reads that can bear a moment's delay. */
export type Replica = {
  /**
   * Where to read what is in a location: the replica when it is near enough, and has everything of that location that this process
   * knows to be committed; else the primary.
   */
  of(location: string): Db;
  /** Notes that the primary was asked for what is newest in a location: the replica may not have it yet. */
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
  /** How often the two are compared. */
  everyMs?: number;
};

const EVERY_MS = 500;
/** A comparison that takes longer has failed. */
const ROUND_MS_MAX = 2_000;

// What was committed and acknowledged is flushed. Not the insert position: at the edge of a page nothing ever reaches it.
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

/** Whether another server may answer what this one did not: lost, starting, in conflict with what it replays, too slow. */
const mayRetry = (error: unknown): boolean =>
  isBroken(error) || (error instanceof DatabaseError && /^(40|53|57)/.test(error.code ?? ""));

/** Reads from the replica, and once more from the primary when that fails. */
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

/** What is known of the replica: it has everything that was committed before `caughtUp`, by the clock of `performance`. */
type ReplicaProgress = { caughtUp: number; pending: { at: number; position: bigint }[]; failed: boolean };

/** The primary's position, then the replica's: what the replica has reached was committed before it was asked for. */
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
 * Begins to follow a replica. It need not be there: everything is read from the primary until it is, and near enough.
 * @returns where to read, and how to let go of it
 */
export const followReplica = (options: ReplicaOptions): Replica => {
  const { primary, changes, log, lagMs, everyMs = EVERY_MS } = options;
  const known: ReplicaProgress = { caughtUp: Number.NEGATIVE_INFINITY, pending: [], failed: false };
  /** When this process last heard of a commit in a location that the replica may not have yet. */
  const changed = new Map<string, number>();
  const expect = (location: string): void => void changed.set(location, performance.now());
  const unsubscribe = changes.on(expect);
  const isNear = (): boolean => !known.failed && performance.now() - known.caughtUp <= lagMs;
  let stopped = false;
  let told = false;
  const tell = (error?: unknown): void => {
    if (isNear() === told) return;
    told = isNear();
    if (told) log.info({}, "the replica is up to date; the log, exports and graphs are read from it");
    else
      log.warn(
        { code: Object(error).code },
        "the replica is unreachable or too far behind; everything is read from the primary",
      );
  };
  // Said at once: by the next round it may be back, and what was read from the primary meanwhile would be unexplained.
  const onFailure = (error: unknown): void => {
    known.failed = true;
    tell(error);
  };
  const db = withPrimaryFallback(options.replica, primary, onFailure);
  const round = async (): Promise<void> => {
    try {
      await within(compare(options, known), ROUND_MS_MAX);
      known.failed = false;
      for (const [location, at] of changed) if (at < known.caughtUp) changed.delete(location);
      known.pending = known.pending.filter(({ at }) => performance.now() - at <= 2 * lagMs);
      tell();
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
    of: (location) => (isNear() && (changed.get(location) ?? Number.NEGATIVE_INFINITY) < known.caughtUp ? db : primary),
    expect,
    state: () => ({
      lagMs: Number.isFinite(known.caughtUp) ? performance.now() - known.caughtUp : undefined,
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
