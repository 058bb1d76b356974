import { randomBytes } from "node:crypto";

import type { RequestContext } from "../../../platform/http/request-context.ts";
import { signToken, verifyToken } from "../../../platform/lib/secret/signed-token.ts";
import { type Account, findAccount } from "../../../resources/users/accounts.ts";
import { listMeans } from "../../../resources/second-factors/checks.ts";
import { needsFactor } from "../../../resources/second-factors/login-rules.ts";

/** The cookie of a login between the right password and the second factor, without prefix. */
export const LOGIN_COOKIE = "foyer-login";
export const LOGIN_MS = 10 * 60_000;

/** What a login needs besides the password: one of the user's factors, or that they add their first one. */
export type NextStep = { step: "verify" | "enrol"; factors: ("totp" | "passkey")[] };

/** A login between password and second factor; its ID is for what belongs to it alone. */
export type PendingLogin = { account: Account; id: string };

/** What a login with the right password still needs; undefined if nothing. */
export const nextStepOf = async (ctx: RequestContext, account: Account): Promise<NextStep | undefined> => {
  if (account.second_factor) return { step: "verify", factors: (await listMeans(ctx, account._id)).kinds };
  return (await needsFactor(ctx, account.role)) ? { step: "enrol", factors: [] } : undefined;
};

/** With the password's hash in it, so that another password ends the logins that were begun with the one before. */
const purposeOf = ({ email, password }: Account): string => `login:${email}\n${password ?? ""}`;

/** The value of the cookie of a login. */
export const loginToken = ({ secretKey, now }: RequestContext["context"], account: Account): string =>
  signToken(secretKey, purposeOf(account), `${account._id}-${randomBytes(12).toString("hex")}`, now() + LOGIN_MS);

/** The login of a cookie's value; undefined if it isn't ours or has expired, or if the user has changed since. */
export const readLogin = async (
  { context, db }: Pick<RequestContext, "context" | "db">,
  token: string | undefined,
): Promise<PendingLogin | undefined> => {
  const [, userId] = /^([0-9a-f]{24})-/.exec(token ?? "") ?? [];
  const account = userId === undefined ? undefined : await findAccount(db, userId);
  if (token === undefined || account?.active !== true) return undefined;
  const id = verifyToken(context, purposeOf(account), token, context.now());
  return id === undefined ? undefined : { account, id };
};
