import type { SecretKeys } from "../../platform/lib/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/signed-token.ts";

const PURPOSE = "invitation";
/** How long an invitation without an end works. */
const OPEN_ENDED_MS = 30 * 24 * 60 * 60_000;

/** The visitor and location of an invitation's link. */
export type InvitationTarget = { location: string; registeredVisitorId: string };

/** When the visit is, as the wire writes instants, and when the invitation was made, in milliseconds since 1970. */
export type InvitationTerm = { from: string | null; to: string | null; made: number };

/** Until when the link works: the end of the visit or, without one, 30 days from the day on which it begins. */
const expiryOf = ({ from, to, made }: InvitationTerm): number => {
  if (to !== null && Date.parse(to) > made) return Date.parse(to);
  return Math.max(made, from === null ? made : Date.parse(from)) + OPEN_ENDED_MS;
};

/** The token of an invitation: its page sends it, and its QR code contains it. */
export const invitationToken = (
  secretKey: string,
  { location, registeredVisitorId }: InvitationTarget,
  term: InvitationTerm,
): string => signToken(secretKey, PURPOSE, `${location}-${registeredVisitorId}`, expiryOf(term));

/**
 * The personal link of an invitation, to the page where the visitor pre-registers. Signed, not stored, and the same
 * each time it is made; it contains IDs only. The token follows the `#`, so it appears in no log.
 */
export const invitationPageLink = (
  { publicUrl, secretKey }: { publicUrl: string; secretKey: string },
  invited: InvitationTarget,
  term: InvitationTerm,
): string => `${publicUrl}/visit/#i=${invitationToken(secretKey, invited, term)}`;

/** Whether a token is an invitation's, even if it has expired. */
export const isInvitationToken = (keys: SecretKeys, token: string): boolean =>
  readInvitationToken(keys, token, 0) !== undefined;

/** The registered visitor of a token; undefined if it isn't ours or has expired. */
export const readInvitationToken = (keys: SecretKeys, token: string, now: number): InvitationTarget | undefined => {
  const subject = verifyToken(keys, PURPOSE, token, now) ?? "";
  const [, location, registeredVisitorId] = /^([0-9a-f]{24})-([0-9a-f]{24})$/.exec(subject) ?? [];
  return location === undefined || registeredVisitorId === undefined ? undefined : { location, registeredVisitorId };
};
