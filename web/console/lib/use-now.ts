import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Wakes at the turn of each minute, so that every clock and "27 min late" of the page changes at once. */
const tick = (): void => {
  now = Date.now();
  for (const watcher of watchers) watcher();
  timer = setTimeout(tick, MINUTE_MS - (now % MINUTE_MS));
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  if (watchers.size === 1) {
    now = Date.now();
    timer = setTimeout(tick, MINUTE_MS - (now % MINUTE_MS));
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearTimeout(timer);
  };
};

/** The present as milliseconds; the page is drawn again as each minute begins. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);
