import { isObject, rowsOfPages } from "./pages.ts";
import { sendWithRetry } from "./retry.ts";

/** One endpoint as the client sees it: what goes in and what comes back. */
export type Endpoint = { params: object; query: object; body: unknown; answer: unknown };

/** The parts of a call that its endpoint may leave out, when nothing in them is required. */
type Part<Name extends string, Value> = unknown extends Value
  ? Partial<Record<Name, Value>>
  : undefined extends Value
    ? Partial<Record<Name, Value>>
    : object extends Value
      ? Partial<Record<Name, Value>>
      : Record<Name, Value>;

/** Options of every call. */
export type Extras = {
  /** Makes a `POST` or `PUT` happen once, however often it is sent: any text of 1 to 255 characters, remembered for 24 hours. */
  idempotencyKey?: string;
  /** The state (`ETag`) that a record must still have: a `PUT` or `DELETE` of one that has changed is a FoyerError with status 412. */
  ifMatch?: string;
  /** The media type of a body that is sent as text, such as `text/csv`. */
  type?: string;
  /** Ends the call. */
  signal?: AbortSignal;
};

/** The input of a call of one endpoint. */
export type Input<E extends Endpoint> = Part<"params", E["params"]> &
  Part<"query", E["query"]> &
  ([E["body"]] extends [never] ? unknown : Part<"body", E["body"]>) &
  Extras;

/** Whether a call needs no input at all, because nothing in it is required. */
export type RequestArguments<E extends Endpoint> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

/** One row of a list: of a page's `visitors`, or of a plain array. */
export type Row<Answer> = Answer extends { visitors: (infer One)[] } ? One : Answer extends (infer One)[] ? One : never;

/** The lists that are read page by page. */
export type Paged<Endpoints> = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { query: infer Query }
    ? "page" extends keyof Query
      ? Name
      : never
    : never;
}[keyof Endpoints];

/** The input of a list without its page: that is counted up. `count` is how many rows a call asks for, 200 when left out. */
export type ListInput<E extends Endpoint> = Part<"params", E["params"]> &
  Partial<Record<"query", Omit<E["query"], "page" | "count"> & { count?: number }>> &
  Pick<Extras, "signal">;

/** A connection to a service. */
export type Client<Endpoints extends { [name in keyof Endpoints]: Endpoint }> = {
  /**
   * Calls an endpoint, named as in the description: `request("GET /visitors/{visitorId}", { params: { visitorId } })`.
   * @returns the answer's record; for a file or a stream the `Response` itself
   * @throws FoyerError for every response that is not a success, and with the status 0 and the code `unreachable` when there is no
   * response; what ends the call by its signal
   */
  request: <Name extends keyof Endpoints>(
    name: Name,
    ...input: RequestArguments<Endpoints[Name]>
  ) => Promise<Endpoints[Name]["answer"]>;
  /**
   * The rows of a list, page after page: `for await (const visit of foyer.list("GET /visitors/bycompany/{company_id}", …))`.
   * A row that moves on to the next page while it is read is given once; one that moves to a page before is passed over, as with
   * all numbered pages. To keep a copy, see docs/sync.md.
   * @throws as `request`
   */
  list: <Name extends Paged<Endpoints>>(
    name: Name,
    input: ListInput<Endpoints[Name]>,
  ) => AsyncGenerator<Row<Endpoints[Name]["answer"]>, void, undefined>;
};

/** How to reach a service. */
export type Options = {
  /** Its address, with or without `/api`. */
  url: string;
  /** An API key, or an access token of a registered application. */
  key?: string;
  /** Headers of every call, such as `Authorization: Basic …` instead of a key. */
  headers?: Readonly<Record<string, string>>;
  /** Used instead of the global `fetch`; what it throws is passed on. */
  fetch?: typeof fetch;
  /**
   * How often a call is sent again that found no answer, or was answered 502, 503 or 504; 2 when left out. A `POST` or `PUT` then
   * carries an Idempotency-Key of its own, so that it happens once. A `DELETE` is never repeated.
   */
  retries?: number;
};

/** The response was not a success. `message` is the service's: it names the field, what was expected, and where to look. */
export class FoyerError extends Error {
  override readonly name = "FoyerError";
  /** The HTTP status, such as 400, 403 (credential or location), 404 or 429; 0 when there was no response. */
  readonly status: number;
  /** The endpoint that was called, such as `POST /visitors`. */
  readonly endpoint: string;
  /** Seconds to wait before another try, where the service says so (429, 503). */
  readonly retryAfter: number | undefined;
  /** The cause for programs, the same in every version; absent where the service names none. */
  readonly code: string | undefined;
  /** The key or query parameter it concerns, where it is one. */
  readonly field: string | undefined;

  constructor(status: number, message: string, endpoint: string, more: FailureDetails = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.endpoint = endpoint;
    this.retryAfter = more.retryAfter;
    this.code = more.code;
    this.field = more.field;
  }
}

