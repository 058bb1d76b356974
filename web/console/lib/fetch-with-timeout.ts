/** How long the page waits for a response: a cut line causes no error. */
const ANSWER_MS = 10_000;
/** What reads another server, or brings thousands of people up to date. */
const SLOW = /\/directories\/[^/]+\/(?:sync|test)$/;
const SLOW_MS = 300_000;
/** Uploads are given the time of a slow line, 32 KB a second, on top. */
const BYTES_PER_MS = 32;

const sizeOf = (body: RequestInit["body"]): number => {
  if (typeof body === "string") return body.length;
  return body instanceof Blob ? body.size : 0;
};

const patienceFor = (input: Parameters<typeof fetch>[0]): number =>
  typeof input === "string" && SLOW.test(input) ? SLOW_MS : ANSWER_MS;

/** `fetch` that ends by itself where no answer comes. Errors: as `fetch`, and a `TimeoutError` after ten seconds, or some minutes. */
export const fetchWithTimeout: typeof fetch = (input, init = {}) => {
  const limit = new AbortController();
  const end = (): void => limit.abort(new DOMException("The service did not answer in time", "TimeoutError"));
  setTimeout(end, patienceFor(input) + sizeOf(init.body) / BYTES_PER_MS);
  const { signal } = init;
  const both = signal === undefined || signal === null ? limit.signal : AbortSignal.any([signal, limit.signal]);
  return fetch(input, { ...init, signal: both });
};

/** Whether a call was ended because no answer came in time. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";
