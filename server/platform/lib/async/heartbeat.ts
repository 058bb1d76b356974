import { url as debuggerUrl } from "node:inspector";

const EVERY_MS = 1_000;

/** The loss of the launcher is handled elsewhere (parent-process.ts). */
const beat = (): void => {
  if (process.connected) process.send?.({ alive: true, debugged: debuggerUrl() !== undefined }, () => undefined);
};

/**
 * Sends the launcher a sign of life from the event loop each second, for as long as the process lives; the launcher
 * ends a service that falls silent (bin/watchdog.mjs). Does nothing if the service was started directly.
 */
export const startHeartbeat = (): void => {
  if (process.send === undefined) return;
  beat();
  setInterval(beat, EVERY_MS).unref();
};
