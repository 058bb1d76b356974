import { isDeepStrictEqual } from "node:util";

import { clockAt, endBefore } from "../../../platform/lib/time/recurrence.ts";
import { type Slot, slotAt, type Timing } from "../../../platform/lib/time/slots.ts";
import type { Entry, Facts, MovedOccurrence, VisitorRow } from "./store.ts";

/** A series as its visitors' entries need it. */
export type Plan = {
  timing: Timing;
  /** All occurrences that the rule gives, as far as they were made. */
  slots: readonly Slot[];
  cancelled: ReadonlySet<string>;
  place: Entry["place"];
  now: number;
};

/** A visitor of a series: their dated records, and what they were told. */
export type Person = { rows: readonly VisitorRow[]; told: Entry | undefined };

const factsOf = ({ first_name, last_name, recipient, entrypoint_id }: VisitorRow): Facts => ({
  firstName: first_name,
  lastName: last_name,
  host: recipient,
  entrypointId: entrypoint_id,
});

/** What most have; of several, what comes first. */
const mostCommon = <T>(values: readonly T[]): T | undefined => {
  const counts = Map.groupBy(values, (value) => JSON.stringify(value));
  return [...counts.values()].toSorted((one, other) => other.length - one.length)[0]?.[0];
};

/** Whether a record is still to come, or lasts. */
export const isOpen = ({ visiting_from, visiting_to }: VisitorRow, now: number): boolean =>
  Date.parse(visiting_to ?? visiting_from ?? "") > now;

const once = ({ rows, told }: Person, { timing, place, now }: Plan): Entry | undefined => {
  const row = rows.find((one) => isOpen(one, now) || told !== undefined);
  if (row?.visiting_from == null) return undefined;
  const span = { from: row.visiting_from, to: row.visiting_to };
  return { facts: factsOf(row), place, timing, span, cancelled: [], moved: {} };
};

const movedOf = (
  rows: readonly VisitorRow[],
  slots: ReadonlyMap<string, Slot>,
  facts: Facts,
  length: number,
): Record<string, MovedOccurrence> =>
  Object.fromEntries(
    rows.flatMap((row): [string, MovedOccurrence][] => {
      const slot = slots.get(row.recurrence_id);
      const { visiting_from: from, visiting_to: to } = row;
      if (slot === undefined || from === null) return [];
      const own = factsOf(row);
      // In a calendar all occurrences take as long as the first, whatever the clock does (RFC 5545, 3.6.1).
      const isRegular =
        from === slot.starts &&
        to !== null &&
        Date.parse(to) - Date.parse(from) === length &&
        isDeepStrictEqual(own, facts);
      return isRegular ? [] : [[slot.recurrence_id, { ...own, from, to }]];
    }),
  );

/** Visits whose occurrences were over when the series got other times: its rule doesn't give them any more. */
const addedOf = ({ rows, told }: Person, { slots, cancelled, now }: Plan): Record<string, MovedOccurrence> => {
  const given = new Set(slots.map(({ recurrence_id }) => recurrence_id));
  return Object.fromEntries(
    rows.flatMap((row): [string, MovedOccurrence][] => {
      const { recurrence_id: id, visiting_from: from, visiting_to: to } = row;
      const isHeld = isOpen(row, now) || told?.moved[id]?.isAdded === true;
      if (from === null || !isHeld || given.has(id) || cancelled.has(id)) return [];
      return [[id, { ...factsOf(row), from, to, isAdded: true }]];
    }),
  );
};

const ONCE = "FREQ=DAILY;COUNT=1";

/** The plan for a visitor: by the first of their occurrences where the rule gives none that is still to come. */
const planFor = (open: readonly VisitorRow[], plan: Plan): Plan => {
  const { timing, slots, cancelled } = plan;
  const first = open.find(({ recurrence_id }) => !cancelled.has(recurrence_id));
  if (first === undefined) return plan;
  const given = new Set(slots.map(({ recurrence_id }) => recurrence_id));
  if (open.some(({ recurrence_id }) => given.has(recurrence_id)))
    return { ...plan, timing: { ...timing, rule: timing.rule ?? ONCE } };
  const start = Date.parse(first.recurrence_id);
  const own = { ...timing, rule: ONCE, starts: clockAt(start, timing.timezone).slice(0, 16) };
  return { ...plan, timing: own, slots: [slotAt(start, start, own)] };
};

