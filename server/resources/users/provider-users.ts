import { isDeepStrictEqual } from "node:util";

import type { Role } from "../../../shared/roles.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as store from "./store.ts";

/** What a login provider's rules make of a user (docs/sessions.md). */
export type GivenRole = { role: Role; companies: string[] };

const entry = (action: string) => ({ location: SERVICE_LOCATION, action: `user.${action}`, subject: "user" });

/**
 * Creates the user of an address that a provider has verified, without a password and without an email.
 * @returns undefined if the address was taken in the meantime
 */
export const createProviderUser = async (
  ctx: RequestContext,
  fields: GivenRole & Pick<store.UserRow, "email" | "first_name" | "last_name">,
): Promise<store.UserRow | undefined> => {
  const at = iso(ctx.now);
  const row = {
    ...fields,
    _id: newId(undefined, ctx.now),
    password: null,
    language_id: null,
    active: true,
    link: null,
    create_date: at,
    mod_date: at,
  };
  if ((await runLoggedQuery(ctx, store.insertUser(row), entry("create"))).length === 0) return undefined;
  return store.findUser(ctx.db, row._id);
};

/** Whether the service would be left without a global admin, or without one who can log in with a password. */
const isNeeded = async ({ db }: RequestContext, { _id, role, password }: store.UserRow): Promise<boolean> => {
  if (role !== "global_admin") return false;
  await store.lockUsers(db);
  const others = password === null ? store.countOtherAdmins : store.countOtherAdminsWithPassword;
  return (await others(db, _id)) === 0;
};

/**
 * Gives a user the role and locations of a provider's rules. Users who come from a directory keep what it says, and the
 * last active global admin (with a password, if they have one) remains one.
 * @returns the user as they are then
 */
export const giveRole = async (
  ctx: RequestContext,
  user: store.UserRow,
  { role, companies }: GivenRole,
): Promise<store.UserRow> => {
  const isSame = user.role === role && isDeepStrictEqual(user.companies, companies);
  if (user.directory_id !== null || isSame) return user;
  if (role !== "global_admin" && (await isNeeded(ctx, user))) return user;
  await runLoggedQuery(ctx, store.updateDirectoryUser(user._id, { role, companies }, iso(ctx.now)), entry("change"));
  return { ...user, role, companies };
};
