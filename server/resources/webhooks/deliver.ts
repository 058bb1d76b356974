import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { entryId } from "../audit/audit.ts";
import type { Context } from "../../platform/context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { queueMessages } from "../messages/queue.ts";
import { type Attempt, attempt } from "./attempt.ts";
import type { DeliveryRow } from "./columns.ts";
import { disabledMail } from "./disabled-mail.ts";
import * as queue from "./queue-store.ts";
import { releaseReplay } from "./replays-store.ts";
import type { Payload } from "./request.ts";
import * as store from "./store.ts";

/** Time limits, in milliseconds. */
export type DeliveryTimeouts = {
  /** For a whole call (rules 5). */
  deadlineMs: number;
  /** How long a claimed event belongs to its process; after that another one may record it. */
  leaseMs: number;
};

export const DELIVERY_TIMEOUTS: DeliveryTimeouts = { deadlineMs: 10_000, leaseMs: 13_000 };

/** After this many failures in a row, a webhook is turned off (interface 6.3). */
export const FAILURES_MAX = 5;
/** An event that has waited longer is of no use to the receiver any more. */
const AGE_MS_MAX = 24 * 60 * 60_000;
/** How often writing an outcome is tried while the database is away for a moment, and the pause in between. */
const RECORD_TRIES = 4;
const RECORD_PAUSE_MS = 400;

/** The outcome of a call, or the reason that none was made. */
type Outcome = Pick<DeliveryRow, "state" | "status" | "error" | "error_code" | "head"> & {
  started: number | null;
  ended: number;
};

/** The payload of an event (interface 6.1): only IDs. */
export const payloadOf = (location: string, event: string, ids: DeliveryRow["ids"]): Payload => ({
  eventName: event,
  companyId: location,
  ...ids,
});

type SentEvent = Pick<
  queue.Claim,
  "company_id" | "seq" | "at" | "event" | "ids" | "subject_id" | "url" | "http_method"
>;

const deliveryOf = (
  sent: SentEvent,
  { state, status, error, error_code, head, started, ended }: Outcome,
): DeliveryRow => ({
  company_id: sent.company_id,
  _id: newId(sent.company_id, ended),
  kind: "event",
  state,
  event: sent.event,
  event_id: entryId(sent.company_id, sent),
  ids: sent.ids,
  subject_id: sent.subject_id,
  replay_of: null,
  url: sent.url,
  http_method: sent.http_method,
  status,
  error,
  error_code,
  head,
  started: started === null ? null : iso(started),
  create_date: iso(ended),
  mod_date: iso(ended),
});

const expired = (now: number): Outcome => ({
  state: "expired",
  status: null,
  error: "It was queued for more than 24 hours, so it wasn't sent.",
  error_code: null,
  head: null,
  started: null,
  ended: now,
});

/** One mail per global admin, in the outbox of the location. */
const notifyAdmins = async (
  ctx: RequestContext,
  claim: queue.Claim,
  { failures, error }: { failures: number; error: string },
) => {
  const { company_id: location, location_name, webhook_id, url } = claim;
  const disabled = { location: location_name, failures, url, error };
  const mails = (await store.listAdmins(ctx.db)).map(({ email, language_id }) => ({
    location,
    kind: "mail" as const,
    recipient: email,
    template: "notice" as const,
    parameters: disabledMail(disabled, language_id),
    subjectId: webhook_id,
    language: language_id ?? undefined,
    now: ctx.now,
  }));
  await queueMessages(ctx.db, mails);
};

const switchOff = async (
  ctx: RequestContext,
  claim: queue.Claim,
  failure: { failures: number; error: string },
): Promise<void> => {
  const location = claim.company_id;
  const entry = { location, action: "webhook.disable", subject: "webhook" };
  await runLoggedQuery(ctx, store.disableWebhook(location, iso(ctx.now)), entry);
  await notifyAdmins(ctx, claim, failure);
};

