import { type Components, writeSchema } from "./components.ts";
import { ErrorBody, Message, Refused, type TSchema } from "./schemas.ts";

type Json = Record<string, unknown>;

/** The headers that answers carry, by their name. */
const HEADERS = {
  RetryAfter: ["Retry-After", "Seconds until another try makes sense", { type: "integer", minimum: 0 }],
  ETag: [
    "ETag",
    "The state of this record; `If-Match` with it on a PUT or DELETE is refused (412) once the record has changed",
    { type: "string" },
  ],
  IdempotentReplayed: [
    "Idempotent-Replayed",
    "`true` when the request had been carried out before under its Idempotency-Key, and was not carried out again",
    { type: "string", enum: ["true"] },
  ],
} as const;

type HeaderName = keyof typeof HEADERS;

/** The headers of an answer, by reference. */
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

/** The answers that are no success, each described once (interface 7, decisions 1). */
const FAILURES = {
  BadRequest: {
    status: 400,
    description: "Understood, but it cannot be carried out; the message names the field, and `code` the cause",
    body: ErrorBody,
  },
  Refused: {
    status: 403,
    description: "Credential refused, location not covered, role or endpoint closed; identical for all causes",
    body: Refused,
  },
  NotFound: { status: 404, description: "No such object, or one the credential does not cover", body: ErrorBody },
  Changed: {
    status: 412,
    description: "The record is not any more as `If-Match` says; nothing was done. Read it again",
    body: ErrorBody,
  },
  TooLarge: { status: 413, description: "The body is too large", body: ErrorBody },
  Unsupported: {
    status: 415,
    description: "A body of another media type, or with a Content-Encoding",
    body: ErrorBody,
  },
  TooManyRefusals: {
    status: 429,
    description: "Too many refused credentials from this address",
    body: Refused,
    headers: ["RetryAfter"],
  },
  Failed: { status: 500, description: "An error of the service; it carries no details", body: Message },
  Unavailable: {
    status: 503,
    description:
      "The service cannot answer now. A write may or may not have been carried out: repeat it with the same Idempotency-Key",
    body: ErrorBody,
    headers: ["RetryAfter"],
  },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof FAILURES;

/** Some of the answers that are no success, by status and by reference. */
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
