import type { Db } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { Static } from "../../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../../platform/http/in-transaction.ts";
import { forbidden } from "../../../platform/lib/errors.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import {
  dropHeldInvitations,
  dropWaitingInvitations,
  earlierInvitations,
} from "../../messages/invitations/invitation-history.ts";
import { queueMessages } from "../../messages/queue.ts";
import type { InvitationCounts } from "./contract.ts";
import { findFollowed, whileFollowed } from "../series-invitations/follow.ts";
import { draftInvitations, invitationMessage, isReachable, type ReachableInvitee } from "./message.ts";
import * as store from "./store.ts";

type Counts = Static<typeof InvitationCounts>;

const queue = async (
  ctx: RequestContext,
  location: string,
  from: store.InvitingLocation,
  chosen: readonly ReachableInvitee[],
): Promise<void> => {
  if (chosen.length === 0) return;
  const { db, now } = ctx;
  const ids = chosen.map(({ _id }) => _id);
  // The invitation has all current values: a change, or a new address, needs no email of its own.
  await dropWaitingInvitations(db, location, ids, "registered_visitor_change");
  await dropHeldInvitations(db, location, ids, iso(now));
  const earlier = await earlierInvitations(db, location, ids);
  const drafts = await draftInvitations(ctx, location, from, { invitees: chosen, earlier });
  await queueMessages(
    db,
    drafts.map((draft) => invitationMessage(draft, now)),
  );
  await store.countInvitations(db, location, iso(now), chosen.length);
  await store.markInvited(ctx, location, ids, iso(now));
};

/**
 * Queues an invitation for each registered visitor, in the order of the IDs, up to the location's cap (interface 4.6,
 * rules 5). Only one call per location runs at a time, so that the cap is exact.
 * @param ids in lower case; repeated IDs count once
 */
export const send = (ctx: RequestContext, location: string, ids: readonly string[]): Promise<Counts> =>
  inTransaction(ctx, async (inner) => {
    const distinctIds = [...new Set(ids)];
    await store.lockInvitations(inner.db, location);
    const from = await store.findInvitingLocation(inner.db, location, iso(ctx.now - store.CAP_MS));
    if (from === undefined) throw forbidden("the location was removed a moment ago");
    const invitees = await store.lockInvitees(inner.db, location, distinctIds, ctx.hosts);
    const known = new Map(invitees.map((row) => [row._id, row]));
    const reachable = distinctIds.map((id) => known.get(id)).filter(isReachable);
    const invited = reachable.slice(0, Math.max(0, from.cap - from.used));
    const followed = await findFollowed(
      inner,
      location,
      invited.map(({ _id }) => _id),
    );
    await whileFollowed(inner, { location, ids: [...followed], again: true }, () =>
      queue(
        inner,
        location,
        from,
        invited.filter(({ _id }) => !followed.has(_id)),
      ),
    );
    return {
      requested: distinctIds.length,
      queued: invited.length,
      skippedNoEmail: distinctIds.length - reachable.length,
      skippedRateLimited: reachable.length - invited.length,
    };
  });

/** Deletes the counts of days that no cap includes any more. */
export const deleteOldInvitationCounts = (db: Db, now: number): Promise<void> =>
  store.deleteInvitationCounts(db, iso(now - store.CAP_MS));
