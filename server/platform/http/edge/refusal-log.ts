import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";

import { refusalSource } from "../../lib/net/ip-address.ts";

/** Refused requests that an address without a credential may have logged one by one in a period, before it is `429`. */
const LINES_MAX = 30;
const PERIOD_MS = 60_000;
/** Addresses that are counted separately; the others are counted together. */
const ADDRESSES_MAX = 10_000;
const OTHERS = "others";

/** The lines and the counted requests of an address in this period, and whether it is only counted. */
type Tally = { lines: number; counted: number; isQuiet: boolean };

/**
 * Keeps strangers from filling the log (docs/monitoring.md): who reached the refusal limit, or sends many requests
 * that nothing answers, is counted, with one line a minute and address.
 */
type RefusalLog = {
  /** Whether this refusal has a line of its own; otherwise it is counted. */
  takesLine(request: FastifyRequest, status: number): boolean;
  /** Writes the lines of the period that ends. */
  flush(): void;
};

declare module "fastify" {
  interface FastifyInstance {
    refusalLog: RefusalLog;
  }
}

const makeRefusalLog = (log: Pick<Logger, "info">): RefusalLog => {
  let tallies = new Map<string, Tally>();
  const tallyOf = (address: string): Tally => {
    const source = tallies.has(address) || tallies.size < ADDRESSES_MAX ? address : OTHERS;
    const tally = tallies.get(source) ?? { lines: 0, counted: 0, isQuiet: source === OTHERS };
    tallies.set(source, tally);
    return tally;
  };
  return {
    takesLine: ({ principal, ip }, status) => {
      if (principal !== undefined && principal.kind !== "anonymous") return true;
      const tally = tallyOf(refusalSource(ip));
      const takesLine = !tally.isQuiet && tally.lines < LINES_MAX;
      if (takesLine) tally.lines += 1;
      else tally.counted += 1;
      tally.isQuiet ||= status === 429;
      return takesLine;
    },
    flush: () => {
      const noisy = [...tallies].filter(([, { counted }]) => counted > 0);
      for (const [address, { counted }] of noisy) log.info({ address, requests: counted }, "more requests refused");
      // An address that goes on has no lines of its own in the next period either.
      tallies = new Map(noisy.map(([address]) => [address, { lines: 0, counted: 0, isQuiet: true }]));
    },
  };
};

/** Counts the refusals of an app, and writes what was counted once a minute and at its end. */
export const addRefusalLog = (app: FastifyInstance, log: Logger): void => {
  const refusals = makeRefusalLog(log);
  app.decorate("refusalLog", refusals);
  const timer = setInterval(() => refusals.flush(), PERIOD_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    refusals.flush();
  });
};
