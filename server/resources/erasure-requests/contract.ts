import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id, Message, OptionalPaging, recordKeys, Type, OneOf } from "../../platform/http/contract/schemas.ts";

const TAG = "Erasure requests";

/** A visitor's request, made on their own page; it is erased together with its subject. */
export const ErasureRequest = Type.Object({
  ...recordKeys,
  company_id: Id,
  state: OneOf("pending", "declined"),
  subject: OneOf("visit", "registered_visitor"),
  subject_id: Id,
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  visits: Type.Integer({ description: "How many visits would be erased" }),
  inside: Type.Boolean({ description: "They are inside now: sign them out first" }),
});

named({ ErasureRequest });

const InPath = { ...LocationParams, id: Id };

export const listErasureRequests = endpoint({
  operationId: "listErasureRequests",
  method: "GET",
  path: "/companies/{company_id}/erasurerequests",
  tag: TAG,
  summary: "Requests from visitors to erase the data stored about them, newest first",
  permission: "location.manage",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(ErasureRequest),
});

export const confirmErasure = endpoint({
  operationId: "confirmErasureRequest",
  method: "POST",
  path: "/companies/{company_id}/erasurerequests/{id}/confirm",
  tag: TAG,
  summary: "Erase everything stored about the visitor; visit totals are kept",
  description: "A registered visitor is erased with all their visits. Refused while they are inside.",
  permission: "records.erase",
  params: InPath,
  response: Message,
});

export const declineErasure = endpoint({
  operationId: "declineErasureRequest",
  method: "POST",
  path: "/companies/{company_id}/erasurerequests/{id}/decline",
  tag: TAG,
  summary: "Decline the request; the visitor sees this on their page",
  permission: "location.manage",
  params: InPath,
  response: ErasureRequest,
});
