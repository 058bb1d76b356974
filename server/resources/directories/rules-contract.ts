import { ROLES } from "../../../shared/roles.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { OneOf, Type } from "../../platform/http/contract/schemas.ts";
import { access, ById } from "./contract.ts";

const RULES_MAX = 200;
const Text = (what: string) => Type.String({ pattern: "\\S", maxLength: 500, "x-expected": what });
const Locations = Type.Array(Type.String(), { maxItems: 10_000, "x-expected": "an array of location IDs" });

export const DirectoryRule = Type.Object({
  group: Type.Optional({ ...Text("the ID or the name of a group"), description: "A group, by its ID or its name" }),
  attribute: Type.Optional({ ...Text("the name of an attribute"), examples: ["department"] }),
  value: Type.Optional({ ...Text("the value of the attribute"), description: "Compared without case" }),
  everyone: Type.Optional(Type.Boolean({ "x-expected": "true" })),
  hosts_at: Type.Optional({ ...Locations, description: "Where the person is a host" }),
  role: Type.Optional({ ...OneOf(...ROLES), description: "The role as a user; of several, the most powerful" }),
  users_at: Type.Optional({ ...Locations, description: "Where the person has the role" }),
});

const Rules = Type.Array(DirectoryRule, {
  maxItems: RULES_MAX,
  "x-expected": `an array of at most ${RULES_MAX} rules`,
  examples: [[{ group: "Sales", hosts_at: ["66f1a2b3c4d5e6f708192a3b"] }]],
});

named({ DirectoryRule });

export const readRules = endpoint({
  ...access,
  operationId: "getDirectoryRules",
  method: "GET",
  path: "/directories/{id}/rules",
  summary: "Who of the people is a host or a user, and where",
  params: ById,
  response: Rules,
});

export const replaceRules = endpoint({
  ...access,
  confirmed: true,
  operationId: "replaceDirectoryRules",
  method: "PUT",
  path: "/directories/{id}/rules",
  summary: "Replace all rules",
  description:
    "Each rule is about one `group`, one `attribute` with its `value`, or `everyone`. They hold from the next change of a person on; a sync applies them to all people, and shows before what would change.",
  params: ById,
  body: Rules,
  response: Rules,
});
