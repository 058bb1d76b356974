import { HOST_REPLIES, REPLY_MINUTES } from "../../../../shared/host-replies.ts";
import { named } from "../../../platform/http/components.ts";
import { endpoint, LocationParams } from "../../../platform/http/contract.ts";
import { Id, Instant, OneOf, Type } from "../../../platform/http/schemas.ts";

/** What a host replied: they are coming, ask for a moment, leave the visitor to reception, or asked a colleague instead. */
export const Reply = OneOf(...HOST_REPLIES);

const HostReply = Type.Object({ visitor_id: Id, reply: Reply, at: Instant });

named({ HostReply });

export const listHostReplies = endpoint({
  operationId: "listHostReplies",
  method: "GET",
  path: "/companies/{company_id}/visitors/hostreplies",
  tag: "Visitors",
  summary: "What hosts have replied to the visitors inside",
  description: `The latest reply to each, for ${REPLY_MINUTES} minutes. A host replies by the link of an email or SMS, which sends \`visitor_updated\`.`,
  permission: "visits.read",
  params: LocationParams,
  response: Type.Array(HostReply),
});
