import { Id, Instant, OneOf, recordKeys, Type } from "../../platform/http/contract/schemas.ts";
import { FAILURE_KINDS } from "../../platform/lib/failure-kinds.ts";

/** The causes of a delivery without a response. */
const DELIVERY_ERROR_CODES = [...FAILURE_KINDS, "credentials_unreadable"] as const;

export const Method = OneOf("POST", "PUT", "PATCH", "GET");

/** A call that was made, or that was due and was not made. */
export const Delivery = Type.Object({
  ...recordKeys,
  company_id: Id,
  kind: OneOf("event", "test", "replay"),
  state: Type.Unsafe<"delivered" | "failed" | "expired" | "unknown">({
    type: "string",
    enum: ["delivered", "failed", "expired", "unknown"],
    description:
      "expired: queued for more than 24 hours, so it wasn't sent. unknown: Foyer stopped while sending it; it may have arrived",
  }),
  eventName: Type.String(),
  subject_name: Type.Optional(Type.String({ description: "The current name of the event's subject; it isn't sent" })),
  event_id: Type.String({ description: "The webhook-id header; for an event, the ID of its entry in the audit log" }),
  payload: Type.Object(
    { eventName: Type.String(), companyId: Id },
    { additionalProperties: true, description: "What is sent: as JSON, or with GET as query parameters" },
  ),
  url: Type.String({ description: "As configured at the time" }),
  http_method: Method,
  status: Type.Optional(Type.Integer({ description: "The status of the endpoint's response" })),
  error: Type.Optional(Type.String()),
  error_code: Type.Optional({
    ...OneOf(...DELIVERY_ERROR_CODES),
    description: "Why there is no response; absent for deliveries of earlier versions",
  }),
  response: Type.Optional(
    Type.String({ description: "The first KiB of the endpoint's response; credentials in it are hidden" }),
  ),
  started: Type.Optional(Instant),
  duration_ms: Type.Optional(Type.Integer()),
  replay_of: Type.Optional(Id),
  recovered: Type.Optional(
    Type.Boolean({
      description: "true: it wasn't delivered, and a later resend of the same event was; absent otherwise",
    }),
  ),
});
