import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as store from "./store.ts";

/** What a directory says of a user (docs/directories.md). */
export type DirectoryUserFields = Pick<
  store.UserRow,
  "email" | "first_name" | "last_name" | "role" | "companies" | "active" | "external_id"
>;
/** A user who comes from a directory. */
export type DirectoryUser = DirectoryUserFields & { _id: string };
/** The directory and its person that a user comes from. */
export type UserOrigin = { directory_id: string; person_id: string };

const entry = (action: string) => ({ location: SERVICE_LOCATION, action: `user.${action}`, subject: "user" });

/** Whether no active global admin would remain; other changes of users wait until the transaction ends. */
const isLastAdmin = async ({ db }: RequestContext, user: DirectoryUser, stays: boolean): Promise<boolean> => {
  if (user.role !== "global_admin" || !user.active || stays) return false;
  await store.lockUsers(db);
  return (await store.countOtherAdmins(db, user._id)) === 0;
};

/** Creates a user without a password, and sends no mail. @returns whether the address was free */
export const createDirectoryUser = async (
  ctx: RequestContext,
  fields: DirectoryUserFields & UserOrigin & { language_id: string | null },
): Promise<boolean> => {
  const at = iso(ctx.now);
  const row = { ...fields, _id: newId(undefined, ctx.now), password: null, link: null };
  const query = store.insertUser({ ...row, create_date: at, mod_date: at });
  return (await runLoggedQuery(ctx, query, entry("create"))).length > 0;
};

/** Changes what a directory says of a user. @returns false for the last active global admin, who remains one */
export const changeDirectoryUser = async (
  ctx: RequestContext,
  user: DirectoryUser,
  fields: DirectoryUserFields,
): Promise<boolean> => {
  if (await isLastAdmin(ctx, user, fields.active && fields.role === "global_admin")) return false;
  await runLoggedQuery(ctx, store.updateDirectoryUser(user._id, fields, iso(ctx.now)), entry("change"));
  return true;
};

/** Removes a user. @returns false for the last active global admin, who remains */
export const removeDirectoryUser = async (ctx: RequestContext, user: DirectoryUser): Promise<boolean> => {
  if (await isLastAdmin(ctx, user, false)) return false;
  await runLoggedQuery(ctx, store.deleteUser(user._id), entry("remove"));
  return true;
};
