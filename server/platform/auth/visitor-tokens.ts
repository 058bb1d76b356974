import type { SecretKeys } from "../lib/secret/secret-keys.ts";
import { verifyToken, signToken } from "../lib/secret/signed-token.ts";

/** The purpose of a token; it is worth nothing for another one (docs/visitor-pages.md). */
type Purpose = "poster" | "data" | "badge" | "exit" | "recognition" | "answer";

/** The service's key, and the address under which people reach it. */
export type SigningConfig = { publicUrl: string; secretKey: string };

const DAY_MS = 24 * 60 * 60_000;
/** Posters are valid until they are replaced: their generation ends them. */
const NEVER = Date.UTC(9999, 0);
/** A badge's code expires even if visits are kept forever. */
const BADGE_DAYS = 90;
const RECOGNITION_MS = 30 * 60_000;

const ID = "[0-9a-f]{24}";

const partsOf = (
  keys: SecretKeys,
  purpose: Purpose,
  pattern: string,
  { token, now }: { token: string; now: number },
): string[] | undefined => {
  const subject = verifyToken(keys, purpose, token, now);
  return subject === undefined ? undefined : new RegExp(`^${pattern}$`).exec(subject)?.slice(1);
};

/** The entry point of a poster. */
export type PosterTarget = { location: string; entryPoint: string; generation: number };

export const posterToken = (secretKey: string, { location, entryPoint, generation }: PosterTarget): string =>
  signToken(secretKey, "poster", `${location}-${entryPoint}-${generation}`, NEVER);

/**
 * The entry point of a poster's token; undefined for any other text. The entry point's row says whether its generation
 * is still valid.
 */
export const readPosterToken = (keys: SecretKeys, token: string): PosterTarget | undefined => {
  const [location, entryPoint, generation] =
    partsOf(keys, "poster", `(${ID})-(${ID})-(\\d{1,9})`, { token, now: 0 }) ?? [];
  if (location === undefined || entryPoint === undefined || generation === undefined) return undefined;
  return { location, entryPoint, generation: Number(generation) };
};

/** The visit of a code. `exit` only signs it out; `data` also opens everything stored about it. */
export type BadgeTarget = { location: string; visit: string; kind: "data" | "exit" };

/** When the code of a badge expires, in milliseconds since 1970: with its visit, or after 90 days. */
export const badgeExpiry = (signedIn: string, retentionDays: number | null): number =>
  Date.parse(signedIn) + Math.min(retentionDays ?? BADGE_DAYS, BADGE_DAYS) * DAY_MS;

/** @param signedIn ISO 8601 @param retentionDays for how long the location keeps visits */
export const badgeToken = (
  secretKey: string,
  { location, visit, kind }: BadgeTarget,
  signedIn: string,
  retentionDays: number | null,
): string => signToken(secretKey, kind, `${location}-${visit}`, badgeExpiry(signedIn, retentionDays));

/** `badge` was printed before codes on badges lost their other use: it signs its visit out, like those printed now. */
const KINDS = [
  ["exit", "exit"],
  ["data", "data"],
  ["badge", "exit"],
] as const;

/**
 * The visit of a badge's code or of a link to one's own data; undefined for any other text. `ended`: it has expired.
 */
export const readBadgeToken = (
  keys: SecretKeys,
  token: string,
  now: number,
): (BadgeTarget & { ended: boolean }) | undefined => {
  for (const [purpose, kind] of KINDS) {
    const [location, visit] = partsOf(keys, purpose, `(${ID})-(${ID})`, { token, now: 0 }) ?? [];
    if (location !== undefined && visit !== undefined)
      return { location, visit, kind, ended: verifyToken(keys, purpose, token, now) === undefined };
  }
  return undefined;
};

/**
 * The token of the code that a kiosk shows to a visitor who waits for approval: it reads the answer for a day, and does
 * nothing else, since everyone near the kiosk can see it. @param signedIn ISO 8601
 */
export const answerToken = (
  secretKey: string,
  { location, visit }: Pick<BadgeTarget, "location" | "visit">,
  signedIn: string,
): string => signToken(secretKey, "answer", `${location}-${visit}`, Date.parse(signedIn) + DAY_MS);

/** The visit of such a token; undefined for any other text. `ended`: it has expired. */
export const readAnswerToken = (
  keys: SecretKeys,
  token: string,
  now: number,
): { location: string; visit: string; ended: boolean } | undefined => {
  const [location, visit] = partsOf(keys, "answer", `(${ID})-(${ID})`, { token, now: 0 }) ?? [];
  return location === undefined || visit === undefined
    ? undefined
    : { location, visit, ended: verifyToken(keys, "answer", token, now) === undefined };
};

/**
 * A visitor whom a page has recognised: a registered visitor by their code or by their name, or the holder of the badge
 * of an earlier visit. `id` is the registered visitor's, or the visit's.
 */
export type Recognition = { location: string; how: "code" | "name" | "badge"; id: string };

export const recognitionToken = (secretKey: string, { location, how, id }: Recognition, now: number): string =>
  signToken(secretKey, "recognition", `${location}-${how}-${id}`, now + RECOGNITION_MS);

/**
 * The visitor that a page has recognised; undefined for any other text. @param at when it was used, milliseconds since
 * 1970
 */
export const readRecognition = (keys: SecretKeys, token: string, at: number): Recognition | undefined => {
  const [location, how, id] =
    partsOf(keys, "recognition", `(${ID})-(code|name|badge)-(${ID})`, { token, now: at }) ?? [];
  if (location === undefined || id === undefined || (how !== "code" && how !== "name" && how !== "badge"))
    return undefined;
  return { location, how, id };
};

/**
 * The link of a visitor's page. The token follows the `#`: browsers don't send that to a server, so it appears in no
 * log.
 * @param page `p` of a poster, `i` of an invitation, `b` of a badge or of one's own data, `w` of the answer waited for
 */
export const pageLink = (
  { publicUrl }: Pick<SigningConfig, "publicUrl">,
  page: "p" | "i" | "b" | "w",
  token: string,
): string => `${publicUrl}/visit/#${page}=${token}`;

/** The token in the text of a QR code: one of our links, or the token alone. */
export const extractToken = (code: string): string => /[#&?](?:p|i|b|token)=([\w.-]+)/.exec(code)?.[1] ?? code.trim();
