import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { addDays, dayOf, startOfDay } from "../../platform/lib/time/time.ts";

/** The day in a parameter. @param name of the parameter. Errors: `400` for an invalid date. */
export const day = (name: string, text: string, clock: LocationClock): string => {
  const date = dayOf(text, clock.timezone);
  if (date === undefined)
    throw badRequest(`"${name}" must be a date such as 2026-11-21 or an ISO 8601 timestamp.`, "wrong_format", name);
  return date;
};

/** The first and the last day of a span, as they were sent. */
export type Days = { start: string; end: string };

/** The days of a span, and the instants at which it begins and ends. Errors: `400`. */
export const span = (clock: LocationClock, given: Days): Days & { from: number; to: number } => {
  const start = day("start", given.start, clock);
  const end = day("end", given.end, clock);
  if (end < start) throw badRequest('"end" must not be before "start".', "wrong_order", "end");
  return { start, end, from: startOfDay(start, clock.timezone), to: startOfDay(addDays(end, 1), clock.timezone) };
};
