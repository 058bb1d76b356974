/** How much each holder has used lately, and which of them should give way. */
export type UseMeter = {
  /** Adds to the use of a holder. @param amount such as milliseconds */
  add: (holder: string, amount: number) => void;
  /** Whether a holder has used more than all others together, while others use it, too. */
  isMajority: (holder: string) => boolean;
};

/** In this time, what was used counts half. */
const HALF_LIFE_MS = 1_000;
/** Others who used less than this don't wait for anyone: a heartbeat of a millisecond now and then. */
const OTHERS_LEAST = 1;
/** Less than this is forgotten. */
const LEAST = 0.01;
/** Holders whose use is forgotten are dropped when there are more than this. */
const HOLDERS_MAX = 1_000;

type Use = { amount: number; at: number };
const NONE: Use = { amount: 0, at: 0 };

/** Makes a meter. @param now in milliseconds, of a clock that only goes forward */
export const makeUseMeter = (now: () => number = () => performance.now()): UseMeter => {
  const uses = new Map<string, Use>();
  let all = NONE;
  const leftOf = ({ amount, at }: Use, time: number): number => amount * 0.5 ** ((time - at) / HALF_LIFE_MS);
  const dropForgotten = (time: number): void => {
    for (const [holder, use] of uses) if (leftOf(use, time) < LEAST) uses.delete(holder);
  };
  return {
    add: (holder, amount) => {
      // The same instant for both, or a holder who is alone would differ from all by what passed in between.
      const at = now();
      uses.set(holder, { amount: leftOf(uses.get(holder) ?? NONE, at) + amount, at });
      all = { amount: leftOf(all, at) + amount, at };
      if (uses.size > HOLDERS_MAX) dropForgotten(at);
    },
    isMajority: (holder) => {
      const time = now();
      const own = leftOf(uses.get(holder) ?? NONE, time);
      const others = leftOf(all, time) - own;
      return others > OTHERS_LEAST && own > others;
    },
  };
};
