import { createHash } from "node:crypto";

import { oneLine } from "../../platform/lib/text/one-line.ts";
import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/secret/signed-token.ts";

const PURPOSE = "decide";
/** How long after the sign-in a host can approve, reject or reply by link. */
const LINK_MS = 48 * 60 * 60_000;

/** The service's settings for links: their address, and the key that signs them. */
export type LinkSettings = { publicUrl: string; secretKey: string };

/** The visit a link is for. */
export type LinkedVisit = { location: string; visitId: string };

/**
 * Distinguishes the host that a link was sent to from the visit's present host, without containing a name: the hash
 * includes the visit's ID.
 * @param host by name; null for a visit without one
 */
export const hostMark = (visitId: string, host: string | null): string =>
  createHash("sha256")
    .update(`${visitId} ${oneLine(host ?? "")}`)
    .digest("hex")
    .slice(0, 8);

/** The buttons of an email. Opening either one decides nothing. */
export type Choice = "approve" | "reject";

/** What a link is for: a visit, the host it is sent to, and until when. */
export type HostToken = LinkedVisit & { mark: string; expires: number };

/**
 * What the links of a message are for: its visit and its host, for 48 hours. Once the visit has another host, they do
 * nothing more.
 * @param signedIn ISO 8601
 */
export const targetOf = (
  { location, visitId, host }: LinkedVisit & { host: string | null },
  signedIn: string,
): HostToken => ({ location, visitId, mark: hostMark(visitId, host), expires: Date.parse(signedIn) + LINK_MS });

/** Signed, not stored, and the same each time it is made; it contains IDs only and has no other use. */
export const hostToken = (secretKey: string, { location, visitId, mark, expires }: HostToken): string =>
  signToken(secretKey, PURPOSE, `${location}-${visitId}-${mark}`, expires);

/**
 * The link by which a host replies to a visitor, and approves or rejects one who needs approval.
 * @param settings the service's key, and the address under which people reach it
 * @param choice the button that was pressed in the email
 */
export const hostLink = ({ publicUrl, secretKey }: LinkSettings, target: HostToken, choice?: Choice): string =>
  `${publicUrl}/decide?token=${hostToken(secretKey, target)}${choice === undefined ? "" : `&choice=${choice}`}`;

/** The links of a message, as they are written into it. */
export type HostLinks = { reply: string; approve: string; reject: string };

/** What a text shows in the place of a token: other sides repeat in their answers what they were sent. */
const TOKEN = /(token=|\/d\\?\/)[\w.-]+/g;

/** A text without the tokens of links: what is stored gives its readers no right to decide. */
export const withoutTokens = (text: string): string => text.replaceAll(TOKEN, "$1…");

/**
 * The visit of a token, and the mark of the host it was sent to; undefined if the token isn't ours. `ended`: it is ours, but has expired.
 */
export const readHostToken = (
  keys: SecretKeys,
  token: string,
  now: number,
): (LinkedVisit & { mark: string; ended: boolean }) | undefined => {
  const subject = verifyToken(keys, PURPOSE, token, 0) ?? "";
  const [, location, visitId, mark] = /^([0-9a-f]{24})-([0-9a-f]{24})-([0-9a-f]{8})$/.exec(subject) ?? [];
  if (location === undefined || visitId === undefined || mark === undefined) return undefined;
  return { location, visitId, mark, ended: verifyToken(keys, PURPOSE, token, now) === undefined };
};
