import { AHEAD_DAYS, OCCURRENCES_MAX } from "./contract.ts";
import { clockAt, instantAt, startsOf } from "../../platform/lib/time/recurrence.ts";
import { type Slot, slotAt, type Timing } from "../../platform/lib/time/slots.ts";
import type { Occurrence } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * The occurrences that a series should have, in order: those of the next 400 days, at most 500 of them; of more, those
 * that are over are left out first. Errors: `400` for a rule that gives nothing.
 */
export const slotsOf = (timing: Timing, now: number): Slot[] => {
  const horizon = Math.max(now, instantAt(timing.starts, timing.timezone)) + AHEAD_DAYS * DAY_MS;
  const slots = startsOf(timing, horizon).map((start) => slotAt(start, start, timing));
  const over = slots.filter(({ ends }) => Date.parse(ends) <= now).length;
  const surplus = Math.max(0, slots.length - OCCURRENCES_MAX);
  return slots.slice(Math.min(over, surplus)).slice(0, OCCURRENCES_MAX);
};

/** How long an occurrence takes. */
export const lengthOf = ({ starts, ends }: Pick<Slot, "starts" | "ends">): number =>
  Math.round((Date.parse(ends) - Date.parse(starts)) / 60_000);

/** The occurrences that aren't over. */
export const openOf = <T extends Occurrence>(occurrences: readonly T[], now: number): T[] =>
  occurrences.filter(({ ends }) => Date.parse(ends) > now);

/** What a change means for the occurrences that are still to come. */
export type Difference = {
  kept: Occurrence[];
  moved: { occurrence: Occurrence; to: Slot }[];
  created: Slot[];
  cancelled: Occurrence[];
};

const sameTimes = (one: Slot, other: Slot): boolean =>
  one.starts === other.starts && one.ends === other.ends && one.recurrence_id === other.recurrence_id;

/** Which slot takes the place of each occurrence: the next one if only the start has changed, else that of the same day. */
const successors = (
  open: readonly Occurrence[],
  slots: readonly Slot[],
  { timezone }: Timing,
  isSameRule: boolean,
): Map<Occurrence, Slot> => {
  const dayOf = ({ recurrence_id }: Slot): string => clockAt(Date.parse(recurrence_id), timezone).slice(0, 10);
  const byDay = new Map(slots.map((slot) => [dayOf(slot), slot]));
  if (isSameRule) return new Map(open.slice(0, slots.length).map((one, n) => [one, slots[n] ?? one]));
  const next = new Map<Occurrence, Slot>();
  // A cancelled one of an earlier rule may be of the same day as one that takes place.
  for (const occurrence of open.toSorted((one, other) => Number(one.cancelled) - Number(other.cancelled))) {
    const slot = byDay.get(dayOf(occurrence));
    if (slot === undefined) continue;
    byDay.delete(dayOf(occurrence));
    next.set(occurrence, slot);
  }
  return next;
};

/**
 * Compares the occurrences of a series with the slots it should have from now on. What is over stays; what was cancelled
 * stays cancelled, as the occurrence of its day or place.
 * @param isSameRule the rule is as before, so that occurrences move with the start
 */
export const compare = (
  stored: readonly Occurrence[],
  slots: readonly Slot[],
  { timing, isSameRule, now }: { timing: Timing; isSameRule: boolean; now: number },
): Difference => {
  const open = openOf(stored, now);
  const past = new Set(stored.filter((one) => !open.includes(one)).map(({ recurrence_id }) => recurrence_id));
  const wanted = slots.filter(({ ends, recurrence_id }) => Date.parse(ends) > now && !past.has(recurrence_id));
  const next = successors(open, wanted, timing, isSameRule);
  const taken = new Set(next.values());
  return {
    kept: open.filter((one) => next.has(one) && sameTimes(one, next.get(one) ?? one)),
    moved: [...next].flatMap(([occurrence, to]) => (sameTimes(occurrence, to) ? [] : [{ occurrence, to }])),
    created: wanted.filter((slot) => !taken.has(slot)),
    cancelled: open.filter((one) => !next.has(one) && !one.cancelled),
  };
};
