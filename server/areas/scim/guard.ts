import type { FastifyRequest } from "fastify";

import { checkCounter, incrementCounter } from "../../platform/auth/refusals.ts";
import type { Context } from "../../platform/context.ts";
import { sourceOf } from "../../platform/http/guard.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { principalOf } from "../../resources/directories/apply.ts";
import { directoryOfToken } from "../../resources/directories/tokens.ts";
import { ScimError } from "./errors.ts";

/**
 * Admits a directory by its token. A bad one counts in a counter of its own (rules 5); a good one works even from an
 * address that is refused. Errors: `401`, `429`.
 */
export const admitDirectory = async (context: Context, request: FastifyRequest): Promise<void> => {
  const { db } = context;
  const now = context.now();
  const { authorization } = request.headers;
  const token = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
  const directory = token === undefined ? undefined : await directoryOfToken({ db, now }, token);
  if (directory !== undefined) {
    request.principal = principalOf(directory);
    return;
  }
  const counter = `scim:${refusalSource(sourceOf(request))}`;
  await checkCounter(db, counter, now);
  if (authorization !== undefined) await incrementCounter(db, counter, now);
  throw new ScimError(401, "The token of the directory is missing, unknown or no longer valid.");
};
