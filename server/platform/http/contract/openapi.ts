import { type Components, newComponents } from "./components.ts";
import type { Endpoint } from "./contract.ts";
import { operation } from "./operations.ts";
import { failures, headers } from "../output/responses.ts";
import { tagDescription } from "./tags.ts";

/** The version of the interface (interface 9). */
const INTERFACE_VERSION = "1.0.0";

type Json = Record<string, unknown>;

const pathsOf = (endpoints: readonly Endpoint[], components: Components): Json => {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  return paths;
};

const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_<key_id>_<secret>",
    description: "An API key in `Authorization: Bearer svc_…`. Recommended",
  },
  apiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "The same API key, for clients that can't set `Authorization`",
  },
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "An access token of a registered application, from the identity provider's client credentials grant, in `Authorization: Bearer …`",
  },
  userPassword: {
    type: "http",
    scheme: "basic",
    description: "A user's email address and password in `Authorization: Basic …`. Not recommended for integrations",
  },
};

const info = {
  title: "Foyer",
  version: INTERFACE_VERSION,
  description:
    "Self-hosted visitor management: who is in the building, who is expected and who let them in. `HEAD` works wherever `GET` does. docs/versioning.md says what can change.",
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

const byName = (parts: ReadonlyMap<string, Json>): Json =>
  Object.fromEntries([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * The OpenAPI 3.1 document of the registered endpoints.
 * @param server the base URL, ending in `/api`
 * @param webhooks writes the section about webhook calls. Errors: two different schemas with the same name.
 */
export const openApi = (
  endpoints: readonly Endpoint[],
  server: string,
  webhooks?: (components: Components) => Json,
): Json => {
  const components = newComponents();
  const parts = {
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: tagDescription(name) })),
    paths: pathsOf(endpoints, components),
    ...(webhooks === undefined ? {} : { webhooks: webhooks(components) }),
  };
  const responses = failures(components);
  if (components.ambiguous.size > 0)
    throw new Error(`Two schemas of the contracts share a name: ${[...components.ambiguous].join(", ")}.`);
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: server }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    ...parts,
    components: {
      securitySchemes,
      schemas: byName(components.schemas),
      responses,
      headers,
    },
  };
};
