import type { SecretKeys } from "../../platform/lib/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/signed-token.ts";

const PURPOSE = "invitation";
/** How long an invitation without an end works. */
const OPEN_ENDED_MS = 30 * 24 * 60 * 60_000;

/** Whom an invitation's link is for. */
export type InvitationTarget = { location: string; registeredVisitorId: string };

/** When the visit is, as the wire writes instants, and when the invitation was made, in milliseconds since 1970. */
export type InvitationTerm = { from: string | null; to: string | null; made: number };

/** Until when the link works: the end of the visit; without one 30 days, from the day on which it begins. */
const expiryOf = ({ from, to, made }: InvitationTerm): number => {
  if (to !== null && Date.parse(to) > made) return Date.parse(to);
  return Math.max(made, from === null ? made : Date.parse(from)) + OPEN_ENDED_MS;
};

/** The token of an invitation: what its page sends, and what its QR code says. */
export const invitationToken = (
  secretKey: string,
  { location, registeredVisitorId }: InvitationTarget,
  term: InvitationTerm,
): string => signToken(secretKey, PURPOSE, `${location}-${registeredVisitorId}`, expiryOf(term));

/**
 * The personal link of an invitation, to the page that the visitor pre-registers with. Signed, not stored, and the same each time
 * it is made; it names ids only. The token follows the `#`, so no log keeps it.
 */
export const invitationPageLink = (
  { publicUrl, secretKey }: { publicUrl: string; secretKey: string },
  invited: InvitationTarget,
  term: InvitationTerm,
): string => `${publicUrl}/visit/#i=${invitationToken(secretKey, invited, term)}`;

/** Whether a token is of an invitation, also when its time has passed. */
export const isInvitationToken = (keys: SecretKeys, token: string): boolean =>
  readInvitationToken(keys, token, 0) !== undefined;

/** Whom a token is for; undefined when it is not ours or its time has passed. */
export const readInvitationToken = (keys: SecretKeys, token: string, now: number): InvitationTarget | undefined => {
  const subject = verifyToken(keys, PURPOSE, token, now) ?? "";
  const [, location, registeredVisitorId] = /^([0-9a-f]{24})-([0-9a-f]{24})$/.exec(subject) ?? [];
  return location === undefined || registeredVisitorId === undefined ? undefined : { location, registeredVisitorId };
};
