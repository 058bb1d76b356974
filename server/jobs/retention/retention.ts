import { setTimeout as wait } from "node:timers/promises";

import type { Context } from "../../platform/context.ts";
import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import {
  countExpired as countRegistered,
  expire as expireRegistered,
} from "../../resources/registered-visitors/removal.ts";
import { deleteEmptyGroups } from "../../resources/groups/groups.ts";
import { deleteEmptySeries } from "../../resources/series/ahead.ts";
import { insideWindowOn } from "../../resources/visits/lists.ts";
import { expire as expireRejectedSyncs } from "../../resources/rejected-syncs/rejected-syncs.ts";
import { countExpired as countVisits, expire as expireVisits } from "../../resources/visits/transitions.ts";
import { erasedBeforeIso } from "../../platform/lib/time/retention-period.ts";
import * as store from "./store.ts";

/** The pace: rows per transaction, and the rest after each as a multiple of its duration. */
export type Pace = { batch: number; restFactor: number };

/** A batch holds the location's log for some milliseconds; resting longer than that lets sign-ins through. */
const PACE: Pace = { batch: 50, restFactor: 3 };
const REST_MS_MIN = 10;

/** Visits and registered visitors of one location. */
export type ExpiredCounts = { visits: number; registered: number };

const FIRST = "0001-01-01T00:00:00.000Z";

/**
 * Runs one batch after the other until there are no more or it is told to stop. @returns how many were erased in all
 */
const inBatches = async (
  { restFactor }: Pace,
  stopping: AbortSignal,
  batch: () => Promise<{ erased: number; more: boolean }>,
): Promise<number> => {
  for (let all = 0; ;) {
    const started = performance.now();
    const { erased, more } = await batch();
    all += erased;
    if (!more || stopping.aborted) return all;
    await wait(Math.max(REST_MS_MIN, restFactor * (performance.now() - started)), undefined, {
      signal: stopping,
    }).catch(() => undefined);
  }
};

type Work = {
  context: Context;
  keeping: store.RetentionPolicy;
  before: string;
  insideFrom: string;
  pace: Pace;
  stopping: AbortSignal;
};

/** One short transaction; does nothing while another process erases in the same location. */
const withErasingLock = <T>(
  { context, keeping }: Work,
  none: T,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> =>
  inTransaction(systemContext(context, "retention"), async (inner) =>
    (await store.tryLockErasing(inner.db, keeping._id)) ? work(inner) : none,
  );

const eraseVisits = (work: Work): Promise<number> => {
  const { keeping, before, insideFrom, pace, stopping } = work;
  const limit = pace.batch;
  let from = FIRST;
  return inBatches(pace, stopping, () =>
    withErasingLock(work, { erased: 0, more: false }, async (inner) => {
      const { erased, upTo } = await expireVisits(inner, keeping._id, { from, before, insideFrom, limit });
      from = upTo;
      return { erased, more: erased === limit };
    }),
  );
};

const eraseRegistered = (work: Work): Promise<number> => {
  const { keeping, before, pace, stopping } = work;
  let after = "";
  return inBatches(pace, stopping, () =>
    withErasingLock(work, { erased: 0, more: false }, async (inner) => {
      const { erased, upTo } = await expireRegistered(inner, keeping._id, { before, after, limit: pace.batch });
      after = upTo ?? after;
      return { erased, more: upTo !== undefined };
    }),
  );
};

const workOf = (context: Context, keeping: store.RetentionPolicy, pace: Pace, stopping: AbortSignal): Work => {
  const now = context.now();
  const before = erasedBeforeIso(now, keeping.timezone, keeping.days);
  return { context, keeping, before, insideFrom: insideWindowOn(keeping, undefined, now).from, pace, stopping };
};

/**
 * Erases what each location no longer keeps: visits older than its retention period and, if configured, registered
 * visitors who are not persistent and no longer expected. Visitors who are inside are never erased, the counters
 * remain, and no event is fired for a visit. A location that fails does not hold up the others.
 * @param stopping ends it after the batch in progress
 * @returns what was erased, by location
 */
export const eraseDue = async (
  context: Context,
  stopping: AbortSignal,
  pace: Pace = PACE,
): Promise<Map<string, ExpiredCounts>> => {
  const all = new Map<string, ExpiredCounts>();
  for (const keeping of await store.listRetentionPolicies(context.db)) {
    if (stopping.aborted) break;
    try {
      const work = workOf(context, keeping, pace, stopping);
      const visits = await eraseVisits(work);
      const registered = keeping.registered ? await eraseRegistered(work) : 0;
      await deleteEmptySeries(context.db, keeping._id, work.before);
      await deleteEmptyGroups(context.db, keeping._id, work.before);
      await expireRejectedSyncs(systemContext(context, "retention"), keeping._id, work.before);
      all.set(keeping._id, { visits, registered });
      if (visits + registered > 0)
        context.log.info({ location: keeping._id, visits, registered }, "erased data past its retention period");
    } catch (error) {
      context.log.warn({ location: keeping._id, code: Object(error).code }, "retention failed here; trying again");
    }
  }
  return all;
};

/** What `eraseDue` would erase now, by location. */
export const countDue = async (context: Context): Promise<Map<string, ExpiredCounts>> => {
  const all = new Map<string, ExpiredCounts>();
  for (const keeping of await store.listRetentionPolicies(context.db)) {
    const ctx = systemContext(context, "retention");
    const { before, insideFrom } = workOf(context, keeping, PACE, new AbortController().signal);
    const visits = await countVisits(ctx, keeping._id, { from: FIRST, before, insideFrom });
    const registered = keeping.registered ? await countRegistered(ctx, keeping._id, before) : 0;
    all.set(keeping._id, { visits, registered });
  }
  return all;
};
