import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { randomBytes } from "node:crypto";

import type { Context } from "../../platform/context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso, parseInstant } from "../../platform/lib/time/time.ts";
import { withInstants } from "../../platform/http/input/location-dates.ts";
import { attempt } from "./attempt.ts";
import type { DeliveryRow } from "./columns.ts";
import { REPLAYS_MAX, type ReplayInput, type ReplayAnswer } from "./contract.ts";
import { FAILURES_MAX, DELIVERY_TIMEOUTS, type DeliveryTimeouts, payloadOf, withRetries } from "./deliver.ts";
import * as store from "./replays-store.ts";
import { checkPlan, lockConfigured } from "./webhooks.ts";
import { touchWebhook } from "./store.ts";

type Input = Static<typeof ReplayInput>;

const STATES = { failed: ["failed"], undelivered: ["failed", "expired", "unknown"] } as const;

/** A time that the contract has accepted, in the one notation in which times compare as texts. */
const instant = (text: string): string => iso(parseInstant(text) ?? Number.NaN);

const rangeOf = ({ since, until, state = "failed" }: Input, now: number): store.ReplayRange => {
  const range = {
    states: STATES[state],
    since: instant(since),
    until: until === undefined ? iso(now) : instant(until),
  };
  if (range.since >= range.until)
    throw badRequest(
      `"since" must be before ${until === undefined ? "now" : '"until"'}.${seeEndpoint("POST /companies/{company_id}/webhooks/replay")}`,
      "wrong_order",
      "since",
    );
  return range;
};

/**
 * Queues the failed deliveries of a span to be sent again, in the order of their events. The webhook worker sends them
 * to the webhook as configured at that time. Plain dates are days of the location. Errors: `400` for an invalid span,
 * or one with too many deliveries; `404` without a webhook, and on plans without webhooks
 */
export const replaySince = async (
  ctx: RequestContext,
  location: string,
  input: Input,
): Promise<Static<typeof ReplayAnswer>> => {
  await checkPlan(ctx, location);
  const range = rangeOf(await withInstants(ctx, location, input, ["since", "until"]), ctx.now);
  return inTransaction(ctx, async (inner) => {
    await lockConfigured(inner, location);
    const found = await store.countReplayable(inner.db, location, range);
    if (found > REPLAYS_MAX)
      throw badRequest(
        `"since" and "until" cover ${found} deliveries, more than ${REPLAYS_MAX}. Choose a shorter period.`,
        "too_many",
        "since",
      );
    const queued = await store.queueReplays(inner.db, location, range, iso(ctx.now));
    const body = { after: { since: range.since, until: range.until, states: range.states, queued } };
    const entry = { location, action: "webhook.replay", subject: "webhook", body };
    await runLoggedQuery(inner, touchWebhook(location), entry);
    return { message: `${queued} ${queued === 1 ? "delivery" : "deliveries"} queued to be resent.`, queued };
  });
};

const deliveryOf = (
  claim: store.ReplayClaim,
  { started, ended, ...outcome }: Awaited<ReturnType<typeof attempt>>,
): DeliveryRow => ({
  company_id: claim.company_id,
  _id: newId(claim.company_id, ended),
  kind: "replay",
  ...outcome,
  event: claim.event,
  event_id: claim.event_id,
  ids: claim.ids,
  subject_id: claim.subject_id,
  replay_of: claim.replay_of,
  url: claim.url,
  http_method: claim.http_method,
  started: iso(started),
  create_date: iso(ended),
  mod_date: iso(ended),
});

/**
 * Sends the next delivery in a location's queue again, if one waits and no event is in progress. It never touches the
 * counter of failures; after five failures in a row, the rest of the queue is dropped and remains failed in the list of
 * deliveries.
 * @returns whether there was one: then there may be more
 */
export const replayNext = async (
  context: Context,
  location: string,
  timeouts: DeliveryTimeouts = DELIVERY_TIMEOUTS,
): Promise<boolean> => {
  const lease = { by: randomBytes(8).toString("hex"), ms: timeouts.leaseMs };
  const claim = await store.takeReplay(context.db, location, lease);
  if (claim === undefined) return false;
  const payload = payloadOf(location, claim.event, claim.ids);
  const message = { payload, eventId: claim.event_id, isReplay: true, now: context.now() };
  const delivery = deliveryOf(claim, await attempt(context, claim, message, timeouts.deadlineMs));
  await withRetries(() => store.recordReplay(context.db, lease, delivery));
  if (delivery.state === "failed") await store.giveUpReplays(context.db, location, claim.queued, FAILURES_MAX);
  return true;
};
