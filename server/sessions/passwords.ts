import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { GUESSABLE, isGuessable, type Known } from "../auth/guessable.ts";
import type { Act } from "../http/call.ts";
import { refusalSource } from "../lib/address.ts";
import { badRequest, HttpError } from "../lib/errors.ts";
import { type Account, accountByEmail, mailPasswordLink, setPasswordByLink } from "../users/accounts.ts";
import { userOfToken } from "../users/password-link.ts";
import { type Browser, knownToken } from "./browser.ts";
import { countRequest, REQUEST_WINDOW_MS } from "./store.ts";

/** Within an hour; whoever asks for somebody else's link neither fills their mailbox nor keeps them from a link that works. */
const REQUESTS_MAX = { account: 3, address: 20 } as const;

/** An answer never comes sooner: looking an address up takes less time than queueing a mail to it. */
const ANSWER_MS_MIN = 200;

const tooMany = (opened: string, now: number): HttpError =>
  new HttpError(
    429,
    { message: "Too many requests for a password from this address; try again later." },
    "too many password requests",
    { "retry-after": String(Math.max(1, Math.ceil((Date.parse(opened) + REQUEST_WINDOW_MS - now) / 1000))) },
  );

const ask = async (act: Act, email: string): Promise<void> => {
  const { db, now, context } = act;
  // Counted for an address that nobody has too, and without writing it down.
  const digest = createHmac("sha256", context.secretKey).update(`password-request:${email}`).digest("hex");
  const { n } = await countRequest(db, `account:${digest}`, now);
  const account = await accountByEmail(db, email);
  if (account === undefined || n > REQUESTS_MAX.account) return;
  await db.transaction((inner) => mailPasswordLink({ ...act, db: inner }, account));
};

/**
 * Mails a link to set a new password, if the address is that of a user who may sign in. The answer is the same in any case, and
 * takes as long. Errors: `429` after 20 requests within an hour from one source address.
 */
export const forgot = async (act: Act, email: string, browser: Browser): Promise<{ message: string }> => {
  const { n, opened } = await countRequest(act.db, `address:${refusalSource(browser.address)}`, act.now);
  if (n > REQUESTS_MAX.address) throw tooMany(opened, act.now);
  await Promise.all([ask(act, email.toLowerCase()), wait(ANSWER_MS_MIN)]);
  return { message: "If this is the address of a user, a link to set a new password is on its way." };
};

/** What whoever guesses somebody's password knows of them. */
export const peopleKnow = ({ email, first_name, last_name }: Account): Known => [email, first_name, last_name];

/**
 * Sets the password with the token of a link. Nobody is signed in by it, but the browser becomes a known one: whoever has the
 * link has the mailbox.
 * @returns the value for the cookie by which the browser is known
 * Errors: `400` for a link that has ended or was used, and for a password that is tried first; the link works on then.
 */
export const choose = async (act: Act, { token, password }: { token: string; password: string }): Promise<string> => {
  const holder = await userOfToken(act.context, act.db, token);
  if (holder !== undefined && (await isGuessable(password, peopleKnow(holder))))
    throw badRequest(GUESSABLE, "guessable_password", "password");
  const user = await setPasswordByLink(act, token, password);
  if (user === undefined)
    throw badRequest(
      '"token" must be that of a link that still works: this one has ended or was used. Ask for a new one with POST /session/password/forgot.',
      "link_ended",
      "token",
    );
  return knownToken(act.context, user._id);
};
