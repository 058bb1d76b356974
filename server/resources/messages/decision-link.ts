import type { SecretKeys } from "../../platform/lib/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/signed-token.ts";

const PURPOSE = "decide";
/** How long a visitor can be decided on by link, from their sign-in on. */
const LINK_MS = 48 * 60 * 60_000;

/** What links need of the service: they begin with the one and are signed with the other. */
export type LinkSettings = { publicUrl: string; secretKey: string };

/** The visit a link decides on. */
export type DecisionTarget = { location: string; visitId: string };

/** What the buttons of a mail stand for. Opening either decides nothing. */
export type Choice = "approve" | "reject";

/**
 * The link by which a host decides on a screened visitor. Signed, not stored, and the same each time it is made; it names ids
 * only and can be used for nothing else.
 * @param source the service's key and the address under which people reach it
 * @param signedIn ISO 8601; the link works for 48 hours from then on
 * @param choice which of the two buttons was pressed in the mail
 */
export const decisionLink = (
  { publicUrl, secretKey }: LinkSettings,
  { location, visitId }: DecisionTarget,
  signedIn: string,
  choice?: Choice,
): string => {
  const token = signToken(secretKey, PURPOSE, `${location}-${visitId}`, Date.parse(signedIn) + LINK_MS);
  return `${publicUrl}/decide?token=${token}${choice === undefined ? "" : `&choice=${choice}`}`;
};

/** The visit a token decides on; undefined when it is not ours. `ended` says that it is, and that its time has passed. */
export const readDecisionToken = (
  keys: SecretKeys,
  token: string,
  now: number,
): (DecisionTarget & { ended: boolean }) | undefined => {
  const subject = verifyToken(keys, PURPOSE, token, 0) ?? "";
  const [, location, visitId] = /^([0-9a-f]{24})-([0-9a-f]{24})$/.exec(subject) ?? [];
  if (location === undefined || visitId === undefined) return undefined;
  return { location, visitId, ended: verifyToken(keys, PURPOSE, token, now) === undefined };
};
