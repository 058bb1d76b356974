import { createHmac, timingSafeEqual } from "node:crypto";

import type { Db } from "../db/database.ts";
import { readingKeys } from "../lib/keys.ts";
import { readToken, signToken } from "../lib/signed.ts";
import { findUser, type UserRow } from "./store.ts";

/** How long an invitation works (the account has no password yet), and a link for who forgot theirs. */
const INVITATION_MS = 7 * 24 * 60 * 60_000;
const RESET_MS = 60 * 60_000;
const PURPOSE = "set-password";

/** What signing and reading such links needs of the context. */
export type LinkSource = {
  config: { publicUrl: string };
  secretKey: string;
  previousKey?: string | undefined;
  now: () => number;
};

/** The mail that carries such a link, as it was queued. */
export type LinkMail = { template: "user_invitation" | "password_reset"; recipient: string };

/**
 * What the account looked like when the link was made. It changes with the password and with the address, so a link ends with
 * its first use, and when the mailbox it went to is no longer the user's; nothing about it is stored.
 */
const fingerprintOf = (secretKey: string, { email, password }: UserRow): string =>
  createHmac("sha256", secretKey)
    .update(`${PURPOSE}:${email}\n${password ?? ""}`)
    .digest("hex")
    .slice(0, 32);

const usable = (user: UserRow | undefined): user is UserRow => user?.active === true;

/** The token for a user as they are now; an account without a password gets the time of an invitation. */
const passwordToken = ({ secretKey, now }: Omit<LinkSource, "config">, user: UserRow): string => {
  const subject = `${user._id}-${fingerprintOf(secretKey, user)}`;
  return signToken(secretKey, PURPOSE, subject, now() + (user.password === null ? INVITATION_MS : RESET_MS));
};

const stillMeant = ({ template, recipient }: LinkMail, { email, password }: UserRow): boolean =>
  recipient === email && (template === "password_reset" || password === null);

/**
 * The link with which a user sets their password; made when its mail is sent, so that no table holds it.
 * @param mail what it is for: nothing goes to an address that is not the user's any more, and an invitation is of no use once
 *   there is a password
 * @returns undefined when there is nothing to send
 */
export const passwordLink = async (
  context: LinkSource,
  db: Db,
  userId: string,
  mail?: LinkMail,
): Promise<string | undefined> => {
  const user = await findUser(db, userId);
  if (!usable(user) || (mail !== undefined && !stillMeant(mail, user))) return undefined;
  return `${context.config.publicUrl}/session/password?token=${passwordToken(context, user)}`;
};

/** The user a token was made for; undefined when it is not ours, has ended, was used, or the user may not sign in. */
export const userOfToken = async (
  source: Omit<LinkSource, "config">,
  db: Db,
  token: string,
): Promise<UserRow | undefined> => {
  const [, id = "", fingerprint = ""] =
    /^([0-9a-f]{24})-([0-9a-f]{32})$/.exec(readToken(source, PURPOSE, token, source.now()) ?? "") ?? [];
  const user = id === "" ? undefined : await findUser(db, id);
  if (!usable(user)) return undefined;
  const isAsThen = readingKeys(source).some((key) =>
    timingSafeEqual(Buffer.from(fingerprint), Buffer.from(fingerprintOf(key, user))),
  );
  return isAsThen ? user : undefined;
};
