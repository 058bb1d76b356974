import * as fc from "fast-check";

import { codeOf, STOCK } from "../support/kiosk.ts";

/** A schema of the OpenAPI document. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  contentEncoding?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  examples?: unknown[];
};

/** Gives the id of an object that exists: of those a field of this name refers to, the n-th. */
export type Ids = (field: string, n: number) => string;

type Arb = fc.Arbitrary<unknown>;

/** Text that a record may hold: well formed, without NUL. */
const text = (minLength: number, maxLength: number): Arb =>
  fc
    .string({ unit: "binary", minLength, maxLength: Math.min(maxLength, minLength + 20) })
    .filter((value) => !value.includes("\u0000") && value.isWellFormed());

const instant = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2026-06-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

const day = instant.map((value) => value.slice(0, 10));

const FORMATS: Record<string, Arb> = {
  email: fc.tuple(fc.stringMatching(/^[a-z0-9.+-]{1,20}$/), fc.nat(99)).map(([name, n]) => `${name}@h${n}.example.org`),
  "date-time": fc.oneof(
    instant,
    instant.map((value) => value.slice(0, 19)),
    instant.map((value) => `${value.slice(0, 19)}+02:00`),
  ),
  date: day,
  uri: fc.constant("http://203.0.113.9/hook"),
  base64: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64")),
};

/** Texts whose rules the schema does not tell, by the name of their field. */
const NAMED: Record<string, Arb> = {
  timezone: fc.constantFrom("UTC", "Europe/Brussels", "Asia/Tokyo", "America/New_York", "Pacific/Apia"),
  datetimestamp: day,
  date: day,
  // No server listens there.
  url: fc.constant("http://127.0.0.1:9/hook"),
  start: fc.constantFrom("2026-05-01", "2026-05-20", "2026-05-31T12:00:00Z"),
  end: fc.constantFrom("2026-06-01", "2026-06-03", "2026-06-02T12:00:00Z"),
  ip_ranges: fc.constantFrom("203.0.113.0/24", "::1", "10.0.0.1"),
  code: fc.nat(STOCK - 1).map(codeOf),
  registered_lookup_field: fc.constantFrom("_id", "badge"),
  tenant_id: fc.uuid(),
  client_id: fc.uuid(),
};

const ID = "[0-9a-fA-F]{24}";

const string = (schema: Schema, name: string, ids: Ids): Arb => {
  if (schema.pattern?.includes(ID) || name === "company_id" || name === "companies")
    return fc.nat(1000).map((n) => (n % 10 === 9 ? ids(name, n).toUpperCase() : ids(name, n)));
  const known = NAMED[name] ?? FORMATS[schema.format ?? schema.contentEncoding ?? ""];
  if (known !== undefined) return known;
  if (schema.pattern === undefined || schema.pattern === "\\S") return text(schema.minLength ?? 1, schema.maxLength ?? 30).filter((value) => schema.pattern === undefined || /\S/.test(String(value))); // prettier-ignore
  return fc.stringMatching(new RegExp(schema.pattern), { maxLength: 24 });
};

const LANGUAGES = fc.constantFrom("en", "nl", "fr", "de", "nl-BE");

/** A few of the keys that may be left out: with all of them hardly a body would be free of references to nothing. */
const OPTIONAL_MAX = 4;

const documentedKeys = (schema: Schema, ids: Ids): fc.Arbitrary<Record<string, unknown>> => {
  const properties = Object.entries(schema.properties ?? {});
  const all = fc.record(Object.fromEntries(properties.map(([key, property]) => [key, valid(property, key, ids)])));
  const required = new Set(["company_id", ...(schema.required ?? [])]);
  const optional = properties.map(([key]) => key).filter((key) => !required.has(key));
  return fc
    .tuple(all, fc.shuffledSubarray(optional, { maxLength: Math.min(OPTIONAL_MAX, optional.length) }))
    .map(([values, chosen]) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => required.has(key) || chosen.includes(key))),
    );
};

const object = (schema: Schema, ids: Ids): Arb => {
  const keyed = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
  if (typeof keyed === "object" && schema.properties === undefined)
    return fc.dictionary(LANGUAGES, valid(keyed, "", ids), { maxKeys: 3 });
  const documented = documentedKeys(schema, ids);
  if (keyed !== true) return documented;
  const name = fc.string({ minLength: 1, maxLength: 12 }).map((key) => `x${key}`);
  const extra = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  return fc.tuple(documented, fc.option(extra, { nil: {} })).map(([known, more]) => ({ ...more, ...known }));
};

const number = (schema: Schema, whole: boolean): Arb => {
  const min = schema.minimum ?? -1000;
  const max = Math.min(schema.maximum ?? 1000, 2_000_000_000);
  return whole ? fc.integer({ min, max }) : fc.integer({ min, max }).map((n) => n + 0.5);
};

const ofType = (type: string | undefined, schema: Schema, name: string, ids: Ids): Arb => {
  switch (type) {
    case "string":
      return string(schema, name, ids);
    case "integer":
    case "number":
      return number(schema, type === "integer");
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valid(schema.items ?? {}, name, ids), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "object":
      return object(schema, ids);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
};

/** Values that a schema allows; `name` is the field they are for. */
export const valid = (schema: Schema, name: string, ids: Ids): Arb => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valid({ ...schema, anyOf: undefined, ...one } as Schema, name, ids))); // prettier-ignore
  const types = [schema.type].flat();
  const made = fc.oneof(...types.map((type) => ofType(type, schema, name, ids)));
  const { examples } = schema;
  if (schema.items !== undefined && schema.items.type === undefined && examples !== undefined)
    return fc.oneof(made, fc.constantFrom(...examples));
  return made;
};
