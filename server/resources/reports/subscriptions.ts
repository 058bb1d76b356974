import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { dateOf } from "../../platform/lib/time/time.ts";
import { monthBefore } from "./monthly-report.ts";
import * as store from "./subscriptions-store.ts";

/** Whether the calling user is emailed the monthly report of a location. */
export const readSubscription = async (ctx: RequestContext, location: string): Promise<{ subscribed: boolean }> => ({
  subscribed: await store.hasSubscription(ctx.db, { location, user: ctx.principal._id }),
});

/**
 * Subscribes the calling user from this month on, or unsubscribes them. This is a setting of the user, so it is logged
 * in the service's log. Errors: `412`.
 */
export const save = async (
  ctx: RequestContext,
  { _id: location, timezone }: LocationClock,
  subscribed: boolean,
): Promise<{ subscribed: boolean }> => {
  const subscription = { location, user: ctx.principal._id };
  // No lock: only the user themselves changes it.
  const current = await readSubscription(ctx, location);
  checkIfMatch(ctx, () => current);
  const entry = {
    location: SERVICE_LOCATION,
    action: subscribed ? "user.subscribe" : "user.unsubscribe",
    subject: "user",
    body: {
      before: { monthly_report: !subscribed, company_id: location },
      after: { monthly_report: subscribed, company_id: location },
    },
  };
  if (subscribed) await store.insertSubscription(ctx, subscription, monthBefore(dateOf(ctx.now, timezone)), entry);
  else await store.deleteSubscription(ctx, subscription, entry);
  return { subscribed };
};
