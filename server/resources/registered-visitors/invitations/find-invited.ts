import type { Db } from "../../../platform/db/database.ts";
import type { SecretKeys } from "../../../platform/lib/secret/secret-keys.ts";
import { type InvitationTarget, readInvitationToken } from "../../messages/invitations/invitation-link.ts";
import { holds } from "./store.ts";

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
  if (target === undefined) return undefined;
  const { location, registeredVisitorId, round } = target;
  return (await holds(db, location, registeredVisitorId, round)) ? target : undefined;
};
