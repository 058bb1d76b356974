import type { FastifyInstance } from "fastify";

import { badRequest } from "../../lib/errors.ts";

/** How many `Host` headers a request has; Node keeps the first and drops the others. */
const hostsIn = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === "host").length;

/** Refuses a request that names its host twice: a proxy may have looked at the other one (RFC 9112, 3.2). Errors: `400`. */
export const addHostCheck = (app: FastifyInstance): void => {
  app.addHook("onRequest", (request, _reply, done) => {
    const isOne = hostsIn(request.raw.rawHeaders) <= 1;
    done(isOne ? undefined : badRequest('The header "Host" must be sent exactly once.', "unreadable_request"));
  });
};
