import type { Channel } from "../../platform/channels/channel.ts";
import { channels, MESSAGE_KINDS, type MessageKind, urlSettingOf } from "../../platform/channels/channels.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id, Instant, OptionalPaging, recordKeys, Type, OneOf } from "../../platform/http/contract/schemas.ts";

export const OutboxMessage = Type.Object({
  ...recordKeys,
  company_id: Id,
  kind: OneOf(...MESSAGE_KINDS),
  to: Type.String({ description: "Email address or telephone number" }),
  template: Type.String(),
  language_id: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  text: Type.Optional(
    Type.String({
      description: "The text as it is sent, with a mark in the place of a host's link; an email also has it as HTML",
    }),
  ),
  state: OneOf("queued", "sending", "sent", "failed"),
  attempts: Type.Integer(),
  next_attempt: Type.Optional(Instant),
  error: Type.Optional(Type.String({ description: "Why it wasn't sent" })),
  subject_id: Type.Optional(Type.String({ description: "The record it is about" })),
  sent_at: Type.Optional(Instant),
});

named({ OutboxMessage });

export const listOutbox = endpoint({
  operationId: "listOutboxMessages",
  method: "GET",
  path: "/companies/{company_id}/outbox",
  tag: "Messages",
  summary: "A location's emails and SMS with their status, newest first",
  description:
    "Without `count` and `page`, the newest 1,000. Messages that couldn't be sent within 24 hours are shown as failed.",
  permission: "location.manage",
  params: LocationParams,
  query: {
    ...OptionalPaging,
    state: Type.Optional(OneOf("queued", "sending", "sent", "failed")),
  },
  response: Type.Array(OutboxMessage),
});

const MessageResend = Type.Object({
  to: Type.Optional(
    Type.String({ maxLength: 254, "x-expected": "an email address, or a telephone number for an SMS" }),
  ),
});

named({ MessageResend });

export const resendMessage = endpoint({
  operationId: "resendOutboxMessage",
  method: "POST",
  path: "/companies/{company_id}/outbox/{id}/resend",
  tag: "Messages",
  summary: "Send a failed message again, to the same address or another",
  description:
    "It says what it said, takes the place of the failed one and is tried for 24 hours again. The link of a host is only sent to the host that the visit has today. `404` unless the message has failed.",
  permission: "location.manage",
  params: { ...LocationParams, id: Id },
  body: {
    ...MessageResend,
    examples: [{ to: "ann.peeters@example.org" }],
  },
  response: OutboxMessage,
});

type HealthFlags<T> = Record<`${MessageKind}_configured`, T>;

/** `<kind>_configured` for each channel. */
export const eachChannel = <T>(valueOf: (channel: Channel<MessageKind>) => T): HealthFlags<T> =>
  // Has a key for each channel, which Object.fromEntries can't express.
  Object.fromEntries(channels.map((one) => [`${one.kind}_configured`, valueOf(one)])) as HealthFlags<T>;

const OutboxHealth = Type.Object({
  ...eachChannel((channel) => Type.Boolean({ description: `There is ${channel.server} (${urlSettingOf(channel)})` })),
  waiting: Type.Integer({ description: "Queued, or being sent now" }),
  failed: Type.Integer({ description: "Given up" }),
  sms_today: Type.Integer({ description: "SMS queued or sent today, on the location's clock" }),
  sms_per_day: Type.Integer({ description: "How many the location sends in a day, emergencies aside" }),
});

named({ OutboxHealth });

export const readOutboxHealth = endpoint({
  operationId: "getOutboxHealth",
  method: "GET",
  path: "/companies/{company_id}/outbox/health",
  tag: "Messages",
  summary: "Whether emails and SMS can be sent, and how many are queued or have failed",
  permission: "location.manage",
  params: LocationParams,
  response: OutboxHealth,
});
