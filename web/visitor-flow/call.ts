/** Why a call came to nothing. `0`: it did not get through. */
export type Failure = { status: number; field?: string; waitSeconds?: number };
/** What came of a call. */
export type CallResult<T> = { answer: T; failure?: undefined } | { answer?: undefined; failure: Failure };

export type Method = "GET" | "POST" | "PUT";

/** What a call is made with. */
export type CallOptions = {
  credential?: string | undefined;
  body?: unknown;
  /** After which it is given up; never, when left out. */
  timeoutMs?: number;
  /** Sees every answer, also a refusal. */
  received?: (response: Response) => void;
};

const send = (method: Method, url: string, { credential, body, timeoutMs }: CallOptions): Promise<Response> =>
  fetch(url, {
    method,
    cache: "no-store",
    signal: timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs),
    headers: {
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
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

/** Calls the service from a kiosk or a phone. Never throws: the page says what went wrong. */
export const callJson = async <T>(method: Method, url: string, options: CallOptions): Promise<CallResult<T>> => {
  try {
    const response = await send(method, url, options);
    options.received?.(response);
    const answer: unknown = await response.json();
    return response.ok ? { answer: answer as T } : { failure: failureOf(response, answer) };
  } catch {
    // No network, no answer in time, or a proxy that answers in the server's place.
    return { failure: { status: 0 } };
  }
};

/** A file, such as a document or the calendar entry; undefined when it could not be read. */
export const fetchFile = async (url: string, options: CallOptions): Promise<Response | undefined> => {
  try {
    const response = await send("GET", url, options);
    return response.ok ? response : undefined;
  } catch {
    return undefined;
  }
};
