import { GUESSABLE, isGuessable } from "../auth/guessable.ts";
import { checkCounter, countOne } from "../auth/refusals.ts";
import type { Act } from "../http/call.ts";
import { together } from "../http/together.ts";
import { refusalSource } from "../lib/address.ts";
import { badRequest, notFound, refused } from "../lib/errors.ts";
import { type Account, accountById, setOwnPassword } from "../users/accounts.ts";
import { updateSelf } from "../users/users.ts";
import { type Browser, countersOf } from "./browser.ts";
import type { changeSelf as contract } from "./contract.ts";
import { peopleKnow } from "./passwords.ts";
import { confirmSession, type Kept, type SignedIn, startSession } from "./sessions.ts";
import type { Visit } from "./router.ts";

/** Changes the caller's own name and language; a role, an address or a location is not theirs to change. */
export const changeSelf = (call: Visit<typeof contract>): ReturnType<typeof updateSelf> =>
  updateSelf(call, call.who._id, call);

const wrong = (field: string): Error =>
  badRequest(`"${field}" must be your present password.`, "wrong_password", field);

/**
 * The account of who is signed in, when this is their present password. A wrong one counts as at signing in: whoever finds an open
 * browser cannot guess on. Errors: `400` for a wrong one, and for who has none; `429`.
 */
const accountBy = async (act: Act, sent: { field: string; password: string }, browser: Browser): Promise<Account> => {
  const { context, db, now } = act;
  const account = await accountById(db, act.who._id);
  if (account === undefined) throw notFound();
  const counters = countersOf(context, browser, account.email, account._id);
  const checkCounters = async (): Promise<void> => {
    for (const counter of counters) await checkCounter(db, counter, now);
  };
  await checkCounters();
  const line = { source: refusalSource(browser.address), isKnown: true };
  if (!(await context.passwords.verify(account.password ?? undefined, sent.password, line))) {
    for (const counter of counters) await countOne(db, counter, now);
    throw wrong(sent.field);
  }
  // Of many tries at once, none counts that comes out after the last one allowed.
  await checkCounters();
  return account;
};

/**
 * Takes the password of who is signed in once more; for the next 15 minutes they are not asked again.
 * Errors: `400`, `429` as above; `403` when the session has ended meanwhile.
 */
export const confirm = async (act: Act, password: string, browser: Browser): Promise<Kept> => {
  const { _id } = await accountBy(act, { field: "password", password }, browser);
  const session = act.who.session?._id;
  const kept = session === undefined ? undefined : await confirmSession(act, { _id: session, user: _id });
  if (kept === undefined) throw refused("the session has ended");
  return kept;
};

/**
 * Changes the caller's own password. All their sessions end with the old one; this browser gets a new one.
 * Errors: `400` for a wrong present password, for who has none, and for a new one that is tried first; `429`.
 */
export const changePassword = async (
  act: Act,
  { current_password, password }: { current_password: string; password: string },
  browser: Browser,
): Promise<SignedIn> => {
  const account = await accountBy(act, { field: "current_password", password: current_password }, browser);
  if (await isGuessable(password, peopleKnow(account))) throw badRequest(GUESSABLE, "guessable_password", "password");
  return together(act, async (inner) => {
    const changed = await setOwnPassword(inner, account, password);
    // Another browser was faster.
    if (changed === undefined) throw wrong("current_password");
    return startSession(inner, changed, browser, "password");
  });
};