/** Whether it counts as a success or as a failure; undefined if no call was made. */
const successOf = ({ state }: Outcome): boolean | undefined =>
  state === "delivered" ? true : state === "failed" ? false : undefined;

/** Records the outcome of an event; the fifth failure in a row turns the webhook off, in the same transaction. */
const record = async (context: Context, claim: queue.Claim, lease: queue.Lease, outcome: Outcome): Promise<void> => {
  const recording = { claim, lease, delivery: deliveryOf(claim, outcome), success: successOf(outcome) };
  const { metrics } = context;
  // Only one event of a location is in progress, so its counter hasn't changed: most outcomes need no transaction.
  if (outcome.state !== "failed" || claim.failures + 1 < FAILURES_MAX) {
    if ((await queue.recordDelivery(context.db, recording)) !== undefined) metrics.deliveries.add(outcome.state);
    return;
  }
  await inTransaction(systemContext(context, "webhooks"), async (ctx) => {
    const counter = await queue.recordDelivery(ctx.db, recording);
    if (counter === undefined) return;
    metrics.deliveries.add(outcome.state);
    if (!counter.counted || !counter.enabled) return;
    await switchOff(ctx, claim, { failures: counter.failures, error: outcome.error ?? "" });
    metrics.webhooksDisabled += 1;
  });
};

/**
 * Writes the outcome of a call, and retries for a while: the call can't be made again. Writing twice does no harm, since the lease is
 * gone by then.
 */
export const withRetries = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await write();
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      await wait(RECORD_PAUSE_MS);
    }
};

const send = (context: Context, claim: queue.Claim, { deadlineMs }: DeliveryTimeouts): Promise<Attempt> => {
  const message = {
    payload: payloadOf(claim.company_id, claim.event, claim.ids),
    eventId: entryId(claim.company_id, claim),
    isReplay: false,
    now: context.now(),
  };
  return attempt(context, claim, message, deadlineMs);
};

/**
 * Sends the next event of a location, if one waits, and records its outcome: cursor, counter and delivery log together.
 * However many processes there are, only one sends an event, once; there are no retries (interface 6.3).
 * @returns whether there was one: then there may be more
 */
export const deliverNext = async (
  context: Context,
  location: string,
  timeouts: DeliveryTimeouts = DELIVERY_TIMEOUTS,
): Promise<boolean> => {
  const startedAt = performance.now();
  const lease = { by: randomBytes(8).toString("hex"), ms: timeouts.leaseMs };
  const claim = await queue.claimNext(context.db, location, lease);
  if (claim === undefined) return false;
  const now = context.now();
  if (Date.parse(claim.at) <= now - AGE_MS_MAX) {
    await withRetries(() => record(context, claim, lease, expired(now)));
    return true;
  }
  // After a delay up to here, such as for a connection, the lease could end before the call does: the event is claimed anew.
  if (performance.now() - startedAt > (timeouts.leaseMs - timeouts.deadlineMs) / 2) {
    await queue.releaseClaim(context.db, location, lease);
    return true;
  }
  const outcome = await send(context, claim, timeouts);
  await withRetries(() => record(context, claim, lease, outcome));
  return true;
};

/** Continues where a process stopped during a call: the event may have arrived, so it is not sent again. */
export const recoverAbandoned = async (
  { db, now, metrics }: Pick<Context, "db" | "now" | "metrics">,
  location: string,
): Promise<void> => {
  const abandoned = await queue.findAbandoned(db, location);
  if (abandoned === undefined) return releaseReplay(db, location);
  const outcome: Outcome = {
    state: "unknown",
    status: null,
    error: "Foyer stopped while sending it. It may have arrived.",
    error_code: null,
    head: null,
    started: null,
    ended: now(),
  };
  await queue.giveUpAbandoned(db, abandoned, deliveryOf(abandoned, outcome));
  metrics.deliveries.add(outcome.state);
};
