import type { PersonRow } from "./store.ts";

/** What is left to say of an evacuation when the visits have been erased. */
export type Figures = { people: number; safe: number; median_seconds: number | null };

/** Seconds from the beginning until somebody was safe: marked, or gone by signing out; undefined for who never was. */
export const secondsToSafe = ({ safe, at, signed_out }: PersonRow, started: string): number | undefined => {
  const then = safe ? at : signed_out;
  return then === null ? undefined : Math.max(0, Math.round((Date.parse(then) - Date.parse(started)) / 1000));
};

/** The middle one; of two in the middle their mean. */
const median = (sorted: readonly number[]): number | null => {
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
};

/** Counts who was safe, and how fast. @param started ISO 8601 */
export const figuresOf = (persons: readonly PersonRow[], started: string): Figures => {
  const seconds = persons.flatMap((person) => secondsToSafe(person, started) ?? []);
  return { people: persons.length, safe: seconds.length, median_seconds: median(seconds.toSorted((a, b) => a - b)) };
};
