import type { ErrorCode } from "../../../shared/error-codes.ts";

/** The public part of a failure: a sentence in `message` or `error`, and codes for clients. */
type ErrorBody = Record<string, string> & { code?: ErrorCode };

/** A failure with a public answer: thrown anywhere, turned into a response in one place (http/output/error-handler.ts). */
export class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;
  /** The reason for the log only: never part of a response. */
  readonly reason: string;

  constructor(status: number, body: ErrorBody, reason: string, headers: Record<string, string> = {}) {
    super(reason);
    this.status = status;
    this.body = body;
    this.reason = reason;
    this.headers = headers;
  }
}

/** The header that marks the response to a replay. */
export const REPLAYED_HEADER = { "idempotent-replayed": "true" } as const;

/**
 * `400`: understood, but it can't be carried out.
 * @param message names the key and what was expected, for people
 * @param field the key, if it is about one: a path such as `fields[2].label`, or a query parameter
 */
export const badRequest = (message: string, code: ErrorCode, field?: string): HttpError =>
  new HttpError(400, { message, code, ...(field === undefined ? {} : { field }) }, message);

/** `403` with the one body of all refusals (interface 7); only the log gets the reason. */
export const forbidden = (reason: string): HttpError => new HttpError(403, { error: "Invalid API key" }, reason);

/** `404`: no such object, or one that the credential does not cover; the two look the same. */
export const notFound = (message = "Not found", code: ErrorCode = "not_found"): HttpError =>
  new HttpError(404, { message, code }, message);

/** `413`: the body has more bytes than the endpoint accepts. */
export const bodyTooLarge = (): HttpError =>
  new HttpError(413, { message: "The body is too large.", code: "body_too_large" }, "body too large");

/**
 * `404` (code `erased`) for a request that is replayed with its Idempotency-Key after its result was erased or removed:
 * for the key's 24 hours, nothing is created again.
 */
export const erasedSince = (): HttpError =>
  new HttpError(
    404,
    { message: "What this request created has been erased or removed since. It isn't created again.", code: "erased" },
    "repeated after it was erased",
    REPLAYED_HEADER,
  );

/** `429`: too many refused credentials from one address (interface 8). */
export const tooManyRefusals = (retryAfterSeconds: number): HttpError =>
  new HttpError(429, { error: "Too many refused credentials" }, "refusal limit reached", {
    "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))),
  });

/** `503` with `Retry-After`: not possible right now. @param reason for the log @param seconds until it may be */
export const unavailable = (message: string, code: ErrorCode, reason = message, seconds = 1): HttpError =>
  new HttpError(503, { message, code }, reason, { "retry-after": String(seconds) });
