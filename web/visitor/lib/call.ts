/** Why a call came to nothing. `0`: it did not get through. */
export type Failure = { status: number; field?: string; waitSeconds?: number };
/** What came of a call. */
export type CallResult<T> = { answer: T; failure?: undefined } | { answer?: undefined; failure: Failure };

type CallOptions = { token: string; body?: unknown };

const TIMEOUT_MS = 20_000;
/** The copy of one's own data may be a hundred megabytes. */
const COPY_TIMEOUT_MS = 15 * 60_000;

const send = (method: string, path: string, { token, body }: CallOptions): Promise<Response> =>
  fetch(`/visit/api${path}`, {
    method,
    cache: "no-store",
    signal: AbortSignal.timeout(path === "/data" ? COPY_TIMEOUT_MS : TIMEOUT_MS),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const failureOf = ({ status, headers }: Response, answer: unknown): Failure => {
  const field: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "field") : undefined;
  const wait = Number(headers.get("retry-after") ?? "");
  return {
    status,
    ...(typeof field === "string" ? { field } : {}),
    ...(wait > 0 ? { waitSeconds: wait } : {}),
  };
};

/**
 * Calls `/visit/api` (docs/visitor-pages.md). Never throws: what went wrong is said on the page.
 * @param path below `/visit/api`
 */
export const call = async <T>(
  method: "GET" | "POST" | "PUT",
  path: string,
  options: CallOptions,
): Promise<CallResult<T>> => {
  try {
    const response = await send(method, path, options);
    const answer: unknown = await response.json();
    return response.ok ? { answer: answer as T } : { failure: failureOf(response, answer) };
  } catch {
    // No network, no answer in time, or a proxy that answers in the service's place.
    return { failure: { status: 0 } };
  }
};

/** A file, such as the calendar entry; undefined when it could not be read. */
export const readFile = async (path: string, token: string): Promise<Blob | undefined> => {
  try {
    const response = await send("GET", path, { token });
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
};

/** A new reference: the same one again is the same sign-in. `randomUUID` is missing on a page that came over http. */
export const newClientRef = (): string =>
  (crypto as Partial<Crypto>).randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
