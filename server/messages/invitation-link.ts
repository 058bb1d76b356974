import type { Keys } from "../lib/keys.ts";
import { readToken, signToken } from "../lib/signed.ts";

const PURPOSE = "invitation";
/** How long an invitation without an end works. */
const OPEN_ENDED_MS = 30 * 24 * 60 * 60_000;

/** Whom an invitation's link is for. */
export type Invited = { location: string; registeredVisitorId: string };

/** When the visit is, as the wire writes instants, and when the invitation was made, in milliseconds since 1970. */
export type Term = { from: string | null; to: string | null; made: number };

/** Until when the link works: the end of the visit; without one 30 days, from the day on which it begins. */
const expiryOf = ({ from, to, made }: Term): number => {
  if (to !== null && Date.parse(to) > made) return Date.parse(to);
  return Math.max(made, from === null ? made : Date.parse(from)) + OPEN_ENDED_MS;
};

/** The token of an invitation: what its page sends, and what its QR code says. */
export const invitationToken = (secretKey: string, { location, registeredVisitorId }: Invited, term: Term): string =>
  signToken(secretKey, PURPOSE, `${location}-${registeredVisitorId}`, expiryOf(term));

/**
 * The personal link of an invitation, to the page that the visitor pre-registers with. Signed, not stored, and the same each time
 * it is made; it names ids only. The token stands behind the `#`, so no log keeps it.
 */
export const invitationPageLink = (
  { publicUrl, secretKey }: { publicUrl: string; secretKey: string },
  invited: Invited,
  term: Term,
): string => `${publicUrl}/visit/#i=${invitationToken(secretKey, invited, term)}`;

/** Whether a token is of an invitation, also when its time has passed. */
export const isInvitationToken = (keys: Keys, token: string): boolean =>
  readInvitationToken(keys, token, 0) !== undefined;

/** Whom a token is for; undefined when it is not ours or its time has passed. */
export const readInvitationToken = (keys: Keys, token: string, now: number): Invited | undefined => {
  const subject = readToken(keys, PURPOSE, token, now) ?? "";
  const [, location, registeredVisitorId] = /^([0-9a-f]{24})-([0-9a-f]{24})$/.exec(subject) ?? [];
  return location === undefined || registeredVisitorId === undefined ? undefined : { location, registeredVisitorId };
};
