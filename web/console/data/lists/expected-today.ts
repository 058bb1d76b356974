import { dayOf } from "../../../shared/format.ts";
import type { RegisteredVisitor } from "./registered-visitors.ts";
import type { Group } from "./groups.ts";
import type { Visit } from "./visits.ts";

/** The state of a visitor who is registered for today. `anytime`: their span began earlier, or has no hour. */
export type ExpectedGroup = "late" | "next" | "later" | "anytime" | "missed";

/**
 * A visitor who is registered for today and has not arrived, or those of a group who have no names.
 * @property start milliseconds @property unnamed how many they are
 */
export type ExpectedVisitor = {
  person: RegisteredVisitor;
  group: ExpectedGroup;
  start: number;
  lateMs: number;
  unnamed?: number;
};

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

/** Those of a group without names who are still to come, with what all of the group have. */
const unnamedOf = (
  { leader: _leader, members: _members, unnamed, name, ...shared }: Group,
  visits: readonly Visit[],
) => {
  const came = new Set(
    visits.filter((one) => one.group_id === shared._id && one.known_visitor_id === undefined).map(({ _id }) => _id),
  );
  const person: RegisteredVisitor = { persistent: false, status: "created", ...shared, last_name: name ?? "" };
  return { person: { ...person, group_id: shared._id }, unnamed: unnamed - came.size };
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
  groups: readonly Group[] = [],
): ExpectedVisitor[] => {
  const today = dayOf(new Date(clock.now), clock.timeZone);
  const isToday = (one: ExpectedVisitor): boolean =>
    one.group === "anytime" ? one.start <= clock.now : dayOf(new Date(one.start), clock.timeZone) === today;
  const unnamed = groups
    .map((group) => unnamedOf(group, visits))
    .filter((group) => group.unnamed > 0)
    .flatMap(({ person, unnamed: count }) => expectedOf(person, clock).map((one) => ({ ...one, unnamed: count })))
    .filter(isToday);
  const came = new Set(visits.map(({ known_visitor_id }) => known_visitor_id));
  const named = registered.filter(({ _id }) => !came.has(_id)).flatMap((person) => expectedOf(person, clock));
  return [...named, ...unnamed].toSorted(
    (a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group) || a.start - b.start,
  );
};

/** How many of them are still expected: without those whose time has passed. */
export const countExpected = (expected: readonly ExpectedVisitor[]): number =>
  expected.reduce((sum, { group, unnamed = 1 }) => sum + (group === "missed" ? 0 : unnamed), 0);

/** This many visitors fit in rows of their own. */
const PARTY_MIN = 3;

/** Visitors who come together: a group, or those for one meeting, of the same host and time. */
export type Party = {
  key: string;
  host: string;
  group: ExpectedGroup;
  /** The first of them. */
  first: ExpectedVisitor;
  members: readonly ExpectedVisitor[];
  /** Of a group: its ID, its name, and how many are to come without names. */
  together?: { id: string; name: string; unnamed: number };
};

const meetingOf = ({ person: { recipient, visiting_on, group_id }, group }: ExpectedVisitor): string | undefined => {
  if (group_id !== undefined) return group_id;
  return recipient === undefined || recipient === "" || visiting_on?.startDate === undefined
    ? undefined
    : JSON.stringify([group, recipient, visiting_on.startDate]);
};

/**
 * The expected visitors in order; a group, and three or more for one meeting, as one party in the place of the first.
 * @param names of the groups, by ID
 */
export const partiesOf = (
  expected: readonly ExpectedVisitor[],
  names: ReadonlyMap<string, string> = new Map(),
): (ExpectedVisitor | Party)[] => {
  const meetings = Map.groupBy(expected, meetingOf);
  return expected.flatMap((one): (ExpectedVisitor | Party)[] => {
    const key = meetingOf(one);
    const { group_id: id, recipient: host = "" } = one.person;
    const all = key === undefined ? [] : (meetings.get(key) ?? []);
    if (key === undefined || (id === undefined && all.length < PARTY_MIN)) return [one];
    if (all[0] !== one) return [];
    const party = {
      key,
      host,
      group: one.group,
      first: one,
      members: all.filter(({ unnamed }) => unnamed === undefined),
    };
    if (id === undefined) return [party];
    const unnamed = all.reduce((sum, { unnamed: count = 0 }) => sum + count, 0);
    return [{ ...party, together: { id, name: names.get(id) ?? "", unnamed } }];
  });
};
