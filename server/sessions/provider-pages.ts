import type { FastifyReply, FastifyRequest } from "fastify";

import { checkCounter, countOne } from "../auth/refusals.ts";
import { lookUpSession } from "../auth/sessions.ts";
import type { Act } from "../http/call.ts";
import { cookieOf, isForeignCall, setCookie, shownSession } from "../http/cookies.ts";
import { sendPage } from "../http/page.ts";
import { together } from "../http/together.ts";
import { refusalSource } from "../lib/address.ts";
import {
  type Account,
  accountByEmail,
  accountByIdentity,
  noteOtherIdentity,
  rememberIdentity,
} from "../users/accounts.ts";
import { browserOf } from "./browser.ts";
import { UNCOUNTED } from "./guard.ts";
import { FLOW_COOKIE, FLOW_MS, type Provider, SignInFailure, type Vouched } from "./oidc.ts";
import { dropCookie, keepSession, textOf } from "./pages.ts";
import type { PageHandler } from "./router.ts";
import { confirmSession, type Kept, startSession } from "./sessions.ts";
import { pageLanguage } from "./texts.ts";
import { confirmedPage, failedPage } from "./view.ts";

const sayWhyNot =
  ({ context, requestId }: Act, request: FastifyRequest, reply: FastifyReply, provider: Provider) =>
  (error: unknown): FastifyReply => {
    if (!(error instanceof SignInFailure)) throw error;
    context.log.info({ requestId, problem: error.problem, reason: error.message }, "sign-in at the provider failed");
    const language = pageLanguage(request.headers["accept-language"]);
    return sendPage(
      reply,
      error.problem === "unreachable" ? 503 : 403,
      failedPage(language, error.problem, provider.name),
    );
  };

/** The id of the session that a call from one of our own pages shows. */
const sessionOf = async ({ context, now }: Act, request: FastifyRequest): Promise<string | undefined> => {
  const shown = shownSession(context, request);
  if (shown === undefined) return undefined;
  const { accepted } = await lookUpSession(context, shown, UNCOUNTED, now);
  return "credential" in accepted ? accepted.credential.session?._id : undefined;
};

/**
 * Sends the browser to the identity provider. A page of another site gets no further than our own page, where somebody has to ask
 * for it: nobody is signed in without having wanted it.
 */
export const goToProvider =
  (provider: Provider): PageHandler =>
  async (act, request, reply) => {
    const confirms = textOf(request.query, "confirm") !== "";
    const session = confirms ? await sessionOf(act, request) : undefined;
    if (isForeignCall(act.context, request) || (confirms && session === undefined))
      return reply.redirect(`${act.context.config.publicUrl}/login`, 302);
    try {
      const { url, flow } = await provider.start(session);
      setCookie(act.context, reply, { name: FLOW_COOKIE, value: flow, maxAgeMs: FLOW_MS, sameSite: "Lax" });
      return reply.redirect(url, 302);
    } catch (error) {
      return sayWhyNot(act, request, reply, provider)(error);
    }
  };

const unknown = (reason: string): SignInFailure => new SignInFailure("unknown", reason);

/**
 * The user whom the provider means: the first time the one with the address that it has verified, from then on the one it calls as
 * it did then. An address may be given to somebody else some day (OWASP ASVS 5.0, 10.5.2).
 */
const accountOf = async (act: Act, vouched: Vouched): Promise<Account> => {
  const known = await accountByIdentity(act.db, vouched);
  const account = known ?? (await accountByEmail(act.db, await vouched.email()));
  // Nobody is created by signing in: an administrator says who may.
  if (account?.active !== true) throw unknown("no active user is meant");
  if (known === undefined && account.identity?.issuer === vouched.issuer) {
    await noteOtherIdentity(act, account);
    throw unknown("the provider means somebody else by this address than before");
  }
  return account;
};

const signInAs = async (act: Act, request: FastifyRequest, vouched: Vouched): Promise<Kept> => {
  const account = await accountOf(act, vouched);
  const isKnown = account.identity?.issuer === vouched.issuer;
  return together(act, async (inner) => {
    if (!isKnown && !(await rememberIdentity(inner, account, vouched))) throw unknown("the user changed meanwhile");
    return startSession(inner, account, browserOf(act.context, request), "identity_provider");
  });
};

/** The session is named by the flow's cookie: its own is not sent when another site leads here. */
const confirmAs = async (act: Act, vouched: Vouched, session: string): Promise<Kept> => {
  const { _id } = await accountOf(act, vouched);
  const kept = await confirmSession(act, { _id: session, user: _id });
  if (kept === undefined) throw new SignInFailure("expired", "the session has ended, or is somebody else's");
  return kept;
};

/** Takes the answer of the identity provider, and signs in whom it names; or lets their session go on that asked for it. */
export const comeFromProvider =
  (provider: Provider): PageHandler =>
  async (act, request, reply) => {
    const { context, db, now } = act;
    const counter = `session:${refusalSource(browserOf(context, request).address)}`;
    await checkCounter(db, counter, now);
    const flow = cookieOf(context, request, FLOW_COOKIE);
    dropCookie(act, reply, FLOW_COOKIE);
    try {
      const vouched = await provider.finish(/\?.*$/s.exec(request.raw.url ?? "")?.[0] ?? "", flow);
      const { session } = vouched;
      const kept = session === undefined ? signInAs(act, request, vouched) : confirmAs(act, vouched, session);
      keepSession(act, reply, await kept);
      if (session === undefined) return await reply.redirect(`${context.config.publicUrl}/`, 302);
      return sendPage(reply, 200, confirmedPage(pageLanguage(request.headers["accept-language"])));
    } catch (error) {
      if (error instanceof SignInFailure && error.problem === "refused") await countOne(db, counter, now);
      return sayWhyNot(act, request, reply, provider)(error);
    }
  };
