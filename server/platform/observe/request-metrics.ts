import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../context.ts";
import type { RouteMetrics } from "./metric-registry.ts";

/** Slower requests are logged whatever the log level; the speed targets are a fraction of this. */
const SLOW_MS = 1_000;

/** The label for requests without a route: their paths may contain anything. */
export const UNMATCHED = "unmatched";

declare module "fastify" {
  interface FastifyRequest {
    /** When it arrived, by the clock of `performance`. */
    began: number;
  }
}

type AnsweredRequest = { meter: RouteMetrics; request: FastifyRequest; reply: FastifyReply; ms: number };

/** The log line of an answered request: IDs, pattern and numbers, nothing that was sent. */
const factsOf = ({ meter, request, reply, ms }: AnsweredRequest) => ({
  requestId: request.id,
  ...(request.principal === undefined
    ? {}
    : { principal: { kind: request.principal.kind, id: request.principal._id } }),
  ...(request.location ? { location: request.location } : {}),
  method: meter.method,
  route: meter.route,
  status: reply.statusCode,
  ms: Math.round(ms * 10) / 10,
});

const count = ({ statuses }: RouteMetrics, status: number): void =>
  void statuses.set(status, (statuses.get(status) ?? 0) + 1);

/**
 * Counts every response by route, method and status, and its duration. At `debug` every response is logged; at `info`
 * slow ones are (failures are logged where they become responses, http/error-handler.ts).
 *
 * Each route gets its own hook with its metrics, so nothing is looked up or created per request; it is `onSend`,
 * because `onResponse` would cost two listeners and a closure each. An event stream is sent by hand, so it is counted
 * when it ends, and not timed.
 */
export const addRequestMetrics = (app: FastifyInstance, { metrics, log }: Context): void => {
  const all = log.isLevelEnabled("debug");
  const recordRequest = (meter: RouteMetrics, request: FastifyRequest, reply: FastifyReply): void => {
    const ms = performance.now() - request.began;
    count(meter, reply.statusCode);
    meter.durations.add(ms);
    if (all) log.debug(factsOf({ meter, request, reply, ms }), "request");
    else if (ms >= SLOW_MS) log.info(factsOf({ meter, request, reply, ms }), "slow request");
  };
  app.decorateRequest("began", 0);
  app.addHook("onRequest", (request, _reply, done) => {
    request.began = performance.now();
    done();
  });
  app.addHook("onRoute", (route) => {
    const meter = metrics.route(String(route.method), route.url);
    if (route.config?.stream === true)
      route.onRequest = (_request, reply, done) => {
        reply.raw.once("close", () => count(meter, reply.raw.statusCode));
        done();
      };
    else
      route.onSend = [
        (
          request: FastifyRequest,
          reply: FastifyReply,
          payload: unknown,
          done: (error: null, payload: unknown) => void,
        ) => {
          recordRequest(meter, request, reply);
          done(null, payload);
        },
        // For a HEAD route: it removes the body.
        ...[route.onSend ?? []].flat(),
      ];
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.is404) recordRequest(metrics.route(request.method, UNMATCHED), request, reply);
    done(null, payload);
  });
};
