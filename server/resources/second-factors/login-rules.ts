import { isDeepStrictEqual } from "node:util";

import { ROLES, type Role } from "../../../shared/roles.ts";
import { lockLog, runLoggedQuery } from "../../platform/events/log.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { LoginRules } from "./contract.ts";
import * as store from "./store.ts";

/** Which roles need a second factor. */
export const readLoginRules = async ({ db }: Pick<RequestContext, "db">): Promise<Static<typeof LoginRules>> => ({
  second_factor_roles: await store.findRoles(db),
});

/**
 * Whether users of a role need a second factor. One who has none adds it at the next login: a rule keeps no one out,
 * and so not the last administrator.
 */
export const needsFactor = async ({ db }: Pick<RequestContext, "db">, role: Role): Promise<boolean> =>
  (await store.findRoles(db)).includes(role);

/**
 * A rule for one's own role by a user without a second factor would only be noticed at their next login, or by their
 * programs, which Basic would no longer let in. Errors: `400`.
 */
const checkOwn = async ({ db, principal }: RequestContext, added: readonly Role[]): Promise<void> => {
  if (!added.some((role) => role === principal.role)) return;
  if ((await store.listFactors(db, principal._id)).length === 0)
    throw badRequest(
      "Add a second factor to your own account before your role needs one.",
      "second_factor_needed",
      "second_factor_roles",
    );
};

/**
 * Changes which roles need a second factor. Errors: `400` for the caller's own role while they have none themselves,
 * `412`.
 */
export const changeLoginRules = (
  ctx: RequestContext,
  input: UpdateInput<Partial<Static<typeof LoginRules>>>,
): Promise<Static<typeof LoginRules>> =>
  inTransaction(ctx, async (inner) => {
    checkNotRemoved(input, "second_factor_roles");
    const { second_factor_roles: given } = input.body;
    await lockLog(inner.db, SERVICE_LOCATION);
    const before = await readLoginRules(inner);
    checkIfMatch(inner, () => before);
    const after = given === undefined ? before : { second_factor_roles: ROLES.filter((role) => given.includes(role)) };
    if (isDeepStrictEqual(before, after)) return before;
    await checkOwn(
      inner,
      after.second_factor_roles.filter((role) => !before.second_factor_roles.includes(role)),
    );
    await runLoggedQuery(inner, store.replaceRoles(after.second_factor_roles, iso(ctx.now)), {
      location: SERVICE_LOCATION,
      action: "login_rules.change",
      subject: "login_rules",
      body: { before, after },
    });
    return after;
  });
