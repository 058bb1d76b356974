import { subscribe } from "node:diagnostics_channel";

import type { FastifyReply, FastifyRequest } from "fastify";

type Failure = { request: FastifyRequest; reply: FastifyReply; error: unknown };

/** What PostgreSQL says besides its message. */
const DETAILS = ["code", "detail", "hint", "where", "position", "internalQuery"] as const;

const written = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const details = DETAILS.map((key) => [key, Reflect.get(error, key)] as const).filter(
    ([, value]) => value !== undefined,
  );
  return [error.stack ?? error.message, ...details.map(([key, value]) => `    ${key}: ${String(value)}`)].join("\n");
};

/**
 * Prints why a request was answered `500`, under the test that made it: the answer and the log say nothing of it, since what failed
 * may contain personal data.
 */
export const printFailedRequests = (): void =>
  subscribe("tracing:fastify.request.handler:error", (message) => {
    const { request, reply, error } = message as Failure;
    reply.raw.once("finish", () => {
      if (reply.statusCode === 500)
        console.error(`${request.method} ${request.url} was answered 500:\n${written(error)}`);
    });
  });
