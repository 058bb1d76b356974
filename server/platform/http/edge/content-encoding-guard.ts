import type { IncomingHttpHeaders } from "node:http";

import type { FastifyInstance } from "fastify";

import { HttpError } from "../../lib/errors.ts";
import { hasBody } from "../input/body.ts";

const LENGTH_MAX = 100;

/** The first content coding of a body; undefined for a plain one (`identity`). */
const codingOf = (headers: IncomingHttpHeaders): string | undefined =>
  headers["content-encoding"]
    ?.split(",")
    .map((coding) => coding.trim().toLowerCase())
    .find((coding) => coding !== "" && coding !== "identity");

/**
 * Refuses bodies with a `Content-Encoding` (rules 2): a compressed body can grow beyond every limit. Runs after the
 * guards and before the body is read. Errors: `415` with `Accept-Encoding` (RFC 9110, 15.5.16).
 */
export const addContentEncodingGuard = (app: FastifyInstance): void => {
  app.addHook("preParsing", ({ headers }, _reply, _payload, done) => {
    const coding = hasBody(headers) ? codingOf(headers) : undefined;
    if (coding === undefined) return done();
    const message = `The body must be sent as it is, without Content-Encoding. It was sent as ${coding.slice(0, LENGTH_MAX)}.`;
    done(
      new HttpError(415, { message, code: "unsupported_media_type" }, "content encoding", {
        "accept-encoding": "identity",
      }),
    );
  });
};
