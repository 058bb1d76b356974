import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Instant, OptionalPaging, recordKeys, Type } from "../http/schemas.ts";

const TAG = "Evacuations";
const DAY_SECONDS = 86_400;
const MARKS_MAX = 1_000;

/** An evacuation or a drill. The figures are there once it has ended, and stay when visits are erased. */
export const Evacuation = Type.Object({
  ...recordKeys,
  company_id: Id,
  drill: Type.Boolean({ description: "An exercise, not an emergency" }),
  started: Instant,
  started_by: Type.String(),
  ended: Type.Optional(Instant),
  ended_by: Type.Optional(Type.String()),
  people: Type.Optional(Type.Integer({ minimum: 0, description: "Who was inside while it went on" })),
  safe: Type.Optional(Type.Integer({ minimum: 0, description: "How many of them were safe" })),
  median_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "By then half of those who were inside were safe; absent where fewer than half ever were",
    }),
  ),
});

/** Somebody who was inside while it went on, and how it stands with them. */
const Person = Type.Object({
  visitor_id: Id,
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  recipient: Type.Optional(Type.String()),
  entrypoint_id: Type.Optional(Id),
  phone: Type.Optional(Type.String()),
  signed_in: Instant,
  safe: Type.Boolean({ description: "Marked safe, or signed out since it began" }),
  signed_out: Type.Boolean({ description: "Left by signing out" }),
  marked: Type.Optional(Type.Object({ at: Instant, by: Type.Optional(Type.String()) })),
  seconds: Type.Optional(Type.Integer({ minimum: 0, description: "From the beginning until they were safe" })),
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
        description: "When it began, for who could not say so at once: no clock of a phone is trusted",
      }),
    ),
  },
  { examples: [{ drill: true }] },
);

const EvacuationMark = Type.Object({
  ref: Type.String({
    pattern: "^[\\w-]{1,64}$",
    examples: ["3d2f8a1e-9a51-4f0e-8a55-0c8b2f6f3f11"],
    "x-expected": "a name of your own for this mark: 1 to 64 letters, digits, _ or -",
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

const InPath = { ...InLocation, id: Id };

export const listEvacuations = endpoint({
  operationId: "listEvacuations",
  method: "GET",
  path: "/companies/{company_id}/evacuations",
  tag: TAG,
  summary: "Evacuations and drills, newest first",
  may: "visits.mark_safe",
  params: InLocation,
  query: OptionalPaging,
  response: Type.Array(Evacuation),
});

export const startEvacuation = endpoint({
  operationId: "startEvacuation",
  method: "POST",
  path: "/companies/{company_id}/evacuations",
  tag: TAG,
  summary: "Begin an evacuation or a drill, or join the one that goes on",
  description:
    "Everybody inside is not yet safe from then on: earlier marks are taken back. One goes on at a time; whoever begins another joins it. An emergency that begins during a drill makes an evacuation of it, never the other way round.",
  may: "visits.mark_safe",
  params: InLocation,
  body: EvacuationStart,
  response: Evacuation,
});

export const readEvacuation = endpoint({
  operationId: "getEvacuation",
  method: "GET",
  path: "/companies/{company_id}/evacuations/{id}",
  tag: TAG,
  summary: "One evacuation with everybody who was inside, who is safe, and how long it took",
  may: "visits.mark_safe",
  params: InPath,
  response: EvacuationWithPersons,
});

export const addMarks = endpoint({
  operationId: "addEvacuationMarks",
  method: "POST",
  path: "/companies/{company_id}/evacuations/{id}/marks",
  tag: TAG,
  summary: "Mark people safe, or take it back; also later, for marks that waited on a phone without network",
  description:
    "Of all marks of a visit the latest by its own time counts, whoever made it and whenever it arrives. A mark that was sent before (the same ref) is there already, so a call may be repeated. Visits that are not of this location are passed over. Marks count after the end as well, in the report.",
  may: "visits.mark_safe",
  params: InPath,
  body: EvacuationMarks,
  response: Evacuation,
});

export const endEvacuation = endpoint({
  operationId: "endEvacuation",
  method: "POST",
  path: "/companies/{company_id}/evacuations/{id}/end",
  tag: TAG,
  summary: "End an evacuation; one that has ended is answered as it is",
  may: "visits.mark_safe",
  params: InPath,
  response: Evacuation,
});
