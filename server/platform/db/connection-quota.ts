import { AsyncLocalStorage } from "node:async_hooks";

import { unavailable } from "../lib/errors.ts";
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

/** Twice this, plus the time that a list may take, stays within the ten seconds of a request. */
const WAIT_MS_MAX = 3_000;
/** More than all open pages of a large location send when they reconnect at once. */
const WAITING_MAX = 1_000;

const quotaExceeded = (): Error =>
  unavailable(
    "This location has too many requests in progress. Try again shortly.",
    "busy",
    "share of the connections used up",
  );

type QuotaUse = { taken: number; waiting: Set<() => void> };

const turnIn = ({ waiting }: QuotaUse): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(quotaExceeded());
    }, WAIT_MS_MAX);
    waiting.add(begin);
  });

const enter = async (use: QuotaUse, most: number): Promise<void> => {
  if (use.taken < most) use.taken += 1;
  else if (use.waiting.size >= WAITING_MAX) throw quotaExceeded();
  // The work that ends hands over its connection.
  else await turnIn(use);
};

const leave = (use: QuotaUse): void => {
  const [next] = use.waiting;
  if (next === undefined) use.taken -= 1;
  else {
    use.waiting.delete(next);
    next();
  }
};

const quotasOf = (most: number): ConnectionQuotas["of"] => {
  const uses = new Map<string, QuotaUse>();
  return (holder) => ({
    run: async (work) => {
      const use = uses.get(holder) ?? { taken: 0, waiting: new Set() };
      uses.set(holder, use);
      await enter(use, most);
      try {
        return await work();
      } finally {
        leave(use);
        if (use.taken === 0) uses.delete(holder);
      }
    },
  });
};

/**
 * Makes the quotas of a process: no holder has more than `most` of the connections in use, so none can keep the others
 * waiting (rules 2: one location holds at most half). Fewer are for the pages of lists, which cost processor and memory
 * besides.
 */
export const makeQuotas = (most: number, mostLists: number): ConnectionQuotas => ({
  of: quotasOf(most),
  ofLists: quotasOf(mostLists),
});

/** Quotas of a pool: each half of its connections, and a quarter for the pages of lists. */
export const defaultQuotas = ({ pool }: Pick<Database, "pool">): ConnectionQuotas => {
  const part = (of: number): number => Math.max(1, Math.floor(pool.options.max / of));
  return makeQuotas(part(2), part(4));
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
