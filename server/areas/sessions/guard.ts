import { requireRecentLogin } from "../../platform/auth/recent-login.ts";
import { lookUpSession } from "../../platform/auth/sessions.ts";
import { isForeignCall, readSessionCookie } from "../../platform/http/edge/cookies.ts";
import type { RouteGroup } from "../../platform/http/route-group.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import { setPassword } from "./contract.ts";

/**
 * For a look-up without refusals and location. What is counted here is logging in, per address and account
 * (sessions.ts): users who are logged in are not locked out by others' typos.
 */
export const UNCOUNTED = ["", new Date(0).toISOString(), null] as const;

/**
 * Admits callers with a session, and every caller on open routes. Pages of other sites may not call anything that
 * changes data. When a password is set by a link, the link is the credential, and the page's form does not say where it
 * comes from. Errors: `403`; `400` if the user must confirm their password or log in at the provider again
 * (auth/recent-login.ts).
 */
export const guardSessions: RouteGroup["guard"] = async (context, request, endpoint) => {
  if (request.method !== "GET" && endpoint !== setPassword && isForeignCall(context, request))
    throw forbidden("call from another origin");
  if (request.routeOptions.config.open === true) return undefined;
  const cookie = readSessionCookie(context, request);
  if (cookie === undefined) throw forbidden("no session");
  const { outcome } = await lookUpSession(context, cookie, UNCOUNTED, context.now());
  if (!("credential" in outcome)) throw forbidden(outcome.refusal);
  if (endpoint?.confirmed === true) requireRecentLogin(context, outcome.credential, context.now());
  return { principal: outcome.credential };
};
