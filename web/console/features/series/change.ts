import { dayAfter } from "../../../shared/format.ts";
import { fromLocalDateTime, toLocalDateTime } from "../../../shared/local-date-time.ts";
import type { Answer } from "../../data/api/api.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { daysBetween, movedRule } from "./repeat-rule.ts";

/** A series as the service has it. */
export type Series = Answer<"POST /series">;

/** Which visits of a series a change is about. */
export const SCOPES = ["this", "following", "all"] as const;

export type Scope = (typeof SCOPES)[number];

/** A registered visitor at one visit of a series. */
export type Occurrence = RegisteredVisitor & { series_id: string; recurrence_id: string };

/** When a visit begins on a location's clock (`2026-05-19T09:00`), and how long it takes. */
export type Slot = { start: string; minutes: number; timeZone: string };

/** What an edit of a visit changes: keys of its visitors, and when it is. */
export type Edit = { keys: Readonly<Record<string, unknown>>; slot: Slot | undefined };

/** A rule without the visits before one of them. */
const ruleFrom = (rule: string, { occurrences }: Series, { recurrence_id }: Occurrence): string => {
  const before = occurrences.filter((one) => Date.parse(one.recurrence_id) < Date.parse(recurrence_id)).length;
  return rule.replace(/COUNT=(\d+)/, (_, count: string) => `COUNT=${Number(count) - before}`);
};

const clockIn = (instant: string | undefined, timeZone: string): [day: string, time: string] => {
  const [day = "", time = ""] = toLocalDateTime(instant, timeZone).split("T");
  return [day, time];
};

/**
 * The body of a change of one visit, of those that follow too, or of all: if the visit gets another day, the others
 * move by as many days, and the rule with them.
 */
export const changeOf = ({ keys, slot }: Edit, of: Occurrence, scope: Scope, series: Series) => {
  if (slot === undefined) return keys;
  const { timezone, rule } = series;
  const [date, time] = clockIn(fromLocalDateTime(slot.start, slot.timeZone), timezone);
  const timed = { ...keys, duration_minutes: slot.minutes };
  if (scope === "this") return { ...timed, starts: { date, time } };
  const [planned] = clockIn(of.recurrence_id, timezone);
  const isSameDay = date === clockIn(of.visiting_on?.startDate, timezone)[0];
  const shift = isSameDay ? 0 : daysBetween(planned, date);
  const first = scope === "all" ? series.starts.date : planned;
  const starts = { date: dayAfter(first, shift), time };
  if (shift === 0 || rule === undefined) return { ...timed, starts };
  const rest = scope === "all" ? rule : ruleFrom(rule, series, of);
  return { ...timed, starts, rule: movedRule(rest, planned, date) };
};
