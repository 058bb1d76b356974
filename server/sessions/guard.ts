import { checkConfirmed } from "../auth/confirmed.ts";
import { lookUpSession } from "../auth/sessions.ts";
import { isForeignCall, shownSession } from "../http/cookies.ts";
import type { Area } from "../http/outside.ts";
import { refused } from "../lib/errors.ts";
import { setPassword } from "./contract.ts";

/** For a look-up that asks for no refusals and no location. What is counted here is signing in, per address and account (sessions.ts): who is signed in is not shut out by others' typos. */
export const UNCOUNTED = ["", new Date(0).toISOString(), null] as const;

/**
 * Lets in who shows a session, and anybody where a route is open. No other site's page may call anything that acts; where a
 * password is set by a link, the link is the credential, and the page's form says nothing of where it comes from.
 * Errors: `403`; `400` where somebody is asked again who they are (auth/confirmed.ts).
 */
export const guardSessions: Area["guard"] = async (context, request, endpoint) => {
  if (request.method !== "GET" && endpoint !== setPassword && isForeignCall(context, request))
    throw refused("call from another origin");
  if (request.routeOptions.config.open === true) return undefined;
  const shown = shownSession(context, request);
  if (shown === undefined) throw refused("no session");
  const { accepted } = await lookUpSession(context, shown, UNCOUNTED, context.now());
  if (!("credential" in accepted)) throw refused(accepted.refusal);
  if (endpoint?.confirmed === true) checkConfirmed(context, accepted.credential, context.now());
  return { who: accepted.credential };
};
