import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../context.ts";
import { UNMATCHED } from "./request-metrics.ts";
import type { Attributes, OpenSpan } from "./tracing.ts";

const routeOf = (request: FastifyRequest): string =>
  request.is404 ? UNMATCHED : (request.routeOptions.url ?? UNMATCHED);

const attributesOf = (request: FastifyRequest, reply: FastifyReply): Attributes => ({
  "http.request.method": request.method,
  "http.route": routeOf(request),
  "http.response.status_code": reply.statusCode,
  "foyer.request_id": request.id,
  ...(request.location ? { "foyer.location": request.location } : {}),
  ...(request.principal === undefined ? {} : { "foyer.principal": request.principal.kind }),
});

/** Gives every request a span if traces are configured; otherwise adds nothing. */
export const addRequestSpans = (app: FastifyInstance, { tracing }: Context): void => {
  if (tracing === undefined) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const sent = request.headers["traceparent"];
    const span = tracing.begin("request", typeof sent === "string" ? sent : undefined);
    spans.set(request, span);
    span.within(done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const name = `${request.method} ${routeOf(request)}`;
    spans.get(request)?.end(name, attributesOf(request, reply), reply.statusCode >= 500);
    done();
  });
};
