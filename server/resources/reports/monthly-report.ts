import { Temporal } from "temporal-polyfill";

import type { Db } from "../../platform/db/database.ts";
import { monthSpan, type Span } from "../../platform/lib/time/time.ts";
import { offsetsIn } from "./groups.ts";
import { datePoints } from "./points.ts";
import * as store from "./store.ts";
import { countNoShows, readStays } from "./times-store.ts";

/** A location's month: `month` is its first day. */
type Month = { _id: string; timezone: string; month: string };

const REPORT_HOUR = 6;

const firstOf = (date: Temporal.PlainDate, monthsBack: number): string =>
  date.with({ day: 1 }).subtract({ months: monthsBack }).toString();

/** The first day of the month before the one that contains a date. */
export const monthBefore = (date: string): string => firstOf(Temporal.PlainDate.from(date), 1);

/**
 * The first day of the last month whose report is due: from 06:00 on the first of the next one, in the location's time
 * zone.
 */
export const dueMonth = (now: number, timezone: string): string => {
  const clock = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
  const isEarly = clock.day === 1 && clock.hour < REPORT_HOUR;
  return firstOf(clock.toPlainDate(), isEarly ? 2 : 1);
};

/** The last day of the month that contains a date. */
export const lastOfMonth = (date: string): string => {
  const first = Temporal.PlainDate.from(date);
  return first.with({ day: first.daysInMonth }).toString();
};

const busiestDay = async (db: Db, { _id, timezone, month }: Month, { end }: Span) => {
  const points = datePoints(month, lastOfMonth(month), "day", timezone);
  const buckets = await store.countInBuckets(db, _id, [...points.map(({ start }) => start), end]);
  const days = points.map(({ date }, n) => ({ date, total: buckets[n]?.started ?? 0 }));
  return days.toSorted((a, b) => b.total - a.total)[0];
};

const busiestHour = async (db: Db, { _id, timezone }: Month, span: Span) => {
  const hours = await store.countByClock(db, _id, span, "hour", offsetsIn(span.start, span.end, timezone));
  const counted = hours.map(({ key, total }) => ({ hour: Number(key), total }));
  return counted.toSorted((a, b) => b.total - a.total || a.hour - b.hour)[0];
};

/**
 * The figures of a month (rules 5.2). Without visits there is no busiest day, busiest hour or length of stay.
 * @param now in milliseconds
 */
export const readMonth = async (db: Db, of: Month, now: number) => {
  const span = monthSpan(of.month, of.timezone);
  const visits = await store.countStarted(db, of._id, span);
  const before = await store.countStarted(db, of._id, monthSpan(monthBefore(of.month), of.timezone));
  const { expected, no_shows: noShows } = await countNoShows(db, of._id, span, now);
  const [day, hour] = visits === 0 ? [] : [await busiestDay(db, of, span), await busiestHour(db, of, span)];
  const { median_minutes: stay } = await readStays(db, of._id, span);
  return {
    visits,
    before,
    expected,
    noShows,
    ...(day !== undefined && { busiestDay: day }),
    ...(hour !== undefined && { busiestHour: hour }),
    ...(stay !== null && { stayMinutes: stay }),
  };
};

const NAMES_MAX = 3;

/**
 * The hosts or companies with the most visits in a month, by their names in visits that aren't erased; at most three.
 */
export const readTopNames = async (
  db: Db,
  { _id, timezone, month }: Month,
  column: "recipient" | "company",
): Promise<{ name: string; total: number }[]> => {
  const counts = await store.countByColumn(db, _id, monthSpan(month, timezone), column);
  return counts.slice(0, NAMES_MAX).map(({ key, total }) => ({ name: key ?? "", total }));
};
