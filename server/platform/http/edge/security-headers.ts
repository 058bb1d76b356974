import type { FastifyInstance } from "fastify";

import type { Context } from "../../context.ts";

type Settings = Pick<Context, "config">;

/** Two years, as browsers require for their preload lists, including subdomains. */
const TRANSPORT = "max-age=63072000; includeSubDomains";

/**
 * Nothing in a response is drawn, run or framed, unless the response itself allows it: pages and pictures have policies
 * of their own.
 */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers of every response, including the one to bytes that are not a request. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  // No window that opened one of our pages, or was opened by one, may reach into it.
  "cross-origin-opener-policy": "same-origin",
  // Pages of other sites can't embed our responses; what they may read by script is a matter of CORS.
  "cross-origin-resource-policy": "same-origin",
};

/** The headers of every response to a request: with HTTPS also the one that makes browsers return by HTTPS only. */
export const securityHeaders = ({ config }: Settings): Record<string, string> => ({
  ...SECURITY_HEADERS,
  ...(config.publicUrl.startsWith("https:") || config.tls !== undefined
    ? { "strict-transport-security": TRANSPORT }
    : {}),
});

/**
 * Sets these headers on every response, before anything else can answer (OWASP ASVS 5.0, 3.4 and 14.3.2). A response
 * that sets one of them itself replaces it.
 */
export const addSecurityHeaders = (app: FastifyInstance, settings: Settings): void => {
  const headers = securityHeaders(settings);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
};
