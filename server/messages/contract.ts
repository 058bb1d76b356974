import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Instant, OptionalPaging, recordKeys, Type, Word } from "../http/schemas.ts";

export const OutboxMessage = Type.Object({
  ...recordKeys,
  company_id: Id,
  kind: Word("mail", "sms"),
  to: Type.String({ description: "E-mail address or telephone number" }),
  template: Type.String(),
  language_id: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  text: Type.Optional(Type.String({ description: "The text as it is sent; a mail has the same as HTML" })),
  state: Word("queued", "sending", "sent", "failed"),
  attempts: Type.Integer(),
  next_attempt: Type.Optional(Instant),
  error: Type.Optional(Type.String({ description: "Why it has not gone out" })),
  subject_id: Type.Optional(Type.String({ description: "The record it is about" })),
  sent_at: Type.Optional(Instant),
});

named({ OutboxMessage });

export const listOutbox = endpoint({
  operationId: "listOutboxMessages",
  method: "GET",
  path: "/companies/{company_id}/outbox",
  tag: "Messages",
  summary: "Mails and SMS of a location with their state, newest first",
  description:
    "Without count and page the newest 1,000. What is configured to wait longer than 24 hours is given up and shown as failed.",
  may: "location.manage",
  params: InLocation,
  query: {
    ...OptionalPaging,
    state: Type.Optional(Word("queued", "sending", "sent", "failed")),
  },
  response: Type.Array(OutboxMessage),
});

const OutboxHealth = Type.Object({
  mail_configured: Type.Boolean({ description: "There is a mail server (SMTP_URL)" }),
  sms_configured: Type.Boolean({ description: "There is an SMS gateway (SMS_GATEWAY_URL)" }),
  waiting: Type.Integer({ description: "Queued, or being sent now" }),
  failed: Type.Integer({ description: "Given up" }),
});

named({ OutboxHealth });

export const readOutboxHealth = endpoint({
  operationId: "getOutboxHealth",
  method: "GET",
  path: "/companies/{company_id}/outbox/health",
  tag: "Messages",
  summary: "Whether mails and SMS can be sent, and how many of a location wait or have failed",
  may: "location.manage",
  params: InLocation,
  response: OutboxHealth,
});
