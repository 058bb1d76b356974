import type { TSchema } from "typebox";

import { isObject } from "../../lib/record/objects.ts";

type Json = Record<string, unknown>;

/** Whether a schema describes a request or a response: requests may be more lenient. */
export type Direction = "sent" | "answered";

/** A schema's form in the OpenAPI document, if it differs from the validated one. */
type Description = { name?: string; schema: object; sent?: { name: string; schema: object } };

/** Kept by copies of a schema, invisible to Ajv and JSON. */
const DESCRIPTION = Symbol("description");

const descriptionOf = (schema: object): Description | undefined => Reflect.get(schema, DESCRIPTION);

const describe = <T extends TSchema>(schema: T, description: Description): T =>
  Object.defineProperty(schema, DESCRIPTION, { value: description, enumerable: true, configurable: true });

/**
 * Names a schema: the document has it once, under `components.schemas`, and refers to it everywhere else. A body
 * `…Input` is called `…Create` in the document for a POST and `…Update` for a PUT.
 * @param sent the more lenient schema of requests, if there is one
 */
export const component = <T extends TSchema>(name: string, schema: T, sent?: Description["sent"]): T =>
  describe(schema, {
    name,
    schema: descriptionOf(schema)?.schema ?? { ...schema },
    ...(sent === undefined ? {} : { sent }),
  });

/** Names several schemas. Called before they are used in others, because copies of a schema keep its name. */
export const named = (schemas: Readonly<Record<string, TSchema>>): void => {
  for (const [name, schema] of Object.entries(schemas)) component(name, schema);
};

/** Gives a schema another form in the document than the validated one. */
export const describedAs = <T extends TSchema>(schema: T, description: object): T =>
  describe(schema, { schema: description });

/** Keywords about one use of a schema, not about the schema itself: they can be beside a `$ref`. */
const ANNOTATIONS = ["description", "examples"] as const;

const annotations = (use: Json, named: Json): Json =>
  Object.fromEntries(
    ANNOTATIONS.filter((key) => use[key] !== undefined && use[key] !== named[key]).map((key) => [key, use[key]]),
  );

/** The named schemas of a document, filled while its parts are written. */
export type Components = {
  schemas: Map<string, Json>;
  /** Names given to two different schemas: a mistake in the contracts. */
  ambiguous: Set<string>;
};

export const newComponents = (): Components => ({ schemas: new Map(), ambiguous: new Set() });

const addComponent = (components: Components, name: string, written: Json): void => {
  const known = components.schemas.get(name);
  if (known === undefined) components.schemas.set(name, written);
  else if (JSON.stringify(known) !== JSON.stringify(written)) components.ambiguous.add(name);
};

const writeNamed = (use: Json, description: Description, direction: Direction, components: Components): Json => {
  const sent = direction === "sent" ? description.sent : undefined;
  const { name, schema } = sent ?? description;
  const written = writeSchema(schema, direction, components) as Json;
  if (name === undefined) return { ...written, ...annotations(use, schema as Json) };
  addComponent(components, name, written);
  return { $ref: `#/components/schemas/${name}`, ...annotations(use, sent === undefined ? (schema as Json) : use) };
};

/** A schema in the form of the document: named ones by reference, without validation-only keywords. */
export const writeSchema = (part: unknown, direction: Direction, components: Components): unknown => {
  if (Array.isArray(part)) return part.map((one) => writeSchema(one, direction, components));
  if (!isObject(part)) return part;
  const description = descriptionOf(part);
  if (description !== undefined) return writeNamed(part, description, direction, components);
  const said = Object.entries(part).filter(
    ([key, value]) => value !== undefined && !(key === "description" && value === ""),
  );
  return Object.fromEntries(said.map(([key, value]) => [key, writeSchema(value, direction, components)]));
};

/** A schema or `null`. */
const orNull = (schema: Json): Json => {
  const types = [schema["type"]].flat();
  if (types.includes("null")) return schema;
  if (descriptionOf(schema) !== undefined || typeof schema["type"] === "undefined") {
    const alternatives = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
    const own = (descriptionOf(schema)?.schema ?? {}) as Json;
    return { anyOf: [...alternatives, { type: "null" }], ...annotations(schema, own) };
  }
  const values = Array.isArray(schema["enum"]) ? { enum: [...schema["enum"], null] } : {};
  return { ...schema, type: [...types, "null"], ...values };
};

/** The body of a `PUT`: `null` removes an optional key (rules 2.1). */
const withNulls = (schema: Json, keeps: readonly string[]): Json => {
  if (schema["properties"] === undefined) return schema;
  const properties = Object.entries(Object(schema["properties"]) as Record<string, Json>).map(([key, property]) => [
    key,
    keeps.includes(key) ? property : orNull(property),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
};

/** The parts of an endpoint that decide how its body is described. */
type BodySource = { method: string; body?: TSchema; requires?: readonly string[]; keeps?: readonly string[] };

/** The body of an endpoint as its callers must send it: with its required keys, and those that `null` removes. */
export const bodySchema = ({ method, body = {}, requires = [], keeps = [] }: BodySource): object => {
  const { examples: _, ...bare } = body as Json;
  const description = descriptionOf(bare);
  const needed =
    requires.length === 0 ? bare : { ...bare, required: [...requires, ...[bare["required"] ?? []].flat()] };
  const schema = method === "PUT" ? withNulls(needed, keeps) : needed;
  if (description?.name === undefined) return schema;
  const name = description.name.replace(/Input$/, method === "PUT" ? "Update" : "Create");
  const { [DESCRIPTION]: _own, ...described } = schema as Json & { [DESCRIPTION]?: unknown };
  return describe({ ...described }, { name, schema: described });
};
