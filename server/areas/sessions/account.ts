import { requireRecentLogin } from "../../platform/auth/recent-login.ts";
import { GUESSABLE_MESSAGE, isGuessable } from "../../platform/auth/passwords/guessable-passwords.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { type Account, findAccount, setOwnPassword } from "../../resources/users/accounts.ts";
import { updateSelf } from "../../resources/users/users.ts";
import { readChanger } from "../../resources/audit/changer.ts";
import { attempt } from "./attempts.ts";
import { type Browser, countersOf } from "./browser.ts";
import type { changeSelf as contract, readChanger as changerContract } from "./contract.ts";
import { personalWords } from "./passwords.ts";
import { type SignedInSession, startSession } from "./sessions.ts";
import type { BrowserCall } from "./router.ts";

/** Changes the caller's own name and language; role, address and locations can't be changed here. */
export const changeSelf = (call: BrowserCall<typeof contract>): ReturnType<typeof updateSelf> =>
  updateSelf(call, call.principal._id, call);

/** Who else changed a record last, for a form of the console. Errors: `404` */
export const findChanger = (call: BrowserCall<typeof changerContract>): Promise<{ name?: string }> =>
  readChanger(call, call.params);

const wrong = (field: string): Error =>
  badRequest(`"${field}" must be your current password.`, "wrong_password", field);

/**
 * The account of the session's user, if this is their current password. A wrong one counts as at the login: a stranger
 * at an open browser can't keep guessing. Errors: `400` for a wrong one, and for a user without one; `429`.
 */
export const accountByPassword = async (
  ctx: RequestContext,
  sent: { field: string; password: string },
  browser: Browser,
): Promise<Account> => {
  const { context, db } = ctx;
  const account = await findAccount(db, ctx.principal._id);
  if (account === undefined) throw notFound();
  const line = { source: refusalSource(browser.address), isKnown: true };
  const prove = async (): Promise<Account | undefined> =>
    (await context.passwords.verify(account.password ?? undefined, sent.password, line)) ? account : undefined;
  return attempt(ctx, countersOf(context, browser, account.email, account._id), prove, () => wrong(sent.field));
};

/** The new session counts as confirmed, for which a password isn't enough where there is a second factor. */
const requireFactor = async (ctx: RequestContext): Promise<void> => {
  const account = await findAccount(ctx.db, ctx.principal._id);
  if (account?.second_factor === true) requireRecentLogin(ctx.context, ctx.principal, ctx.now);
};

/**
 * Changes the caller's own password. All their sessions end with the old one; this browser gets a new session. Errors:
 * `400` for a wrong current password, for a user without one, and for a new one that is easily guessed, and for a user
 * with a second factor who was not asked for it within 15 minutes; `429`.
 */
export const changePassword = async (
  ctx: RequestContext,
  { current_password, password }: { current_password: string; password: string },
  browser: Browser,
): Promise<SignedInSession> => {
  await requireFactor(ctx);
  const account = await accountByPassword(ctx, { field: "current_password", password: current_password }, browser);
  if (await isGuessable(password, personalWords(account)))
    throw badRequest(GUESSABLE_MESSAGE, "guessable_password", "password");
  return inTransaction(ctx, async (inner) => {
    const changed = await setOwnPassword(inner, account, password);
    // Another browser was faster.
    if (changed === undefined) throw wrong("current_password");
    return startSession(inner, changed, browser, "password");
  });
};
