import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { firstId } from "../../platform/lib/record/ids.ts";
import { dateOf, iso, startOfDay } from "../../platform/lib/time/time.ts";
import { TYPICAL_OF, WAITING_MAX, type WebhookHealth } from "./contract.ts";
import { FAILURES_MAX } from "./deliver.ts";
import * as store from "./health-store.ts";
import { checkPlan } from "./webhooks.ts";

type Wire = Static<typeof WebhookHealth>;

/** A call that ends after midnight may have got its ID before. */
const CALL_MS_MAX = 60_000;

const statusOf = ({ enabled, failures }: store.HealthRow): Wire["status"] => {
  if (enabled) return "enabled";
  return failures >= FAILURES_MAX ? "disabled" : "off";
};

const configured = (row: store.HealthRow, now: number): Omit<Wire, "delivered_today" | "failed_today"> => {
  const status = statusOf(row);
  const {
    url,
    http_method,
    auth_username,
    has_password,
    failures,
    waiting,
    last_error,
    last_status,
    last_failed,
    mod_date,
  } = row;
  const ends = row.previous_secret_ends_at;
  return {
    status,
    url,
    http_method,
    ...(auth_username === null ? {} : { auth_username }),
    has_password,
    has_secret: true,
    ...(ends !== null && Date.parse(ends) > now ? { previous_secret_ends: ends } : {}),
    failures,
    ...(status === "disabled" ? { disabled_at: last_failed ?? mod_date } : {}),
    ...(last_status === null ? {} : { last_status }),
    ...(last_error === null ? {} : { last_error }),
    waiting,
    mod_date,
  };
};

const NOTHING = { status: "none", has_password: false, has_secret: false, failures: 0, waiting: 0 } as const;

/** The health of a location's webhook, enabled or not. Errors: `404` on plans without webhooks */
export const readWebhookHealth = async (ctx: RequestContext, { _id, timezone }: LocationClock): Promise<Wire> => {
  await checkPlan(ctx, _id);
  const start = startOfDay(dateOf(ctx.now, timezone), timezone);
  const [row, counts] = await Promise.all([
    store.findHealth(ctx.db, _id, WAITING_MAX),
    store.countCalls(ctx.db, _id, { id: firstId(start - CALL_MS_MAX), at: iso(start), typicalOf: TYPICAL_OF }),
  ]);
  const { delivered = 0, failed = 0, typical_ms = null } = counts ?? {};
  return {
    ...(row === undefined ? NOTHING : configured(row, ctx.now)),
    delivered_today: delivered,
    failed_today: failed,
    ...(typical_ms === null ? {} : { typical_ms }),
  };
};
