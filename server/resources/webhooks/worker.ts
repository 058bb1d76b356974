import type { Context } from "../../platform/context.ts";
import { withQuota } from "../../platform/db/connection-quota.ts";
import { makePerKeyThrottle } from "./per-key-throttle.ts";
import { deliverNext, DELIVERY_TIMEOUTS, type DeliveryTimeouts, recoverAbandoned } from "./deliver.ts";
import { replayNext } from "./replays.ts";
import { type DueLocation, hasEnabled, listDueLocations } from "./queue-store.ts";

/**
 * Locations that are delivered to in parallel. A receiver that hangs occupies one slot for ten seconds, and no other
 * location should wait for it.
 */
const CONCURRENCY = 256;
/**
 * How often the database is polled for events without a notification: after a start, or when a notification was lost.
 */
const POLL_MS = 1_000;
/** How often a location that had no webhook is checked for one, while changes are committed there. */
const LOOK_UP_MS = 100;

type Options = Partial<DeliveryTimeouts> & { concurrency?: number; pollMs?: number };

/**
 * Runs at most `concurrency` jobs in parallel, one per location, in turn: a location with more to do queues again at
 * the end.
 */
const makePerLocationQueue = (concurrency: number, work: (location: string) => Promise<boolean>) => {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let ended = false;
  const run = async (location: string): Promise<void> => {
    if (await work(location)) waiting.add(location);
    running.delete(location);
    begin();
  };
  const begin = (): void => {
    for (const location of waiting) {
      if (ended || running.size >= concurrency) return;
      if (running.has(location)) continue;
      waiting.delete(location);
      running.set(location, run(location));
    }
  };
  const add = (location: string): void => {
    waiting.add(location);
    begin();
  };
  const end = async (): Promise<void> => {
    ended = true;
    await Promise.all(running.values());
  };
  return { add, end };
};

/** Runs `work` now, and again this long after each run. @returns how to stop it, which waits for a run in progress */
const repeat = (everyMs: number, work: () => Promise<void>): (() => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let running: Promise<void>;
  const run = async (): Promise<void> => {
    await work();
    if (!ended) timer = setTimeout(() => (running = run()), everyMs).unref();
  };
  running = run();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
};

/** Database errors stop nothing: the next poll finds what was not done. */
const withFallback = async <T>({ log }: Context, fallback: T, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    log.warn({ code: Object(error).code }, "webhooks: the database could not be reached; trying again");
    return fallback;
  }
};

/**
 * Delivers the events of all locations from now on (interface 6): a location's events one after the other, without
 * waiting for other locations. Any number of processes may run it on one database.
 * @returns how to stop it: no more calls begin, and those in progress are waited for
 */
export const startDeliveries = (given: Context, options: Options = {}): (() => Promise<void>) => {
  const context = { ...given, db: withQuota(given.db, given.quotas, "webhooks") };
  const timeouts = { ...DELIVERY_TIMEOUTS, ...options };
  /** Locations with an enabled webhook, as far as known: changes of other locations are ignored. */
  let enabled = new Set<string>();
  /** Locations with deliveries waiting to be sent again, as far as known. New events come first. */
  const replaying = new Set<string>();
  const sendNext = async (location: string): Promise<boolean> => {
    if (await deliverNext(context, location, timeouts)) return true;
    if (!replaying.has(location)) return false;
    if (await replayNext(context, location, timeouts)) return true;
    replaying.delete(location);
    return false;
  };
  const queue = makePerLocationQueue(options.concurrency ?? CONCURRENCY, (location) =>
    // On a full disk, the outcome of a call couldn't be recorded.
    context.diskSpace?.isLow() === true
      ? Promise.resolve(false)
      : withFallback(context, false, () => sendNext(location)),
  );
  const addEnabled = (location: string): void => {
    enabled.add(location);
    queue.add(location);
  };
  const resume = async ({ location, abandoned, waiting, replaying: replays }: DueLocation): Promise<void> => {
    if (abandoned === true) await withFallback(context, undefined, () => recoverAbandoned(context, location));
    if (replays) replaying.add(location);
    if (waiting || replays || abandoned === true) queue.add(location);
  };
  const lookUp = makePerKeyThrottle(async (location) => {
    if (await withFallback(context, false, () => hasEnabled(context.db, location))) addEnabled(location);
  }, LOOK_UP_MS);
  const stopPolling = repeat(options.pollMs ?? POLL_MS, () =>
    withFallback(context, undefined, async () => {
      const due = await listDueLocations(context.db);
      enabled = new Set(due.map(({ location }) => location));
      for (const location of due) await resume(location);
    }),
  );
  const unsubscribe = context.changes.on((location) => {
    if (enabled.has(location)) queue.add(location);
    else lookUp.request(location);
  });
  return async () => {
    unsubscribe();
    await Promise.all([queue.end(), lookUp.end(), stopPolling()]);
  };
};
