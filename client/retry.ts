/** How a call that may have been lost is sent again. */
export type RetryOptions = {
  /** The most retries. */
  retries: number;
  /** Also ends the waiting. */
  signal: AbortSignal | undefined;
};

/** The wait before the first retry if the service names none; it doubles each time. */
const FIRST_WAIT_MS = 250;
const WAIT_MS_MAX = 10_000;

/** The service is temporarily unavailable (503), or a proxy before it got no response (502, 504). */
const TRANSIENT_STATUSES = new Set([502, 503, 504]);

const secondsOf = (response: Response): number => Number(response.headers.get("retry-after") ?? Number.NaN);

/** A random half to whole of it: clients that lost the service at the same moment do not return at the same moment. */
const waitMs = (attempt: number, response: Response | undefined): number => {
  const named = response === undefined ? Number.NaN : secondsOf(response) * 1_000;
  const most = Math.min(WAIT_MS_MAX, Number.isFinite(named) ? named : FIRST_WAIT_MS * 2 ** attempt);
  return most / 2 + Math.random() * (most / 2);
};

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });

/**
 * Sends a request, and retries while there is no response or a temporary failure.
 * @param send one attempt; the request must be repeatable
 * @returns the first other response, or the last one. Errors: that of the last attempt, or the reason of the signal.
 */
export const sendWithRetry = async (
  send: () => Promise<Response>,
  { retries, signal }: RetryOptions,
): Promise<Response> => {
  for (let attempt = 0; ; attempt += 1) {
    let response: Response | undefined;
    try {
      response = await send();
      if (!TRANSIENT_STATUSES.has(response.status) || attempt >= retries) return response;
      await response.body?.cancel();
    } catch (error) {
      if (attempt >= retries || signal?.aborted === true) throw error;
    }
    await pause(waitMs(attempt, response), signal);
  }
};
