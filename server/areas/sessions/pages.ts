import type { FastifyReply, FastifyRequest } from "fastify";

import { isGuessable } from "../../platform/auth/passwords/guessable-passwords.ts";
import { PASSWORD_LENGTH_MIN } from "../../platform/auth/passwords/passwords.ts";
import { SESSION_MS } from "../../platform/auth/sessions.ts";
import { FormBody } from "../../platform/http/input/body.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { SESSION_COOKIE, setCookie } from "../../platform/http/edge/cookies.ts";
import { sendPage } from "../../platform/http/output/html-page.ts";
import { chooseAccepted, chooseLanguage } from "../../platform/lib/text/language.ts";
import { findAccountByToken } from "../../resources/users/accounts.ts";
import { PASSWORD_LENGTH_MAX } from "./contract.ts";
import { KNOWN_COOKIE, KNOWN_MS } from "./browser.ts";
import { setPasswordByToken, personalWords } from "./passwords.ts";
import type { PageHandler } from "./router.ts";
import type { SessionCookies } from "./sessions.ts";
import { sessionTexts } from "./texts.ts";
import { endedPage, passwordPage, savedPage } from "./view.ts";

/** Makes the browser a known one: it is not slowed down if an attacker guesses its user's password. */
export const setKnownCookie = (
  { context }: Pick<RequestContext, "context">,
  reply: FastifyReply,
  value: string,
): void => setCookie(context, reply, { name: KNOWN_COOKIE, value, maxAgeMs: KNOWN_MS, sameSite: "Strict" });

/**
 * Gives a browser its session cookie. It is Strict: the console's own calls send it, links from other sites don't need
 * to, because the console's files are served without it.
 */
export const setSessionCookies = (
  ctx: Pick<RequestContext, "context">,
  reply: FastifyReply,
  { session, known }: SessionCookies,
): void => {
  setCookie(ctx.context, reply, {
    name: SESSION_COOKIE,
    value: session,
    maxAgeMs: SESSION_MS,
    sameSite: "Strict",
  });
  setKnownCookie(ctx, reply, known);
};

/** Deletes a cookie. */
export const clearCookie = ({ context }: Pick<RequestContext, "context">, reply: FastifyReply, name: string): void =>
  setCookie(context, reply, { name, value: "", maxAgeMs: 0, sameSite: "Strict" });

/** A parameter as text, or the empty text. */
export const textOf = (pairs: unknown, name: string): string => {
  const value: unknown = new Map(Array.isArray(pairs) ? pairs : []).get(name);
  return typeof value === "string" ? value : "";
};

/** The user's own language, else the browser's. */
const languageFor = (user: { language_id: string | null } | undefined, { headers }: FastifyRequest): string =>
  user?.language_id ? chooseLanguage(user.language_id) : chooseAccepted(headers["accept-language"]);

/** The page of a password link. */
export const showPasswordForm: PageHandler = async ({ context, db }, request, reply) => {
  const token = textOf(request.query, "token");
  const user = await findAccountByToken(context, db, token);
  if (user === undefined) return sendPage(reply, 403, endedPage(chooseAccepted(request.headers["accept-language"])));
  const language = languageFor(user, request);
  return sendPage(reply, 200, passwordPage({ token, email: user.email, invited: user.password === null, language }));
};

const fieldOf = ({ body }: FastifyRequest, name: string): string => {
  const value: unknown = body instanceof FormBody ? Reflect.get(Object(body.value), name) : undefined;
  return typeof value === "string" ? value : "";
};

/** Handles the page's form: sets the password, or shows the form again with the problem. */
export const submitPasswordForm: PageHandler = async (ctx, request, reply) => {
  const { context, db } = ctx;
  const [token, password, repeat] = [
    fieldOf(request, "token"),
    fieldOf(request, "password"),
    fieldOf(request, "repeat"),
  ];
  const user = await findAccountByToken(context, db, token);
  const language = languageFor(user, request);
  if (user === undefined) return sendPage(reply, 403, endedPage(language));
  const texts = sessionTexts(language);
  const again = (problem: string): FastifyReply =>
    sendPage(
      reply,
      400,
      passwordPage({ token, email: user.email, invited: user.password === null, language }, problem),
    );
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) return again(texts.wrongLength);
  if (password !== repeat) return again(texts.differ);
  if (await isGuessable(password, personalWords(user))) return again(texts.guessable);
  const known = await setPasswordByToken(ctx, { token, password });
  setKnownCookie(ctx, reply, known);
  return sendPage(reply, 200, savedPage(language, context.config.publicUrl));
};
