import { dayAfter, dayOf, formatTime, noonOf, type FormatContext } from "../../../../shared/format.ts";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";

/** The spans that a calendar shows. */
export const CALENDARS = ["week", "month"] as const;

export type CalendarKind = (typeof CALENDARS)[number];

const WEEK = 7;

const weekdayOf = (day: string): number => (noonOf(day).getUTCDay() + WEEK - 1) % WEEK;
const mondayOf = (day: string): string => dayAfter(day, -weekdayOf(day));
const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, days) => dayAfter(first, days));

/** The days of the week or month that a day is in, in whole weeks from Monday on. @param day `2026-05-19` */
export const daysShown = (kind: CalendarKind, day: string): string[] => {
  if (kind === "week") return daysFrom(mondayOf(day), WEEK);
  const first = mondayOf(`${day.slice(0, 7)}-01`);
  const weeks = [4, 5, 6].find((count) => dayAfter(first, count * WEEK).slice(0, 7) > day.slice(0, 7)) ?? 6;
  return daysFrom(first, weeks * WEEK);
};

/** The same day of the week before or after, or the first of another month. */
export const dayBeside = (kind: CalendarKind, day: string, by: 1 | -1): string => {
  if (kind === "week") return dayAfter(day, by * WEEK);
  const month = `${day.slice(0, 7)}-01`;
  return `${(by === 1 ? dayAfter(month, 31) : dayAfter(month, -1)).slice(0, 7)}-01`;
};

/** A visitor, or those of a group, on a day. @property time empty on a day that they are there for all of */
export type Entry = { id: string; time: string; name: string; more: number };

/** The days of a span, at most those from one to another. */
const daysOf = ({ visiting_on }: RegisteredVisitor, [from, to]: [string, string], timeZone: string): string[] => {
  if (visiting_on?.startDate === undefined) return [];
  const start = dayOf(new Date(visiting_on.startDate), timeZone);
  const end = Date.parse(visiting_on.endDate ?? visiting_on.startDate) - 1;
  const last = dayOf(new Date(Math.max(end, Date.parse(visiting_on.startDate))), timeZone);
  const days: string[] = [];
  for (let day = start < from ? from : start; day <= last && day <= to; day = dayAfter(day)) days.push(day);
  return days;
};

const MIDNIGHT = "00:00";

/** The visitors of each day by time; those of a group are one entry. @param days in order @param nameOf how a visitor is called */
export const entriesByDay = (
  people: readonly RegisteredVisitor[],
  days: readonly string[],
  writing: FormatContext,
  nameOf: (person: RegisteredVisitor) => string,
): ReadonlyMap<string, readonly Entry[]> => {
  const span: [string, string] = [days[0] ?? "", days.at(-1) ?? ""];
  const shown = new Map<string, Map<string, Entry>>(days.map((day) => [day, new Map()]));
  for (const person of people)
    for (const day of daysOf(person, span, writing.timeZone)) {
      const entries = shown.get(day);
      const key = person.group_id ?? person._id;
      const known = entries?.get(key);
      if (known !== undefined) known.more += 1;
      else {
        const start = new Date(person.visiting_on?.startDate ?? "");
        const time = dayOf(start, writing.timeZone) === day ? formatTime(start, writing) : MIDNIGHT;
        entries?.set(key, { id: person._id, time: time === MIDNIGHT ? "" : time, name: nameOf(person), more: 0 });
      }
    }
  return new Map(
    [...shown].map(([day, entries]) => [day, [...entries.values()].toSorted((a, b) => (a.time < b.time ? -1 : 1))]),
  );
};
