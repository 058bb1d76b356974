import { callJson, type CallResult, fetchFile, type Method } from "../../visitor-flow/call.ts";

const TIMEOUT_MS = 20_000;
/** The copy of one's own data may be a hundred megabytes. */
const COPY_TIMEOUT_MS = 15 * 60_000;

const timeoutFor = (path: string): number => (path === "/data" ? COPY_TIMEOUT_MS : TIMEOUT_MS);

/**
 * Calls `/visit/api` (docs/visitor-pages.md). Never throws: what went wrong is said on the page.
 * @param path below `/visit/api`
 */
export const call = <T>(
  method: Method,
  path: string,
  { token, body }: { token: string; body?: unknown },
): Promise<CallResult<T>> =>
  callJson(method, `/visit/api${path}`, { credential: token, body, timeoutMs: timeoutFor(path) });

/** A file, such as the calendar entry; undefined when it could not be read. */
export const readFile = async (path: string, token: string): Promise<Blob | undefined> => {
  const response = await fetchFile(`/visit/api${path}`, { credential: token, timeoutMs: timeoutFor(path) });
  return response?.blob().catch(() => undefined);
};

/** A new reference: the same one again is the same sign-in. `randomUUID` is missing on a page that came over http. */
export const newClientRef = (): string =>
  (crypto as Partial<Crypto>).randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
