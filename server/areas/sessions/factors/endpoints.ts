import { setCookie } from "../../../platform/http/edge/cookies.ts";
import { inTransaction } from "../../../platform/http/in-transaction.ts";
import type { Endpoint } from "../../../platform/http/contract/contract.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import {
  addFactor,
  type AddedFactor,
  listOwnFactors,
  type NewFactor,
  removeFactor,
  renewCodes,
} from "../../../resources/second-factors/second-factors.ts";
import { clearCookie, setSessionCookies } from "../pages.ts";
import type { BrowserCall, SessionRouter } from "../router.ts";
import { type SignedInSession, startSession } from "../sessions.ts";
import { CHALLENGE_COOKIE, CHALLENGE_MS } from "./challenge.ts";
import { askConfirmation } from "./confirm.ts";
import * as contract from "./contract.ts";
import * as factors from "./factors.ts";
import { askPasskey, logInByCode, logInByPasskey } from "./log-in.ts";
import { LOGIN_COOKIE } from "./login-step.ts";

const open = { open: true } as const;

/** A call of any of these endpoints. */
type AnyCall = RequestContext & Pick<BrowserCall<Endpoint>, "browser" | "reply">;

/** Gives the browser its session, and takes the cookie of the pending login away. */
const admit = (call: AnyCall, signedIn: SignedInSession): { user: SignedInSession["user"] } => {
  setSessionCookies(call, call.reply, signedIn);
  clearCookie(call, call.reply, LOGIN_COOKIE);
  return { user: signedIn.user };
};

/** Sends what a browser asks a passkey for, with the challenge's cookie. */
const ask = async (
  { context, reply }: AnyCall,
  asked: Promise<{ options: unknown; token: string }>,
): Promise<unknown> => {
  const { options, token } = await asked;
  setCookie(context, reply, { name: CHALLENGE_COOKIE, value: token, maxAgeMs: CHALLENGE_MS, sameSite: "Strict" });
  return options;
};

/** Who adds a factor: the guard has admitted a session, or a pending login whose user must add one. */
const addingOf = async (call: AnyCall): Promise<factors.Adding> => ({
  account: await factors.accountOf(call),
  of: call.principal.session?._id ?? call.browser.login?.split(".", 1)[0] ?? "",
});

/** Adds a factor; a login that needed it is complete then. */
const add = async (
  call: AnyCall,
  read: (adding: factors.Adding) => NewFactor | Promise<NewFactor>,
): Promise<AddedFactor & Partial<Pick<SignedInSession, "user">>> => {
  const adding = await addingOf(call);
  const factor = await read(adding);
  return inTransaction(call, async (inner) => {
    const added = await addFactor(inner, adding.account, factor);
    if (call.principal.session !== undefined) return added;
    return { ...added, ...admit(call, await startSession(inner, adding.account, call.browser, "second factor")) };
  });
};

/** Logging in with a second factor or a passkey, and the user's own factors (docs/sessions.md). */
export const addFactorEndpoints = (on: SessionRouter): void => {
  on(contract.enterCode, async (call) => admit(call, await logInByCode(call, call.body.code, call.browser)), open);
  on(contract.askPasskey, (call) => ask(call, askPasskey(call, call.browser)), open);
  on(
    contract.enterPasskey,
    async (call) => admit(call, await logInByPasskey(call, call.body.passkey, call.browser)),
    open,
  );
  on(contract.askConfirmation, (call) => ask(call, askConfirmation(call)));
  on(contract.listFactors, async (call) => listOwnFactors(call, await factors.accountOf(call)));
  on(contract.setUpApp, async (call) => factors.setUpApp(call, await addingOf(call)));
  on(contract.addApp, (call) => add(call, (adding) => factors.readNewApp(call, adding, call.body)));
  on(contract.askNewPasskey, async (call) => ask(call, factors.askNewPasskey(call, await addingOf(call))));
  on(contract.addPasskey, (call) =>
    add(call, (adding) => factors.readPasskey(call, adding, call.body, call.browser.challenge)),
  );
  on(contract.renewCodes, async (call) => ({
    recovery_codes: await renewCodes(call, await factors.accountOf(call)),
  }));
  on(contract.removeFactor, async (call) => {
    await removeFactor(call, await factors.accountOf(call), call.params.id);
    return { message: "Second factor removed." };
  });
};
