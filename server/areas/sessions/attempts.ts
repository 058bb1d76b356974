import { checkCounter, incrementCounter, REFUSALS_MAX } from "../../platform/auth/refusals.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

/** Of a million codes three are right at a time: fewer tries than for a password, from wherever they come. */
const CODES_MAX = 10;
const CODES = "code:";

/** The counter of wrong codes of an authenticator app, for all browsers and addresses together. */
export const codeCounterOf = (userId: string): string => `${CODES}${userId}`;

const maxOf = (counter: string): number => (counter.startsWith(CODES) ? CODES_MAX : REFUSALS_MAX);

/**
 * Finds out whether a caller is who they say. A wrong password, code or passkey counts in each counter.
 * @param prove gives undefined for a wrong one
 * @param wrong makes the error for a wrong one. Errors: that, and `429` once a counter is full.
 */
export const attempt = async <T>(
  { db, now }: Pick<RequestContext, "db" | "now">,
  counters: readonly string[],
  prove: () => Promise<T | undefined>,
  wrong: () => Error,
): Promise<T> => {
  const checkCounters = async (): Promise<void> => {
    for (const counter of counters) await checkCounter(db, counter, now, maxOf(counter));
  };
  await checkCounters();
  const proven = await prove();
  if (proven === undefined) {
    for (const counter of counters) await incrementCounter(db, counter, now, maxOf(counter));
    throw wrong();
  }
  // Of many attempts at once, none that finishes after the last one allowed succeeds.
  await checkCounters();
  return proven;
};
