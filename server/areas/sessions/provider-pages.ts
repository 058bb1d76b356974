import type { FastifyReply, FastifyRequest } from "fastify";

import { checkCounter, incrementCounter } from "../../platform/auth/refusals.ts";
import { lookUpSession } from "../../platform/auth/sessions.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { cookieOf, isForeignCall, setCookie, readSessionCookie } from "../../platform/http/edge/cookies.ts";
import { sendPage } from "../../platform/http/output/html-page.ts";
import { chooseAccepted } from "../../platform/lib/text/language.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import {
  type Account,
  findAccountByEmail,
  findAccountByIdentity,
  logOtherIdentity,
  linkIdentity,
} from "../../resources/users/accounts.ts";
import { browserOf } from "./browser.ts";
import { UNCOUNTED } from "./guard.ts";
import { FLOW_COOKIE, FLOW_MS, type Provider, SignInFailure, type VerifiedIdentity } from "./oidc.ts";
import { clearCookie, setSessionCookies, textOf } from "./pages.ts";
import type { PageHandler } from "./router.ts";
import { confirmSession, type SessionCookies, startSession } from "./sessions.ts";
import { confirmedPage, failedPage } from "./view.ts";

const sayWhyNot =
  ({ context, requestId }: RequestContext, request: FastifyRequest, reply: FastifyReply, provider: Provider) =>
  (error: unknown): FastifyReply => {
    if (!(error instanceof SignInFailure)) throw error;
    context.log.info({ requestId, problem: error.problem, reason: error.message }, "login with the provider failed");
    const language = chooseAccepted(request.headers["accept-language"]);
    return sendPage(
      reply,
      error.problem === "unreachable" ? 503 : 403,
      failedPage(language, error.problem, provider.name),
    );
  };

/** The ID of the session in a call from one of our own pages. */
const sessionOf = async ({ context, now }: RequestContext, request: FastifyRequest): Promise<string | undefined> => {
  const cookie = readSessionCookie(context, request);
  if (cookie === undefined) return undefined;
  const { outcome } = await lookUpSession(context, cookie, UNCOUNTED, now);
  return "credential" in outcome ? outcome.credential.session?._id : undefined;
};

/**
 * Sends the browser to the identity provider. A request from another site's page only leads to our own page, where the
 * user must ask for it: no user is logged in against their will.
 */
export const redirectToProvider =
  (provider: Provider): PageHandler =>
  async (ctx, request, reply) => {
    const confirms = textOf(request.query, "confirm") !== "";
    const session = confirms ? await sessionOf(ctx, request) : undefined;
    if (isForeignCall(ctx.context, request) || (confirms && session === undefined))
      return reply.redirect(`${ctx.context.config.publicUrl}/login`, 302);
    try {
      const { url, flow } = await provider.start(session);
      setCookie(ctx.context, reply, { name: FLOW_COOKIE, value: flow, maxAgeMs: FLOW_MS, sameSite: "Lax" });
      return reply.redirect(url, 302);
    } catch (error) {
      return sayWhyNot(ctx, request, reply, provider)(error);
    }
  };

const unknown = (reason: string): SignInFailure => new SignInFailure("unknown", reason);

/**
 * The user with the provider's identity: at first the one with the address it has verified, and from then on the one
 * with the same identifier. An address may be given to another person some day (OWASP ASVS 5.0, 10.5.2).
 */
const accountOf = async (ctx: RequestContext, vouched: VerifiedIdentity): Promise<Account> => {
  const known = await findAccountByIdentity(ctx.db, vouched);
  const account = known ?? (await findAccountByEmail(ctx.db, await vouched.email()));
  // A login creates no account: an administrator decides who may log in.
  if (account?.active !== true) throw unknown("no active user is meant");
  if (known === undefined && account.identity?.issuer === vouched.issuer) {
    await logOtherIdentity(ctx, account);
    throw unknown("the provider now means another person by this address");
  }
  return account;
};

const signInAs = async (
  ctx: RequestContext,
  request: FastifyRequest,
  vouched: VerifiedIdentity,
): Promise<SessionCookies> => {
  const account = await accountOf(ctx, vouched);
  const isKnown = account.identity?.issuer === vouched.issuer;
  return inTransaction(ctx, async (inner) => {
    if (!isKnown && !(await linkIdentity(inner, account, vouched)))
      throw unknown("the user has changed in the meantime");
    return startSession(inner, account, browserOf(ctx.context, request), "identity_provider");
  });
};

/** The flow's cookie has the session's ID: the session's own cookie is not sent when another site leads here. */
const confirmAs = async (ctx: RequestContext, vouched: VerifiedIdentity, session: string): Promise<SessionCookies> => {
  const { _id } = await accountOf(ctx, vouched);
  const kept = await confirmSession(ctx, { _id: session, user: _id });
  if (kept === undefined) throw new SignInFailure("expired", "the session has expired, or is another user's");
  return kept;
};

/**
 * Handles the identity provider's answer: logs in the user it confirms, or renews the session whose user confirmed
 * their identity.
 */
export const handleProviderCallback =
  (provider: Provider): PageHandler =>
  async (ctx, request, reply) => {
    const { context, db, now } = ctx;
    const counter = `session:${refusalSource(browserOf(context, request).address)}`;
    await checkCounter(db, counter, now);
    const flow = cookieOf(context, request, FLOW_COOKIE);
    clearCookie(ctx, reply, FLOW_COOKIE);
    try {
      const vouched = await provider.finish(/\?.*$/s.exec(request.raw.url ?? "")?.[0] ?? "", flow);
      const { session } = vouched;
      const kept = session === undefined ? signInAs(ctx, request, vouched) : confirmAs(ctx, vouched, session);
      setSessionCookies(ctx, reply, await kept);
      if (session === undefined) return await reply.redirect(`${context.config.publicUrl}/`, 302);
      return sendPage(reply, 200, confirmedPage(chooseAccepted(request.headers["accept-language"])));
    } catch (error) {
      if (error instanceof SignInFailure && error.problem === "refused") await incrementCounter(db, counter, now);
      return sayWhyNot(ctx, request, reply, provider)(error);
    }
  };
