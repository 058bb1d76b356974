import { canCall, ROLES } from "../../../../shared/roles.ts";
import { bodySchema, type Components, writeSchema } from "./components.ts";
import { answersUnchanged, type Endpoint, EVENT_STREAM, taggingOf, takesIfMatch, takesKey } from "./contract.ts";
import { failuresOf, headersOf } from "../output/responses.ts";
import { isBracketed, type TSchema } from "./schemas.ts";

type Json = Record<string, unknown>;

const isOptional = (schema: TSchema): boolean => Reflect.get(schema, "~optional") !== undefined;

type ParameterLocation = "path" | "query";

const parameter = (components: Components, place: ParameterLocation, name: string, schema: TSchema): Json => {
  const { description, examples, "x-brackets": _, ...rest } = Object(writeSchema(schema, "sent", components)) as Json;
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

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Within 24 hours, the request is carried out once per key and credential. A repeat returns the record as it is now, or `404` (code `erased`) if it has been erased or removed",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const ifMatch = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The ETag of the record when you read it: `412` if it has changed since",
  schema: { type: "string" },
};

const parametersOf = (endpoint: Endpoint, components: Components): Json[] => [
  ...Object.entries(endpoint.params).map(([name, schema]) => parameter(components, "path", name, schema)),
  ...Object.entries(endpoint.query).map(([name, schema]) => parameter(components, "query", name, schema)),
  ...(takesKey(endpoint) ? [idempotencyKey] : []),
  ...(takesIfMatch(endpoint) ? [ifMatch] : []),
];

const bodyOf = (endpoint: Endpoint, components: Components): Json => {
  if (endpoint.body === undefined) return {};
  const examples: unknown = Reflect.get(endpoint.body, "examples");
  const schema = writeSchema(bodySchema(endpoint), "sent", components);
  const media = { schema, ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}) };
  const others = (endpoint.consumes ?? []).map((type) => [type, { schema: { type: "string" } }]);
  if (endpoint.streamed === true) return { requestBody: { required: true, content: Object.fromEntries(others) } };
  return {
    requestBody: {
      required: endpoint.bodyOptional !== true,
      content: {
        "application/json": media,
        "application/x-www-form-urlencoded": { schema },
        ...Object.fromEntries(others),
      },
    },
  };
};

/** Binary contents have no schema: a media type alone is enough (OpenAPI 3.1). */
const contentOf = ({ produces, response }: Endpoint, components: Components): Json => {
  if (produces === undefined) return { "application/json": { schema: writeSchema(response, "answered", components) } };
  return { [produces]: { schema: { type: "string", ...(produces === EVENT_STREAM ? {} : { format: "binary" }) } } };
};

const outcomes = (endpoint: Endpoint, components: Components): Json => ({
  "200": {
    description: "Done",
    ...headersOf(
      ...(taggingOf(endpoint) === "none" ? [] : (["ETag"] as const)),
      ...(endpoint.position === true ? (["LastEventID"] as const) : []),
      ...(takesKey(endpoint) ? (["IdempotentReplayed"] as const) : []),
    ),
    content: contentOf(endpoint, components),
  },
  ...(answersUnchanged(endpoint) ? { "304": { description: "The record is still the version in If-None-Match" } } : {}),
  ...failuresOf(
    "BadRequest",
    "Refused",
    "NotFound",
    ...(takesIfMatch(endpoint) ? (["Changed"] as const) : []),
    // A DELETE may have a body too, and then it is read.
    ...(endpoint.method === "GET" ? [] : (["TooLarge", "Unsupported"] as const)),
    "TooManyRefusals",
    "Failed",
    "Unavailable",
  ),
});

/**
 * Who may call it (rules 4); an API key counts as its role, which is local_admin unless it was created with a lower
 * one.
 */
const access = (endpoint: Endpoint): string => {
  const { closedToKeys, confirmed } = endpoint;
  const all = [...ROLES, "read_only"] as const;
  const roles = all.filter((role) => canCall(role, endpoint));
  const who = roles.length === all.length ? "every accepted credential" : roles.join(", ");
  const confirmation = confirmed === true ? " A console session must confirm the password again after 15 minutes." : "";
  return `For ${who}${closedToKeys === true ? "; closed to API keys and access tokens" : ""}.${confirmation}`;
};

/** An endpoint as an operation of the document. */
export const operation = (endpoint: Endpoint, components: Components): Json => ({
  tags: [endpoint.tag],
  summary: endpoint.summary,
  description: [endpoint.description, access(endpoint)].filter((part) => part !== undefined).join("\n\n"),
  ...(endpoint.operationId === undefined ? {} : { operationId: endpoint.operationId }),
  parameters: parametersOf(endpoint, components),
  ...bodyOf(endpoint, components),
  responses: outcomes(endpoint, components),
});
