import { AsyncLocalStorage } from "node:async_hooks";

import { unavailable } from "../lib/errors.ts";
import { makeUseMeter, type UseMeter } from "../lib/work/use-meter.ts";
import type { Database, Db } from "./database.ts";

/** How many of the connections one holder (a location, a credential, one kind of background work) may use at once. */
export type ConnectionQuota = {
  /**
   * Runs `work` with one of the holder's connections, or waits for one. Errors: `503` if too many wait, or for too
   * long.
   */
  run: <T>(work: () => Promise<T>) => Promise<T>;
};

/** The quotas of a process by holder: for connections, and for those that read pages of lists. */
export type ConnectionQuotas = {
  of: (holder: string) => ConnectionQuota;
  ofLists: (holder: string) => ConnectionQuota;
};

/** Those of callers, and those of background work, which no caller makes way for. */
export type ProcessQuotas = ConnectionQuotas & { background: ConnectionQuotas };

export type QuotaOptions = {
  /** Connections of one holder at once. */
  most: number;
  /** Of these, the most that may be reading pages of lists. */
  mostLists: number;
  waitingMax?: number;
  waitMs?: number;
};

/** Twice this, plus the time that a list may take, stays within the ten seconds of a request. */
const WAIT_MS_MAX = 3_000;
/**
 * A request that has waited this long begins although its holder should have one at a time: what is stuck on a lock doesn't hold up
 * the others, and a flood is slowed but none of it refused.
 */
const PATIENCE_MS = 1_000;
/** How often a queue is looked at for one that has. */
const LOOK_MS = PATIENCE_MS / 10;
/** More than all open pages of a large location send when they reconnect at once. */
const WAITING_MAX = 1_000;

type WaitingRequest = { since: number; begin: () => void; timer: NodeJS.Timeout };
/** `watch`: looks whether the first has waited long enough. */
type QuotaUse = { taken: number; waiting: Set<WaitingRequest>; watch?: NodeJS.Timeout | undefined };

const quotaExceeded = (): Error =>
  unavailable(
    "This location has too many requests in progress. Try again shortly.",
    "busy",
    "share of the connections used up",
  );

const queue = (use: QuotaUse, waitMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const waiting: WaitingRequest = {
      since: performance.now(),
      begin: () => {
        clearTimeout(waiting.timer);
        resolve();
      },
      timer: setTimeout(() => {
        use.waiting.delete(waiting);
        reject(quotaExceeded());
      }, waitMs),
    };
    use.waiting.add(waiting);
  });

/** How long the request has waited that has waited longest. */
const longestWaitOf = ({ waiting }: QuotaUse): number => {
  const [first] = waiting;
  return first === undefined ? 0 : performance.now() - first.since;
};

const quotasOf = (
  most: number,
  { waitingMax = WAITING_MAX, waitMs = WAIT_MS_MAX }: QuotaOptions,
  meter?: UseMeter,
): ConnectionQuotas["of"] => {
  const uses = new Map<string, QuotaUse>();
  const limitOf = (holder: string, use: QuotaUse): number =>
    meter?.isMajority(holder) === true && longestWaitOf(use) < PATIENCE_MS ? 1 : most;
  /** Gives connections to those that have waited longest. */
  const passOn = (holder: string, use: QuotaUse): void => {
    for (const first of use.waiting) {
      if (use.taken >= limitOf(holder, use)) return;
      use.waiting.delete(first);
      use.taken += 1;
      first.begin();
    }
  };
  const watch = (holder: string, use: QuotaUse): void => {
    use.watch ??= setTimeout(() => {
      use.watch = undefined;
      passOn(holder, use);
      if (use.waiting.size > 0) watch(holder, use);
    }, LOOK_MS);
  };
  const enter = async (holder: string): Promise<QuotaUse> => {
    const use = uses.get(holder) ?? { taken: 0, waiting: new Set() };
    if (use.waiting.size === 0 && use.taken < limitOf(holder, use)) {
      use.taken += 1;
      uses.set(holder, use);
      return use;
    }
    if (use.waiting.size >= waitingMax) throw quotaExceeded();
    const turn = queue(use, waitMs);
    if (meter !== undefined) watch(holder, use);
    await turn;
    return use;
  };
  const giveBack = (holder: string, use: QuotaUse): void => {
    use.taken -= 1;
    passOn(holder, use);
    if (use.taken === 0) uses.delete(holder);
  };
  const of = (holder: string): ConnectionQuota => ({
    run: async (work) => {
      const use = await enter(holder);
      const began = performance.now();
      try {
        return await work();
      } finally {
        meter?.add(holder, performance.now() - began);
        giveBack(holder, use);
      }
    },
  });
  return of;
};

/**
 * Makes the quotas of a process: no holder has more than `most` of the connections in use, so none can keep the others waiting
 * (rules 2: one location holds at most half). Fewer are for the pages of lists, which cost processor and memory besides.
 * While others call, a holder who uses more than all of them together has one at a time.
 */
export const makeQuotas = (options: QuotaOptions): ProcessQuotas => {
  const ofLists = quotasOf(options.mostLists, options);
  return {
    of: quotasOf(options.most, options, makeUseMeter()),
    ofLists,
    background: { of: quotasOf(options.most, options), ofLists },
  };
};

/** Quotas of a pool: each half of its connections, and a quarter for the pages of lists. */
export const defaultQuotas = ({ pool }: Pick<Database, "pool">): ProcessQuotas => {
  const part = (of: number): number => Math.max(1, Math.floor(pool.options.max / of));
  return makeQuotas({ most: part(2), mostLists: part(4) });
};

/** The transaction in which a statement is sent, while it is open. */
const inside = new AsyncLocalStorage<{ open: boolean }>();

const within = async <T>(work: () => Promise<T>): Promise<T> => {
  const transaction = { open: true };
  try {
    return await inside.run(transaction, work);
  } finally {
    // Work that a transaction has started and not awaited counts on its own.
    transaction.open = false;
  }
};

/**
 * The same database, limited to its holder's quota of connections. A transaction that has one never waits for a second
 * connection of the same quota: it could wait for itself.
 */
export const withQuota = (db: Db, quotas: ConnectionQuotas, holder: string): Db => {
  const quota = quotas.of(holder);
  const run = <T>(work: () => Promise<T>): Promise<T> => (inside.getStore()?.open === true ? work() : quota.run(work));
  return {
    // A statement with a time-out (`msMax`) reads a page of a list. It waits for its turn among those before it takes a connection.
    rows: <T>(query: Parameters<Db["rows"]>[0]): Promise<T[]> => {
      const work = (): Promise<T[]> => run(() => db.rows<T>(query));
      return "msMax" in query ? quotas.ofLists(holder).run(work) : work();
    },
    named: (statement, values) => run(() => db.named(statement, values)),
    transaction: (work) => run(() => within(() => db.transaction(work))),
  };
};
