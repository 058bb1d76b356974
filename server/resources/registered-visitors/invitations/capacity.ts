import type { RequestContext } from "../../../platform/http/request-context.ts";
import { badRequest } from "../../../platform/lib/errors.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import * as store from "./store.ts";

export type { InvitingLocation } from "./store.ts";

/** A location as its invitations name it; undefined if it is gone. */
export const readInviting = (
  { db, now }: RequestContext,
  location: string,
): Promise<store.InvitingLocation | undefined> => store.findInvitingLocation(db, location, iso(now - store.CAP_MS));

/** Counts invitations to a series among those of the day. Errors: `400` above the location's cap (rules 5). */
export const takeInvitations = async (ctx: RequestContext, location: string, n: number): Promise<void> => {
  await store.lockInvitations(ctx.db, location);
  const { cap, used } = (await readInviting(ctx, location)) ?? { cap: 0, used: 0 };
  if (used + n > cap)
    throw badRequest(
      `"invite" would send ${n} invitations, and ${Math.max(0, cap - used)} are left of today's invite_cap_per_day.`,
      "too_many",
      "invite",
    );
  await store.countInvitations(ctx.db, location, iso(ctx.now), n);
};
