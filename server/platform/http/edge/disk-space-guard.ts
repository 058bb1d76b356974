import type { FastifyInstance } from "fastify";

import type { Context } from "../../context.ts";
import { unavailable } from "../../lib/errors.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Logging in still works: users must be able to see what is wrong, and who is inside. It writes one small row. */
const LOGIN = /^\/session(?:\/|\?|$)/;

/**
 * Refuses writes while the disk of the embedded database is full, after the credential was checked and before the body
 * is read. Errors: `503` with `Retry-After`.
 */
export const addDiskSpaceGuard = (app: FastifyInstance, { diskSpace }: Context): void => {
  if (diskSpace === undefined) return;
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    const refuses = diskSpace.isLow() && !READS.has(request.method) && !LOGIN.test(request.url);
    done(
      refuses
        ? unavailable(
            "The server's disk is full, so nothing can be saved. Reading still works.",
            "disk_full",
            "disk full",
          )
        : undefined,
    );
  });
};
