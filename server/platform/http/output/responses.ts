import { type Components, writeSchema } from "../contract/components.ts";
import { ErrorBody, Message, Refused, type TSchema } from "../contract/schemas.ts";

type Json = Record<string, unknown>;

/** The headers of responses, by name. */
const HEADERS = {
  RetryAfter: ["Retry-After", "Seconds to wait before trying again", { type: "integer", minimum: 0 }],
  ETag: [
    "ETag",
    "The version of this record; a PUT or DELETE with it in `If-Match` is refused (412) once the record has changed",
    { type: "string" },
  ],
  LastEventID: [
    "Last-Event-ID",
    "The location's newest event: what is read after this answer is true up to it at least, so a stream that begins here misses nothing",
    { type: "string", pattern: "^\\d+$" },
  ],
  IdempotentReplayed: [
    "Idempotent-Replayed",
    "`true` if a request with this Idempotency-Key was carried out before, so this one wasn't",
    { type: "string", enum: ["true"] },
  ],
} as const;

type HeaderName = keyof typeof HEADERS;

/** The headers of a response, by reference. */
export const headersOf = (...names: readonly HeaderName[]): Json =>
  names.length === 0
    ? {}
    : {
        headers: Object.fromEntries(names.map((name) => [HEADERS[name][0], { $ref: `#/components/headers/${name}` }])),
      };

/** `components.headers`. */
export const headers: Json = Object.fromEntries(
  Object.entries(HEADERS).map(([name, [, description, schema]]) => [name, { description, schema }]),
);

type Failure = { status: number; description: string; body: TSchema; headers?: readonly HeaderName[] };

/** The error responses, each described once (interface 7, rules 1). */
const FAILURES = {
  BadRequest: {
    status: 400,
    description: "The request is invalid. The message names the field, and `code` the cause",
    body: ErrorBody,
  },
  Refused: {
    status: 403,
    description: "Access denied. The answer is the same for every cause",
    body: Refused,
  },
  NotFound: { status: 404, description: "Not found, or not accessible with this credential", body: ErrorBody },
  Changed: {
    status: 412,
    description: "The record has changed since the version in `If-Match`. Nothing was changed. Read it again",
    body: ErrorBody,
  },
  TooLarge: { status: 413, description: "The body is too large", body: ErrorBody },
  Unsupported: {
    status: 415,
    description: "Unsupported media type or Content-Encoding",
    body: ErrorBody,
  },
  TooManyRefusals: {
    status: 429,
    description: "Too many refused credentials from this address",
    body: Refused,
    headers: ["RetryAfter"],
  },
  Failed: { status: 500, description: "Internal error, without details", body: Message },
  Unavailable: {
    status: 503,
    description:
      "Temporarily unavailable. A write might have been carried out: repeat it with the same Idempotency-Key",
    body: ErrorBody,
    headers: ["RetryAfter"],
  },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof FAILURES;

/** Some of the error responses, by status and by reference. */
export const failuresOf = (...names: readonly FailureName[]): Json =>
  Object.fromEntries(names.map((name) => [FAILURES[name].status, { $ref: `#/components/responses/${name}` }]));

/** `components.responses`. */
export const failures = (components: Components): Json =>
  Object.fromEntries(
    Object.entries<Failure>(FAILURES).map(([name, { description, body, headers: names = [] }]) => [
      name,
      {
        description,
        ...headersOf(...names),
        content: { "application/json": { schema: writeSchema(body, "answered", components) } },
      },
    ]),
  );
