import { hashPassword } from "../auth/passwords.ts";
import { credentialOf } from "../auth/credential.ts";
import type { Db } from "../db/database.ts";
import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { SERVICE_LOCATION } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import { queueMessage } from "../messages/queue.ts";
import { userOfToken } from "./password-link.ts";
import * as store from "./store.ts";

/** What signing in needs to know of a user. */
export type Account = store.UserRow;

/** The user of an e-mail address, active or not. @param email in lower case */
export const accountByEmail = (db: Db, email: string): Promise<Account | undefined> => store.findUserByEmail(db, email);

/** The account of a user, active or not. */
export const accountById = (db: Db, id: string): Promise<Account | undefined> => store.findUser(db, id);

/** The user whom the identity provider means by this subject, active or not. */
export const accountByIdentity = (
  db: Db,
  identity: { issuer: string; subject: string },
): Promise<Account | undefined> => store.findUserByIdentity(db, identity);

const entry = (act: string) => ({ location: SERVICE_LOCATION, act: `user.${act}`, subject: "user" });

/**
 * Sets the password that a link allows; the sessions of the user end with it (the database sees to that). Of several uses of
 * one link at once one succeeds.
 * @returns the user as they were, or undefined when the link has ended or was used
 */
export const setPasswordByLink = async (act: Act, token: string, password: string): Promise<Account | undefined> => {
  const user = await userOfToken(act.context, act.db, token);
  const who = user === undefined ? undefined : credentialOf(user);
  if (user === undefined || who === undefined) return undefined;
  const hash = await hashPassword(password);
  const written = await change({ ...act, who }, store.updatePassword(user, hash, iso(act.now)), entry("set_password"));
  return written.length === 0 ? undefined : user;
};

/**
 * Gives a user the password they chose; all their sessions end with it.
 * @returns the user with it, or undefined when they were changed meanwhile
 */
export const setOwnPassword = async (act: Act, user: Account, password: string): Promise<Account | undefined> => {
  const hash = await hashPassword(password);
  const written = await change(act, store.updatePassword(user, hash, iso(act.now)), entry("set_password"));
  return written.length === 0 ? undefined : { ...user, password: hash };
};

/**
 * Remembers whom the identity provider means, with the user's first sign-in there.
 * @returns whether it is remembered; not when they were changed meanwhile
 */
export const rememberIdentity = async (
  act: Act,
  user: Account,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> => {
  const who = credentialOf(user);
  if (who === undefined) return false;
  const identity = { issuer, subject, since: iso(act.now) };
  return (await change({ ...act, who }, store.updateIdentity(user, identity), entry("know_identity"))).length > 0;
};

/** Notes that somebody came from the identity provider with the address of a user, and is not whom it meant before. */
export const noteOtherIdentity = async (act: Act, user: Account): Promise<void> => {
  await change(act, store.selectActive(user._id), entry("refuse_identity"));
};

/**
 * Queues the mail with a link to set a password: an invitation once more for who has none yet. Nothing happens for somebody
 * who may not sign in.
 */
export const mailPasswordLink = async (act: Act, user: Account): Promise<void> => {
  if (!user.active) return;
  // By whom cannot be known: anybody may type an address.
  await change(act, store.selectActive(user._id), entry("ask_password"));
  await queueMessage(act.db, {
    location: SERVICE_LOCATION,
    kind: "mail",
    recipient: user.email,
    template: user.password === null ? "user_invitation" : "password_reset",
    parameters: { userId: user._id },
    subjectId: user._id,
    language: user.language_id ?? undefined,
    now: act.now,
  });
};
