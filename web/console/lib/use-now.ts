import { createStore, useStore } from "../../shared/store.ts";

const MINUTE_MS = 60_000;

/** Changes at the turn of each minute, so that every clock and "27 min late" of the page does at once. */
const clock = createStore(Date.now(), {
  start: () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const now = Date.now();
      timer = setTimeout(tick, MINUTE_MS - (now % MINUTE_MS));
      clock.set(now);
    };
    tick();
    return () => clearTimeout(timer);
  },
});

/** The present as milliseconds; the page is drawn again as each minute begins. */
export const useNow = (): number => useStore(clock);
