/** What the browser says of where a call comes from; programs that are not browsers say nothing. */
export type Origin = {
  method: string;
  origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  fetchSite: string | undefined;
  /** The origins under which our own pages are reached. */
  own: readonly string[];
};

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the browser says that another site's page makes the call, or that it will not tell whose (`null`). */
export const isForeign = ({ origin, fetchSite, own }: Origin): boolean =>
  (origin !== undefined && !own.includes(origin.toLowerCase())) ||
  (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none");

/**
 * Whether a call with a cookie may count as its owner's will: nothing says that it is foreign, and where it may change data
 * the browser says that it is ours. Every browser of the last years sends one of the two headers with such a call.
 */
export const isOwn = (call: Origin): boolean =>
  !isForeign(call) && (SAFE.has(call.method) || call.origin !== undefined || call.fetchSite !== undefined);
