import { credentialOf } from "../../platform/auth/credential.ts";
import { type LinkSource, readPasswordToken } from "../../platform/auth/passwords/password-link.ts";
import type { Db } from "../../platform/db/database.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { queueMessage } from "../messages/queue.ts";
import { findLink, insertLink, type LinkRow, type LoginIdentity, markByRules } from "./links-store.ts";
import * as store from "./store.ts";

/** The columns of a user that logging in needs. */
export type Account = store.UserRow;

/** The user of an email address, active or not. @param email in lower case */
export const findAccountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  store.findUserByEmail(db, email);

/** The account of a user, active or not. */
export const findAccount = (db: Db, id: string): Promise<Account | undefined> => store.findUser(db, id);

/** The user whom a login provider means, active or not. */
export const findAccountByLink = (db: Db, identity: LoginIdentity): Promise<Account | undefined> =>
  store.findUserByLink(db, identity);

/**
 * The user for whom a password link was made; undefined if the link isn't ours, has expired or was used, or the user
 * may not log in.
 */
export const findAccountByToken = async (
  source: Omit<LinkSource, "config">,
  db: Db,
  token: string,
): Promise<Account | undefined> => {
  const link = readPasswordToken(source, token);
  const account = link === undefined ? undefined : await store.findUser(db, link.userId);
  return account !== undefined && link?.isFor(account) === true ? account : undefined;
};

const entry = (action: string) => ({ location: SERVICE_LOCATION, action: `user.${action}`, subject: "user" });

/**
 * Sets the password that a link allows; the user's sessions end with it (a trigger sees to that). If a link is used
 * several times at once, one succeeds.
 * @returns the user as they were, or undefined if the link has expired or was used
 */
export const setPasswordByLink = async (
  ctx: RequestContext,
  token: string,
  password: string,
): Promise<Account | undefined> => {
  const user = await findAccountByToken(ctx.context, ctx.db, token);
  const principal = user === undefined ? undefined : credentialOf(user);
  if (user === undefined || principal === undefined) return undefined;
  const hash = await ctx.context.passwords.hash(password);
  const written = await runLoggedQuery(
    { ...ctx, principal },
    store.updatePassword(user, hash, iso(ctx.now)),
    entry("set_password"),
  );
  return written.length === 0 ? undefined : user;
};

/**
 * Sets a user's own new password; all their sessions end with it.
 * @returns the changed user, or undefined if they were changed in the meantime
 */
export const setOwnPassword = async (
  ctx: RequestContext,
  user: Account,
  password: string,
): Promise<Account | undefined> => {
  const hash = await ctx.context.passwords.hash(password);
  const written = await runLoggedQuery(ctx, store.updatePassword(user, hash, iso(ctx.now)), entry("set_password"));
  return written.length === 0 ? undefined : { ...user, password: hash };
};

/** A user's link to a login provider; undefined before their first login with it. */
export const findAccountLink = (db: Db, user: string, identity: LoginIdentity): Promise<LinkRow | undefined> =>
  findLink(db, user, identity);

/** Notes that the user's role came from the provider's rules. */
export const markAccountByRules = (db: Db, user: string, identity: LoginIdentity): Promise<void> =>
  markByRules(db, user, identity);

/**
 * Links a user to a login provider, with their first login there.
 * @returns whether it was done; not if the user was changed in the meantime
 */
export const linkAccount = async (ctx: RequestContext, user: Account, identity: LoginIdentity): Promise<boolean> => {
  const principal = credentialOf(user);
  if (principal === undefined) return false;
  const query = insertLink(user, identity, iso(ctx.now));
  return (await runLoggedQuery({ ...ctx, principal }, query, entry("know_identity"))).length > 0;
};

/** Records that a login from a login provider with a user's address belongs to another person than before. */
export const logOtherIdentity = async (ctx: RequestContext, user: Account): Promise<void> => {
  await runLoggedQuery(ctx, store.findActive(user._id), entry("refuse_identity"));
};

/** Records that a wrong code followed a user's right password, or was entered in their session. */
export const logRefusedCode = async (ctx: RequestContext, user: Account): Promise<void> => {
  await runLoggedQuery(ctx, store.findActive(user._id), entry("refuse_code"));
};

/**
 * Queues the email with a link to set a password; a user who has none yet gets another invitation. Does nothing for a
 * user who may not log in.
 */
export const mailPasswordLink = async (ctx: RequestContext, user: Account): Promise<void> => {
  if (!user.active) return;
  // The actor is unknown: any caller can type an address.
  await runLoggedQuery(ctx, store.findActive(user._id), entry("ask_password"));
  await queueMessage(ctx.db, {
    location: SERVICE_LOCATION,
    kind: "mail",
    recipient: user.email,
    template: user.password === null ? "user_invitation" : "password_reset",
    parameters: { userId: user._id },
    subjectId: user._id,
    language: user.language_id ?? undefined,
    now: ctx.now,
  });
};
