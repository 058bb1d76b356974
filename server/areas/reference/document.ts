// The parts of our OpenAPI document that the page shows.

/** A JSON Schema as our contracts write it. */
export type Schema = {
  type?: string | string[];
  format?: string;
  contentEncoding?: string;
  pattern?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  description?: string;
  examples?: unknown[];
  "x-expected"?: string;
};

export type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
};

type Content = Record<string, { schema?: Schema; example?: unknown }>;

export type Operation = {
  tags: string[];
  summary: string;
  description?: string;
  operationId: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};

/** The document in the form that `openApi` produces. */
export type Document = {
  info: { version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
};

/** An operation with its method and path. */
export type ListedOperation = { method: string; path: string; operation: Operation };

/** The operations of a group, in the order of their declaration. */
export const operationsOf = ({ paths }: Document, tag: string): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const JSON_TYPE = "application/json";

/** The schema of a JSON body, if there is one. */
export const bodySchema = ({ requestBody }: Operation): Schema | undefined => requestBody?.content[JSON_TYPE]?.schema;

/** The example of a JSON body, where its contract gives one. */
export const bodyExample = ({ requestBody }: Operation): unknown => requestBody?.content[JSON_TYPE]?.example;

/** The response to a success: its media type, and its schema if that is JSON. */
export const success = ({ responses }: Operation): { type: string; schema: Schema | undefined } => {
  const content = responses["200"]?.content ?? {};
  return { type: Object.keys(content)[0] ?? JSON_TYPE, schema: content[JSON_TYPE]?.schema };
};
