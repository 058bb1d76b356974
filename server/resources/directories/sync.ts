import type { RequestContext } from "../../platform/http/request-context.ts";
import { LdapFailure } from "../../platform/ldap/failure.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { carryOut } from "./carry-out.ts";
import { readDirectory } from "./directories.ts";
import { type SyncOptions, syncLdap } from "./ldap/sync.ts";
import { answerOf, planOf, type Wire } from "./plan.ts";

const unreadable = ({ message }: LdapFailure): Error =>
  badRequest(`The directory could not be read. ${message}`, "directory_unreadable");

/**
 * Compares a directory's people and rules with its hosts and users and, unless it is only a preview, brings these up to
 * date; an `ldap` directory is read before. A plan that takes too many off the lists is not carried out without
 * `confirm`. Errors: `404`, and `400` for a directory that can't be read.
 */
export const sync = async (ctx: RequestContext, id: string, options: SyncOptions): Promise<Wire> => {
  const row = await readDirectory(ctx, id);
  if (row.kind === "ldap")
    return syncLdap(ctx, row, options).catch((error: unknown) => {
      throw error instanceof LdapFailure ? unreadable(error) : error;
    });
  const { dry_run = true, confirm = false } = options;
  const planned = await planOf(ctx, row, confirm);
  return dry_run || planned.stopped ? answerOf(planned) : answerOf(planned, await carryOut(ctx, row, planned));
};
