import type { FastifyReply } from "fastify";

import { HttpError } from "../../platform/lib/errors.ts";

/** The texts in a body by key, without values that aren't texts. */
export const textsOf = (body: unknown): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries({ ...Object(body) }).filter(([, value]) => typeof value === "string")) as Record<
    string,
    string
  >;

/** The one error for a link that is forged, has expired, or is useless because there is a user. */
export const linkEnded = (): HttpError => {
  const message =
    "This setup link has expired, or there is already an administrator. Log in, or restore with: node bin/foyer.mjs restore";
  return new HttpError(403, { message }, "a setup link that has expired");
};

/** Sends JSON that no cache keeps. */
export const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(JSON.stringify(body));
