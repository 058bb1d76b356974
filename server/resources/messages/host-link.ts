import { createHash } from "node:crypto";

import { oneLine } from "../../platform/channels/send-failure.ts";
import type { SecretKeys } from "../../platform/lib/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/signed-token.ts";

const PURPOSE = "decide";
/** How long a host can decide on a visitor and reply to them by link, from their sign-in on. */
const LINK_MS = 48 * 60 * 60_000;

/** What links need of the service: they begin with the one and are signed with the other. */
export type LinkSettings = { publicUrl: string; secretKey: string };

/** The visit a link is for. */
export type LinkedVisit = { location: string; visitId: string };

/**
 * Tells the host that a link was sent to from the one the visit is for by now, and holds no name: a visit's ID is in what is hashed.
 * @param host by name; null for a visit without one
 */
export const hostMark = (visitId: string, host: string | null): string =>
  createHash("sha256")
    .update(`${visitId} ${oneLine(host ?? "")}`)
    .digest("hex")
    .slice(0, 8);

/** What the buttons of a mail stand for. Opening either decides nothing. */
export type Choice = "approve" | "reject";

/**
 * The link by which a host replies to a visitor, and decides on one who is screened. Signed, not stored, and the same each time it
 * is made; it names ids only and can be used for nothing else.
 * @param source the service's key and the address under which people reach it
 * @param target the visit, and the host it is sent to: once the visit is another host's, it can't be used to reply
 * @param signedIn ISO 8601; the link works for 48 hours from then on
 * @param choice which of the two buttons was pressed in the mail
 */
export const hostLink = (
  { publicUrl, secretKey }: LinkSettings,
  { location, visitId, host }: LinkedVisit & { host: string | null },
  signedIn: string,
  choice?: Choice,
): string => {
  const token = signToken(
    secretKey,
    PURPOSE,
    `${location}-${visitId}-${hostMark(visitId, host)}`,
    Date.parse(signedIn) + LINK_MS,
  );
  return `${publicUrl}/decide?token=${token}${choice === undefined ? "" : `&choice=${choice}`}`;
};

/**
 * The visit a token is for, and the mark of the host it was sent to (none in links of earlier versions); undefined when it is not
 * ours. `ended` says that it is, and that its time has passed.
 */
export const readHostToken = (
  keys: SecretKeys,
  token: string,
  now: number,
): (LinkedVisit & { mark: string | undefined; ended: boolean }) | undefined => {
  const subject = verifyToken(keys, PURPOSE, token, 0) ?? "";
  const [, location, visitId, mark] = /^([0-9a-f]{24})-([0-9a-f]{24})(?:-([0-9a-f]{8}))?$/.exec(subject) ?? [];
  if (location === undefined || visitId === undefined) return undefined;
  return { location, visitId, mark, ended: verifyToken(keys, PURPOSE, token, now) === undefined };
};
