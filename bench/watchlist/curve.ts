import { generatedList, generatedPairs } from "./generated.ts";
import { listOf } from "./list.ts";
import { type Rate, rateOf } from "./rates.ts";
import { strangers } from "./sets.ts";

/** What a list of a size finds, and whom it takes for one of it. */
export type SizePoint = { found: Rate; byName: Rate; withBorn: Rate; medianMs: number; p99Ms: number };

const ASKED = 500;
/** Checks before those that are timed: the first ones of a process are compiled. */
const WARM_UP = 100;

const timed = <T>(call: () => T, ms: number[]): T => {
  const from = performance.now();
  const result = call();
  ms.push(performance.now() - from);
  return result;
};

const share = (hits: readonly boolean[]): Rate => rateOf(hits.filter(Boolean).length, hits.length);

/**
 * Asks a list for people who are on it, typed otherwise, and for strangers; both of the half on which nothing is tuned.
 * @param size people on the list
 */
export const sizeCurve = (size: number): SizePoint => {
  const pairs = generatedPairs("held-out", Math.min(size, ASKED));
  const rest = generatedList("held-out", size - pairs.length);
  const list = listOf([...pairs, ...rest].map(({ name, born }) => ({ names: [name], born })));
  const others = strangers().filter((_, n) => n % 2 === 0);
  const ms: number[] = [];
  for (const { typed } of pairs.slice(0, WARM_UP)) list.hitOf({ names: [typed] });
  const found = share(pairs.map(({ typed }) => timed(() => list.hitOf({ names: [typed] }) !== undefined, ms)));
  const byName = share(others.map(({ name }) => timed(() => list.hitOf({ names: [name] }) !== undefined, ms)));
  const withBorn = share(others.map(({ name, born }) => list.hitOf({ names: [name], born }) !== undefined));
  const sorted = ms.toSorted((a, b) => a - b);
  return {
    found,
    byName,
    withBorn,
    medianMs: sorted[Math.floor(ms.length / 2)] ?? NaN,
    p99Ms: sorted[Math.floor(ms.length * 0.99)] ?? NaN,
  };
};
