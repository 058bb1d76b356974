import { forgetRefusals } from "./auth/refusals.ts";
import type { Context } from "./context.ts";
import { forgetKeys } from "./http/idempotency.ts";
import { removeLateWrites } from "./locations/locations.ts";

/** Work that is done again and again beside the requests. Every process runs it, so it must be safe when two do at once. */
type Tick = { name: string; everyMs: number; run: (context: Context) => Promise<void> };

const MINUTE_MS = 60_000;

const ticks: readonly Tick[] = [
  { name: "forget refusals", everyMs: MINUTE_MS, run: ({ db, now }) => forgetRefusals(db, now()) },
  { name: "forget idempotency keys", everyMs: MINUTE_MS, run: ({ db, now }) => forgetKeys(db, now()) },
  { name: "remove late writes", everyMs: MINUTE_MS, run: ({ db, now }) => removeLateWrites(db, now()) },
];

const startTick = (tick: Tick, context: Context): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await tick.run(context);
    } catch (error) {
      context.log.warn({ tick: tick.name, code: Object(error).code }, "background work failed; it is tried again");
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => (running ??= run()), tick.everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
};

/** Starts all background work. @returns how to stop it: no new runs begin, those under way are waited for */
export const startTicks = (context: Context): (() => Promise<void>) => {
  const stops = ticks.map((tick) => startTick(tick, context));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
};
