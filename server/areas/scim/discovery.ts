import {
  type Attribute,
  CORE_GROUP,
  CORE_USER,
  ENTERPRISE,
  ENTERPRISE_ATTRIBUTES,
  GROUP_ATTRIBUTES,
  USER_ATTRIBUTES,
} from "./attributes.ts";
import { noSuch } from "./errors.ts";
import { COUNT_MAX, listResponse } from "./query.ts";

const meta = (base: string, resourceType: string, path: string) => ({ resourceType, location: `${base}/${path}` });

/** What the server can do (RFC 7643, 5). @param base the address of `/scim/v2` */
export const providerConfig = (base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  documentationUri: "https://datatracker.ietf.org/doc/html/rfc7644",
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: COUNT_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token of the directory, made in the console or by POST /api/directories/{id}/tokens",
      primary: true,
    },
  ],
  meta: meta(base, "ServiceProviderConfig", "ServiceProviderConfig"),
});

const resourceTypes = (base: string) => [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "A person of the directory",
    schema: CORE_USER,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
    meta: meta(base, "ResourceType", "ResourceTypes/User"),
  },
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: "Group",
    name: "Group",
    endpoint: "/Groups",
    description: "A group of the directory",
    schema: CORE_GROUP,
    schemaExtensions: [],
    meta: meta(base, "ResourceType", "ResourceTypes/Group"),
  },
];

/** A list's own attributes and a boolean have no letter case to compare (RFC 7643, 7). */
const published = ({ subAttributes, caseExact, uniqueness, ...attribute }: Attribute): object => ({
  ...attribute,
  ...(attribute.type === "string" ? { caseExact, uniqueness } : {}),
  ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(published) }),
});

const schemaOf = (base: string, id: string, name: string, attributes: readonly Attribute[]) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id,
  name,
  description: `${name}: what is kept of it`,
  attributes: attributes.map(published),
  meta: meta(base, "Schema", `Schemas/${id}`),
});

const schemas = (base: string) => [
  schemaOf(base, CORE_USER, "User", USER_ATTRIBUTES),
  schemaOf(base, ENTERPRISE, "EnterpriseUser", ENTERPRISE_ATTRIBUTES),
  schemaOf(base, CORE_GROUP, "Group", GROUP_ATTRIBUTES),
];

const oneOf = <T extends { id: string }>(all: readonly T[], id: string): T => {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (found === undefined) throw noSuch();
  return found;
};

/** All types of resources, or one. Errors: `404`. */
export const readResourceTypes = (base: string, id?: string) =>
  id === undefined ? listResponse(resourceTypes(base), resourceTypes(base).length) : oneOf(resourceTypes(base), id);

/** All schemas, which publish what is kept and nothing else, or one. Errors: `404`. */
export const readSchemas = (base: string, id?: string) =>
  id === undefined ? listResponse(schemas(base), schemas(base).length) : oneOf(schemas(base), id);