type FailureDetails = {
  retryAfter?: number | undefined;
  code?: string | undefined;
  field?: string | undefined;
  cause?: unknown;
};

/** A text, number or boolean as part of an address. */
const plain = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** `filter[last_name]=…`, `filter[signed_in][startDate]=…`; undefined values are left out. */
const pairsOf = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (!isObject(value)) return [[name, plain(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
};

const addressOf = (base: string, path: string, params: unknown, query: unknown): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = isObject(params) ? params[name] : undefined;
    if (value === undefined || value === "") throw new TypeError(`"${name}" is missing: ${path} needs it in params.`);
    return encodeURIComponent(plain(value));
  });
  const search = isObject(query) ? Object.entries(query).flatMap(([name, value]) => pairsOf(name, value)) : [];
  return `${base}${filled}${search.length > 0 ? `?${new URLSearchParams(search).toString()}` : ""}`;
};

/** Whether a response's media type is JSON. */
export const isJson = (response: Response): boolean =>
  /^application\/json\b/.test(response.headers.get("content-type") ?? "");

/** The error for an unsuccessful response. */
const failureOf = async (response: Response, endpoint: string): Promise<FoyerError> => {
  const text = await response.text();
  const body: unknown = isJson(response) ? JSON.parse(text) : undefined;
  const textOf = (key: string): string | undefined => {
    const value: unknown = isObject(body) ? body[key] : undefined;
    return typeof value === "string" ? value : undefined;
  };
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
  const message = textOf("message") ?? textOf("error") ?? `The service answered ${response.status}.`;
  return new FoyerError(response.status, message, endpoint, {
    retryAfter: Number.isFinite(wait) ? wait : undefined,
    code: textOf("code"),
    field: textOf("field"),
  });
};

/** Why nothing answered: what `fetch` says hides it in the cause. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/** The global `fetch`. Errors: FoyerError if nothing answers; the reason of the signal. */
const reaching =
  (endpoint: string): typeof fetch =>
  async (address, request) => {
    try {
      return await fetch(address, request);
    } catch (error) {
      if (request?.signal?.aborted === true) throw error;
      const { origin } = new URL(address instanceof Request ? address.url : address);
      const message = `${origin} can't be reached: ${reasonOf(error)}`;
      throw new FoyerError(0, message, endpoint, { code: "unreachable", cause: error });
    }
  };

type AnyInput = Extras & { params?: unknown; query?: unknown; body?: unknown };

const requestOf = (
  method: string,
  { headers, key }: Pick<Options, "headers" | "key">,
  input: AnyInput,
): RequestInit => {
  const { body, type, idempotencyKey, ifMatch, signal } = input;
  const isText = typeof body === "string" && type !== undefined;
  return {
    method,
    headers: {
      ...headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
      ...(body === undefined ? {} : { "content-type": isText ? type : "application/json" }),
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
};

const RETRIES = 2;

/** Not `randomUUID`: pages loaded over plain HTTP don't have it. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** How a call is repeated: a write only with a key, so that it happens once, and a `DELETE` never. */
const retryPolicy = (method: string, retries: number, input: AnyInput): { retries: number; input: AnyInput } => {
  if (retries === 0 || method === "DELETE") return { retries: 0, input };
  const writes = method === "POST" || method === "PUT";
  return { retries, input: writes ? { idempotencyKey: newKey(), ...input } : input };
};

const withoutTrailingSlashes = (url: string): string => {
  let end = url.length;
  while (url.endsWith("/", end)) end -= 1;
  return url.slice(0, end);
};

/** Makes a client of the endpoints below an address, such as the service's own outside `/api`. */
export const connectBelow = <Endpoints extends { [name in keyof Endpoints]: Endpoint }>(
  base: string,
  options: Omit<Options, "url">,
): Client<Endpoints> => {
  const call = async (name: string, input: AnyInput = {}): Promise<unknown> => {
    const [method = "", path = ""] = name.split(" ");
    const send = options.fetch ?? reaching(name);
    const address = addressOf(base, path, input.params, input.query);
    const { retries, input: repeated } = retryPolicy(method, options.retries ?? RETRIES, input);
    const request = requestOf(method, options, repeated);
    const response = await sendWithRetry(() => send(address, request), { retries, signal: input.signal });
    if (!response.ok) throw await failureOf(response, name);
    return isJson(response) ? response.json() : response;
  };
  const list = (name: string, input: AnyInput) => rowsOfPages(input.query, (query) => call(name, { ...input, query }));
  return {
    request: (name, ...[input]) => call(String(name), input),
    // The type of the rows follows from the endpoint alone, as for every response.
    list: (name, input) => list(String(name), input) as AsyncGenerator<never, void, undefined>,
  };
};

/** Makes a client. Nothing is sent before the first call. */
export const connect = <Endpoints extends { [name in keyof Endpoints]: Endpoint }>(
  options: Options,
): Client<Endpoints> => connectBelow(`${withoutTrailingSlashes(options.url).replace(/\/api$/, "")}/api`, options);
