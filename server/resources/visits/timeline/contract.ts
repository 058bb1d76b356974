import { MESSAGE_KINDS } from "../../../platform/channels/channels.ts";
import { named } from "../../../platform/http/contract/components.ts";
import { endpoint } from "../../../platform/http/contract/contract.ts";
import { Id, Instant, Type, OneOf } from "../../../platform/http/contract/schemas.ts";

/** An entry of a visit's timeline. */
const TimelineEvent = Type.Object({
  at: Instant,
  what: OneOf(
    "invited",
    "preregistered",
    "signed_in",
    "host_asked",
    "host_told",
    "host_replied",
    "handed_over",
    "host_told_of_leaving",
    "approved",
    "rejected",
    "changed",
    "safety_changed",
    "signed_out",
  ),
  by: Type.Optional(Type.Array(OneOf(...MESSAGE_KINDS), { description: "How the host was notified or asked" })),
  state: Type.Optional(OneOf("waiting", "sent", "failed")),
});

named({ TimelineEvent });

export const readTimeline = endpoint({
  operationId: "getVisitTimeline",
  method: "GET",
  path: "/visitors/{visitorId}/timeline",
  tag: "Visitors",
  summary: "What happened to a visit and when, newest first",
  description:
    "Compiled from the log, the emails and SMS about the visit, and the invitation it came from. The audit log shows who did it.",
  permission: "visits.read",
  params: { visitorId: Id },
  response: Type.Array(TimelineEvent),
});
