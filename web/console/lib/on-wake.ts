const CHECK_MS = 15_000;
/** A hidden page's timers run once a minute; after a longer gap the computer has slept. */
const SLEPT_MS = 90_000;

/**
 * Calls when the computer wakes or has a network again: an earlier connection may be dead without an error.
 * @returns what ends it
 */
export const onWake = (wake: () => void): (() => void) => {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) wake();
    last = now;
  }, CHECK_MS);
  globalThis.addEventListener("online", wake);
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener("online", wake);
  };
};
