import { ROLES } from "../../../shared/roles.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Instant, Message, OneOf, OptionalPaging, Type } from "../../platform/http/contract/schemas.ts";

const TAG = "Login providers";
const RULES_MAX = 200;

/** What is asked of a provider that says nothing else. */
export const DEFAULT_SCOPES = "openid email";
export const DEFAULT_GROUPS_CLAIM = "groups";

const Text = (what: string, lengthMax = 500) =>
  Type.String({
    pattern: "^ *[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$",
    maxLength: lengthMax,
    "x-expected": what,
  });

export const LoginRule = Type.Object({
  group: {
    ...Text("a group as the provider names it"),
    description: "As in the provider's groups claim; compared without case",
  },
  role: { ...OneOf(...ROLES), description: "Of several, the most powerful" },
  users_at: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 10_000,
      "x-expected": "an array of location IDs",
      description: "Where the person has the role; not for global administrators",
    }),
  ),
});

const Rules = Type.Array(LoginRule, {
  maxItems: RULES_MAX,
  "x-expected": `an array of at most ${RULES_MAX} rules`,
  examples: [[{ group: "Reception", role: "receptionist", users_at: ["66f1a2b3c4d5e6f708192a3b"] }]],
});

export const LoginProvider = Type.Object({
  _id: Id,
  name: Type.String(),
  issuer: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  has_secret: Type.Boolean({ description: "The client secret is write-only" }),
  scopes: Type.String(),
  groups_claim: Type.String(),
  active: Type.Boolean(),
  rules: Rules,
  redirect_uri: Type.String({ description: "To register with the provider" }),
  from_settings: Type.Boolean({
    description: "Set by OIDC_ISSUER and the like on the server; it can't be changed here",
  }),
  create_date: Type.Optional(Instant),
  mod_date: Type.Optional(Instant),
});

const fields = {
  issuer: Type.Optional({ ...Text("an https URL", 2_000), examples: ["https://id.example.org/realms/staff"] }),
  client_id: Type.Optional(Text("the client ID that the provider gave Foyer")),
  client_secret: Type.Optional(Text("the client secret that the provider gave Foyer", 2_000)),
  scopes: Type.Optional({ ...Text("scopes with spaces in between"), examples: ["openid email groups"] }),
  groups_claim: Type.Optional({ ...Text("the name of a claim", 200), examples: [DEFAULT_GROUPS_CLAIM] }),
  active: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  rules: Type.Optional(Rules),
};
const Name = { ...Text("a name", 200), description: "What the button on the login page says" };

export const LoginProviderInput = Type.Object({ name: Name, ...fields });
export const LoginProviderChange = Type.Object({ name: Type.Optional(Name), ...fields });

export const LoginProviderTest = Type.Object({
  works: Type.Boolean(),
  problem: Type.Optional(Type.String({ description: "What is wrong, in a sentence" })),
});

named({ LoginRule, LoginProvider, LoginProviderInput, LoginProviderUpdate: LoginProviderChange, LoginProviderTest });

const access = { tag: TAG, permission: "service.manage", closedToKeys: true } as const;
const ById = { id: Id };

export const listLoginProviders = endpoint({
  ...access,
  operationId: "listLoginProviders",
  method: "GET",
  path: "/loginproviders",
  summary: "Where users can log in with OpenID Connect, the provider of the settings included",
  query: OptionalPaging,
  response: Type.Array(LoginProvider),
});

export const createLoginProvider = endpoint({
  ...access,
  confirmed: true,
  operationId: "createLoginProvider",
  method: "POST",
  path: "/loginproviders",
  summary: "Add a login provider",
  description:
    "A name is enough at first: `redirect_uri` has the address that the provider must know. It is turned on with `active`.",
  body: { ...LoginProviderInput, examples: [{ name: "Entra ID" }] },
  response: LoginProvider,
});

export const readLoginProvider = endpoint({
  ...access,
  operationId: "getLoginProvider",
  method: "GET",
  path: "/loginproviders/{id}",
  summary: "One login provider",
  params: ById,
  response: LoginProvider,
});

export const changeLoginProvider = endpoint({
  ...access,
  confirmed: true,
  operationId: "updateLoginProvider",
  method: "PUT",
  path: "/loginproviders/{id}",
  summary: "Change a login provider; the secret is kept if it is left out",
  description: "With another `issuer` or `client_id`, users are recognised by their verified email address once more.",
  params: ById,
  body: LoginProviderChange,
  keeps: ["name"],
  response: LoginProvider,
});

export const removeLoginProvider = endpoint({
  ...access,
  confirmed: true,
  operationId: "deleteLoginProvider",
  method: "DELETE",
  path: "/loginproviders/{id}",
  summary: "Remove a login provider; sessions remain, and users keep their roles",
  params: ById,
  response: Message,
});

export const testLoginProvider = endpoint({
  ...access,
  operationId: "testLoginProvider",
  method: "POST",
  path: "/loginproviders/{id}/test",
  summary: "Read what the provider publishes: its configuration and its keys",
  description: "The client ID and secret are first used when a person logs in.",
  params: ById,
  response: LoginProviderTest,
});
