import { ROLES } from "../../../shared/roles.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Message, OneOf, Type } from "../../platform/http/contract/schemas.ts";
import { named } from "../../platform/http/contract/components.ts";

const access = { tag: "Users", permission: "service.manage", closedToKeys: true } as const;

/** Who needs a second factor to log in with a password. */
export const LoginRules = Type.Object({
  second_factor_roles: Type.Array(OneOf(...ROLES), {
    "x-expected": `an array of roles: ${ROLES.join(", ")}`,
    description: "The roles whose users need a second factor",
  }),
});

const LoginRulesChange = Type.Partial(LoginRules);

named({ LoginRules, LoginRulesUpdate: LoginRulesChange });

export const readLoginRules = endpoint({
  ...access,
  operationId: "getLoginRules",
  method: "GET",
  path: "/loginrules",
  summary: "Which roles need a second factor",
  etag: "whole",
  response: LoginRules,
});

export const changeLoginRules = endpoint({
  ...access,
  confirmed: true,
  operationId: "updateLoginRules",
  method: "PUT",
  path: "/loginrules",
  summary: "Change which roles need a second factor",
  description:
    "A user of such a role who has none adds one at the next login with a password. Logins with an identity provider aren't asked for it.",
  etag: "whole",
  body: {
    ...LoginRulesChange,
    examples: [{ second_factor_roles: ["global_admin", "local_admin"] }],
  },
  keeps: ["second_factor_roles"],
  response: LoginRules,
});

export const resetFactors = endpoint({
  ...access,
  confirmed: true,
  operationId: "resetSecondFactors",
  method: "DELETE",
  path: "/users/{id}/factors",
  summary: "Remove the second factors of a user who has lost them",
  description: "The recovery codes go with them, and the user is emailed.",
  params: { id: Id },
  response: Message,
});
