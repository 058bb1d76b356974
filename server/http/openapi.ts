import { mayCall, ROLES } from "../auth/roles.ts";
import { answersRecord } from "./conditional.ts";
import { type Endpoint, EVENT_STREAM } from "./contract.ts";
import { Message, Refusal, type TSchema } from "./schemas.ts";
import { tagDescription } from "./tags.ts";

/** The version of the interface (interface 9). */
const INTERFACE_VERSION = "1.0.0";

type Json = Record<string, unknown>;

const isBracketed = (schema: TSchema): boolean => Reflect.get(schema, "x-brackets") === true;
const isOptional = (schema: TSchema): boolean => Reflect.get(schema, "~optional") !== undefined;

/** A schema without what is for us alone. */
const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));

const parameter = (place: "path" | "query" | "header", name: string, schema: TSchema): Json => {
  const { description, examples, ...rest } = Object(plain(schema)) as Json;
  return {
    name,
    in: place,
    required: place === "path" || (place === "query" && !isOptional(schema)),
    ...(typeof description === "string" ? { description } : {}),
    ...(isBracketed(schema) ? { style: "deepObject", explode: true } : {}),
    ...(Array.isArray(examples) && !isBracketed(schema) ? { example: examples[0] } : {}),
    schema: rest,
  };
};

const content = (schema: unknown): Json => ({ "application/json": { schema } });
const answer = (description: string, schema: unknown, headers?: Json): Json => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: content(schema),
});
const failure = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

const entityTag = {
  ETag: { description: "Of the record as it is now, for If-None-Match and If-Match", schema: { type: "string" } },
};

const retryAfter = {
  "Retry-After": { description: "Seconds until another try makes sense", schema: { type: "integer" } },
};

const responses: Json = {
  BadRequest: answer("Understood, but it cannot be carried out; the message names the field", plain(Message)),
  Refused: answer(
    "Credential refused, location not covered, role or endpoint closed; identical for all causes",
    plain(Refusal),
  ),
  NotFound: answer("No such object, or one the credential does not cover", plain(Message)),
  Changed: answer("The record is not what If-Match names: it was changed since", plain(Message)),
  TooLarge: answer("The body is too large", plain(Message)),
  Unsupported: answer("A body of another media type", plain(Message)),
  TooManyRefusals: answer("Too many refused credentials from this address", plain(Refusal), retryAfter),
  Failed: answer("An error of the service; it carries no details", plain(Message)),
  Unavailable: answer("The service cannot do it now, and nothing was done", plain(Message), retryAfter),
};

const bodyOf = (endpoint: Endpoint): Json => {
  if (endpoint.body === undefined) return {};
  const schema = plain(endpoint.body);
  const others = (endpoint.consumes ?? []).map((type) => [type, { schema: { type: "string" } }]);
  return {
    requestBody: {
      required: endpoint.bodyOptional !== true,
      content: { ...content(schema), "application/x-www-form-urlencoded": { schema }, ...Object.fromEntries(others) },
    },
  };
};

const outcomes = (endpoint: Endpoint): Json => ({
  "200": {
    description: "Done",
    ...(answersRecord(endpoint) ? { headers: entityTag } : {}),
    content:
      endpoint.produces === undefined
        ? content(plain(endpoint.response))
        : {
            [endpoint.produces]: {
              schema: { type: "string", ...(endpoint.produces === EVENT_STREAM ? {} : { format: "binary" }) },
            },
          },
  },
  ...(endpoint.method === "GET" && answersRecord(endpoint)
    ? { "304": { description: "What If-None-Match names is the record as it is" } }
    : {}),
  "400": failure("BadRequest"),
  "403": failure("Refused"),
  "404": failure("NotFound"),
  ...(takesIfMatch(endpoint) ? { "412": failure("Changed") } : {}),
  // A DELETE may carry a body too, and then it is read.
  ...(endpoint.method === "GET" ? {} : { "413": failure("TooLarge"), "415": failure("Unsupported") }),
  "429": failure("TooManyRefusals"),
  "500": failure("Failed"),
  "503": failure("Unavailable"),
});

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Done once per key, credential and 24 hours",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const takesIfMatch = ({ method }: Endpoint): boolean => method === "PUT" || method === "DELETE";

const ifMatch = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The ETag of the record as it was read: 412 when it is another by now",
  schema: { type: "string" },
};

/** Who may call it (decisions 4); an API key counts as its role, a local_admin unless it was made with less. */
const access = (endpoint: Endpoint): string => {
  const { closedToKeys, confirmed } = endpoint;
  const all = [...ROLES, "read_only"] as const;
  const roles = all.filter((role) => mayCall(role, endpoint));
  const who = roles.length === all.length ? "every accepted credential" : roles.join(", ");
  const asked = confirmed === true ? " A session of the console is asked for the password again after 15 minutes." : "";
  return `For ${who}${closedToKeys === true ? "; closed to API keys and access tokens" : ""}.${asked}`;
};

const operation = (endpoint: Endpoint): Json => ({
  tags: [endpoint.tag],
  summary: endpoint.summary,
  description: [endpoint.description, access(endpoint)].filter((part) => part !== undefined).join("\n\n"),
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path
    .replaceAll(/[{}]/g, "")
    .replaceAll(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll("/", "_")}`,
  parameters: [
    ...Object.entries(endpoint.params).map(([name, schema]) => parameter("path", name, schema)),
    ...Object.entries(endpoint.query).map(([name, schema]) => parameter("query", name, schema)),
    ...Object.entries(endpoint.headers ?? {}).map(([name, schema]) => parameter("header", name, schema)),
    ...(endpoint.method === "POST" || endpoint.method === "PUT" ? [idempotencyKey] : []),
    ...(takesIfMatch(endpoint) ? [ifMatch] : []),
  ],
  ...bodyOf(endpoint),
  responses: outcomes(endpoint),
});

const pathsOf = (endpoints: readonly Endpoint[]): Json => {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return paths;
};

const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_<key_id>_<secret>",
    description: "An API key, recommended",
  },
  apiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key" },
  identityProvider: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "Access token of a registered application, from the identity provider's client credentials grant",
  },
  basic: { type: "http", scheme: "basic", description: "E-mail address and password of a user" },
};

/** The OpenAPI 3.1 document of the registered endpoints. @param server the base URL, ending in `/api` */
export const openApi = (endpoints: readonly Endpoint[], server: string): Json => ({
  openapi: "3.1.0",
  info: {
    title: "Foyer",
    version: INTERFACE_VERSION,
    description: "Visitor management: who is in the building, who is expected, who let them in.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: server }],
  security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: tagDescription(name) })),
  paths: pathsOf(endpoints),
  components: { securitySchemes, responses },
});
