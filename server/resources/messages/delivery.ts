import { randomBytes } from "node:crypto";

import { type Channel, type RenderedMessage, SEND_MS_MAX } from "../../platform/channels/channel.ts";
import { channels, type MessageKind, missingFor } from "../../platform/channels/channels.ts";
import { SendFailure } from "../../platform/channels/send-failure.ts";
import { oneLine } from "../../platform/lib/text/one-line.ts";
import type { Context } from "../../platform/context.ts";
import { toHttpError } from "../../platform/http/output/error-handler.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { traceOutboundCall } from "../../platform/observe/tracing.ts";
import { withoutTokens } from "./host-link.ts";
import { WAITING_MS_MAX } from "./queue.ts";
import { render } from "./mail/render.ts";
import * as store from "./store.ts";

const MINUTE_MS = 60_000;
/** How long to wait before the next try, by the number of tries so far. */
const WAITS_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS);
const ATTEMPTS_MAX = WAITS_MS.length + 1;
/** Longer than handing over may take: afterwards another process takes a message whose process ended. */
const LEASE_MS = 30_000;
/** A run of the sender starts no messages after this time; the next run continues. */
const RUN_MS = 900;

/** Hands a rendered message over. @returns the other side's response. Errors: SendFailure */
type Transport = (message: store.MessageRow) => Promise<string>;

const take = ({ db, now }: Context, kind: MessageKind): Promise<store.MessageRow | undefined> => {
  const at = now();
  return store.takeMessage(db, {
    kind,
    now: iso(at),
    queuedAfter: iso(at - WAITING_MS_MAX),
    lease: randomBytes(8).toString("hex"),
    until: iso(at + LEASE_MS),
  });
};

/** A message is rendered from the database, which may be busy or gone for a moment. */
const failureOf = (error: unknown): SendFailure => {
  if (error instanceof SendFailure) return error;
  return toHttpError(error).status === 503
    ? new SendFailure("The database was unavailable.", false)
    : new SendFailure("The message couldn't be created.", true);
};

/** Logs that a message was not sent: only IDs, the reason is in the outbox. */
const logFailure = ({ log }: Context, { _id, company_id, kind, attempts }: store.MessageRow, final: boolean): void =>
  log.warn({ message: _id, location: company_id, kind, attempts }, final ? "a message failed" : "a message waits");

const recordFailure = async (context: Context, message: store.MessageRow, error: unknown): Promise<void> => {
  const failure = failureOf(error);
  const wait = failure.permanent ? undefined : WAITS_MS[message.attempts - 1];
  const at = context.now();
  const again = wait === undefined ? null : iso(at + wait);
  logFailure(context, message, again === null);
  context.metrics.messages.add(message.kind, again === null ? "failed" : "postponed");
  if (again === null && message.template === store.OF_ERASED) return store.deleteMessage(context.db, message);
  await store.recordFailure(context.db, message, { error: withoutTokens(failure.message), again, at: iso(at) });
};

/** Sends a message that was taken, outside any transaction, and records the outcome. */
const deliver = async (context: Context, message: store.MessageRow, hand: Transport): Promise<void> => {
  let answer: string;
  try {
    if (message.attempts > ATTEMPTS_MAX) throw new SendFailure("Foyer stopped each time it was sending this.", true);
    answer = await traceOutboundCall(context, message.kind, { "foyer.location": message.company_id }, () =>
      hand(message),
    );
  } catch (error) {
    return recordFailure(context, message, error);
  }
  if (message.template === store.OF_ERASED) await store.deleteMessage(context.db, message);
  else await store.recordSent(context.db, message, iso(context.now()), withoutTokens(oneLine(answer)));
  context.metrics.messages.add(message.kind, "sent");
};

/** Delivers this message and then other due ones, one after the other, as long as the run lasts. */
const runLane = async (
  context: Context,
  hand: Transport,
  first: store.MessageRow | undefined,
  endMs: number,
): Promise<void> => {
  for (let message = first; message !== undefined;) {
    await deliver(context, message, hand);
    message = performance.now() < endMs ? await take(context, message.kind) : undefined;
  }
};

/** Several lanes run in parallel: a message that hangs in one does not hold up the others. */
const runLanes = async (context: Context, hand: Transport, first: store.MessageRow, lanes: number): Promise<void> => {
  const endMs = performance.now() + RUN_MS;
  const others = Array.from({ length: lanes - 1 }, async () =>
    runLane(context, hand, await take(context, first.kind), endMs),
  );
  const ended = await Promise.allSettled([runLane(context, hand, first, endMs), ...others]);
  const broken = ended.find((lane) => lane.status === "rejected");
  if (broken !== undefined) throw broken.reason;
};

const rendered = async (context: Context, message: store.MessageRow): Promise<RenderedMessage> => {
  const content = await render(context, message);
  if (content === undefined) throw new SendFailure("There is nothing left to send.", true);
  return content;
};

/**
 * Sends the due messages of a channel, for about a second. Each is taken under a lease, by one process only, and
 * recorded as sent once. If a process ends in between, the next one takes the message after the lease: it may be sent
 * twice, but is never lost, and never sent again once recorded. Does nothing while the channel is off.
 */
export const sendMessages = async (context: Context, channel: Channel<MessageKind>): Promise<void> => {
  const { channels: settings, publicUrl } = context.config;
  const own = settings[channel.kind];
  if (own === undefined) return;
  const first = await take(context, channel.kind);
  if (first === undefined) return;
  const sender = await channel.open(own, { publicUrl, timeoutMs: SEND_MS_MAX });
  const hand: Transport = async (message) =>
    sender.send({ ...(await rendered(context, message)), id: message._id, to: message.recipient });
  try {
    await runLanes(context, hand, first, channel.lanes);
  } finally {
    sender.close?.();
  }
};

/** Gives up messages that have waited for a day, with their last error, or with the reason that the channel is off. */
export const giveUpOldMessages = async ({ db, now }: Context): Promise<void> => {
  const at = now();
  await store.giveUpMessages(db, {
    now: iso(at),
    queuedUntil: iso(at - WAITING_MS_MAX),
    prefix: "Not sent within 24 hours. ",
    reasons: Object.fromEntries(channels.map((channel) => [channel.kind, missingFor(channel)])),
  });
};

/** Emails about accounts belong to no location, whose retention would erase them. */
const ACCOUNT_MAILS_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

/** Deletes old emails about accounts: the addresses may be of people who left. */
export const deleteOldAccountMails = ({ db, now }: Context): Promise<void> =>
  store.deleteMessages(db, SERVICE_LOCATION, iso(now() - ACCOUNT_MAILS_KEPT_MS));
