import { requestOptions } from "../../../platform/auth/passkeys.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { badRequest, forbidden } from "../../../platform/lib/errors.ts";
import type { Account } from "../../../resources/users/accounts.ts";
import { listMeans, userByPasskey } from "../../../resources/second-factors/checks.ts";
import { accountByPassword } from "../account.ts";
import { attempt } from "../attempts.ts";
import type { Browser } from "../browser.ts";
import { confirmSession, type SessionCookies } from "../sessions.ts";
import { newChallenge, type Use, takeChallenge } from "./challenge.ts";
import { accountOf, requireParty } from "./factors.ts";
import { factorCounters, proveByCode } from "./log-in.ts";

/** What a user confirms with: one of the three. */
export type Confirmation = { password?: string; code?: string; passkey?: unknown };

const useOf = ({ principal }: RequestContext): Use => ({ act: "confirm", of: principal.session?._id ?? "" });

/** What the browser asks one of the user's passkeys for, and the value of the challenge's cookie. */
export const askConfirmation = async (ctx: RequestContext): Promise<{ options: unknown; token: string }> => {
  const party = requireParty(ctx);
  const { bytes, token } = newChallenge(ctx.context, useOf(ctx));
  const { passkeys } = await listMeans(ctx, ctx.principal._id);
  return { options: await requestOptions(party, bytes, passkeys), token };
};

const byCode = (ctx: RequestContext, account: Account, browser: Browser, code: string): Promise<Account> =>
  attempt(
    ctx,
    factorCounters(ctx, browser, account, code),
    () => proveByCode(ctx, account, browser, code),
    () => badRequest('"code" must be one that works now.', "wrong_code", "code"),
  );

const byPasskey = (ctx: RequestContext, account: Account, browser: Browser, passkey: unknown): Promise<Account> => {
  const prove = async (): Promise<Account | undefined> => {
    const challenge = await takeChallenge(ctx, browser.challenge, useOf(ctx));
    const user = challenge === undefined ? undefined : await userByPasskey(ctx, challenge, passkey);
    return user === account._id ? account : undefined;
  };
  return attempt(ctx, factorCounters(ctx, browser, account), prove, () =>
    badRequest('"passkey" must be one of yours, and its answer in time.', "wrong_passkey", "passkey"),
  );
};

const byPassword = async (ctx: RequestContext, account: Account, browser: Browser, password: string) => {
  if (account.second_factor)
    throw badRequest("Confirm with your second factor: a code or a passkey.", "second_factor_needed");
  return accountByPassword(ctx, { field: "password", password }, browser);
};

const prove = async (ctx: RequestContext, given: Confirmation, browser: Browser): Promise<Account> => {
  const account = await accountOf(ctx);
  if (given.code !== undefined) return byCode(ctx, account, browser, given.code);
  if (given.passkey !== undefined) return byPasskey(ctx, account, browser, given.passkey);
  if (given.password !== undefined) return byPassword(ctx, account, browser, given.password);
  throw badRequest('"password", "code" or "passkey" is required.', "missing_key", "password");
};

/**
 * Has the logged-in user show again who they are; for the next 15 minutes they are not asked. A user with a second
 * factor shows that. Errors: `400` for a wrong one, `429`; `403` if the session has expired in the meantime.
 */
export const confirm = async (ctx: RequestContext, given: Confirmation, browser: Browser): Promise<SessionCookies> => {
  const { _id } = await prove(ctx, given, browser);
  const session = ctx.principal.session?._id;
  const kept = session === undefined ? undefined : await confirmSession(ctx, { _id: session, user: _id });
  if (kept === undefined) throw forbidden("the session has expired");
  return kept;
};
