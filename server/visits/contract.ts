import { BODY_LIMITS, endpoint, InLocation } from "../http/contract.ts";
import {
  Base64Image,
  Count,
  Email,
  Filtering,
  Id,
  DayOrInstant,
  Instant,
  Message,
  Open,
  Page,
  Source,
  Type,
  Word,
} from "../http/schemas.ts";

const TAG = "Visitors";

/** The texts of a visit that a body may set, each stored as sent. */
export const VISIT_TEXTS = [
  "first_name",
  "last_name",
  "company",
  "phone",
  "address",
  "zip_code",
  "city",
  "recipient",
  "language_id",
] as const;

const text = (description: string, example: string) => Type.Optional(Type.String({ description, examples: [example] }));

const details = {
  first_name: text("", "Jo"),
  last_name: text("", "Janssens"),
  company: text("The organisation the visitor comes from", "Acme"),
  email: Type.Optional(Email),
  phone: text("International format", "+3225550100"),
  address: text("", "Main street 1"),
  zip_code: text("", "1000"),
  city: text("", "Brussels"),
  recipient: text("Name of the host being visited", "Ann Peeters"),
  recipient_mail: Type.Optional(Email),
  visit_type: Type.Optional(Id),
  entrypoint_id: Type.Optional(Id),
  known_visitor_id: Type.Optional(Id),
  language_id: text("Language the visitor was asked in", "nl"),
};

/** One visit as it is answered (interface 2.1): custom fields and extra keys stand beside the documented ones. */
const Visit = Open({
  _id: Id,
  company_id: Id,
  ...details,
  signed_in: Instant,
  signed_out: Type.Optional(Instant),
  signed_in_source: Source,
  signed_out_source: Type.Optional(Source),
  approval: Type.Optional(Word("pending", "approved", "rejected")),
  safe: Type.Boolean(),
  agreements: Type.Optional(Type.Array(Id)),
  photo: Type.Optional(Base64Image),
  signature: Type.Optional(Base64Image),
  user_id: Type.Optional(Type.String()),
  signed_in_user: Type.Optional(Type.String()),
  signed_out_user: Type.Optional(Type.String()),
  create_date: Instant,
  mod_date: Instant,
});

/** What a body may set; `signed_in_source` and `signed_out_source` are checked and then follow the credential. */
const Source_ = Type.Optional(
  Type.Union([Source, Type.Unsafe<string>({ type: "string", enum: ["0", "1", "2"] })], { "x-expected": "0, 1 or 2" }),
);

export const VisitInput = Open({
  company_id: Type.Optional(Type.String({ description: "The location; required" })),
  ...details,
  signed_in: Type.Optional(DayOrInstant),
  signed_out: Type.Optional(DayOrInstant),
  signed_in_source: Source_,
  signed_out_source: Source_,
  safe: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  agreements: Type.Optional(Type.Array(Id, { "x-expected": "an array of agreement ids" })),
  photo: Type.Optional(Base64Image),
  signature: Type.Optional(Base64Image),
  notify_host: Type.Optional(Type.Boolean({ "x-expected": "true or false", description: "Default true; not stored" })),
});

const ignored = ["_id", "create_date", "mod_date", "approval", "user_id", "signed_in_user", "signed_out_user"];
const ById = { visitorId: Id };
const example = {
  company_id: "66f1a2b3c4d5e6f708192a3b",
  first_name: "Jo",
  last_name: "Janssens",
  recipient: "Ann Peeters",
};

export const startVisit = endpoint({
  method: "POST",
  path: "/visitors",
  tag: TAG,
  summary: "Start a visit (sign a visitor in)",
  description: "Only `company_id` is required. `signed_in` may be given to record a visit afterwards.",
  may: "visits.write",
  body: { ...VisitInput, examples: [example] },
  ignored,
  bodyLimit: BODY_LIMITS.image,
  response: Visit,
});

export const readVisit = endpoint({
  method: "GET",
  path: "/visitors/{visitorId}",
  tag: TAG,
  summary: "One visit in full, with photo and signature",
  may: "visits.read",
  params: ById,
  response: Visit,
});

export const changeVisit = endpoint({
  method: "PUT",
  path: "/visitors/{visitorId}",
  tag: TAG,
  summary: "Change a visit",
  description:
    "Absent keys stay, `null` removes. `signed_out` on an open visit signs it out, on a closed one corrects the time.",
  may: "visits.write",
  params: ById,
  body: VisitInput,
  ignored,
  bodyLimit: BODY_LIMITS.image,
  response: Visit,
});

export const signOut = endpoint({
  method: "POST",
  path: "/visitors/{visitorId}/signout",
  tag: TAG,
  summary: "Sign a visitor out",
  description: "A closed visit is answered as it is.",
  may: "visits.write",
  params: ById,
  body: Type.Object({ signed_out: Type.Optional(DayOrInstant) }, { additionalProperties: true }),
  bodyOptional: true,
  response: Visit,
});

