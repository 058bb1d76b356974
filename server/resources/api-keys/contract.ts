import { named } from "../../platform/http/contract/components.ts";
import { KEY_ROLES, SCOPES } from "../../../shared/roles.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import {
  Id,
  Instant,
  InstantOrNull,
  Message,
  OptionalPaging,
  recordKeys,
  Type,
  OneOf,
} from "../../platform/http/contract/schemas.ts";

const TAG = "API keys";

const Role = OneOf(...KEY_ROLES);
const Scope = OneOf(...SCOPES);

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
  key: Type.Optional(Type.String({ description: "The key itself; shown only once", examples: ["svc_9QdV…_…"] })),
});

const Companies = Type.Array(Type.String(), { minItems: 1, "x-expected": "an array with at least one location ID" });
const Ranges = Type.Array(Type.String(), {
  "x-expected": "an array of IP addresses or CIDR ranges",
  examples: [["203.0.113.0/24"]],
});
const Name = Type.String({ pattern: "\\S", maxLength: 200, "x-expected": "a name" });
const rights = {
  role: Type.Optional({
    ...Role,
    description:
      "What the key can do: the same as a user with that role, or with `read_only` only read visits, hosts, registered visitors, visit types, agreements, reports and events",
  }),
  scopes: Type.Optional(
    Type.Array(Scope, { description: "Capabilities that a role alone doesn't give", examples: [["watchlist"]] }),
  ),
};

const End = Type.Optional({
  ...InstantOrNull,
  description:
    "When the key ends; null: never. A plain date is the start of that day in the time zone of the key's locations, the earliest where they have several",
});

export const EXPIRIES = ["never", "30d", "90d", "1y"] as const;

export const ApiKeyInput = Type.Object({
  name: Name,
  companies: Companies,
  expiry: Type.Optional(OneOf(...EXPIRIES)),
  expires_at: End,
  ip_ranges: Type.Optional(Ranges),
  ...rights,
});

export const ApiKeyChange = Type.Object({
  name: Type.Optional(Name),
  companies: Type.Optional(Companies),
  expires_at: End,
  ip_ranges: Type.Optional(Ranges),
  ...rights,
});

named({ ApiKey, NewApiKey, ApiKeyInput, ApiKeyUpdate: ApiKeyChange });

const access = { tag: TAG, permission: "service.manage", closedToKeys: true } as const;

export const listApiKeys = endpoint({
  ...access,
  operationId: "listApiKeys",
  method: "GET",
  path: "/apikeys",
  summary: "Active and expired API keys; revoked keys aren't listed",
  query: OptionalPaging,
  response: Type.Array(ApiKey),
});

export const createApiKey = endpoint({
  ...access,
  confirmed: true,
  operationId: "createApiKey",
  method: "POST",
  path: "/apikeys",
  summary: "Create an API key; the response shows it once",
  body: {
    ...ApiKeyInput,
    examples: [{ name: "Access control", companies: ["66f1a2b3c4d5e6f708192a3b"], expiry: "1y" }],
  },
  response: NewApiKey,
  secret: true,
  etag: "written",
});

export const changeApiKey = endpoint({
  ...access,
  confirmed: true,
  operationId: "updateApiKey",
  method: "PUT",
  path: "/apikeys/{id}",
  summary: "Change name, locations, role, scopes, expiry or addresses; applies from the next call",
  params: { id: Id },
  body: ApiKeyChange,
  keeps: ["name", "companies", "role"],
  response: ApiKey,
  etag: "written",
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
