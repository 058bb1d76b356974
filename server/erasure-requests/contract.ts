import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Message, OptionalPaging, recordKeys, Type, Word } from "../http/schemas.ts";

const TAG = "Erasure requests";

/** What a visitor asked for on their own page; it goes with what is erased. */
export const ErasureRequest = Type.Object({
  ...recordKeys,
  company_id: Id,
  state: Word("pending", "declined"),
  subject: Word("visit", "registered_visitor"),
  subject_id: Id,
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  visits: Type.Integer({ description: "How many visits would be erased" }),
  inside: Type.Boolean({ description: "They are inside now: sign them out first" }),
});

named({ ErasureRequest });

const InPath = { ...InLocation, id: Id };

export const listErasureRequests = endpoint({
  operationId: "listErasureRequests",
  method: "GET",
  path: "/companies/{company_id}/erasurerequests",
  tag: TAG,
  summary: "Visitors who ask for what is stored about them to be erased, newest first",
  may: "location.manage",
  params: InLocation,
  query: OptionalPaging,
  response: Type.Array(ErasureRequest),
});

export const confirmErasure = endpoint({
  operationId: "confirmErasureRequest",
  method: "POST",
  path: "/companies/{company_id}/erasurerequests/{id}/confirm",
  tag: TAG,
  summary: "Erase the visitor with everything stored about them; counters stay",
  description: "A registered visitor goes with all their visits. Refused while they are inside.",
  may: "location.manage",
  params: InPath,
  response: Message,
});

export const declineErasure = endpoint({
  operationId: "declineErasureRequest",
  method: "POST",
  path: "/companies/{company_id}/erasurerequests/{id}/decline",
  tag: TAG,
  summary: "Decline to erase; the visitor sees it on their page",
  may: "location.manage",
  params: InPath,
  response: ErasureRequest,
});
