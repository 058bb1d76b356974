import { setTimeout as wait } from "node:timers/promises";

/**
 * Limits how often a query about a location runs: the first request runs it at once; requests during the pause after it run it once
 * more at the end of the pause, so the last one is never lost.
 * @param query must not throw
 * @param pauseMs between two queries about the same location
 */
export const makePerKeyThrottle = (
  query: (location: string) => Promise<void>,
  pauseMs: number,
): { request: (location: string) => void; end: () => Promise<void> } => {
  const stopping = new AbortController();
  const running = new Map<string, { again: boolean; ended: Promise<void> }>();
  const run = async (location: string): Promise<void> => {
    do {
      const state = running.get(location);
      if (state !== undefined) state.again = false;
      await query(location);
      // Stopping ends the pause.
      await wait(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    } while (running.get(location)?.again === true && !stopping.signal.aborted);
    running.delete(location);
  };
  const request = (location: string): void => {
    if (stopping.signal.aborted) return;
    const state = running.get(location);
    if (state === undefined) running.set(location, { again: false, ended: run(location) });
    else state.again = true;
  };
  const end = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([...running.values()].map(({ ended }) => ended));
  };
  return { request, end };
};
