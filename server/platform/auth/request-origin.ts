/** What the browser says about where a call comes from; other clients say nothing. */
export type Origin = {
  method: string;
  origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  fetchSite: string | undefined;
  /** The origins of our own pages. */
  own: readonly string[];
};

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the browser says that another site's page makes the call, or hides whose (`null`). */
export const isForeign = ({ origin, fetchSite, own }: Origin): boolean =>
  (origin !== undefined && !own.includes(origin.toLowerCase())) ||
  (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none");

/**
 * Whether a call with a cookie may count as its owner's will: nothing says that it is foreign and, if it may change
 * data, the browser says that it is ours. All recent browsers send one of the two headers with such a call.
 */
export const isOwn = (call: Origin): boolean =>
  !isForeign(call) && (SAFE.has(call.method) || call.origin !== undefined || call.fetchSite !== undefined);
