import type { PersonRow } from "./store.ts";

/** The figures of an evacuation that remain when the visits have been erased. */
export type Figures = { people: number; safe: number; median_seconds: number | null };

/** Seconds from the start until a visitor was safe (marked, or signed out); undefined if they never were. */
export const secondsToSafe = ({ safe, at, signed_out }: PersonRow, started: string): number | undefined => {
  const then = safe ? at : signed_out;
  return then === null ? undefined : Math.max(0, Math.round((Date.parse(then) - Date.parse(started)) / 1000));
};

/**
 * The time by which half of the visitors inside were safe; null if fewer than half ever were. Those who were never safe
 * sort last: a median over the others alone would look good although most are missing.
 */
const median = (sorted: readonly number[], people: number): number | null => {
  const [low, high] = [sorted[Math.floor((people - 1) / 2)], sorted[Math.floor(people / 2)]];
  return low === undefined ? null : Math.round((low + (high ?? low)) / 2);
};

/**
 * Counts who was inside and who was safe, and how fast half of them were, without those who were rejected: they weren't
 * let in, and are listed apart. @param started ISO 8601
 */
export const figuresOf = (listed: readonly PersonRow[], started: string): Figures => {
  const persons = listed.filter(({ approval }) => approval !== "rejected");
  const seconds = persons.flatMap((person) => secondsToSafe(person, started) ?? []);
  const sorted = seconds.toSorted((a, b) => a - b);
  return { people: persons.length, safe: sorted.length, median_seconds: median(sorted, persons.length) };
};
