import { CallFailure } from "./call-failure.ts";

/** A limit on all parts of a call together; `stop` must be called. */
export type Deadline = { signal: AbortSignal; remainingMs: () => number; stop: () => void };

/** Starts a limit in milliseconds; it also ends when the caller gives up. */
export const startDeadline = (ms: number, given: AbortSignal | undefined): Deadline => {
  const controller = new AbortController();
  const end = performance.now() + ms;
  const late = (): void =>
    controller.abort(new CallFailure("timeout", `No complete response within ${ms / 1_000} seconds.`));
  const giveUp = (): void => controller.abort(new CallFailure("cancelled", "Foyer cancelled the request."));
  const timer = setTimeout(late, ms);
  given?.addEventListener("abort", giveUp);
  if (given?.aborted === true) giveUp();
  const stop = (): void => {
    clearTimeout(timer);
    given?.removeEventListener("abort", giveUp);
  };
  return { signal: controller.signal, remainingMs: () => end - performance.now(), stop };
};

/**
 * Waits no longer than the signal allows; the work itself may continue unobserved. Errors: the reason of the signal, or
 * the promise's.
 */
export const within = async <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> => {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(signal.reason);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    return await Promise.race([promise, ended]);
  } finally {
    signal.removeEventListener("abort", end);
  }
};
