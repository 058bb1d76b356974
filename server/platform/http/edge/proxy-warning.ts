import type { FastifyInstance } from "fastify";

import type { Context } from "../../context.ts";

const UNTRUSTED =
  "Foyer received X-Forwarded-For, but no proxy is trusted, so all callers behind it share one limit for refused credentials. Set TRUSTED_PROXIES to the proxy's address.";

/**
 * Warns once, loudly, about a proxy that is not configured: every refusal would then count for the proxy's address, and
 * one office's typos would lock out all visitors.
 */
export const addProxyWarning = (app: FastifyInstance, { config, log }: Context): void => {
  if (config.trustedProxies.length > 0) return;
  let warned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!warned && request.headers["x-forwarded-for"] !== undefined) {
      warned = true;
      log.warn({ peer: request.socket.remoteAddress }, UNTRUSTED);
    }
    done();
  });
};
