import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Instant, Open, OptionalPaging, recordKeys, Type } from "../http/schemas.ts";

/** Entries that are answered when no `count` is given; a location's log may hold millions. */
export const ENTRIES = 1_000;

const AuditEntry = Type.Object({
  ...recordKeys,
  company_id: Id,
  at: Instant,
  act: Type.String({ description: "What was done, such as visit.start" }),
  event: Type.Optional(Type.String({ description: "The event it fired (interface 6.2)" })),
  subject: Type.String({ description: "The kind of record" }),
  subject_id: Id,
  actor: Type.Object({
    kind: Type.String({ description: "user, api_key, system and so on" }),
    _id: Id,
    name: Type.Optional(Type.String({ description: "As it is now; absent when the actor was removed" })),
  }),
  request_id: Type.Optional(Type.String({ description: "The x-request-id of the answer" })),
  before: Type.Optional(Open({}, { description: "The record as the change found it" })),
  after: Type.Optional(Open({}, { description: "The record as the change left it" })),
  removed: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), { description: "Of an erasure: what went with the record, by count" }),
  ),
  erased: Type.Optional(
    Type.Boolean({ description: "Before and after were erased with the record; the entry itself cannot be" }),
  ),
});

named({ AuditEntry });

const Bound = Type.Optional(Type.String({ "x-expected": "an ISO 8601 timestamp or a date", examples: ["2026-11-21"] }));

export const listAudit = endpoint({
  operationId: "listAuditEntries",
  method: "GET",
  path: "/companies/{company_id}/audit",
  tag: "Audit",
  summary: "Who did what and when, with before and after, newest first",
  description: `Without \`count\` the newest ${ENTRIES}. Photos, signatures and logos stand in it as the SHA-256 of what was stored; secrets never do.`,
  may: "location.manage",
  params: InLocation,
  query: {
    ...OptionalPaging,
    subject_id: Type.Optional(Id),
    actor: Type.Optional(Id),
    act: Type.Optional(Type.String({ examples: ["visit.start"] })),
    from: Bound,
    to: Bound,
  },
  response: Type.Array(AuditEntry),
});

/** Seals that one call looks at, of up to a thousand entries each: it must be done within seconds. */
export const SEALS = 20;

const SealCheck = Type.Object({
  entries: Type.Integer({ description: "That were compared now" }),
  unsealed: Type.Integer({ description: "Too young to be sealed" }),
  sealed_since: Type.Optional(Instant),
  sealed_until: Type.Optional(Instant),
  findings: Type.Array(
    Type.Object({
      at: Type.Optional(Instant),
      from: Type.Integer({ description: "The number of the first entry" }),
      to: Type.Integer(),
      what: Type.String({ description: "What is not as it was written" }),
    }),
  ),
  next: Type.Optional(Type.Integer()),
});

named({ SealCheck });

export const checkSeals = endpoint({
  operationId: "verifyAuditSeals",
  method: "GET",
  path: "/companies/{company_id}/audit/seals",
  tag: "Audit",
  summary: "Compare the audit log with its seals",
  description: `Looks at ${SEALS} seals a call; with \`next\` in the answer there are more, which \`after\` asks for. \`foyer audit verify\` does it at once, for all locations.`,
  may: "location.manage",
  params: InLocation,
  query: {
    after: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, "x-expected": "`next` of the answer before" }),
    ),
  },
  response: SealCheck,
});
