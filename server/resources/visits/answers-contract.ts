import { HOST_REPLIES, REPLY_MINUTES } from "../../../shared/host-replies.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id, Instant, OneOf, OpenObject, Type } from "../../platform/http/contract/schemas.ts";
import { Visit } from "./contract.ts";

/** What hosts answer to visitors: the replies, and the answers that no screen has shown. */
const TAG = "Visitors";

/** A host's reply: they are coming, ask for a moment, leave the visitor to reception, or asked a colleague. */
export const Reply = OneOf(...HOST_REPLIES);

const HostReply = Type.Object({ visitor_id: Id, reply: Reply, at: Instant });

named({ HostReply });

export const listHostReplies = endpoint({
  operationId: "listHostReplies",
  method: "GET",
  path: "/companies/{company_id}/visitors/hostreplies",
  tag: TAG,
  summary: "What hosts have replied to the visitors inside",
  description: `The latest reply to each, for ${REPLY_MINUTES} minutes. A host replies by the link of an email or SMS, which sends \`visitor_updated\`.`,
  permission: "visits.read",
  params: LocationParams,
  response: Type.Array(HostReply),
});

const UnseenAnswer = Type.Object({
  visitor_id: Id,
  approval: Type.Optional(OneOf("approved", "rejected")),
  reply: Type.Optional(Reply),
  at: Instant,
});

named({ UnseenAnswer });

export const listUnseenAnswers = endpoint({
  operationId: "listUnseenAnswers",
  method: "GET",
  path: "/companies/{company_id}/visitors/unseenanswers",
  tag: TAG,
  summary: "Answers that visitors wait for and that no screen has shown them",
  description:
    "Of visitors inside who signed in at a kiosk or on their phone and need approval: the decision, unless a user made it, or before it the host's reply. One leaves the list when a kiosk or phone has shown it, or with `POST /visitors/{visitorId}/told`.",
  permission: "visits.read",
  params: LocationParams,
  response: Type.Array(UnseenAnswer),
});

export const tellAnswer = endpoint({
  operationId: "tellAnswer",
  method: "POST",
  path: "/visitors/{visitorId}/told",
  tag: TAG,
  summary: "Record that reception has given the visitor the answer",
  permission: "visits.write",
  params: { visitorId: Id },
  body: OpenObject({}),
  bodyOptional: true,
  response: Visit,
});
