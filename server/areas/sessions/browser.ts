import { createHmac, randomBytes } from "node:crypto";

import type { FastifyRequest } from "fastify";

import type { QueueLine } from "../../platform/auth/passwords/password-queue.ts";
import { cookieOf, readSessionCookie } from "../../platform/http/edge/cookies.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { sourceOf } from "../../platform/http/guard.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { CHALLENGE_COOKIE } from "./factors/challenge.ts";
import { LOGIN_COOKIE } from "./factors/login-step.ts";
import { verifyToken, signToken } from "../../platform/lib/secret/signed-token.ts";

/** The cookie that marks a browser as known from an earlier login, without prefix. */
export const KNOWN_COOKIE = "foyer-known";
export const KNOWN_MS = 365 * 24 * 60 * 60_000;
const PURPOSE = "known-browser";

/** What a call reveals about its browser. */
export type Browser = {
  address: string;
  /** Such as `Firefox, Windows`. */
  client: string;
  /** The value of its session cookie, if the call is from one of our own pages. */
  session: string | undefined;
  /** The value of its known-browser cookie. */
  known: string | undefined;
  /** The values of the cookies of a login that needs a second factor, and of a passkey's challenge. */
  login: string | undefined;
  challenge: string | undefined;
};

/** In this order: the headers of the earlier browsers also contain the names of later ones. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (kinds: readonly [RegExp, string][], text: string): string | undefined =>
  kinds.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Browser and operating system of a `User-Agent`, by their common names; the header itself is not stored. Empty if
 * neither is known.
 */
export const clientOf = (userAgent: string): string =>
  [firstOf(PROGRAMS, userAgent), firstOf(SYSTEMS, userAgent)].filter((part) => part !== undefined).join(", ");

/** The browser a call comes from. */
export const browserOf = (context: RequestContext["context"], request: FastifyRequest): Browser => {
  const cookie = readSessionCookie(context, request);
  return {
    address: sourceOf(request),
    client: clientOf(request.headers["user-agent"] ?? ""),
    session: cookie?.own === true ? cookie.value : undefined,
    known: cookieOf(context, request, KNOWN_COOKIE),
    login: cookieOf(context, request, LOGIN_COOKIE),
    challenge: cookieOf(context, request, CHALLENGE_COOKIE),
  };
};

/** A new value for the cookie that makes a browser known to one user's account. */
export const knownToken = ({ secretKey, now }: RequestContext["context"], userId: string): string =>
  signToken(secretKey, PURPOSE, `${userId}-${randomBytes(12).toString("hex")}`, now() + KNOWN_MS);

const knownTo = (context: RequestContext["context"], { known }: Browser, userId: string): string | undefined => {
  const subject = known === undefined ? undefined : verifyToken(context, PURPOSE, known, context.now());
  return subject?.startsWith(`${userId}-`) === true ? subject.slice(userId.length + 1) : undefined;
};

/**
 * The queue in which this browser's passwords are checked: separate if the account's owner has logged in on it before.
 */
export const passwordLineOf = (
  context: RequestContext["context"],
  browser: Browser,
  userId: string | undefined,
): QueueLine => ({
  source: refusalSource(browser.address),
  isKnown: userId !== undefined && knownTo(context, browser, userId) !== undefined,
});

/**
 * The counters in which a wrong password counts. Always the address: that is the refusal limit. Also the account, so
 * that many addresses together have no more attempts than one; but a browser on which its owner has logged in before
 * has a counter of its own instead, so an attacker who fills the account's counter slows down unknown browsers only and
 * never locks out its user.
 * @param userId of the address's account; an unknown address is counted in the same way
 */
export const countersOf = (
  context: RequestContext["context"],
  browser: Browser,
  email: string,
  userId: string | undefined,
): string[] => {
  const known = userId === undefined ? undefined : knownTo(context, browser, userId);
  const account = createHmac("sha256", context.secretKey).update(`account:${email}`).digest("hex").slice(0, 32);
  return [
    `session:${refusalSource(browser.address)}`,
    known === undefined ? `account:${account}` : `known-browser:${known}`,
  ];
};
