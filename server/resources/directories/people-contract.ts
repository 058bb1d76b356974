import { describedAs, named } from "../../platform/http/contract/components.ts";
import { BODY_LIMITS, endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Instant, OptionalPaging, recordKeys, Type, WholeNumber } from "../../platform/http/contract/schemas.ts";
import { access, ById } from "./contract.ts";
import { SyncAnswer } from "./sync-contract.ts";

/** The columns of a list of people (docs/directories.md). */
export const COLUMNS = [
  "external_id",
  "email",
  "first_name",
  "last_name",
  "phone",
  "mobile",
  "department",
  "title",
  "language",
  "groups",
  "active",
] as const;

const Total = WholeNumber(0, 10_000_000);

const DirectoryPerson = Type.Object({
  ...recordKeys,
  external_id: Type.String(),
  user_name: Type.String(),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  active: Type.Boolean(),
  groups: Type.Array(Type.String(), { description: "The names of the person's groups" }),
  hosts_at: Type.Array(Id, { description: "Where the person is a host now" }),
  user_id: Type.Optional(Id),
});

const DirectoryGroup = Type.Object({
  ...recordKeys,
  external_id: Type.Optional(Type.String()),
  name: Type.String(),
  members: Total,
  unknown: { ...Total, description: "Members that the directory hasn't sent" },
});

const DirectoryRequest = Type.Object({
  at: Instant,
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String({ description: "What was wrong, or what was left undone" })),
});

/** One person of a list, as JSON. */
const PersonInput = Type.Object(
  Object.fromEntries(
    COLUMNS.map((name) => [
      name,
      Type.Optional(name === "active" ? Type.Boolean() : name === "groups" ? Type.Array(Type.String()) : Type.String()),
    ]),
  ),
  { additionalProperties: true },
);

const PeopleInput = describedAs(
  Type.Array(Type.Unknown(), {
    "x-expected": "an array of people",
    examples: [[{ external_id: "1001", email: "ann@example.org", first_name: "Ann", last_name: "Peeters" }]],
  }),
  Type.Array(PersonInput),
);

const PeopleUpload = Type.Object({ received: Total, ...SyncAnswer.properties });

named({
  DirectoryPerson,
  DirectoryGroup,
  DirectoryRequest,
  DirectoryPersonInput: PersonInput,
  DirectoryUpload: PeopleUpload,
});

export const listPeople = endpoint({
  ...access,
  operationId: "listDirectoryPeople",
  method: "GET",
  path: "/directories/{id}/people",
  summary: "The people of a directory, in the order in which they came",
  params: ById,
  query: OptionalPaging,
  response: Type.Array(DirectoryPerson),
});

export const replacePeople = endpoint({
  ...access,
  operationId: "replaceDirectoryPeople",
  method: "PUT",
  path: "/directories/{id}/people",
  summary: "Replace the people of a `csv` directory, and show what a sync would do",
  description: `A JSON array, or CSV with columns of \`${COLUMNS.join(",")}\`. People are matched by \`external_id\`, or without one by \`email\`. \`groups\` has several names with \`;\` between them; \`active\` is true if left out. Hosts and users don't change until the next sync. One invalid row rejects the whole list, and the error gives its number.`,
  params: ById,
  body: PeopleInput,
  consumes: ["text/csv"],
  bodyLimit: BODY_LIMITS.upload,
  response: PeopleUpload,
});

export const listGroups = endpoint({
  ...access,
  operationId: "listDirectoryGroups",
  method: "GET",
  path: "/directories/{id}/groups",
  summary: "The groups of a directory",
  params: ById,
  query: OptionalPaging,
  response: Type.Array(DirectoryGroup),
});

export const listRequests = endpoint({
  ...access,
  operationId: "listDirectoryRequests",
  method: "GET",
  path: "/directories/{id}/requests",
  summary: "The last 200 requests of the directory, newest first, with their outcome",
  params: ById,
  query: OptionalPaging,
  response: Type.Array(DirectoryRequest),
});
