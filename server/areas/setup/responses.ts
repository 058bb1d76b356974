import type { FastifyReply } from "fastify";

import { HttpError } from "../../platform/lib/errors.ts";

/** The texts of a body by their keys, without the values that are not text. */
export const textsOf = (body: unknown): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries({ ...Object(body) }).filter(([, value]) => typeof value === "string")) as Record<
    string,
    string
  >;

/** The one refusal of a link that is forged, has ended, or opens nothing any more since there is a user. */
export const linkEnded = (): HttpError => {
  const message =
    "This setup link has expired, or there is already an administrator. Log in, or restore with: node bin/foyer.mjs restore";
  return new HttpError(403, { message }, "a setup link that has expired");
};

/** Sends JSON that nothing on the way keeps. */
export const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(JSON.stringify(body));
