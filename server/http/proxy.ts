import type { FastifyInstance } from "fastify";

import type { Context } from "../context.ts";

/**
 * Warns once, loudly, when a proxy is in front that was not named: every refusal would then count for the proxy's address, and
 * one office's typos would lock out everybody (designs D).
 */
export const addProxyWarning = (app: FastifyInstance, { config, log }: Context): void => {
  if (config.trustedProxies.length > 0) return;
  let warned = false;
  app.addHook("onRequest", async (request) => {
    if (warned || request.headers["x-forwarded-for"] === undefined) return;
    warned = true;
    log.warn(
      { peer: request.socket.remoteAddress },
      "X-Forwarded-For arrives, but no proxy is trusted: all callers behind it share one refusal limit. Set TRUSTED_PROXIES to the proxy's address.",
    );
  });
};
