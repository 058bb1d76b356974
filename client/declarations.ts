// Writes the endpoints of an OpenAPI document as TypeScript types.

/** A JSON Schema in our documents. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  description?: string;
  "x-brackets"?: boolean;
};

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};

/** This service's OpenAPI document. */
export type Document = {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

const quoted = (text: string): string => JSON.stringify(text);
const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
const comment = (text: string | undefined): string =>
  text === undefined || text === "" ? "" : `/** ${text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */ `;

const objectOf = ({ properties = {}, required = [], additionalProperties, patternProperties }: Schema): string => {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const needed = required.includes(name);
    return `${comment(schema.description)}${keyOf(name)}${needed ? "" : "?"}: ${typeOf(schema)};`;
  });
  const others = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  const open =
    others === undefined || others === false ? "" : `[key: string]: ${others === true ? "unknown" : typeOf(others)};`;
  // An index signature must fit the named keys as well, which only unknown does.
  const fits = fields.length === 0 || others === true;
  return fields.length === 0 && open === ""
    ? "Record<string, never>"
    : `{ ${[...fields, fits ? open : ""].join(" ")} }`;
};

const ofType = (type: string | undefined, schema: Schema): string => {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "array":
      return `(${typeOf(schema.items ?? {})})[]`;
    case "object":
      return objectOf(schema);
    case "string":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
};

const either = (types: readonly string[]): string => [...new Set(types)].join(" | ");

/** The name of a referenced schema. */
const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** A schema as a TypeScript type, or as its name if it has one. */
export const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return either(schema.anyOf.map((one) => `(${typeOf(one)})`));
  const types = [schema.type ?? (schema.properties === undefined ? undefined : "object")].flat();
  return either(types.map((type) => ofType(type, schema)));
};

/** The bracketed parameters have types of their own: any field, whatever its name. */
const BRACKETED: Record<string, string> = {
  filter: "Readonly<Record<string, string | { startDate?: string | Date; endDate?: string | Date }>>",
  sorting: 'Readonly<Record<string, "asc" | "desc">>',
};

/** Parameters that may be a list or a single value are typed as a single value. */
const parameterType = ({ name, schema }: Parameter): string =>
  BRACKETED[name] ?? (Array.isArray(schema.type) && schema.type.includes("string") ? "string" : typeOf(schema));

const parametersOf = (operation: Operation, place: string): string => {
  const fields = operation.parameters
    .filter((parameter) => parameter.in === place)
    .map((one) => `${comment(one.description)}${keyOf(one.name)}${one.required ? "" : "?"}: ${parameterType(one)};`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(" ")} }`;
};

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

const bodyOf = ({ requestBody }: Operation): string => {
  if (requestBody === undefined) return "never";
  const json = typeOf(requestBody.content[JSON_TYPE]?.schema ?? {});
  const asText = Object.keys(requestBody.content).some((type) => type !== JSON_TYPE && type !== FORM);
  return `${json}${asText ? " | string" : ""}${requestBody.required ? "" : " | undefined"}`;
};

/** Other media types are returned as the response itself: a file, a stream. */
const answerOf = ({ responses }: Operation): string => {
  const schema = responses["200"]?.content?.[JSON_TYPE]?.schema;
  return schema === undefined ? "Response" : typeOf(schema);
};

const entry = (path: string, method: string, operation: Operation): string =>
  [
    `  ${comment(operation.summary).trim()}`,
    `  ${quoted(`${method.toUpperCase()} ${path}`)}: {`,
    `    params: ${parametersOf(operation, "path")};`,
    `    query: ${parametersOf(operation, "query")};`,
    `    body: ${bodyOf(operation)};`,
    `    answer: ${answerOf(operation)};`,
    "  };",
  ].join("\n");

const record = ([name, schema]: [string, Schema]): string =>
  `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`;

/** The events of webhooks and the event stream: `eventName` distinguishes the kinds. */
const eventsOf = (webhooks: Record<string, Record<string, Operation>>): string => {
  const payloads = Object.values(webhooks).flatMap((methods) => Object.values(methods).map(bodyOf));
  return payloads.length === 0
    ? ""
    : `/** What a webhook receives and the event stream brings. */ export type WebhookEvent = ${either(payloads)};\n`;
};

/** All records and endpoints, the endpoints keyed by method and path, as the text of a .d.ts file. */
export const declarationsOf = ({ info, paths, webhooks = {}, components = {} }: Document): string => {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entry(path, method, operation)),
  );
  const records = Object.entries(components.schemas ?? {}).map(record);
  return `// The interface, version ${info.version}. Made from docs/openapi.json.\n${records.join("\n")}\n${eventsOf(webhooks)}/** The endpoints of the interface. */\nexport type Endpoints = {\n${entries.join("\n")}\n};\n`;
};
