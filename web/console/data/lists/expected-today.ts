import { dayOf } from "../../../shared/format.ts";
import type { RegisteredVisitor } from "./registered-visitors.ts";
import type { Visit } from "./visits.ts";

/** The state of a visitor who is registered for today. `anytime`: their span began earlier, or has no hour. */
export type ExpectedGroup = "late" | "next" | "later" | "anytime" | "missed";

/** A visitor who is registered for today and has not arrived. @param start milliseconds */
export type ExpectedVisitor = { person: RegisteredVisitor; group: ExpectedGroup; start: number; lateMs: number };

/** Visitors aren't late for the minutes it takes to park. */
const LATE_AFTER_MS = 5 * 60_000;
/** Visitors within the next half an hour come next. */
const NEXT_WITHIN_MS = 30 * 60_000;

const instantOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

const groupOf = (start: number, end: number | undefined, now: number): ExpectedGroup => {
  if (end !== undefined && end <= now) return "missed";
  if (now - start >= LATE_AFTER_MS) return "late";
  return start - now <= NEXT_WITHIN_MS ? "next" : "later";
};

const expectedOf = (
  person: RegisteredVisitor,
  { now, timeZone }: { now: number; timeZone: string },
): ExpectedVisitor[] => {
  const [from, end] = [instantOf(person.visiting_on?.startDate), instantOf(person.visiting_on?.endDate)];
  if (from === undefined && end === undefined) return [];
  const today = dayOf(new Date(now), timeZone);
  const start = from ?? 0;
  // A span that began on an earlier day, or at midnight, has no hour today.
  const hasHour = dayOf(new Date(start), timeZone) === today && dayOf(new Date(start - 1), timeZone) === today;
  if (!hasHour) return [{ person, group: end !== undefined && end <= now ? "missed" : "anytime", start, lateMs: 0 }];
  return [{ person, group: groupOf(start, end, now), start, lateMs: Math.max(0, now - start) }];
};

const ORDER: readonly ExpectedGroup[] = ["late", "next", "later", "anytime", "missed"];

/**
 * Registered visitors who have yet to arrive today: those with a date and no visit today, and not inside; late ones
 * first. Those who are always expected are only found by name.
 */
export const expectedToday = (
  registered: readonly RegisteredVisitor[],
  visits: readonly Visit[],
  clock: { now: number; timeZone: string },
): ExpectedVisitor[] => {
  const came = new Set(visits.map(({ known_visitor_id }) => known_visitor_id));
  return registered
    .filter(({ _id }) => !came.has(_id))
    .flatMap((person) => expectedOf(person, clock))
    .toSorted((a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group) || a.start - b.start);
};

/** How many of them are still expected: without those whose time has passed. */
export const countExpected = (expected: readonly ExpectedVisitor[]): number =>
  expected.filter(({ group }) => group !== "missed").length;

/** This many visitors fit in rows of their own. */
const PARTY_MIN = 3;

/** Visitors for one meeting: the same host and time. */
export type Party = { key: string; host: string; group: ExpectedGroup; members: readonly ExpectedVisitor[] };

const meetingOf = ({ person: { recipient, visiting_on }, group }: ExpectedVisitor): string | undefined =>
  recipient === undefined || recipient === "" || visiting_on?.startDate === undefined
    ? undefined
    : JSON.stringify([group, recipient, visiting_on.startDate]);

/** The expected visitors in order; three or more for one meeting as a group, in the place of the first of them. */
export const partiesOf = (expected: readonly ExpectedVisitor[]): (ExpectedVisitor | Party)[] => {
  const meetings = Map.groupBy(expected, meetingOf);
  return expected.flatMap((one): (ExpectedVisitor | Party)[] => {
    const key = meetingOf(one);
    const members = key === undefined ? [] : (meetings.get(key) ?? []);
    if (key === undefined || members.length < PARTY_MIN) return [one];
    return members[0] === one ? [{ key, host: one.person.recipient ?? "", group: one.group, members }] : [];
  });
};
