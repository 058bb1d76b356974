import type { FastifyReply, FastifyRequest } from "fastify";

import { isGuessable } from "../auth/guessable.ts";
import { countOne, checkCounter } from "../auth/refusals.ts";
import { PASSWORD_LENGTH_MIN } from "../auth/passwords.ts";
import { SESSION_MS } from "../auth/sessions.ts";
import { FormBody } from "../http/body.ts";
import type { Act } from "../http/call.ts";
import { cookieOf, isForeignCall, SESSION_COOKIE, setCookie } from "../http/cookies.ts";
import { sendPage } from "../http/page.ts";
import { refusalSource } from "../lib/address.ts";
import { accountByEmail } from "../users/accounts.ts";
import { userOfToken } from "../users/password-link.ts";
import { PASSWORD_LENGTH_MAX } from "./contract.ts";
import { browserOf, KNOWN_COOKIE, KNOWN_MS } from "./browser.ts";
import { FLOW_COOKIE, FLOW_MS, type Provider, SignInFailure } from "./oidc.ts";
import { choose, peopleKnow } from "./passwords.ts";
import type { PageHandler } from "./router.ts";
import { type SignedIn, startSession } from "./sessions.ts";
import { pageLanguage, TEXTS } from "./texts.ts";
import { endedPage, failedPage, passwordPage, savedPage } from "./view.ts";

/** Makes the browser a known one: it is not slowed when somebody guesses its user's password. */
export const keepKnown = ({ context }: Pick<Act, "context">, reply: FastifyReply, value: string): void =>
  setCookie(context, reply, { name: KNOWN_COOKIE, value, maxAgeMs: KNOWN_MS, sameSite: "Strict" });

/**
 * Gives a browser its session. Strict: the console's own calls carry it, links from elsewhere need not; the console's files are
 * served without it.
 */
export const keepSession = (act: Pick<Act, "context">, reply: FastifyReply, { session, known }: SignedIn): void => {
  setCookie(act.context, reply, {
    name: SESSION_COOKIE,
    value: session,
    maxAgeMs: SESSION_MS,
    sameSite: "Strict",
  });
  keepKnown(act, reply, known);
};

/** Takes a cookie back. */
export const dropCookie = ({ context }: Pick<Act, "context">, reply: FastifyReply, name: string): void =>
  setCookie(context, reply, { name, value: "", maxAgeMs: 0, sameSite: "Strict" });

const textOf = (pairs: unknown, name: string): string => {
  const value: unknown = new Map(Array.isArray(pairs) ? pairs : []).get(name);
  return typeof value === "string" ? value : "";
};

/** The page of a link to set a password. */
export const showPasswordForm: PageHandler = async ({ context, db }, request, reply) => {
  const token = textOf(request.query, "token");
  const user = await userOfToken(context, db, token);
  if (user === undefined) return sendPage(reply, 403, endedPage(pageLanguage(request.headers["accept-language"])));
  const language = pageLanguage(user.language_id ?? request.headers["accept-language"]);
  return sendPage(reply, 200, passwordPage({ token, email: user.email, invited: user.password === null, language }));
};

const fieldOf = ({ body }: FastifyRequest, name: string): string => {
  const value: unknown = body instanceof FormBody ? Reflect.get(Object(body.value), name) : undefined;
  return typeof value === "string" ? value : "";
};

/** What the page's form sends: sets the password, or shows the form again with what is to be mended. */
export const takePasswordForm: PageHandler = async (act, request, reply) => {
  const { context, db } = act;
  const [token, password, repeat] = [
    fieldOf(request, "token"),
    fieldOf(request, "password"),
    fieldOf(request, "repeat"),
  ];
  const user = await userOfToken(context, db, token);
  const language = pageLanguage(user?.language_id ?? request.headers["accept-language"]);
  if (user === undefined) return sendPage(reply, 403, endedPage(language));
  const texts = TEXTS[language];
  const again = (problem: string): FastifyReply =>
    sendPage(
      reply,
      400,
      passwordPage({ token, email: user.email, invited: user.password === null, language }, problem),
    );
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) return again(texts.wrongLength);
  if (password !== repeat) return again(texts.differ);
  if (await isGuessable(password, peopleKnow(user))) return again(texts.guessable);
  const known = await choose(act, { token, password });
  keepKnown(act, reply, known);
  return sendPage(reply, 200, savedPage(language, context.config.publicUrl));
};

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

/**
 * Sends the browser to the identity provider. A page of another site gets no further than our own page, where somebody has to ask
 * for it: nobody is signed in without having wanted it.
 */
export const goToProvider =
  (provider: Provider): PageHandler =>
  async (act, request, reply) => {
    if (isForeignCall(act.context, request)) return reply.redirect(`${act.context.config.publicUrl}/login`, 302);
    try {
      const { url, flow } = await provider.start();
      setCookie(act.context, reply, { name: FLOW_COOKIE, value: flow, maxAgeMs: FLOW_MS, sameSite: "Lax" });
      return reply.redirect(url, 302);
    } catch (error) {
      return sayWhyNot(act, request, reply, provider)(error);
    }
  };

const signInAs = async (act: Act, request: FastifyRequest, email: string): Promise<SignedIn> => {
  const account = await accountByEmail(act.db, email);
  // Nobody is created by signing in: an administrator says who may.
  if (account?.active !== true) throw new SignInFailure("unknown", "no active user has this address");
  return startSession(act, account, browserOf(act.context, request), "identity provider");
};

/** Takes the answer of the identity provider, and signs in whom it names. */
export const comeFromProvider =
  (provider: Provider): PageHandler =>
  async (act, request, reply) => {
    const { context, db, now } = act;
    const counter = `session:${refusalSource(browserOf(context, request).address)}`;
    await checkCounter(db, counter, now);
    const flow = cookieOf(context, request, FLOW_COOKIE);
    dropCookie(act, reply, FLOW_COOKIE);
    try {
      const email = await provider.finish(/\?.*$/s.exec(request.raw.url ?? "")?.[0] ?? "", flow);
      keepSession(act, reply, await signInAs(act, request, email));
      return reply.redirect(`${context.config.publicUrl}/`, 302);
    } catch (error) {
      if (error instanceof SignInFailure && error.problem === "refused") await countOne(db, counter, now);
      return sayWhyNot(act, request, reply, provider)(error);
    }
  };
