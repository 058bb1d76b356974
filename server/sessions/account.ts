import { GUESSABLE, isGuessable } from "../auth/guessable.ts";
import { checkCounter, countOne } from "../auth/refusals.ts";
import type { Act } from "../http/call.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { accountById, setOwnPassword } from "../users/accounts.ts";
import { updateSelf } from "../users/users.ts";
import { type Browser, countersOf } from "./browser.ts";
import type { changeSelf as contract } from "./contract.ts";
import { peopleKnow } from "./passwords.ts";
import { type SignedIn, startSession } from "./sessions.ts";
import type { Visit } from "./router.ts";

/** Changes the caller's own name and language; a role, an address or a location is not theirs to change. */
export const changeSelf = (call: Visit<typeof contract>): ReturnType<typeof updateSelf> =>
  updateSelf(call, call.who._id, call);

const wrong = (): Error => badRequest('"current_password" must be your present password.');

/**
 * Changes the caller's own password. All their sessions end with the old one; this browser gets a new one.
 * A wrong present password counts as one at signing in does: whoever finds an open browser cannot guess on.
 * Errors: `400` for a wrong present password, for who has none, and for a new one that is tried first; `429`.
 */
export const changePassword = async (
  act: Act,
  { current_password, password }: { current_password: string; password: string },
  browser: Browser,
): Promise<SignedIn> => {
  const { context, db, now } = act;
  const account = await accountById(db, act.who._id);
  if (account === undefined) throw notFound();
  const counters = countersOf(context, browser, account.email, account._id);
  const checkCounters = async (): Promise<void> => {
    for (const counter of counters) await checkCounter(db, counter, now);
  };
  await checkCounters();
  if (!(await context.passwords.verify(account.password ?? undefined, current_password))) {
    for (const counter of counters) await countOne(db, counter, now);
    throw wrong();
  }
  // Of many tries at once, none counts that comes out after the last one allowed.
  await checkCounters();
  if (await isGuessable(password, peopleKnow(account))) throw badRequest(GUESSABLE);
  return together(act, async (inner) => {
    const changed = await setOwnPassword(inner, account, password);
    // Another browser was faster.
    if (changed === undefined) throw wrong();
    return startSession(inner, changed, browser, "password");
  });
};
