import type { FastifyReply, FastifyRequest } from "fastify";

import { type Credential, SETTINGS_PROVIDER } from "../../platform/auth/credential.ts";
import { checkCounter, incrementCounter } from "../../platform/auth/refusals.ts";
import { lookUpSession } from "../../platform/auth/sessions.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { cookieOf, isForeignCall, setCookie, readSessionCookie } from "../../platform/http/edge/cookies.ts";
import { sendPage } from "../../platform/http/output/html-page.ts";
import { chooseAccepted } from "../../platform/lib/text/language.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { isId } from "../../platform/lib/record/ids.ts";
import { startPathOf } from "../../resources/login-providers/settings.ts";
import { recordHealth } from "../../resources/login-providers/health.ts";
import { browserOf } from "./browser.ts";
import { UNCOUNTED } from "./guard.ts";
import { FLOW_COOKIE, FLOW_MS, type Provider, type VerifiedIdentity } from "./oidc.ts";
import { clearCookie, setSessionCookies, textOf } from "./pages.ts";
import { admit, findLoginSubject, identifiedAccount } from "./provider-account.ts";
import type { FindProvider } from "./providers.ts";
import type { PageHandler } from "./router.ts";
import { confirmSession, type SessionCookies, startSession } from "./sessions.ts";
import { SignInFailure } from "./sign-in-failure.ts";
import { confirmedPage, failedPage } from "./view.ts";

const sayWhyNot =
  (ctx: RequestContext, request: FastifyRequest, reply: FastifyReply, provider: Provider) =>
  async (error: unknown): Promise<FastifyReply> => {
    if (!(error instanceof SignInFailure)) throw error;
    const { problem, message: reason, forAdmin } = error;
    const { _id: id, name } = provider;
    ctx.context.log.info({ requestId: ctx.requestId, provider: id, problem, reason }, "login with the provider failed");
    if (forAdmin !== undefined) await recordHealth(ctx, id, forAdmin);
    const language = chooseAccepted(request.headers["accept-language"]);
    const page = failedPage(language, problem, { name, start: startPathOf(id) });
    return sendPage(reply, problem === "unreachable" ? 503 : 403, page);
  };

/** The session in a call from one of our own pages. */
export const sessionOf = async (
  { context, now }: RequestContext,
  request: FastifyRequest,
): Promise<Credential["session"]> => {
  const cookie = readSessionCookie(context, request);
  if (cookie === undefined) return undefined;
  const { outcome } = await lookUpSession(context, cookie, UNCOUNTED, now);
  return "credential" in outcome ? outcome.credential.session : undefined;
};

/** A page about the active provider in its path; the login page for any other: it may just have been turned off. */
const aboutProvider =
  (
    find: FindProvider,
    page: (ctx: RequestContext, provider: Provider, on: [FastifyRequest, FastifyReply]) => Promise<FastifyReply>,
  ): PageHandler =>
  async (ctx, request, reply) => {
    const id: unknown = Reflect.get(Object(request.params), "provider") ?? SETTINGS_PROVIDER;
    const provider = isId(id) ? await find(id.toLowerCase()) : undefined;
    return provider === undefined
      ? reply.redirect(`${ctx.context.config.publicUrl}/login`, 302)
      : page(ctx, provider, [request, reply]);
  };

/**
 * Sends the browser to a login provider. A request from another site's page only leads to our own page, where the user
 * must ask for it: no user is logged in against their will.
 */
export const redirectToProvider = (find: FindProvider): PageHandler =>
  aboutProvider(find, async (ctx, provider, [request, reply]) => {
    const confirms = textOf(request.query, "confirm") !== "";
    const session = confirms ? (await sessionOf(ctx, request))?._id : undefined;
    if (isForeignCall(ctx.context, request) || (confirms && session === undefined))
      return reply.redirect(`${ctx.context.config.publicUrl}/login`, 302);
    try {
      const { url, flow } = await provider.start(session);
      setCookie(ctx.context, reply, { name: FLOW_COOKIE, value: flow, maxAgeMs: FLOW_MS, sameSite: "Lax" });
      return reply.redirect(url, 302);
    } catch (error) {
      return sayWhyNot(ctx, request, reply, provider)(error);
    }
  });

const signInAs = async (
  ctx: RequestContext,
  request: FastifyRequest,
  { vouched, provider }: { vouched: VerifiedIdentity; provider: Provider },
): Promise<SessionCookies> => {
  const subject = await findLoginSubject(ctx, vouched, provider.rules);
  return inTransaction(ctx, async (inner) =>
    startSession(inner, await admit(inner, subject), browserOf(ctx.context, request), { provider: provider._id }),
  );
};

/** The flow's cookie has the session's ID: the session's own cookie is not sent when another site leads here. */
const confirmAs = async (ctx: RequestContext, vouched: VerifiedIdentity, session: string): Promise<SessionCookies> => {
  const { _id } = await identifiedAccount(ctx, vouched);
  const kept = await confirmSession(ctx, { _id: session, user: _id });
  if (kept === undefined) throw new SignInFailure("expired", "the session has expired, or is another user's");
  return kept;
};

/** Handles a provider's answer: logs in the user it confirms, or renews the session whose user confirmed their identity. */
export const handleProviderCallback = (find: FindProvider): PageHandler =>
  aboutProvider(find, async (ctx, provider, [request, reply]) => {
    const { context, db, now } = ctx;
    const counter = `session:${refusalSource(browserOf(context, request).address)}`;
    await checkCounter(db, counter, now);
    const flow = cookieOf(context, request, FLOW_COOKIE);
    clearCookie(ctx, reply, FLOW_COOKIE);
    try {
      const vouched = await provider.finish(/\?.*$/s.exec(request.raw.url ?? "")?.[0] ?? "", flow);
      await recordHealth(ctx, provider._id, undefined);
      const { session } = vouched;
      const kept =
        session === undefined ? signInAs(ctx, request, { vouched, provider }) : confirmAs(ctx, vouched, session);
      setSessionCookies(ctx, reply, await kept);
      if (session === undefined) return await reply.redirect(`${context.config.publicUrl}/`, 302);
      return sendPage(reply, 200, confirmedPage(chooseAccepted(request.headers["accept-language"])));
    } catch (error) {
      if (error instanceof SignInFailure && error.problem === "refused") await incrementCounter(db, counter, now);
      return sayWhyNot(ctx, request, reply, provider)(error);
    }
  });
