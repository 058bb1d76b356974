import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id, Instant, OneOf, OptionalPaging, recordKeys, Type } from "../../platform/http/contract/schemas.ts";

const TAG = "Evacuations";
const DAY_SECONDS = 86_400;
const MARKS_MAX = 1_000;

/** An evacuation or a drill. The figures appear once it has ended, and remain when visits are erased. */
export const Evacuation = Type.Object({
  ...recordKeys,
  company_id: Id,
  drill: Type.Boolean({ description: "An exercise, not an emergency" }),
  started: Instant,
  started_by: Type.String(),
  ended: Type.Optional(Instant),
  ended_by: Type.Optional(Type.String()),
  people: Type.Optional(Type.Integer({ minimum: 0, description: "How many people were inside during it" })),
  safe: Type.Optional(Type.Integer({ minimum: 0, description: "How many of them were safe" })),
  median_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "The time until half of the people inside were safe; left out if fewer than half ever were",
    }),
  ),
});

/** A visitor who was inside during it, and their latest mark. */
const Person = Type.Object({
  visitor_id: Id,
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  recipient: Type.Optional(Type.String()),
  entrypoint_id: Type.Optional(Id),
  phone: Type.Optional(Type.String()),
  approval: Type.Optional(
    Type.Unsafe<(typeof VISIT_FIELDS.approval.words)[number]>({
      ...OneOf(...VISIT_FIELDS.approval.words),
      description: "Of a visit type with approval. Those who were `rejected` aren't among the figures",
    }),
  ),
  signed_in: Instant,
  safe: Type.Boolean({ description: "Marked safe, or signed out since it began" }),
  signed_out: Type.Boolean({ description: "Signed out" }),
  marked: Type.Optional(Type.Object({ at: Instant, by: Type.Optional(Type.String()) })),
  seconds: Type.Optional(Type.Integer({ minimum: 0, description: "From the start until they were safe" })),
});

named({ EvacuatedPerson: Person });

const EvacuationWithPersons = Type.Object({ ...Evacuation.properties, persons: Type.Array(Person) });

const EvacuationStart = Type.Object(
  {
    drill: Type.Boolean({ "x-expected": "true or false", description: "An exercise, not an emergency" }),
    seconds_ago: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: DAY_SECONDS,
        "x-expected": `a number from 0 to ${DAY_SECONDS}`,
        description: "How long ago it started, if it couldn't be reported immediately: a phone's clock isn't trusted",
      }),
    ),
  },
  { examples: [{ drill: true }] },
);

const EvacuationMark = Type.Object({
  ref: Type.String({
    pattern: "^[\\w-]{1,64}$",
    examples: ["3d2f8a1e-9a51-4f0e-8a55-0c8b2f6f3f11"],
    "x-expected": "your own reference for this update: 1 to 64 letters, digits, _ or -",
  }),
  visitor_id: Id,
  safe: Type.Boolean({ "x-expected": "true or false" }),
  seconds_ago: Type.Optional(
    Type.Number({ minimum: 0, maximum: DAY_SECONDS, "x-expected": `a number from 0 to ${DAY_SECONDS}` }),
  ),
});

named({ EvacuationMark });

const EvacuationMarks = Type.Object({
  marks: Type.Array(EvacuationMark, { minItems: 1, maxItems: MARKS_MAX, "x-expected": `1 to ${MARKS_MAX} marks` }),
});

named({ Evacuation, EvacuationReport: EvacuationWithPersons, EvacuationStart, EvacuationMarks });

const InPath = { ...LocationParams, id: Id };

export const listEvacuations = endpoint({
  operationId: "listEvacuations",
  method: "GET",
  path: "/companies/{company_id}/evacuations",
  tag: TAG,
  summary: "Evacuations and drills, newest first",
  permission: "visits.mark_safe",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(Evacuation),
});

export const startEvacuation = endpoint({
  operationId: "startEvacuation",
  method: "POST",
  path: "/companies/{company_id}/evacuations",
  tag: TAG,
  summary: "Start an evacuation or drill, or join the one in progress",
  description:
    "From then on no one inside is marked safe; earlier marks are cleared. Only one can be in progress: starting another joins it. Starting an evacuation during a drill turns the drill into an evacuation, never the other way round.",
  permission: "visits.mark_safe",
  params: LocationParams,
  body: EvacuationStart,
  response: Evacuation,
});

export const readEvacuation = endpoint({
  operationId: "getEvacuation",
  method: "GET",
  path: "/companies/{company_id}/evacuations/{id}",
  tag: TAG,
  summary: "One evacuation with everyone who was inside, who is safe, and how long it took",
  permission: "visits.mark_safe",
  params: InPath,
  response: EvacuationWithPersons,
});

export const addMarks = endpoint({
  operationId: "addEvacuationMarks",
  method: "POST",
  path: "/companies/{company_id}/evacuations/{id}/marks",
  tag: TAG,
  summary: "Mark people safe or not safe, including updates saved on a phone while it was offline",
  description:
    "Of all updates for a visit, the one with the latest time counts, no matter who made it or when it arrives. An update sent again (with the same ref) changes nothing, so a call can be repeated. Visits of other locations are ignored. Updates count after the end as well, in the report.",
  permission: "visits.mark_safe",
  params: InPath,
  body: EvacuationMarks,
  response: Evacuation,
});

export const endEvacuation = endpoint({
  operationId: "endEvacuation",
  method: "POST",
  path: "/companies/{company_id}/evacuations/{id}/end",
  tag: TAG,
  summary: "End an evacuation; if it is already over, nothing changes",
  permission: "visits.mark_safe",
  params: InPath,
  response: Evacuation,
});
