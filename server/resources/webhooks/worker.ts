import type { Context } from "../../platform/context.ts";
import { withQuota } from "../../platform/db/connection-quota.ts";
import { makePerKeyThrottle } from "./per-key-throttle.ts";
import { deliverNext, DELIVERY_TIMEOUTS, type DeliveryTimeouts, recoverAbandoned } from "./deliver.ts";
import { replayNext } from "./replays.ts";
import { type DueLocation, hasEnabled, selectDue } from "./queue-store.ts";

/** Calls under way at once. A receiver that hangs holds one for ten seconds, and no other location may wait for it. */
const LANES = 256;
/** How often the database is asked for what no wake-up has told of: other processes, a start, a lost one. */
const POLL_MS = 1_000;
/** How often a location without a webhook, as far as is known, is asked for one when a change is committed there. */
const ASK_MS = 100;

type Options = Partial<DeliveryTimeouts> & { lanes?: number; pollMs?: number };

/** Runs at most so many works at once, one per location, in turn: a location with more to do queues again at the end. */
const makePerLocationQueue = (lanes: number, work: (location: string) => Promise<boolean>) => {
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
      if (ended || running.size >= lanes) return;
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

/** Runs `work` at once and again so long after each end. @returns how to stop it; a run under way is waited for */
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

/** Errors of the database end nothing: what was not done is found by the next look. */
const withFallback = async <T>({ log }: Context, otherwise: T, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    log.warn({ code: Object(error).code }, "webhooks: the database could not be reached; trying again");
    return otherwise;
  }
};

/**
 * Delivers the events of all locations from now on (interface 6): each in its order, one after the other, and none waiting for
 * another location. Any number of processes may run it on one database.
 * @returns how to stop it: no more calls begin, and those under way are waited for
 */
export const startDeliveries = (whole: Context, options: Options = {}): (() => Promise<void>) => {
  const context = { ...whole, db: withQuota(whole.db, whole.quotas, "webhooks") };
  const pace = { ...DELIVERY_TIMEOUTS, ...options };
  /** Locations with an enabled webhook, as far as is known: the many writes of others need not try to take an event. */
  let known = new Set<string>();
  /** Locations where deliveries wait to be sent again, as far as is known. New events go first. */
  const replaying = new Set<string>();
  const sendNext = async (location: string): Promise<boolean> => {
    if (await deliverNext(context, location, pace)) return true;
    if (!replaying.has(location)) return false;
    if (await replayNext(context, location, pace)) return true;
    replaying.delete(location);
    return false;
  };
  const lanes = makePerLocationQueue(options.lanes ?? LANES, (location) =>
    // Without room on the disk it could not be written down what became of a call.
    context.diskSpace?.isLow() === true
      ? Promise.resolve(false)
      : withFallback(context, false, () => sendNext(location)),
  );
  const begin = (location: string): void => {
    known.add(location);
    lanes.add(location);
  };
  const look = async ({ location, abandoned, waiting, replaying: replays }: DueLocation): Promise<void> => {
    if (abandoned === true) await withFallback(context, undefined, () => recoverAbandoned(context, location));
    if (replays) replaying.add(location);
    if (waiting || replays || abandoned === true) lanes.add(location);
  };
  const asking = makePerKeyThrottle(async (location) => {
    if (await withFallback(context, false, () => hasEnabled(context.db, location))) begin(location);
  }, ASK_MS);
  const stopPolling = repeat(options.pollMs ?? POLL_MS, () =>
    withFallback(context, undefined, async () => {
      const all = await selectDue(context.db);
      known = new Set(all.map(({ location }) => location));
      for (const due of all) await look(due);
    }),
  );
  const unhear = context.changes.on((location) => {
    if (known.has(location)) lanes.add(location);
    else asking.about(location);
  });
  return async () => {
    unhear();
    await Promise.all([lanes.end(), asking.end(), stopPolling()]);
  };
};
