import { createHmac, timingSafeEqual } from "node:crypto";

import { build, type Db } from "../../db/database.ts";
import { verificationKeys } from "../../lib/secret/secret-keys.ts";
import { verifyToken, signToken } from "../../lib/secret/signed-token.ts";

/** How long an invitation works (the account has no password yet), and a link for a forgotten password. */
const INVITATION_MS = 7 * 24 * 60 * 60_000;
const RESET_MS = 60 * 60_000;
const PURPOSE = "set-password";

/** The parts of the context that sign and verify such links. */
export type LinkSource = {
  config: { publicUrl: string };
  secretKey: string;
  previousKey?: string | undefined;
  now: () => number;
};

/** The state of an account that a link depends on. */
export type LinkAccount = { _id: string; email: string; password: string | null; active: boolean };

/** The email that carries such a link, as it was queued. */
export type LinkMail = { template: "user_invitation" | "password_reset"; recipient: string };

/**
 * A fingerprint of the account when the link was made. It changes with the password and with the address, so a link
 * ends with its first use, and when the user's mailbox changes; nothing about it is stored.
 */
const fingerprintOf = (secretKey: string, { email, password }: LinkAccount): string =>
  createHmac("sha256", secretKey)
    .update(`${PURPOSE}:${email}\n${password ?? ""}`)
    .digest("hex")
    .slice(0, 32);

/** The token for a user's current state; for an account without a password, it lasts as long as an invitation. */
const passwordToken = ({ secretKey, now }: Omit<LinkSource, "config">, user: LinkAccount): string => {
  const subject = `${user._id}-${fingerprintOf(secretKey, user)}`;
  return signToken(secretKey, PURPOSE, subject, now() + (user.password === null ? INVITATION_MS : RESET_MS));
};

const stillMeant = ({ template, recipient }: LinkMail, { email, password }: LinkAccount): boolean =>
  recipient === email && (template === "password_reset" || password === null);

/**
 * The link with which a user sets their password; made when its email is sent, so that no table contains it.
 * @param mail its purpose: nothing is sent to an address that is not the user's any more, and an invitation is useless
 * once there is a password
 * @returns undefined if there is nothing to send
 */
export const passwordLink = async (
  context: LinkSource,
  db: Db,
  userId: string,
  mail?: LinkMail,
): Promise<string | undefined> => {
  const accounts = build.selectFrom("users").select(["_id", "email", "password", "active"]);
  const [user] = await db.rows<LinkAccount>(accounts.where("_id", "=", userId));
  if (user?.active !== true || (mail !== undefined && !stillMeant(mail, user))) return undefined;
  return `${context.config.publicUrl}/session/password?token=${passwordToken(context, user)}`;
};

/**
 * Verifies the token of such a link: the ID of its account, and whether the account is unchanged since.
 * @returns undefined if the token is not ours or has expired
 */
export const readPasswordToken = (
  source: Omit<LinkSource, "config">,
  token: string,
): { userId: string; isFor: (account: LinkAccount) => boolean } | undefined => {
  const [, userId, fingerprint] =
    /^([0-9a-f]{24})-([0-9a-f]{32})$/.exec(verifyToken(source, PURPOSE, token, source.now()) ?? "") ?? [];
  if (userId === undefined || fingerprint === undefined) return undefined;
  const isFor = (account: LinkAccount): boolean =>
    account.active &&
    verificationKeys(source).some((key) =>
      timingSafeEqual(Buffer.from(fingerprint), Buffer.from(fingerprintOf(key, account))),
    );
  return { userId, isFor };
};
