import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../context.ts";
import type { RouteMetrics } from "./metric-registry.ts";

/** A request that takes longer is noted in the log whatever its level; the speed targets are a fraction of it. */
const SLOW_MS = 1_000;

/** The route of whatever reached none: the path that was sent may hold anything. */
export const UNMATCHED = "unmatched";

declare module "fastify" {
  interface FastifyRequest {
    /** When it arrived, by the clock of `performance`. */
    began: number;
  }
}

type AnsweredRequest = { meter: RouteMetrics; request: FastifyRequest; reply: FastifyReply; ms: number };

/** One line about an answered request: ids, pattern and numbers, nothing that was sent. */
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
 * Counts every answer by route, method and status, and how long it took to make. At `debug` every answer is a line of the log; at
 * `info` the slow ones are (failures are noted where they become answers, http/error-handler.ts).
 *
 * A hook of each route that holds its meter, so nothing is looked up or made per request; and `onSend`, because `onResponse` would
 * cost two listeners and a closure each. An event stream is sent by hand, so it is counted when it ends, and not timed.
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
        // Of a HEAD route: it takes the body away.
        ...[route.onSend ?? []].flat(),
      ];
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.is404) recordRequest(metrics.route(request.method, UNMATCHED), request, reply);
    done(null, payload);
  });
};
