import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import {
  GUESSABLE_MESSAGE,
  isGuessable,
  type PersonalWords,
} from "../../platform/auth/passwords/guessable-passwords.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { badRequest, HttpError } from "../../platform/lib/errors.ts";
import {
  type Account,
  findAccountByEmail,
  findAccountByToken,
  mailPasswordLink,
  setPasswordByLink,
} from "../../resources/users/accounts.ts";
import { type Browser, knownToken } from "./browser.ts";
import { countRequest, REQUEST_WINDOW_MS } from "./store.ts";

/**
 * Per hour: requesting another user's link neither fills their mailbox nor keeps them from getting a link that works.
 */
const REQUESTS_MAX = { account: 3, address: 20 } as const;

/** The minimum time of a response: looking an address up is faster than queueing an email to it. */
const ANSWER_MS_MIN = 200;

const tooMany = (opened: string, now: number): HttpError =>
  new HttpError(
    429,
    { message: "Too many password requests from this address. Try again later." },
    "too many password requests",
    { "retry-after": String(Math.max(1, Math.ceil((Date.parse(opened) + REQUEST_WINDOW_MS - now) / 1000))) },
  );

const ask = async (ctx: RequestContext, email: string): Promise<void> => {
  const { db, now, context } = ctx;
  // Unknown addresses are counted too, without storing them.
  const digest = createHmac("sha256", context.secretKey).update(`password-request:${email}`).digest("hex");
  const { n } = await countRequest(db, `account:${digest}`, now);
  const account = await findAccountByEmail(db, email);
  if (account === undefined || n > REQUESTS_MAX.account) return;
  await db.transaction((inner) => mailPasswordLink({ ...ctx, db: inner }, account));
};

/**
 * Emails a link to set a new password, if the address is that of a user who may log in. The response is the same in any
 * case, and takes the same time. Errors: `429` after 20 requests within an hour from one source address.
 */
export const requestPasswordLink = async (
  ctx: RequestContext,
  email: string,
  browser: Browser,
): Promise<{ message: string }> => {
  const { n, opened } = await countRequest(ctx.db, `address:${refusalSource(browser.address)}`, ctx.now);
  if (n > REQUESTS_MAX.address) throw tooMany(opened, ctx.now);
  await Promise.all([ask(ctx, email.toLowerCase()), wait(ANSWER_MS_MIN)]);
  return { message: "If this address belongs to a user, we've sent them a link to set a new password." };
};

/** What an attacker who guesses a user's password knows about them. */
export const personalWords = ({ email, first_name, last_name }: Account): PersonalWords => [
  email,
  first_name,
  last_name,
];

/**
 * Sets the password with the token of a link. It starts no session, but the browser becomes a known one: the holder of
 * the link has access to the mailbox.
 * @returns the value for the known-browser cookie. Errors: `400` for a link that has expired or was used, and for a
 * password that is easily guessed; the link remains valid then.
 */
export const setPasswordByToken = async (
  ctx: RequestContext,
  { token, password }: { token: string; password: string },
): Promise<string> => {
  const holder = await findAccountByToken(ctx.context, ctx.db, token);
  if (holder !== undefined && (await isGuessable(password, personalWords(holder))))
    throw badRequest(GUESSABLE_MESSAGE, "guessable_password", "password");
  const user = await setPasswordByLink(ctx, token, password);
  if (user === undefined)
    throw badRequest(
      '"token" must be from a link that still works. This one has expired or has been used. Request a new one with POST /session/password/forgot.',
      "link_ended",
      "token",
    );
  return knownToken(ctx.context, user._id);
};
