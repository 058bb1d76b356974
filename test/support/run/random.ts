/** Numbers that look random and are the same for the same seed, so that a failure can be run again. */
export type Random = {
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** One of these. */
  one<T>(items: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
};

/** Makes the numbers of a seed (mulberry32). */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    whole,
    one: (items) => items[whole(0, items.length - 1)] as (typeof items)[number],
    chance: (p) => next() < p,
  };
};

/** The seed of a run: `TEST_SEED`, else a new one. It is printed with every failure. */
export const seedOf = (): number => Number(process.env["TEST_SEED"] ?? Date.now() % 2 ** 31);
