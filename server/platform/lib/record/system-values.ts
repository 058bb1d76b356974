import type { PlaceholderValues } from "../../../../shared/text/placeholders.ts";
import { dateOf } from "../time/time.ts";

/**
 * The day in a location's zone, as the placeholders `%sys_day%`, `%sys_month%` and `%sys_year%` (rules 4): two, two and
 * four digits.
 * @param now milliseconds since 1970
 */
export const systemValues = (now: number, timezone: string): PlaceholderValues => {
  const [sys_year, sys_month, sys_day] = dateOf(now, timezone).split("-");
  return { sys_day, sys_month, sys_year };
};
