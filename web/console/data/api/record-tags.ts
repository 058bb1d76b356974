/**
 * The `ETag` of each record as last read, by its path: the state that a page shows. A `PUT` of that path sends it as
 * `If-Match`, so that another person's change is not overwritten unseen.
 */
const tags = new Map<string, string>();

const pathOf = (input: RequestInfo | URL): string =>
  new URL(input instanceof Request ? input.url : input, globalThis.location.origin).pathname;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** A list shows newer records than those that were read one by one before. */
const dropBelow = (path: string): void => {
  for (const known of tags.keys()) if (known.startsWith(`${path}/`)) tags.delete(known);
};

/** The tag of each answer that was read, for as long as the page holds it. */
const tagsOfAnswers = new WeakMap<object, string>();

/** An answer whose record is found again with its tag. */
const tagged = (response: Response): Response => {
  const tag = response.headers.get("etag");
  const read = response.json.bind(response);
  if (tag !== null)
    response.json = async () => {
      const record: unknown = await read();
      if (typeof record === "object" && record !== null) tagsOfAnswers.set(record, tag);
      return record;
    };
  return response;
};

/** The precondition of a write. */
export type Match = { ifMatch?: string };

/**
 * The precondition of a write that must only happen to this state of the record: as `request` has answered it, not as
 * the cache of queries holds it. Empty where the answer had no tag, as a list.
 */
export const matchOf = (record: object): Match => {
  const tag = tagsOfAnswers.get(record);
  return tag === undefined ? {} : { ifMatch: tag };
};

const keep = (method: string, path: string, response: Response): void => {
  const tag = response.headers.get("etag");
  if (!response.ok) return;
  if (method === "GET" && tag === null) dropBelow(path);
  else if (tag !== null && (method === "GET" || (method === "PUT" && tags.has(path)))) tags.set(path, tag);
  else if (method !== "GET") {
    // Such as the sign-out of a visit: the page reads the record again.
    tags.delete(path);
    tags.delete(parentOf(path));
  }
};

/**
 * Sends calls with the tags of the records they change, unless the call names one, and stores those in the responses.
 */
export const withTags =
  (send: typeof fetch): typeof fetch =>
  async (input, init = {}) => {
    const method = init.method ?? "GET";
    const path = pathOf(input);
    const headers = new Headers(init.headers);
    const tag = method === "PUT" && !headers.has("if-match") ? tags.get(path) : undefined;
    if (tag !== undefined) headers.set("if-match", tag);
    const response = await send(input, tag === undefined ? init : { ...init, headers });
    keep(method, path, response);
    return tagged(response);
  };
