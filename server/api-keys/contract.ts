import { named } from "../http/components.ts";
import { KEY_ROLES, SCOPES } from "../auth/roles.ts";
import { endpoint } from "../http/contract.ts";
import { Id, Instant, InstantOrNull, Message, OptionalPaging, recordKeys, Type, Word } from "../http/schemas.ts";

const TAG = "API keys";

const Role = Word(...KEY_ROLES);
const Scope = Word(...SCOPES);

export const ApiKey = Type.Object({
  ...recordKeys,
  key_id: Type.String(),
  name: Type.String(),
  companies: Type.Array(Id),
  expires_at: InstantOrNull,
  ip_ranges: Type.Array(Type.String()),
  role: Role,
  scopes: Type.Array(Scope),
  created_by: Type.Optional(Type.String()),
  last_used: Type.Optional(Instant),
});

export const NewApiKey = Type.Object({
  ...ApiKey.properties,
  key: Type.Optional(Type.String({ description: "The key itself, shown this once", examples: ["svc_9QdV…_…"] })),
});

const Companies = Type.Array(Type.String(), { minItems: 1, "x-expected": "an array with at least one location id" });
const Ranges = Type.Array(Type.String(), {
  "x-expected": "an array of addresses or CIDR ranges",
  examples: [["203.0.113.0/24"]],
});
const Name = Type.String({ pattern: "\\S", maxLength: 200, "x-expected": "a name" });
const rights = {
  role: Type.Optional({
    ...Role,
    description:
      "What the key may do: as a user of that role, or `read_only`: read visits, hosts, registered visitors, visit types, agreements, reports and events, and change nothing",
  }),
  scopes: Type.Optional(
    Type.Array(Scope, { description: "Capabilities that a role alone does not give", examples: [["watchlist"]] }),
  ),
};

export const EXPIRIES = ["never", "30d", "90d", "1y"] as const;

export const ApiKeyInput = Type.Object({
  name: Name,
  companies: Companies,
  expiry: Type.Optional(Word(...EXPIRIES)),
  expires_at: Type.Optional(InstantOrNull),
  ip_ranges: Type.Optional(Ranges),
  ...rights,
});

export const ApiKeyChange = Type.Object({
  name: Type.Optional(Name),
  companies: Type.Optional(Companies),
  expires_at: Type.Optional(InstantOrNull),
  ip_ranges: Type.Optional(Ranges),
  ...rights,
});

named({ ApiKey, NewApiKey, ApiKeyInput, ApiKeyUpdate: ApiKeyChange });

const access = { tag: TAG, may: "service.manage", closedToKeys: true } as const;

export const listApiKeys = endpoint({
  ...access,
  operationId: "listApiKeys",
  method: "GET",
  path: "/apikeys",
  summary: "The API keys that work or have expired; revoked ones are gone",
  query: OptionalPaging,
  response: Type.Array(ApiKey),
});

export const createApiKey = endpoint({
  ...access,
  confirmed: true,
  operationId: "createApiKey",
  method: "POST",
  path: "/apikeys",
  summary: "Create an API key; the answer shows it this once",
  body: {
    ...ApiKeyInput,
    examples: [{ name: "Access control", companies: ["66f1a2b3c4d5e6f708192a3b"], expiry: "1y" }],
  },
  response: NewApiKey,
  secret: true,
});

export const changeApiKey = endpoint({
  ...access,
  confirmed: true,
  operationId: "updateApiKey",
  method: "PUT",
  path: "/apikeys/{id}",
  summary: "Change name, locations, role, scopes, expiry or addresses; applies on the next call",
  params: { id: Id },
  body: ApiKeyChange,
  keeps: ["name", "companies", "role"],
  response: ApiKey,
});

export const revokeApiKey = endpoint({
  ...access,
  confirmed: true,
  operationId: "revokeApiKey",
  method: "DELETE",
  path: "/apikeys/{id}",
  summary: "Revoke an API key",
  params: { id: Id },
  response: Message,
});
