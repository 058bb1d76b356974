import type { Socket } from "node:net";

import type { FastifyInstance } from "fastify";

/** No request is held longer than this, whatever its client does (slow headers, slow body, slow reading). */
export const HELD_MS_MAX = 10_000;
const CHECK_MS = 500;

declare module "fastify" {
  interface FastifyContextConfig {
    /** An event stream may stay open. */
    stream?: boolean;
  }
}

/** Time-outs of Node's HTTP server: it ends slow headers and slow bodies by itself, when it is told to look often enough. */
export const serverTimeouts = {
  headersTimeout: HELD_MS_MAX - 1_000,
  requestTimeout: HELD_MS_MAX - 1_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: CHECK_MS,
};

/** Ends connections whose answer has not been read in time; Node has no time-out for that. */
export const addReadDeadline = (app: FastifyInstance): void => {
  const open = new Map<Socket, number>();
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.stream === true) return;
    const { socket } = request.raw;
    open.set(socket, performance.now());
    reply.raw.once("close", () => open.delete(socket));
  });
  const sweep = setInterval(() => {
    const since = performance.now() - HELD_MS_MAX + CHECK_MS;
    for (const [socket, started] of open) if (started < since) socket.destroy();
  }, CHECK_MS);
  sweep.unref();
  app.addHook("onClose", async () => clearInterval(sweep));
};
