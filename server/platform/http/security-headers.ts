import type { FastifyInstance } from "fastify";

import type { Context } from "../context.ts";

type Settings = Pick<Context, "config">;

/** Two years, as browsers ask of hosts they are to remember; whatever is below the host's name is meant too. */
const TRANSPORT = "max-age=63072000; includeSubDomains";

/** Nothing of an answer is drawn, run or framed, unless the answer itself says so: pages and pictures have policies of their own. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers of every response, also of one to bytes that are not a request. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  // No window that opened a page of ours, or that one of ours opened, may reach into it.
  "cross-origin-opener-policy": "same-origin",
  // Nothing here is drawn by pages of others; what they read by script is not concerned.
  "cross-origin-resource-policy": "same-origin",
};

/** What every answer to a request carries: with HTTPS also that browsers come back by HTTPS only. */
export const securityHeaders = ({ config }: Settings): Record<string, string> => ({
  ...SECURITY_HEADERS,
  ...(config.publicUrl.startsWith("https:") || config.tls !== undefined
    ? { "strict-transport-security": TRANSPORT }
    : {}),
});

/**
 * Puts these headers on every answer, before anything else can answer (OWASP ASVS 5.0, 3.4 and 14.3.2). An answer that sets one of
 * them itself replaces it.
 */
export const addSecurityHeaders = (app: FastifyInstance, settings: Settings): void => {
  const headers = securityHeaders(settings);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
};
