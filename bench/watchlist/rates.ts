import type { Pair } from "./sets.ts";

/** A share with the interval in which it lies with 95 % certainty (Wilson). */
export type Rate = { value: number; low: number; high: number; of: number };
/** What a method found: recall of the same people, false alarms among others, and F1 of both. */
export type Rates = { recall?: Rate; falseAlarms?: Rate; f1?: number };

const Z = 1.96;

/** @param hits of `of` tries */
export const rateOf = (hits: number, of: number): Rate => {
  const value = hits / of;
  const middle = (value + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const spread = (Z / (1 + Z ** 2 / of)) * Math.sqrt((value * (1 - value)) / of + Z ** 2 / (4 * of ** 2));
  return { value, low: Math.max(0, middle - spread), high: Math.min(1, middle + spread), of };
};

/** Judges a method by pairs of which is known whether they are the same. */
export const ratesOf = (pairs: readonly Pair[], isSame: (a: string, b: string) => boolean): Rates => {
  const judged = pairs.map((pair) => ({ same: pair.same, found: isSame(pair.a, pair.b) }));
  const [same, others] = [judged.filter((one) => one.same), judged.filter((one) => !one.same)];
  const hits = same.filter(({ found }) => found).length;
  const alarms = others.filter(({ found }) => found).length;
  return {
    ...(same.length > 0 && { recall: rateOf(hits, same.length) }),
    ...(others.length > 0 && { falseAlarms: rateOf(alarms, others.length) }),
    ...(same.length > 0 && others.length > 0 && { f1: (2 * hits) / (hits + alarms + same.length) }),
  };
};
