import { seeEndpoint } from "../../platform/lib/see-endpoint.ts";
import { named } from "../../platform/http/components.ts";
import { BODY_LIMITS, endpoint, LocationParams } from "../../platform/http/contract.ts";
import { Search } from "../../platform/http/list-query.ts";
import {
  PageSize,
  Email,
  Filtering,
  Id,
  Instant,
  InstantOrNull,
  Message,
  OpenObject,
  PageNumber,
  recordKeys,
  Type,
  OneOf,
} from "../../platform/http/schemas.ts";
import { startVisit, VisitInput } from "../visits/contract.ts";

const TAG = "Registered visitors";

/** The texts of a registered visitor that a body may set, each stored as sent. */
export const REGISTERED_TEXTS = ["first_name", "last_name", "company", "phone", "recipient", "language_id"] as const;

const text = (description: string, example: string) => Type.Optional(Type.String({ description, examples: [example] }));

const details = {
  visit_type: Type.Optional(Id),
  first_name: text("", "Jo"),
  last_name: text("", "Janssens"),
  company: text("The organisation the visitor comes from", "Acme"),
  email: Type.Optional(Email),
  phone: text("International format", "+3225550100"),
  recipient: text("Name of the host to be visited", "Ann Peeters"),
  entrypoint_id: Type.Optional(Id),
  language_id: text("Language of messages to the visitor", "nl"),
};

const Status = OneOf("created", "invited", "preregistered");
const dates = { invited_date: Type.Optional(Instant), preregistered_date: Type.Optional(Instant) };

/** When a visitor is expected, [startDate, endDate). */
const Span = Type.Object({ startDate: Type.Optional(Instant), endDate: Type.Optional(Instant) });

/** Custom fields and extra keys stand beside the documented ones (interface 1). */
const RegisteredVisitor = OpenObject({
  ...recordKeys,
  company_id: Id,
  ...details,
  visiting_on: Type.Optional(Span),
  persistent: Type.Boolean({ description: "Never erased by retention" }),
  status: Status,
  ...dates,
});

const Bound = Type.Optional({
  ...InstantOrNull,
  "x-expected": "an ISO 8601 timestamp or a date such as 2026-11-21",
});

const SpanInput = Type.Object(
  { startDate: Bound, endDate: Bound },
  {
    additionalProperties: false,
    description:
      "Half-open; with one bound it is open-ended. A plain date is that day in the location's time zone: its start as startDate, its end as endDate. If left out, expected on any day",
    "x-expected": '{ "startDate", "endDate" }, or null',
  },
);

export const RegisteredInput = OpenObject({
  company_id: Type.Optional(Type.String({ description: "The location" })),
  ...details,
  visiting_on: Type.Optional(SpanInput),
  persistent: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  status: Type.Optional(Status),
  invited_date: Type.Optional(Instant),
  preregistered_date: Type.Optional(Instant),
});

const RegisteredVisitorPage = Type.Object({ total: Type.Integer(), visitors: Type.Array(RegisteredVisitor) });
/** What is known of the visitor may be said otherwise for this visit; the location is the registered visitor's. */
const VisitSignIn = { ...VisitInput, examples: [{ phone: "+3225550100" }] };

named({ RegisteredVisitor, RegisteredVisitorInput: RegisteredInput, RegisteredVisitorPage, VisitSignIn });

const ignored = ["_id", "create_date", "mod_date"];
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
  response: RegisteredVisitor,
});

export const changeRegistered = endpoint({
  operationId: "updateRegisteredVisitor",
  method: "PUT",
  path: "/knownvisitors/{id}",
  tag: TAG,
  summary: "Change a registered visitor",
  description: "Missing keys are kept and `null` removes them; `visiting_on` is replaced as a whole.",
  permission: "registered_visitors",
  params: ById,
  body: RegisteredInput,
  ignored,
  response: RegisteredVisitor,
});

export const removeRegistered = endpoint({
  operationId: "deleteRegisteredVisitor",
  method: "DELETE",
  path: "/knownvisitors/{id}",
  tag: TAG,
  summary: "Remove a registered visitor who isn't inside; past visits are kept",
  permission: "registered_visitors",
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
  description: "One outcome per ID, in the order sent.",
  permission: "registered_visitors",
  params: LocationParams,
  body: Type.Array(Id, {
    "x-expected": "an array of IDs of registered visitors",
    examples: [["66f1a2b3c4d5e6f708192a3b"]],
  }),
  response: Type.Array(Outcome),
});
