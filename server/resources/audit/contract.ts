import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id, Instant, OpenObject, OptionalPaging, recordKeys, Type } from "../../platform/http/contract/schemas.ts";

/** Entries returned if `count` is missing; a location's log may have millions. */
export const ENTRIES = 1_000;

const AuditEntry = Type.Object({
  ...recordKeys,
  company_id: Id,
  at: Instant,
  act: Type.String({ description: "What was done, such as visit.start" }),
  event: Type.Optional(Type.String({ description: "The event it sent" })),
  subject: Type.String({ description: "The kind of record" }),
  subject_id: Id,
  actor: Type.Object({
    kind: Type.String({ description: "user, api_key, system and so on" }),
    _id: Id,
    name: Type.Optional(Type.String({ description: "The current name; left out if the actor was removed" })),
    role: Type.Optional(Type.String({ description: "The current role of a user or a key" })),
    email: Type.Optional(Type.String({ description: "Of a user; only in the answer with one entry" })),
  }),
  request_id: Type.Optional(Type.String({ description: "The response's x-request-id" })),
  before: Type.Optional(OpenObject({}, { description: "The record before the change" })),
  after: Type.Optional(OpenObject({}, { description: "The record after the change" })),
  removed: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description: "For an erasure: what was erased with the record, by count",
    }),
  ),
  truncated: Type.Optional(
    Type.Boolean({
      description: "`before` and `after` are larger than 256 KiB together, and only in the answer with this one entry",
    }),
  ),
  erased: Type.Optional(
    Type.Boolean({ description: "`before` and `after` were erased with the record; the entry itself can't be erased" }),
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
  description: `Without \`count\`, the newest ${ENTRIES}. Photos, signatures and logos appear as the SHA-256 of the stored data; secrets never appear.`,
  permission: "location.manage",
  params: LocationParams,
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

export const readAudit = endpoint({
  operationId: "getAuditEntry",
  method: "GET",
  path: "/companies/{company_id}/audit/{id}",
  tag: "Audit",
  summary: "One entry, whole",
  permission: "location.manage",
  params: { ...LocationParams, id: Id },
  response: AuditEntry,
});

/** Seals checked per call, of up to a thousand entries each: a call must finish within seconds. */
export const SEALS = 20;

const SealCheck = Type.Object({
  entries: Type.Integer({ description: "Compared in this call" }),
  unsealed: Type.Integer({ description: "Too recent to be sealed" }),
  sealed_since: Type.Optional(Instant),
  sealed_until: Type.Optional(Instant),
  findings: Type.Array(
    Type.Object({
      at: Type.Optional(Instant),
      from: Type.Integer({ description: "The number of the first entry" }),
      to: Type.Integer(),
      what: Type.String({ description: "What has been altered" }),
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
  description: `Checks ${SEALS} seals per call. If the response has \`next\`, send it as \`after\` to continue. \`foyer audit verify\` checks all locations in one go.`,
  permission: "location.manage",
  params: LocationParams,
  query: {
    after: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, "x-expected": "`next` from the previous response" }),
    ),
  },
  response: SealCheck,
});
