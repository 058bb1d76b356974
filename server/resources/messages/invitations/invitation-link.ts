import type { SecretKeys } from "../../../platform/lib/secret/secret-keys.ts";
import { verifyToken, signToken } from "../../../platform/lib/secret/signed-token.ts";

const PURPOSE = "invitation";
/** How long an invitation without an end works. */
const OPEN_ENDED_MS = 30 * 24 * 60 * 60_000;

/**
 * The visitor and location of an invitation's link, and which of their invitations it is: the first, 0, or one after
 * their address has changed.
 */
export type InvitationTarget = { location: string; registeredVisitorId: string; round: number };

/** A target as messages keep it; those of earlier versions are of the first invitation. */
type LinkTarget = Omit<InvitationTarget, "round"> & { round?: number };

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
  { location, registeredVisitorId, round = 0 }: LinkTarget,
  term: InvitationTerm,
): string =>
  signToken(
    secretKey,
    PURPOSE,
    [location, registeredVisitorId, ...(round === 0 ? [] : [round])].join("-"),
    expiryOf(term),
  );

/**
 * The personal link of an invitation, to the page where the visitor pre-registers. Signed, not stored, and the same
 * each time it is made; it contains IDs only. The token follows the `#`, so it appears in no log.
 */
export const invitationPageLink = (
  { publicUrl, secretKey }: { publicUrl: string; secretKey: string },
  invited: LinkTarget,
  term: InvitationTerm,
): string => `${publicUrl}/visit/#i=${invitationToken(secretKey, invited, term)}`;

/** Whether a token is an invitation's, even if it has expired. */
export const isInvitationToken = (keys: SecretKeys, token: string): boolean =>
  readInvitationToken(keys, token, 0) !== undefined || readSeriesToken(keys, token, 0) !== undefined;

/**
 * The registered visitor of a token; undefined if it isn't ours or has expired. Whether it still holds, `findInvited`
 * says.
 */
export const readInvitationToken = (keys: SecretKeys, token: string, now: number): InvitationTarget | undefined => {
  const subject = verifyToken(keys, PURPOSE, token, now) ?? "";
  const [, location, registeredVisitorId, round = "0"] =
    /^([0-9a-f]{24})-([0-9a-f]{24})(?:-(\d{1,9}))?$/.exec(subject) ?? [];
  return location === undefined || registeredVisitorId === undefined
    ? undefined
    : { location, registeredVisitorId, round: Number(round) };
};

/** How long the link of a series works while the series has its visitor. */
const SERIES_MS = 10 * 366 * 24 * 60 * 60_000;

/** The invitation of a visitor to a series, by its ID. */
export type SeriesTarget = { location: string; invitationId: string; round: number };

/**
 * The personal link of an invitation to a series. It leads to the next occurrence at the time of its use, so that one code
 * works each time, and for that visit alone.
 */
export const seriesLink = (
  { publicUrl, secretKey }: { publicUrl: string; secretKey: string },
  { location, invitationId, round }: SeriesTarget,
  made: number,
): string =>
  `${publicUrl}/visit/#i=${signToken(secretKey, PURPOSE, [location, "s", invitationId, round].join("-"), made + SERIES_MS)}`;

/** The invitation that the link of a series names; undefined if it isn't ours or has expired. */
export const readSeriesToken = (keys: SecretKeys, token: string, now: number): SeriesTarget | undefined => {
  const subject = verifyToken(keys, PURPOSE, token, now) ?? "";
  const [, location, invitationId, round] = /^([0-9a-f]{24})-s-([0-9a-f]{24})-(\d{1,9})$/.exec(subject) ?? [];
  return location === undefined || invitationId === undefined
    ? undefined
    : { location, invitationId, round: Number(round) };
};
