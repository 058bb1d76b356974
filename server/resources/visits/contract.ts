import { REJECTION_REASON_MAX } from "../../../shared/rejection.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { named } from "../../platform/http/contract/components.ts";
import { BODY_LIMITS, endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { answerSchemas, bodySchemas, ignoredIn } from "../../platform/http/contract/field-schemas.ts";
import { IdList, Search, TotalAtMost } from "../../platform/http/input/list-query.ts";
import {
  PageSize,
  Filtering,
  Id,
  Instant,
  Message,
  OpenObject,
  PageNumber,
  Type,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Visitors";

/** One visit as the API returns it (interface 2.1): custom fields and extra keys are beside the documented ones. */
export const Visit = OpenObject({ _id: Id, company_id: Id, ...answerSchemas(VISIT_FIELDS) });

const { company_id, ...settable } = bodySchemas(VISIT_FIELDS);

/**
 * The keys that a body may set; `signed_in_source` and `signed_out_source` are checked, and then set from the
 * credential.
 */
export const VisitInput = OpenObject({
  company_id,
  ...settable,
  notify_host: Type.Optional(Type.Boolean({ "x-expected": "true or false", description: "Default true; not stored" })),
});

const SignOut = Type.Object({ signed_out: Type.Optional(Instant) }, { additionalProperties: true });
const VisitIds = Type.Object({ ids: Type.Array(Id) });

const SafetyMarks = Type.Object({
  ids: Type.Array(Id, { "x-expected": "an array of visit IDs" }),
  safe: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
});

const VisitPage = Type.Object({ total: Type.Integer(), visitors: Type.Array(Visit) });

named({ Visit, VisitInput, SignOut, VisitIds, SafetyMarks, VisitPage });

const ignored = ignoredIn(VISIT_FIELDS);
const ById = { visitorId: Id };
const example = {
  company_id: "66f1a2b3c4d5e6f708192a3b",
  first_name: "Jo",
  last_name: "Janssens",
  recipient: "Ann Peeters",
};

export const startVisit = endpoint({
  operationId: "createVisit",
  method: "POST",
  path: "/visitors",
  tag: TAG,
  summary: "Start a visit (sign a visitor in)",
  description: "Only `company_id` is required. Send `signed_in` to record a visit afterwards.",
  permission: "visits.write",
  body: { ...VisitInput, examples: [example] },
  requires: ["company_id"],
  ignored,
  bodyLimit: BODY_LIMITS.image,
  response: Visit,
});

export const readVisit = endpoint({
  operationId: "getVisit",
  method: "GET",
  path: "/visitors/{visitorId}",
  tag: TAG,
  summary: "One visit in full, with photo and signature",
  permission: "visits.read",
  params: ById,
  response: Visit,
});

export const changeVisit = endpoint({
  operationId: "updateVisit",
  method: "PUT",
  path: "/visitors/{visitorId}",
  tag: TAG,
  summary: "Change a visit",
  description:
    "Missing keys are kept and `null` removes them. `signed_out` on an open visit signs it out, and on a closed one corrects the time.",
  permission: "visits.write",
  params: ById,
  body: VisitInput,
  keeps: ["signed_in"],
  ignored,
  bodyLimit: BODY_LIMITS.image,
  response: Visit,
});

export const signOut = endpoint({
  operationId: "signOutVisit",
  method: "POST",
  path: "/visitors/{visitorId}/signout",
  tag: TAG,
  summary: "Sign a visitor out",
  description: "If the visitor has already signed out, nothing changes.",
  permission: "visits.write",
  params: ById,
  body: SignOut,
  bodyOptional: true,
  response: Visit,
});

export const takeBackVisit = endpoint({
  operationId: "takeBackVisit",
  method: "POST",
  path: "/visitors/{visitorId}/takeback",
  tag: TAG,
  summary: "Take a sign-in back",
  description:
    "Removes a visit that the same user started in the console within the last minute, while no message about it has been sent: it isn't counted, and its host isn't notified. Sends `visitor_signed_out`.",
  permission: "visits.write",
  params: ById,
  response: Message,
});

const decision = <const Verb extends "approve" | "reject", Body extends Type.TObject>(verb: Verb, body: Body) =>
  endpoint({
    operationId: `${verb}Visit`,
    method: "POST",
    path: `/visitors/{visitorId}/${verb}`,
    tag: TAG,
    summary: `${verb === "approve" ? "Approve" : "Reject"} a visitor`,
    description: "Only while `pending`; can't be changed afterwards.",
    permission: "visits.write",
    params: ById,
    body,
    bodyOptional: true,
    response: Visit,
  });

export const Rejection = OpenObject({
  rejection_reason: Type.Optional(
    Type.String({
      maxLength: REJECTION_REASON_MAX,
      description: "Kept with the visit as an extra key, for reception and the host; the visitor isn't shown it",
      examples: ["No appointment"],
      "x-expected": `at most ${REJECTION_REASON_MAX} characters`,
    }),
  ),
});

named({ Rejection });

export const approveVisit = decision("approve", OpenObject({}));
export const rejectVisit = decision("reject", Rejection);

export const eraseVisit = endpoint({
  operationId: "eraseVisit",
  method: "DELETE",
  path: "/visitors/{visitorId}",
  tag: TAG,
  summary: "Erase a visit with its photo, signature and agreements; visit totals are kept",
  permission: "records.erase",
  params: ById,
  response: Message,
});

/** The most visits per request about photos. */
export const PHOTOS_MAX = 500;

export const listPhotos = endpoint({
  operationId: "listVisitPhotos",
  method: "GET",
  path: "/companies/{company_id}/visitors/photos",
  tag: TAG,
  summary: "Which of the given visits have a photo",
  description: `\`ids\`: at most ${PHOTOS_MAX} comma-separated visit IDs. IDs that aren't visits of this location are left out.`,
  permission: "visits.read",
  params: LocationParams,
  query: { ids: Type.Optional(Type.String({ examples: ["66f1a2b3c4d5e6f708192a3b"] })) },
  response: VisitIds,
});

export const readPhoto = endpoint({
  operationId: "getVisitPhoto",
  method: "GET",
  path: "/visitors/{visitorId}/photo",
  tag: TAG,
  summary: "A visit's photo as an image",
  description: "PNG, JPEG, GIF, WebP or SVG, as its bytes show. With an `ETag`; `304` if you already have it.",
  permission: "visits.read",
  params: ById,
  response: Type.String(),
  produces: "image/*",
  etag: "whole",
});

export const markSafe = endpoint({
  operationId: "markVisitsSafe",
  method: "POST",
  path: "/companies/{company_id}/visitors/safe",
  tag: TAG,
  summary: "Mark several visitors safe",
  description: "Returns the visits as they are now; IDs that aren't visits of this location are left out.",
  permission: "visits.mark_safe",
  params: LocationParams,
  body: SafetyMarks,
  response: Type.Array(Visit),
});

const DayQuery = {
  datetimestamp: Type.Optional(
    Type.String({ description: "The day to evaluate, default today", examples: ["2026-11-21"] }),
  ),
  date: Type.Optional(Type.String({ description: "Alias of datetimestamp" })),
};
const OnlyPeople = Type.Optional(
  Type.Boolean({
    description: "`true`: without deliveries, whose visit type asks for no name, and without those who were rejected",
    "x-expected": "true or false",
  }),
);
/** Further conditions of the log, besides the fields: a visit must meet all of them. */
export const LogFacetParameters = {
  search: Search("the visit's", "names, company, addresses, host, answers"),
  visit_types: IdList("Visits of any of these visit types"),
  entry_points: IdList("Visits through any of these entrances"),
  open: Type.Optional(
    Type.Boolean({
      description: "`true`: visits without `signed_out`; `false`: those that have it",
      "x-expected": "true or false",
    }),
  ),
};
export const listInside = endpoint({
  operationId: "listCurrentVisits",
  method: "GET",
  path: "/visitors/signed_current/{company_id}",
  tag: TAG,
  summary: "Everyone signed in and not yet signed out",
  permission: "visits.read",
  params: LocationParams,
  query: DayQuery,
  response: Type.Array(Visit),
});

export const pageInside = endpoint({
  operationId: "pageCurrentVisits",
  method: "GET",
  path: "/visitors/signed_current/paged/{company_id}",
  tag: TAG,
  summary: "The inside list, paged, filtered and sorted",
  permission: "visits.read",
  params: LocationParams,
  query: { ...DayQuery, people: OnlyPeople, count: PageSize(10_000), page: PageNumber, ...Filtering },
  response: VisitPage,
});

export const listLog = endpoint({
  operationId: "listVisits",
  method: "GET",
  path: "/visitors/bycompany/{company_id}",
  tag: TAG,
  summary: "The visitor log, filtered and sorted",
  permission: "visits.read",
  mayLag: true,
  params: LocationParams,
  query: { count: PageSize(10_000), page: PageNumber, total_at_most: TotalAtMost, ...LogFacetParameters, ...Filtering },
  pagingHint: `Include the query parameters count, page and sorting, such as ?count=50&page=1&sorting[signed_in]=desc.${seeEndpoint("GET /visitors/bycompany/{company_id}")}`,
  response: VisitPage,
});