/** From the second on, occurrences at the end that a visitor isn't registered for are the end of their series. */
const ENDING_MIN = 2;

/**
 * The entry that a visitor should have; undefined where nothing is left to come of what the rule gives.
 * @param keeps what all occurrences have in common stays as they were told, since only one has changed
 */
export const entryOf = (person: Person, made: Plan, keeps: boolean): Entry | undefined => {
  const { rows, told } = person;
  const open = rows.filter((row) => isOpen(row, made.now));
  if (made.timing.rule === null && open.length < 2) return once(person, made);
  const plan = planFor(open, made);
  const { timing, slots, place, now } = plan;
  if (timing.rule === null || rows.length === 0 || slots.length === 0) return undefined;
  const own = new Set(rows.map(({ recurrence_id }) => recurrence_id));
  const isAhead = ({ recurrence_id, ends }: Slot): boolean =>
    Date.parse(ends) > now || Date.parse(told?.moved[recurrence_id]?.to ?? ends) > now;
  const missing = slots.filter((slot) => !own.has(slot.recurrence_id) && isAhead(slot));
  const given = new Set(slots.map(({ recurrence_id }) => recurrence_id));
  const last = open.findLast(({ recurrence_id }) => given.has(recurrence_id))?.recurrence_id;
  if (last === undefined && (missing.length > 0 || told === undefined)) return undefined;
  const facts = (keeps ? told?.facts : undefined) ?? mostCommon(open.map(factsOf)) ?? told?.facts;
  if (facts === undefined) return undefined;
  const ending = missing.filter(
    ({ recurrence_id }) => recurrence_id > (last ?? "") && !plan.cancelled.has(recurrence_id),
  );
  const ends = last !== undefined && ending.length >= ENDING_MIN;
  const within = slots.filter(({ recurrence_id }) => !ends || recurrence_id <= last);
  const gone = new Set([...missing.map(({ recurrence_id }) => recurrence_id), ...plan.cancelled]);
  const bySlot = new Map(within.map((slot) => [slot.recurrence_id, slot]));
  const [first] = slots;
  const length = first === undefined ? 0 : Date.parse(first.ends) - Date.parse(first.starts);
  return {
    facts,
    place,
    timing: { ...timing, rule: ends ? endBefore(timing.rule, Date.parse(last) + 1000) : timing.rule },
    span: null,
    cancelled: within.map(({ recurrence_id }) => recurrence_id).filter((id) => gone.has(id)),
    moved: { ...movedOf(rows, bySlot, facts, length), ...addedOf(person, plan) },
  };
};

/** What to say of a changed entry: nothing, occurrences alone, or all of it. */
export type Difference = { all: boolean; cancelled: string[]; changed: string[] };

/** More of them at once are told as one. */
const ALONE_MAX = 3;

/** Compares the entry that a visitor was told with the one they should have. */
export const compareEntries = (told: Entry, entry: Entry, { slots, now }: Pick<Plan, "slots" | "now">): Difference => {
  const { cancelled: wasCancelled, moved: wasMoved, ...was } = told;
  const { cancelled, moved, ...is } = entry;
  if (!isDeepStrictEqual(was, is)) return { all: true, cancelled: [], changed: [] };
  const ends = new Map(slots.map((slot) => [slot.recurrence_id, slot.ends]));
  const ids = [...new Set([...ends.keys(), ...Object.keys(wasMoved), ...Object.keys(moved)])]
    .filter((id) => [ends.get(id), wasMoved[id]?.to, moved[id]?.to].some((end) => Date.parse(end ?? "") > now))
    .toSorted();
  const before = new Set(wasCancelled);
  const after = new Set(cancelled);
  const isGone = (id: string): boolean => after.has(id) || (wasMoved[id]?.isAdded === true && moved[id] === undefined);
  const fresh = ids.filter((id) => isGone(id) && !before.has(id));
  const changed = ids.filter((id) => !isGone(id) && (before.has(id) || !isDeepStrictEqual(wasMoved[id], moved[id])));
  const isNew = changed.some((id) => moved[id]?.isAdded !== wasMoved[id]?.isAdded);
  const all = isNew || fresh.length + changed.length > ALONE_MAX;
  return all ? { all, cancelled: [], changed: [] } : { all, cancelled: fresh, changed };
};
