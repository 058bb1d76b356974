import { requireRecentSignIn } from "../../platform/auth/recent-sign-in.ts";
import { lookUpSession } from "../../platform/auth/sessions.ts";
import { isForeignCall, readSessionCookie } from "../../platform/http/cookies.ts";
import type { RouteGroup } from "../../platform/http/route-group.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import { setPassword } from "./contract.ts";

/** For a look-up that asks for no refusals and no location. What is counted here is signing in, per address and account (sessions.ts): who is signed in is not shut out by others' typos. */
export const UNCOUNTED = ["", new Date(0).toISOString(), null] as const;

/**
 * Admits callers with a session, and every caller where a route is open. No other site's page may call anything that acts; where a
 * password is set by a link, the link is the credential, and the page's form says nothing of where it comes from.
 * Errors: `403`; `400` where the user is asked again for their password or provider (auth/recent-sign-in.ts).
 */
export const guardSessions: RouteGroup["guard"] = async (context, request, endpoint) => {
  if (request.method !== "GET" && endpoint !== setPassword && isForeignCall(context, request))
    throw forbidden("call from another origin");
  if (request.routeOptions.config.open === true) return undefined;
  const cookie = readSessionCookie(context, request);
  if (cookie === undefined) throw forbidden("no session");
  const { outcome } = await lookUpSession(context, cookie, UNCOUNTED, context.now());
  if (!("credential" in outcome)) throw forbidden(outcome.refusal);
  if (endpoint?.confirmed === true) requireRecentSignIn(context, outcome.credential, context.now());
  return { principal: outcome.credential };
};
