import { noonOf } from "../../../shared/format.ts";

/** How often visits are repeated, from one day on. */
export const REPEATS = ["never", "daily", "weekly", "monthly", "monthlyOnWeekday"] as const;

export type Repeats = (typeof REPEATS)[number];

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
const WEEK = 7;
/** A fifth weekday isn't in every month: the last one is. */
const LAST = 5;

const partsFor = (repeats: Repeats, day: string): string => {
  const date = noonOf(day);
  const weekday = WEEKDAYS[date.getUTCDay()] ?? "MO";
  if (repeats === "weekly") return `WEEKLY;BYDAY=${weekday}`;
  if (repeats === "monthly") return `MONTHLY;BYMONTHDAY=${date.getUTCDate()}`;
  const nth = Math.ceil(date.getUTCDate() / WEEK);
  if (repeats === "monthlyOnWeekday") return `MONTHLY;BYDAY=${nth === LAST ? -1 : nth}${weekday}`;
  return "DAILY";
};

/** The rule (RFC 5545) of visits from a day until another, both included; undefined for one visit. @param day `2026-05-19` */
export const ruleOf = (repeats: Repeats, day: string, until: string): string | undefined =>
  repeats === "never" ? undefined : `FREQ=${partsFor(repeats, day)};UNTIL=${until.replaceAll("-", "")}`;
