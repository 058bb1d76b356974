import { setTimeout as wait } from "node:timers/promises";

/**
 * Limits how often a query about a location runs: at once, and then not again for a while; who asks meanwhile is answered
 * for at the end of it, so the last one is never lost.
 * @param ask must not throw
 * @param pauseMs between two questions about the same location
 */
export const makePerKeyThrottle = (
  ask: (location: string) => Promise<void>,
  pauseMs: number,
): { about: (location: string) => void; end: () => Promise<void> } => {
  const stopping = new AbortController();
  const asking = new Map<string, { again: boolean; ended: Promise<void> }>();
  const run = async (location: string): Promise<void> => {
    do {
      const state = asking.get(location);
      if (state !== undefined) state.again = false;
      await ask(location);
      // Stopping ends the pause.
      await wait(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    } while (asking.get(location)?.again === true && !stopping.signal.aborted);
    asking.delete(location);
  };
  const about = (location: string): void => {
    if (stopping.signal.aborted) return;
    const state = asking.get(location);
    if (state === undefined) asking.set(location, { again: false, ended: run(location) });
    else state.again = true;
  };
  const end = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([...asking.values()].map(({ ended }) => ended));
  };
  return { about, end };
};
