import type { Db } from "../../../platform/db/database.ts";
import type { SecretKeys } from "../../../platform/lib/secret/secret-keys.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import {
  type InvitationTarget,
  readInvitationToken,
  readSeriesToken,
} from "../../messages/invitations/invitation-link.ts";
import { findNext } from "../series-invitations/store.ts";
import { holds } from "./store.ts";

/** The next occurrence of an invitation to a series. */
const findNextInvited = async (
  db: Db,
  keys: SecretKeys,
  token: string,
  now: number,
): Promise<InvitationTarget | undefined> => {
  const target = readSeriesToken(keys, token, now);
  const next = target && (await findNext(db, target, iso(now)));
  return next && { location: target.location, registeredVisitorId: next._id, round: next.invitation_round };
};

/**
 * The registered visitor of an invitation's link or code; undefined if it isn't ours, has expired, or was sent to an
 * address that has changed since.
 */
export const findInvited = async (
  db: Db,
  keys: SecretKeys,
  token: string,
  now: number,
): Promise<InvitationTarget | undefined> => {
  const target = readInvitationToken(keys, token, now);
  if (target === undefined) return findNextInvited(db, keys, token, now);
  const { location, registeredVisitorId, round } = target;
  return (await holds(db, location, registeredVisitorId, round)) ? target : undefined;
};
