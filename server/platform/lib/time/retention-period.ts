import { addDays, dateOf, iso, startOfDay } from "./time.ts";

/**
 * The instant before which a location that keeps visits for `days` days erases them now (milliseconds).
 *
 * A visit of day D is kept for at least that many days after D has ended, by the location's calendar, and is erased
 * when the day after them begins: with one day, Monday's visits are erased when Wednesday begins. So nothing is erased
 * in the middle of a day, and a day of 23 or 25 hours is a day.
 */
export const erasedBefore = (now: number, timezone: string, days: number): number =>
  startOfDay(addDays(dateOf(now, timezone), -days), timezone);

/** The same for the database, whose years begin with 1. */
export const erasedBeforeIso = (now: number, timezone: string, days: number): string =>
  iso(erasedBefore(now, timezone, days));
