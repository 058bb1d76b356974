import type { IncomingMessage } from "node:http";

import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";

import { isLostConnection } from "../../db/lost-connection.ts";
import { badRequest, bodyTooLarge, HttpError, unavailable } from "../../lib/errors.ts";
import { hasBody } from "../input/body.ts";
import { drainRequest } from "../edge/deadlines.ts";

/**
 * Classes of PostgreSQL errors that mean "not now": connection, resources, operator intervention, cancelled, lock not
 * available.
 */
const NOT_NOW = /^(08|53|57|40|55P03|25006)/;
const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
};

const fromDatabase = (error: DatabaseError): HttpError => {
  const { code } = error;
  // The driver's own error for a response that is not PostgreSQL's protocol.
  if (code === undefined)
    return unavailable(
      "The database is unavailable. Try again shortly.",
      "database_unavailable",
      "unreadable answer of the database",
    );
  if (code === "57014")
    return unavailable(
      "The database took too long. Use a narrower filter or date range, or send less at once.",
      "query_too_slow",
      "statement timeout",
    );
  if (code === "53100")
    return unavailable(
      "The database disk is full, so nothing can be saved. Reading still works.",
      "disk_full",
      "disk full",
    );
  if (NOT_NOW.test(code))
    return unavailable("The database is unavailable. Try again shortly.", "database_unavailable", `database: ${code}`);
  // Text that PostgreSQL can't store was refused before; the rest are values beyond a type's range.
  if (code === "22003" || code === "22008")
    return badRequest("A value is outside the range that can be stored.", "out_of_range");
  return new HttpError(500, { message: "Internal error" }, `database error ${code}`);
};

const fromFastify = (error: FastifyError): HttpError => {
  const status = error.statusCode ?? 500;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return bodyTooLarge();
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new HttpError(
      415,
      {
        message: "Content-Type must be application/json or application/x-www-form-urlencoded.",
        code: "unsupported_media_type",
      },
      "content type",
    );
  if (error.code === "FST_ERR_BAD_URL")
    return new HttpError(400, { message: "The path could not be decoded.", code: "unreadable_request" }, "bad path");
  if (status >= 400 && status < 500)
    return new HttpError(status, { message: "The request could not be read.", code: "unreadable_request" }, error.code);
  return new HttpError(500, { message: "Internal error" }, error.code ?? error.name);
};

/** The response for any error. An unexpected one is a `500` without details. */
export const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseError) return fromDatabase(error);
  if (isLostConnection(error))
    return unavailable(
      "The database is unavailable. Try again shortly.",
      "database_unavailable",
      "no database connection",
    );
  if (NETWORK.test(codeOf(error)))
    return unavailable("The database is unavailable. Try again shortly.", "database_unavailable", codeOf(error));
  if (error instanceof Error && "statusCode" in error) return fromFastify(error as FastifyError);
  return new HttpError(500, { message: "Internal error" }, "unexpected error");
};

/** A stack without the message: messages may contain values of visitors, even with several lines. */
const stackOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { stack = "", message } = error;
  const at = stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  return frames
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");
};

/** The caller, by kind and ID; none before the credential was looked up. */
const principalOf = ({ principal }: FastifyRequest) =>
  principal === undefined ? {} : { principal: { kind: principal.kind, id: principal._id } };

/** While the disk is full, its guard says so in the log (db/disk-space.ts): a line for each refused write is no news. */
const isExpected = (failure: HttpError, error: unknown): boolean =>
  failure.body.code === "disk_full" && error instanceof HttpError;

/** Logs a failure, if it belongs in the log; for routes that don't answer with JSON. */
export const logFailure = (request: FastifyRequest, failure: HttpError, error: unknown): void => {
  const facts = {
    requestId: request.id,
    status: failure.status,
    reason: failure.reason,
    method: request.method,
    route: request.routeOptions.url,
    ...principalOf(request),
  };
  if (failure.status >= 500 && !isExpected(failure, error))
    return request.log.error({ ...facts, code: codeOf(error), stack: stackOf(error) }, "request failed");
  if (failure.status < 400 || !request.server.refusalLog.takesLine(request, failure.status)) return;
  if (failure.status === 403 || failure.status === 429)
    request.log.info({ ...facts, address: request.ip }, "request refused");
  else if (failure.status >= 500) request.log.info({ ...facts, address: request.ip }, "request not carried out");
  // Without its reason, which may contain parts of the request. These lines show callers who try out IDs or values.
  else request.log.info({ ...facts, reason: undefined, address: request.ip }, "request not carried out");
};

/** HTTP/1.0 closes a connection unless its client asks to keep it. */
const asksForEnd = ({ headers: { connection = "" }, httpVersion }: IncomingMessage): boolean =>
  /\bclose\b/i.test(connection) || (httpVersion === "1.0" && !/\bkeep-alive\b/i.test(connection));

/** Nothing is left to be read, and its client waits for the end of the connection. */
const isOver = (request: IncomingMessage): boolean => !hasBody(request.headers) && asksForEnd(request);

/**
 * A client that is answered before its body was read is still sending it. The rest is read and dropped: many clients
 * would notice a closed connection before the response.
 */
const drainUnreadBody = ({ raw, server }: FastifyRequest, reply: FastifyReply): void => {
  if (raw.complete || isOver(raw) || server.readiness.draining) return;
  reply.header("connection", "keep-alive");
  drainRequest(raw);
};

/**
 * Logs a failure, and gives its status and headers to the response; the body is the caller's, in the form of its area.
 */
export const failWith = (error: unknown, request: FastifyRequest, reply: FastifyReply): HttpError => {
  const failure = toHttpError(error);
  logFailure(request, failure, error);
  drainUnreadBody(request, reply);
  reply.status(failure.status).headers(failure.headers);
  return failure;
};

/** The one place that turns errors into responses. */
export const sendFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = failWith(error, request, reply);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(failure.body));
};
