import { named } from "../http/components.ts";
import { endpoint } from "../http/contract.ts";
import { Id, Instant, Type, Word } from "../http/schemas.ts";

/** One thing that happened to a visit. */
const Moment = Type.Object({
  at: Instant,
  what: Word(
    "invited",
    "preregistered",
    "signed_in",
    "host_asked",
    "host_told",
    "host_told_of_leaving",
    "approved",
    "rejected",
    "changed",
    "safety_changed",
    "signed_out",
  ),
  by: Type.Optional(Type.Array(Word("mail", "sms"), { description: "How the host was told or asked" })),
  state: Type.Optional(Word("waiting", "sent", "failed")),
});

named({ TimelineMoment: Moment });

export const readTimeline = endpoint({
  operationId: "getVisitTimeline",
  method: "GET",
  path: "/visitors/{visitorId}/timeline",
  tag: "Visitors",
  summary: "What happened to a visit and when, newest first",
  description:
    "Made of the log, of the mails and SMS about the visit, and of the invitation it came from. Who did it stands in the audit log.",
  may: "visits.read",
  params: { visitorId: Id },
  response: Type.Array(Moment),
});
