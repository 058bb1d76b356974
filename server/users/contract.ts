import { PASSWORD_LENGTH_MIN } from "../auth/passwords.ts";
import { named } from "../http/components.ts";
import { KEY_ROLES, ROLES, SCOPES } from "../auth/roles.ts";
import { endpoint } from "../http/contract.ts";
import { Email, Id, Instant, Message, OptionalPaging, recordKeys, Type, Word } from "../http/schemas.ts";

const TAG = "Users";
const PASSWORD_LENGTH_MAX = 1000;

const Role = Word(...ROLES);

export const User = Type.Object({
  ...recordKeys,
  email: Email,
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  role: Role,
  companies: Type.Array(Id),
  language_id: Type.Optional(Type.String()),
  active: Type.Boolean(),
  identity_provider: Type.Optional(
    Type.Object(
      { issuer: Type.String(), since: Instant },
      { description: "Where the user signed in first; from then on they are known by what the provider calls them" },
    ),
  ),
});

named({ User });

/** Who is calling: a user, or an API key or an application of the identity provider in place of one. */
export const Me = Type.Union([
  User,
  Type.Object({
    _id: Id,
    type: Word("api_key", "idp_credential"),
    name: Type.String(),
    role: Word(...KEY_ROLES),
    companies: Type.Array(Id),
    scopes: Type.Optional(Type.Array(Word(...SCOPES), { description: "Of an API key that has any" })),
  }),
]);

const details = {
  first_name: Type.Optional(Type.String({ examples: ["Ann"] })),
  last_name: Type.Optional(Type.String({ examples: ["Peeters"] })),
  companies: Type.Optional(Type.Array(Type.String(), { "x-expected": "an array of location ids" })),
  language_id: Type.Optional(Type.String({ examples: ["nl"] })),
  active: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  password: Type.Optional(
    Type.String({
      minLength: PASSWORD_LENGTH_MIN,
      maxLength: PASSWORD_LENGTH_MAX,
      "x-expected": `a password of ${PASSWORD_LENGTH_MIN} characters or more`,
      description: "Without one an invitation is mailed",
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
        "`null` forgets whom the identity provider means, as another `email` does; any other value is ignored",
    }),
  ),
});

named({ CurrentUser: Me, UserInput, UserUpdate: UserChange });

const access = { tag: TAG, may: "users.manage", closedToKeys: true } as const;
const ById = { id: Id };

export const readMe = endpoint({
  operationId: "getCurrentUser",
  method: "GET",
  path: "/users/me",
  tag: TAG,
  summary: "Who am I",
  may: "anyone",
  response: Me,
});

export const listUsers = endpoint({
  ...access,
  operationId: "listUsers",
  method: "GET",
  path: "/users",
  summary: "The users; a local admin sees those all of whose locations are their own",
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
  description: "Nobody gives a role or location that they do not have.",
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
  summary: "Change a user; applies on the next call",
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
