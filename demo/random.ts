/** A source of repeatable randomness: the same seed number gives the same demo data. */
export type Random = {
  /** At least 0, less than 1. */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Lower-case hexadecimal digits, two per byte. */
  hex(bytes: number): string;
};

/** The generator known as mulberry32: 32 bits of state are plenty for demo data. */
const mulberry = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A source that depends on the seed number and a name alone, so that one part of the data does not change another. */
export const randomFor = (seedNumber: number, name: string): Random => {
  let hash = 0x811c9dc5;
  for (const character of `${seedNumber}/${name}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const next = mulberry(hash);
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error("there is nothing to pick from");
      return item;
    },
    hex: (bytes) => {
      let text = "";
      for (let left = bytes; left > 0; left -= 1) text += between(0, 255).toString(16).padStart(2, "0");
      return text;
    },
  };
};
