import { credentialOf } from "../../../platform/auth/credential.ts";
import { requestOptions } from "../../../platform/auth/passkeys.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { forbidden } from "../../../platform/lib/errors.ts";
import { refusalSource } from "../../../platform/lib/net/ip-address.ts";
import { type Account, findAccount, logRefusedCode } from "../../../resources/users/accounts.ts";
import { isAppCode, listMeans, takeFactorCode, userByPasskey } from "../../../resources/second-factors/checks.ts";
import { attempt, codeCounterOf } from "../attempts.ts";
import { type Browser, countersOf, passwordLineOf } from "../browser.ts";
import { type SignedInSession, startSession } from "../sessions.ts";
import { newChallenge, takeChallenge } from "./challenge.ts";
import { requireParty, tookTooLong } from "./factors.ts";
import { readLogin } from "./login-step.ts";

/** Where a wrong factor of an account counts: as a wrong password does, and a wrong code of an app in its own as well. */
export const factorCounters = (
  { context }: Pick<RequestContext, "context">,
  browser: Browser,
  { email, _id }: Account,
  code?: string,
): string[] => [
  ...countersOf(context, browser, email, _id),
  ...(code !== undefined && isAppCode(code) ? [codeCounterOf(_id)] : []),
];

/** Whether a code is the user's, now and for the first time; undefined for a wrong one, which the audit log notes. */
export const proveByCode = async (
  ctx: RequestContext,
  account: Account,
  browser: Browser,
  code: string,
): Promise<Account | undefined> => {
  const principal = credentialOf(account) ?? ctx.principal;
  const line = passwordLineOf(ctx.context, browser, account._id);
  if (await takeFactorCode({ ...ctx, principal }, account, code, line)) return account;
  await logRefusedCode(ctx, account);
  return undefined;
};

/**
 * Completes a login whose password was right, with a code of the app or a recovery code. Errors: `400` if the login has
 * ended, `403` for a wrong code, `429`.
 */
export const logInByCode = async (ctx: RequestContext, code: string, browser: Browser): Promise<SignedInSession> => {
  const login = await readLogin(ctx, browser.login);
  if (login?.account.second_factor !== true) throw tookTooLong();
  const { account } = login;
  const counters = factorCounters(ctx, browser, account, code);
  const prove = () => proveByCode(ctx, account, browser, code);
  await attempt(ctx, counters, prove, () => forbidden("wrong code of a second factor"));
  return startSession(ctx, account, browser, "second factor");
};

/**
 * What the browser asks a passkey for. Without a password before, the same for all: nothing reveals whether an account
 * exists.
 * @returns the options, and the value of the challenge's cookie
 */
export const askPasskey = async (
  ctx: RequestContext,
  browser: Browser,
): Promise<{ options: unknown; token: string }> => {
  const party = requireParty(ctx);
  const login = await readLogin(ctx, browser.login);
  const { bytes, token } = newChallenge(ctx.context, { act: "login", of: login?.id ?? "" });
  const allowed = login === undefined ? [] : (await listMeans(ctx, login.account._id)).passkeys;
  return { options: await requestOptions(party, bytes, allowed), token };
};

/**
 * Logs in with a passkey: alone, or after a password, whose user it must then be. Errors: `403` for a wrong one, `429`.
 */
export const logInByPasskey = async (
  ctx: RequestContext,
  passkey: unknown,
  browser: Browser,
): Promise<SignedInSession> => {
  const login = await readLogin(ctx, browser.login);
  const prove = async (): Promise<Account | undefined> => {
    const challenge = await takeChallenge(ctx, browser.challenge, { act: "login", of: login?.id ?? "" });
    const user = challenge === undefined ? undefined : await userByPasskey(ctx, challenge, passkey);
    const account = user === undefined ? undefined : await findAccount(ctx.db, user);
    return login === undefined || login.account._id === user ? account : undefined;
  };
  const counters =
    login === undefined ? [`session:${refusalSource(browser.address)}`] : factorCounters(ctx, browser, login.account);
  const account = await attempt(ctx, counters, prove, () => forbidden("passkey not verified"));
  return startSession(ctx, account, browser, "passkey");
};
