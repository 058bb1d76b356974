import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { named } from "../../platform/http/contract/components.ts";
import { BODY_LIMITS, endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { answerSchemas, bodySchemas, ignoredIn } from "../../platform/http/contract/field-schemas.ts";
import { Search } from "../../platform/http/input/list-query.ts";
import {
  PageSize,
  Filtering,
  Id,
  Instant,
  Message,
  OpenObject,
  PageNumber,
  recordKeys,
  Type,
  OneOf,
} from "../../platform/http/contract/schemas.ts";
import { startVisit, VisitInput } from "../visits/contract.ts";

const TAG = "Registered visitors";

const LastVisit = Type.Object(
  { visitorId: Id, signed_in: Instant, signed_out: Type.Optional(Instant) },
  { description: "The last visit that came from this registration; absent before there is one" },
);

/** Custom fields and extra keys are returned beside the documented ones (interface 1). */
const RegisteredVisitor = OpenObject({
  ...recordKeys,
  company_id: Id,
  ...answerSchemas(REGISTERED_FIELDS),
  last_visit: Type.Optional(LastVisit),
});

const { company_id, ...settable } = bodySchemas(REGISTERED_FIELDS);

export const RegisteredInput = OpenObject({ company_id, ...settable });

const RegisteredVisitorPage = Type.Object({ total: Type.Integer(), visitors: Type.Array(RegisteredVisitor) });
/** A sign-in can override the registered visitor's data for this visit, but not the location. */
const VisitSignIn = { ...VisitInput, examples: [{ phone: "+3225550100" }] };

named({ RegisteredVisitor, RegisteredVisitorInput: RegisteredInput, RegisteredVisitorPage, VisitSignIn });

const ignored = [...ignoredIn(REGISTERED_FIELDS), "last_visit"];
const ById = { id: Id };

const search = Search("the record's", "names, company, address, host, answers");

export const listRegistered = endpoint({
  operationId: "listRegisteredVisitors",
  method: "GET",
  path: "/knownvisitors/bycompany/{company_id}",
  tag: TAG,
  summary: "The registered visitors, filtered and sorted; the newest first",
  description:
    "A range on `visiting_on` finds visitors expected at any time in it; those without `visiting_on` are expected on any day.",
  permission: "registered_visitors",
  params: LocationParams,
  query: { count: PageSize(10_000), page: PageNumber, search, ...Filtering },
  pagingHint: `Include the query parameters count, page and sorting, such as ?count=50&page=1&sorting[last_name]=asc.${seeEndpoint("GET /knownvisitors/bycompany/{company_id}")}`,
  response: RegisteredVisitorPage,
});

export const createRegistered = endpoint({
  operationId: "createRegisteredVisitor",
  method: "POST",
  path: "/knownvisitors",
  tag: TAG,
  summary: "Register a visitor",
  description: "Only `company_id` is required.",
  permission: "registered_visitors",
  body: {
    ...RegisteredInput,
    examples: [
      {
        company_id: "66f1a2b3c4d5e6f708192a3b",
        first_name: "Jo",
        last_name: "Janssens",
        email: "jo@example.org",
        visiting_on: { startDate: "2026-11-21T09:30:00.000Z", endDate: "2026-11-21T11:00:00.000Z" },
      },
    ],
  },
  requires: ["company_id"],
  ignored,
  etag: "written",
  response: RegisteredVisitor,
});

export const readRegistered = endpoint({
  operationId: "getRegisteredVisitor",
  method: "GET",
  path: "/knownvisitors/{id}",
  tag: TAG,
  summary: "One registered visitor",
  permission: "registered_visitors",
  params: ById,
  etag: "written",
  response: RegisteredVisitor,
});

export const changeRegistered = endpoint({
  operationId: "updateRegisteredVisitor",
  method: "PUT",
  path: "/knownvisitors/{id}",
  tag: TAG,
  summary: "Change a registered visitor",
  description:
    "Missing keys are kept and `null` removes them; `visiting_on` is replaced as a whole. An invited visitor who is still to come is emailed a new time, entrance, host or name.",
  permission: "registered_visitors",
  params: ById,
  body: RegisteredInput,
  ignored,
  etag: "written",
  response: RegisteredVisitor,
});

export const removeRegistered = endpoint({
  operationId: "deleteRegisteredVisitor",
  method: "DELETE",
  path: "/knownvisitors/{id}",
  tag: TAG,
  summary: "Remove a registered visitor who isn't inside; past visits are kept",
  description: "An invited visitor who is still to come is emailed that the visit is cancelled.",
  permission: "records.erase",
  params: ById,
  response: Message,
});

export const signInRegistered = endpoint({
  operationId: "signInRegisteredVisitor",
  method: "POST",
  path: "/knownvisitors/{id}/signin",
  tag: TAG,
  summary: "Sign a registered visitor in, on any day",
  description:
    "Starts a visit with the registered visitor's data, including custom fields and extra keys; keys in the body override it. Only one visit at a time.",
  permission: "visits.write",
  params: ById,
  body: VisitSignIn,
  bodyOptional: true,
  ignored: [...(startVisit.ignored ?? []), "known_visitor_id"],
  bodyLimit: BODY_LIMITS.image,
  response: startVisit.response,
});

const Outcome = Type.Object({
  id: Id,
  status: OneOf("success", "skipped", "error"),
  reason: Type.String({ description: "signed_in when skipped, not_found on an error, empty on success" }),
  message: Type.String(),
});

named({ RegisteredVisitorRemoval: Outcome });

export const removeManyRegistered = endpoint({
  operationId: "deleteRegisteredVisitors",
  method: "POST",
  path: "/companies/{company_id}/knownvisitors/delete",
  tag: TAG,
  summary: "Remove several registered visitors; those inside are skipped",
  description:
    "One outcome per ID, in the order sent. Invited visitors who are still to come are emailed that the visit is cancelled.",
  permission: "records.erase",
  params: LocationParams,
  body: Type.Array(Id, {
    "x-expected": "an array of IDs of registered visitors",
    examples: [["66f1a2b3c4d5e6f708192a3b"]],
  }),
  response: Type.Array(Outcome),
});
