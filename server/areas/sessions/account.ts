import { GUESSABLE_MESSAGE, isGuessable } from "../../platform/auth/guessable-passwords.ts";
import { checkCounter, incrementCounter } from "../../platform/auth/refusals.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { refusalSource } from "../../platform/lib/ip-address.ts";
import { badRequest, notFound, forbidden } from "../../platform/lib/errors.ts";
import { type Account, findAccount, setOwnPassword } from "../../resources/users/accounts.ts";
import { updateSelf } from "../../resources/users/users.ts";
import { type Browser, countersOf } from "./browser.ts";
import type { changeSelf as contract } from "./contract.ts";
import { personalWords } from "./passwords.ts";
import { confirmSession, type SessionCookies, type SignedInSession, startSession } from "./sessions.ts";
import type { BrowserCall } from "./router.ts";

/** Changes the caller's own name and language; a role, an address or a location is not theirs to change. */
export const changeSelf = (call: BrowserCall<typeof contract>): ReturnType<typeof updateSelf> =>
  updateSelf(call, call.principal._id, call);

const wrong = (field: string): Error =>
  badRequest(`"${field}" must be your current password.`, "wrong_password", field);

/**
 * The account of the session's user, when this is their present password. A wrong one counts as at the login: who finds an open
 * browser cannot guess on. Errors: `400` for a wrong one, and for who has none; `429`.
 */
const accountBy = async (
  ctx: RequestContext,
  sent: { field: string; password: string },
  browser: Browser,
): Promise<Account> => {
  const { context, db, now } = ctx;
  const account = await findAccount(db, ctx.principal._id);
  if (account === undefined) throw notFound();
  const counters = countersOf(context, browser, account.email, account._id);
  const checkCounters = async (): Promise<void> => {
    for (const counter of counters) await checkCounter(db, counter, now);
  };
  await checkCounters();
  const line = { source: refusalSource(browser.address), isKnown: true };
  if (!(await context.passwords.verify(account.password ?? undefined, sent.password, line))) {
    for (const counter of counters) await incrementCounter(db, counter, now);
    throw wrong(sent.field);
  }
  // Of many tries at once, none counts that comes out after the last one allowed.
  await checkCounters();
  return account;
};

/**
 * Takes the password of who is signed in once more; for the next 15 minutes they are not asked again.
 * Errors: `400`, `429` as above; `403` when the session has expired meanwhile.
 */
export const confirm = async (ctx: RequestContext, password: string, browser: Browser): Promise<SessionCookies> => {
  const { _id } = await accountBy(ctx, { field: "password", password }, browser);
  const session = ctx.principal.session?._id;
  const kept = session === undefined ? undefined : await confirmSession(ctx, { _id: session, user: _id });
  if (kept === undefined) throw forbidden("the session has expired");
  return kept;
};

/**
 * Changes the caller's own password. All their sessions end with the old one; this browser gets a new one.
 * Errors: `400` for a wrong present password, for who has none, and for a new one that is tried first; `429`.
 */
export const changePassword = async (
  ctx: RequestContext,
  { current_password, password }: { current_password: string; password: string },
  browser: Browser,
): Promise<SignedInSession> => {
  const account = await accountBy(ctx, { field: "current_password", password: current_password }, browser);
  if (await isGuessable(password, personalWords(account)))
    throw badRequest(GUESSABLE_MESSAGE, "guessable_password", "password");
  return inTransaction(ctx, async (inner) => {
    const changed = await setOwnPassword(inner, account, password);
    // Another browser was faster.
    if (changed === undefined) throw wrong("current_password");
    return startSession(inner, changed, browser, "password");
  });
};
