/** Counts that only rise, by the values of a few fixed labels. */
export type Counter = {
  readonly labels: readonly string[];
  /** Adds one for these values, in the order of the labels. */
  add(...values: string[]): void;
  /** Every combination that was counted, with its count. */
  all(): { values: readonly string[]; count: number }[];
};

const SEPARATOR = "\u0000";

/** Makes a counter. Values must come from small fixed sets: each combination is kept for the life of the process. */
export const makeCounter = (...labels: string[]): Counter => {
  const counts = new Map<string, number>();
  return {
    labels,
    add: (...values) => {
      const key = values.join(SEPARATOR);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    all: () => [...counts].map(([key, count]) => ({ values: key.split(SEPARATOR), count })),
  };
};

/** Upper bounds of the buckets of a duration, in milliseconds; the last bucket has none. */
export const BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

/** A distribution of durations. */
export type Histogram = {
  add(ms: number): void;
  /** How many took at most as long as each bound, how many there were, and their sum in milliseconds. */
  read(): { atMost: readonly number[]; count: number; sumMs: number };
};

/** Makes a histogram: one number per bucket, so that adding a duration allocates nothing. */
export const makeHistogram = (): Histogram => {
  const classes = new Float64Array(BOUNDS_MS.length + 1);
  let sumMs = 0;
  return {
    add: (ms) => {
      let n = 0;
      while (n < BOUNDS_MS.length && ms > (BOUNDS_MS[n] ?? 0)) n += 1;
      classes[n] = (classes[n] ?? 0) + 1;
      sumMs += ms;
    },
    read: () => {
      let count = 0;
      const atMost = Array.from(classes, (n) => (count += n)).slice(0, -1);
      return { atMost, count, sumMs };
    },
  };
};
