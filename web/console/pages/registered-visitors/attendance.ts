import { dayOf, formatShortDay, formatTime, type FormatContext } from "../../../shared/format.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";

/** When an expected visitor came and left, by their last visit: a time of today, or an earlier day. */
export type Attendance = { time: string } | { day: string };

const timeOrDay = (instant: Date, writing: FormatContext, now: Date): Attendance =>
  dayOf(instant, writing.timeZone) === dayOf(now, writing.timeZone)
    ? { time: formatTime(instant, writing) }
    : { day: formatShortDay(instant, writing, now) };

/** Since when a visitor who is inside has been there. */
export const insideSince = (
  { last_visit }: RegisteredVisitor,
  writing: FormatContext,
  now: Date,
): Attendance | undefined =>
  last_visit === undefined ? undefined : timeOrDay(new Date(last_visit.signed_in), writing, now);

/**
 * When the visitor left, if that was the visit that is listed: today or, once its span has passed, in that span. Who
 * left yesterday and is expected today is still expected.
 */
export const leftAt = (
  { last_visit, visiting_on }: RegisteredVisitor,
  writing: FormatContext,
  now: Date,
): Attendance | undefined => {
  if (last_visit?.signed_out === undefined) return undefined;
  const came = dayOf(new Date(last_visit.signed_in), writing.timeZone);
  const left = new Date(last_visit.signed_out);
  const isToday = dayOf(left, writing.timeZone) === dayOf(now, writing.timeZone);
  const { startDate, endDate } = visiting_on ?? {};
  const first = startDate === undefined ? undefined : dayOf(new Date(startDate), writing.timeZone);
  // A visit before the first day was another one.
  if (first !== undefined && came < first) return undefined;
  const isOver = endDate !== undefined && Date.parse(endDate) <= now.getTime();
  return isToday || isOver ? timeOrDay(left, writing, now) : undefined;
};
