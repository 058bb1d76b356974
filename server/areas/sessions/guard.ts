import type { FastifyRequest } from "fastify";

import { type Credential, credentialOf } from "../../platform/auth/credential.ts";
import { requireRecentLogin } from "../../platform/auth/recent-login.ts";
import { lookUpSession } from "../../platform/auth/sessions.ts";
import type { Endpoint } from "../../platform/http/contract/contract.ts";
import type { Context } from "../../platform/context.ts";
import { cookieOf, isForeignCall, readSessionCookie } from "../../platform/http/edge/cookies.ts";
import type { RouteGroup } from "../../platform/http/route-group.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import { setPassword } from "./contract.ts";
import * as factors from "./factors/contract.ts";
import { LOGIN_COOKIE, readLogin } from "./factors/login-step.ts";

/**
 * For a look-up without refusals and location. What is counted here is logging in, per address and account
 * (sessions.ts): users who are logged in are not locked out by others' typos.
 */
export const UNCOUNTED = ["", new Date(0).toISOString(), null] as const;

/** What a user whose role needs a second factor does between password and session, to add their first one. */
const ENROLMENT: ReadonlySet<Endpoint | undefined> = new Set<Endpoint>([
  factors.setUpApp,
  factors.addApp,
  factors.askNewPasskey,
  factors.addPasskey,
]);

/** The user of a pending login who must add a first factor. */
const enrollingUser = async (context: Context, request: FastifyRequest): Promise<Credential | undefined> => {
  const login = await readLogin({ context, db: context.db }, cookieOf(context, request, LOGIN_COOKIE));
  return login === undefined || login.account.second_factor ? undefined : credentialOf(login.account);
};

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
  const enrolling = cookie === undefined && ENROLMENT.has(endpoint) ? await enrollingUser(context, request) : undefined;
  if (enrolling !== undefined) return { principal: enrolling };
  if (cookie === undefined) throw forbidden("no session");
  const { outcome } = await lookUpSession(context, cookie, UNCOUNTED, context.now());
  if (!("credential" in outcome)) throw forbidden(outcome.refusal);
  if (endpoint?.confirmed === true) requireRecentLogin(context, outcome.credential, context.now());
  return { principal: outcome.credential };
};
