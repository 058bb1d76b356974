/** How much each holder has used lately, and which of them should give way. */
export type UseMeter = {
  /** Adds to the use of a holder. @param amount such as milliseconds */
  add: (holder: string, amount: number) => void;
  /** Whether a holder has used more than all others together, while others use it, too. */
  isMajority: (holder: string) => boolean;
};

/** In this time, what was used counts half. */
const HALF_LIFE_MS = 1_000;
/** Less than this counts as none: what is left of a millisecond after seven seconds. */
const LEAST = 0.01;
/** Holders whose use is forgotten are dropped when there are more than this. */
const HOLDERS_MAX = 1_000;

type Use = { amount: number; at: number };
const NONE: Use = { amount: 0, at: 0 };

/** Makes a meter. @param now in milliseconds, of a clock that only goes forward */
export const makeUseMeter = (now: () => number = () => performance.now()): UseMeter => {
  const uses = new Map<string, Use>();
  let all = NONE;
  const leftOf = ({ amount, at }: Use): number => amount * 0.5 ** ((now() - at) / HALF_LIFE_MS);
  const more = (use: Use, amount: number): Use => ({ amount: leftOf(use) + amount, at: now() });
  const dropForgotten = (): void => {
    for (const [holder, use] of uses) if (leftOf(use) < LEAST) uses.delete(holder);
  };
  return {
    add: (holder, amount) => {
      uses.set(holder, more(uses.get(holder) ?? NONE, amount));
      all = more(all, amount);
      if (uses.size > HOLDERS_MAX) dropForgotten();
    },
    isMajority: (holder) => {
      const own = leftOf(uses.get(holder) ?? NONE);
      const others = leftOf(all) - own;
      return others > LEAST && own > others;
    },
  };
};
