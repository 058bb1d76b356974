import type { FastifyInstance } from "fastify";

import type { Context } from "../context.ts";
import { unavailable } from "../lib/errors.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Whoever comes to see what is wrong, or who is inside, must be able to sign in: one small row. */
const SIGN_IN = /^\/session(?:\/|\?|$)/;

/**
 * Refuses writes while the disk of the embedded database is full, after the credential was looked at and before the body is read
 * (promise 12). Errors: `503` with `Retry-After`.
 */
export const addRoomGuard = (app: FastifyInstance, { room }: Context): void => {
  if (room === undefined) return;
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    const refuses = room.isShort() && !READS.has(request.method) && !SIGN_IN.test(request.url);
    done(
      refuses
        ? unavailable(
            "The disk of the server is full: nothing can be stored. Reading still works.",
            "disk_full",
            "disk full",
          )
        : undefined,
    );
  });
};
