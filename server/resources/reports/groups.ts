import { Temporal } from "temporal-polyfill";

import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import type { GROUPS } from "./contract.ts";
import { HOURS, WEEKDAYS } from "./points.ts";
import { type Days, span } from "./span.ts";
import * as store from "./store.ts";

type Group = { key?: string; totalVisitorsIn: number };

/** The longest span that can be counted by the clock. */
const YEARS_MAX = 20;
const YEAR_MS = 366 * 86_400_000;

/** The offsets of a zone within a span: each applies from its instant to the next. */
export const offsetsIn = (from: number, to: number, timezone: string): store.Offset[] => {
  const offsets: store.Offset[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone);
  while (at !== null && (offsets.length === 0 || at.epochMilliseconds < to)) {
    offsets.push({ from: at.epochMilliseconds, ms: at.offsetNanoseconds / 1_000_000 });
    at = at.getTimeZoneTransition("next");
  }
  return offsets;
};

const onClock = (counts: readonly store.KeyCount[], keys: readonly number[]): Group[] => {
  const totals = new Map(counts.map(({ key, total }) => [key, total]));
  return keys.map((key) => ({ key: String(key), totalVisitorsIn: totals.get(String(key)) ?? 0 }));
};

/** Visits that started in a span, grouped by a column or by the clock. Errors: `400`. */
export const groups = async (
  ctx: RequestContext,
  clock: LocationClock,
  given: Days,
  by: (typeof GROUPS)[number],
): Promise<Group[]> => {
  const { from, to } = span(clock, given);
  if (by !== "hour" && by !== "weekday") {
    const counts = await store.countByColumn(ctx.db, clock._id, { start: from, end: to }, by);
    return counts.map(({ key, total }) => ({ ...(key === null ? {} : { key }), totalVisitorsIn: total }));
  }
  if (to - from > YEARS_MAX * YEAR_MS)
    throw badRequest(`The date range is longer than ${YEARS_MAX} years. Choose a shorter one.`, "too_many", "end");
  const offsets = offsetsIn(from, to, clock.timezone);
  const counts = await store.countByClock(ctx.db, clock._id, { start: from, end: to }, by, offsets);
  const keys =
    by === "hour" ? Array.from({ length: HOURS }, (_, n) => n) : Array.from({ length: WEEKDAYS }, (_, n) => n + 1);
  return onClock(counts, keys);
};
