import { PASSWORD_LENGTH_MIN } from "../../platform/auth/passwords/passwords.ts";
import { named } from "../../platform/http/contract/components.ts";
import { KEY_ROLES, ROLES, SCOPES } from "../../../shared/roles.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import {
  Email,
  Id,
  Instant,
  Message,
  NameInput,
  OptionalPaging,
  recordKeys,
  Type,
  OneOf,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Users";
const PASSWORD_LENGTH_MAX = 1000;

const Role = OneOf(...ROLES);

export const User = Type.Object({
  ...recordKeys,
  email: Email,
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  role: Role,
  companies: Type.Array(Id),
  language_id: Type.Optional(Type.String()),
  active: Type.Boolean(),
  second_factor: Type.Optional(
    Type.Boolean({ description: "`true` for a user with a second factor, left out for others (docs/sessions.md)" }),
  ),
  directory_id: Type.Optional({ ...Id, description: "The directory that the user comes from" }),
  external_id: Type.Optional(Type.String({ description: "The directory's own ID for the person" })),
  identity_provider: Type.Optional(
    Type.Object(
      { issuer: Type.String(), since: Instant },
      { description: "The identity provider the user is linked to, since their first login with it" },
    ),
  ),
});

named({ User });

/** Who is calling: a user, or instead of one an API key or an application of the identity provider. */
export const Me = Type.Union([
  User,
  Type.Object({
    _id: Id,
    type: OneOf("api_key", "idp_credential"),
    name: Type.String(),
    role: OneOf(...KEY_ROLES),
    companies: Type.Array(Id),
    scopes: Type.Optional(Type.Array(OneOf(...SCOPES), { description: "The scopes of an API key, if it has any" })),
  }),
]);

const details = {
  first_name: Type.Optional(NameInput({ examples: ["Ann"] })),
  last_name: Type.Optional(NameInput({ examples: ["Peeters"] })),
  companies: Type.Optional(Type.Array(Type.String(), { "x-expected": "an array of location IDs" })),
  language_id: Type.Optional(Type.String({ examples: ["nl"] })),
  active: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  password: Type.Optional(
    Type.String({
      minLength: PASSWORD_LENGTH_MIN,
      maxLength: PASSWORD_LENGTH_MAX,
      "x-expected": `a password of at least ${PASSWORD_LENGTH_MIN} characters`,
      description: "If left out, an invitation is emailed",
    }),
  ),
};

export const UserInput = Type.Object({ email: Email, role: Role, ...details });
export const UserChange = Type.Object({
  email: Type.Optional(Email),
  role: Type.Optional(Role),
  ...details,
  identity_provider: Type.Optional(
    Type.Unknown({
      description:
        "`null` unlinks the user from the identity provider, as does a new `email`; any other value is ignored",
    }),
  ),
});

named({ CurrentUser: Me, UserInput, UserUpdate: UserChange });

const access = { tag: TAG, permission: "users.manage", closedToKeys: true } as const;
const ById = { id: Id };

export const readMe = endpoint({
  operationId: "getCurrentUser",
  method: "GET",
  path: "/users/me",
  tag: TAG,
  summary: "The user or API key that makes the call",
  permission: "anyone",
  response: Me,
});

export const listUsers = endpoint({
  ...access,
  operationId: "listUsers",
  method: "GET",
  path: "/users",
  summary: "Users; a local administrator sees users whose locations are all their own",
  query: OptionalPaging,
  response: Type.Array(User),
});

export const createUser = endpoint({
  ...access,
  confirmed: true,
  operationId: "createUser",
  method: "POST",
  path: "/users",
  summary: "Create a user",
  description: "You can't give a role or location you don't have.",
  body: {
    ...UserInput,
    examples: [{ email: "ann@example.org", role: "receptionist", companies: ["66f1a2b3c4d5e6f708192a3b"] }],
  },
  response: User,
});

export const readUser = endpoint({
  ...access,
  operationId: "getUser",
  method: "GET",
  path: "/users/{id}",
  summary: "One user",
  params: ById,
  response: User,
});

export const changeUser = endpoint({
  ...access,
  confirmed: true,
  operationId: "updateUser",
  method: "PUT",
  path: "/users/{id}",
  summary: "Change a user; applies from the next call",
  params: ById,
  body: UserChange,
  keeps: ["email", "role"],
  response: User,
});

export const removeUser = endpoint({
  ...access,
  confirmed: true,
  operationId: "deleteUser",
  method: "DELETE",
  path: "/users/{id}",
  summary: "Remove a user",
  params: ById,
  response: Message,
});