const decision = <const Verb extends "approve" | "reject">(verb: Verb) =>
  endpoint({
    method: "POST",
    path: `/visitors/{visitorId}/${verb}`,
    tag: TAG,
    summary: `${verb === "approve" ? "Approve" : "Reject"} a screened visitor`,
    description: "Works only while `pending`; the outcome is final.",
    may: "visits.write",
    params: ById,
    body: Open({}),
    bodyOptional: true,
    response: Visit,
  });

export const approveVisit = decision("approve");
export const rejectVisit = decision("reject");

export const eraseVisit = endpoint({
  method: "DELETE",
  path: "/visitors/{visitorId}",
  tag: TAG,
  summary: "Erase a visit with photo, signature and agreements; the counters keep it",
  may: "visits.write",
  params: ById,
  response: Message,
});

/** So many visits one question about photos may name. */
export const PHOTOS_MAX = 500;

export const listPhotos = endpoint({
  method: "GET",
  path: "/companies/{company_id}/visitors/photos",
  tag: TAG,
  summary: "Which of some visits have a photo",
  description: `\`ids\`: at most ${PHOTOS_MAX} visit ids with commas between. Ids of no visit of this location are left out.`,
  may: "visits.read",
  params: InLocation,
  query: { ids: Type.Optional(Type.String({ examples: ["66f1a2b3c4d5e6f708192a3b"] })) },
  response: Type.Object({ ids: Type.Array(Id) }),
});

export const readPhoto = endpoint({
  method: "GET",
  path: "/visitors/{visitorId}/photo",
  tag: TAG,
  summary: "The photo of a visit as a picture",
  description:
    "PNG, JPEG, GIF, WebP or SVG, as its bytes show. With an `ETag`; `304` where it is the one that is known already.",
  may: "visits.read",
  params: ById,
  response: Type.String(),
  produces: "image/*",
});

export const markSafe = endpoint({
  method: "POST",
  path: "/companies/{company_id}/visitors/safe",
  tag: TAG,
  summary: "Mark several visitors safe",
  description: "Answers with the visits as they are now; ids of no visit of this location are left out.",
  may: "visits.mark_safe",
  params: InLocation,
  body: Type.Object({
    ids: Type.Array(Id, { "x-expected": "an array of visit ids" }),
    safe: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  }),
  response: Type.Array(Visit),
});

const DayQuery = {
  datetimestamp: Type.Optional(
    Type.String({ description: "The day to evaluate, default today", examples: ["2026-11-21"] }),
  ),
  date: Type.Optional(Type.String({ description: "Alias of datetimestamp" })),
};
const Ids = (description: string) =>
  Type.Optional(
    Type.String({ description: `${description}: ids with commas between`, "x-expected": "ids with commas between" }),
  );

/** What a person looks for in the log, beside the fields: all of it must hold. */
export const Narrowing = {
  search: Type.Optional(
    Type.String({
      description:
        "Words that all stand somewhere in the visit's texts: names, company, addresses, host, answers; case does not matter. One or two characters are looked for where a word begins",
      examples: ["sofie noord"],
    }),
  ),
  visit_types: Ids("Visits of any of these visit types"),
  entry_points: Ids("Visits through any of these entry points"),
  open: Type.Optional(
    Type.Boolean({
      description: "`true`: visits without `signed_out`; `false`: those that have it",
      "x-expected": "true or false",
    }),
  ),
};
const TotalAtMost = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      "Where counting may stop: `total` is this number when as many or more visits match. For a page that shows “100 or more”, which is there sooner. `total` is exact when left out",
    "x-expected": "a whole number from 1 to 10000",
    examples: [100],
  }),
);
const VisitPage = Type.Object({ total: Type.Integer(), visitors: Type.Array(Visit) });

export const listInside = endpoint({
  method: "GET",
  path: "/visitors/signed_current/{company_id}",
  tag: TAG,
  summary: "Everyone signed in and not yet signed out",
  may: "visits.read",
  params: InLocation,
  query: DayQuery,
  response: Type.Array(Visit),
});

export const pageInside = endpoint({
  method: "GET",
  path: "/visitors/signed_current/paged/{company_id}",
  tag: TAG,
  summary: "The inside list, paged, filtered and sorted",
  may: "visits.read",
  params: InLocation,
  query: { ...DayQuery, count: Count(10_000), page: Page, ...Filtering },
  response: VisitPage,
});

export const listLog = endpoint({
  method: "GET",
  path: "/visitors/bycompany/{company_id}",
  tag: TAG,
  summary: "The visitor log, filtered and sorted",
  may: "visits.read",
  mayLag: true,
  params: InLocation,
  query: { count: Count(10_000), page: Page, total_at_most: TotalAtMost, ...Narrowing, ...Filtering },
  pagingHint:
    "Include the query parameters count, page and sorting, such as ?count=50&page=1&sorting[signed_in]=desc. See GET /visitors/bycompany/{company_id} in /api/openapi.json.",
  response: VisitPage,
});
