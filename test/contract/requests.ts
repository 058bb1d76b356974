import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";

import { type Ids, type Schema, valid } from "./values.ts";

type Parameter = { name: string; in: string; required: boolean; schema: Schema; style?: string };

/** One operation of the OpenAPI document. */
export type Operation = {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  bodyRequired: boolean;
};

type Values = Record<string, unknown>;

/** A generated request: `invalid` says what is wrong with it, if anything. */
export type GeneratedRequest = {
  operation: Operation;
  method: string;
  path: string;
  type: string | undefined;
  payload: string | Buffer | undefined;
  credential: "user" | "key" | "none";
  invalid: string | undefined;
};

type Draft = { params: Values; query: Values; body: unknown };

const ajv = new Ajv2020({
  strict: false,
  formats: {
    email: /^[^\s@]+@[^\s@]+$/,
    "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
    date: /^\d{4}-\d\d-\d\d$/,
    uri: /^\w+:/,
  },
});

const NO_SUCH_DAY = "2026-02-30T00:00:00Z";
/** Values of every type; those that a schema does not allow are mutations for it. No blanks and no null: these mean "absent". */
const CANDIDATES: readonly unknown[] = [5, -1, 1.5, 1e12, true, "no such value", NO_SUCH_DAY, "66f1a2b3c4d5e6f70819", "@", "ü!", {}, { x: 1 }, [], ["?"], [[1]], [{ x: 1 }], "x".repeat(2000)]; // prettier-ignore

/** The property's own schema judges, so that a keyword we do not generate for is honoured too. Impossible dates are known here. */
const wrongFor = (schema: Schema): unknown[] => {
  const check = ajv.compile(schema);
  const isDate = JSON.stringify(schema).includes('"date-time"');
  return CANDIDATES.filter((candidate) => (isDate && candidate === NO_SUCH_DAY) || !check(candidate));
};

type Spot = { path: string[]; wrong: unknown[] };

/** Every place in a value that its schema documents, with the values that it must refuse. */
const spots = (schema: Schema, value: unknown, path: string[] = []): Spot[] => {
  const here = path.length > 0 ? [{ path, wrong: wrongFor(schema) }] : [];
  if (Array.isArray(value))
    return [...here, ...value.flatMap((item, n) => spots(schema.items ?? {}, item, [...path, String(n)]))];
  if (typeof value !== "object" || value === null) return here;
  const inner = Object.entries(schema.properties ?? {})
    .filter(([key]) => Object.hasOwn(value, key))
    .flatMap(([key, property]) => spots(property, Reflect.get(value, key), [...path, key]));
  return [...here, ...inner];
};

const replaced = (value: unknown, [key, ...rest]: readonly string[], wrong: unknown): unknown => {
  if (key === undefined) return wrong;
  if (Array.isArray(value)) return value.map((item, n) => (String(n) === key ? replaced(item, rest, wrong) : item));
  return { ...(value as Values), [key]: replaced(Reflect.get(Object(value), key), rest, wrong) };
};

const of = (operation: Operation, place: string): Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === place);

const record = (parameters: readonly Parameter[], ids: (name: string) => Ids): fc.Arbitrary<Values> =>
  fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, valid(schema, name, ids(name))])), {
    requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name),
  });

/** `filter[…]` and `sorting[…]` with names and values of all kinds. */
const bracketed = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom("first_name", "safe", "_id", "signed_in", "extra.x", "photo", "agreements"), fc.string()).map(([field, value]) => [`filter[${field}]`, value]), // prettier-ignore
    fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })).map(([field, value]) => [`filter[${field}]`, value]), // prettier-ignore
    fc.constantFrom("startDate", "endDate").map((bound) => [`filter[signed_in][${bound}]`, "2026-05-01"]),
    fc.tuple(fc.constantFrom("last_name", "signed_in", "nobody", ""), fc.constantFrom("asc", "desc")).map(([field, way]) => [`sorting[${field}]`, way]), // prettier-ignore
  ),
  { maxLength: 3 },
);

const queryText = (query: Values, more: readonly (readonly string[])[]): string => {
  const pairs = [...Object.entries(query).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)])), ...more]; // prettier-ignore
  const text = pairs
    .filter((pair) => !pair.join("").includes("\u0000"))
    .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join("="))
    .join("&");
  return text === "" ? "" : `?${text}`;
};

const fill = (path: string, params: Values): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** A body as a form: nested keys in brackets, arrays of texts as `key[]`. */
const formOf = (value: unknown, prefix = ""): string[] => {
  const key = encodeURIComponent(prefix);
  if (Array.isArray(value)) return value.flatMap((item) => formOf(item, `${prefix}[]`));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, item]) => formOf(item, prefix === "" ? name : `${prefix}[${name}]`));
  return [`${key}=${encodeURIComponent(String(value).toWellFormed())}`];
};

type Wrong = { draft: Draft; invalid: string };

const wrongBody = (operation: Operation, draft: Draft, n: number): Wrong | undefined => {
  const { body: schema } = operation;
  if (schema === undefined) return undefined;
  const places = spots(schema, draft.body).filter(({ wrong }) => wrong.length > 0);
  const required = (schema.required ?? []).filter((key) => typeof draft.body === "object" && draft.body !== null && key in draft.body); // prettier-ignore
  const at = n % (places.length + required.length + 1);
  const place = places[at];
  if (place !== undefined) {
    const wrong = place.wrong[Math.floor(n / 7) % place.wrong.length];
    return { draft: { ...draft, body: replaced(draft.body, place.path, wrong) }, invalid: `${place.path.join(".")} is ${JSON.stringify(wrong)?.slice(0, 30)}` }; // prettier-ignore
  }
  const key = required[at - places.length];
  if (key === undefined)
    return { draft: { ...draft, body: schema.type === "array" ? { x: 1 } : [1] }, invalid: "body is of another kind" };
  const rest = Object.fromEntries(Object.entries(Object(draft.body)).filter(([name]) => name !== key));
  return { draft: { ...draft, body: rest }, invalid: `${key} is missing` };
};

const wrongQuery = (operation: Operation, draft: Draft, n: number): Wrong | undefined => {
  const known = of(operation, "query").filter(({ style, schema }) => style !== "deepObject" && (schema.enum !== undefined || schema.type === "integer")); // prettier-ignore
  const one = known[n % Math.max(1, known.length)];
  if (one === undefined) return undefined;
  const values = one.schema.enum === undefined ? ["0", "-1", "1.5", "1e1", "x", "99999999999999999999x", ["1", "2"], undefined] : ["nothing", ["a", "b"]]; // prettier-ignore
  const value = values[Math.floor(n / 5) % values.length];
  if (value === undefined && !one.required) return undefined;
  const query: Values = { ...draft.query, [one.name]: value };
  if (value === undefined) delete query[one.name];
  return { draft: { ...draft, query }, invalid: `query ${one.name} is ${JSON.stringify(value)}` };
};

const wrongPath = (operation: Operation, draft: Draft, n: number): Wrong | undefined => {
  const known = of(operation, "path");
  const one = known[n % Math.max(1, known.length)];
  if (one === undefined) return undefined;
  const values = ["x", "0", "null", "66f1a2b3c4d5e6f70819zzzz", "66f1a2b3c4d5e6f708192a3b0", "2026-02-30", "%", "..;", "é", "\u0000", "' or 1=1"]; // prettier-ignore
  const value = values[Math.floor(n / 3) % values.length];
  return {
    draft: { ...draft, params: { ...draft.params, [one.name]: value } },
    invalid: `path ${one.name} is ${value}`,
  };
};

type Made = Omit<GeneratedRequest, "operation" | "method" | "credential">;

const asJson = (operation: Operation, draft: Draft, more: readonly (readonly string[])[], invalid?: string): Made => ({
  path: fill(operation.path, draft.params) + queryText(draft.query, more),
  type: operation.body === undefined ? undefined : "application/json",
  payload: operation.body === undefined ? undefined : JSON.stringify(draft.body),
  invalid,
});

/** Bodies that can't be read, and bodies of another media type. */
const BROKEN: readonly { type: string; payload: string | Buffer; invalid: string }[] = [
  { type: "application/json", payload: "{", invalid: "body is half an object" },
  { type: "application/json", payload: "nothing", invalid: "body is no JSON" },
  { type: "application/json", payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), invalid: "body is not UTF-8" },
  { type: "application/json", payload: '{"a":1e400}', invalid: "body holds 1e400" },
  { type: "application/json", payload: '{"__proto__":1}', invalid: "body holds __proto__" },
  { type: "application/json", payload: '"text"', invalid: "body is a text" },
  { type: "text/plain", payload: "a=1", invalid: "body is text/plain" },
  { type: "application/xml", payload: "<a/>", invalid: "body is XML" },
  { type: "multipart/form-data; boundary=x", payload: "--x--", invalid: "body is multipart" },
];

const WRONG_METHODS = ["PATCH", "OPTIONS", "PUT", "POST", "DELETE"] as const;

/** How a request is made from its operation: half of them valid, half with one thing wrong. */
const KINDS = ["valid", "valid", "valid", "valid", "form", "body", "body", "query", "path", "broken", "method", "none"] as const; // prettier-ignore

/**
 * Requests for an operation of the document.
 * @param ids gives ids of existing objects for a field or parameter of the operation
 */
export const requestsFor = (operation: Operation, ids: (name: string) => Ids): fc.Arbitrary<GeneratedRequest> =>
  fc
    .record({
      params: record(of(operation, "path"), ids),
      query: record(
        of(operation, "query").filter(({ style }) => style !== "deepObject"),
        ids,
      ),
      more: operation.parameters.some(({ style }) => style === "deepObject") ? bracketed : fc.constant([]),
      body: operation.body === undefined ? fc.constant(undefined) : valid(operation.body, "", (name, n) => ids(name)(name, n)), // prettier-ignore
      kind: fc.constantFrom(...KINDS),
      n: fc.nat(100_000),
      key: fc.boolean(),
    })
    .map(({ kind, n, key, more, ...draft }): GeneratedRequest => {
      const base = { operation, method: operation.method, credential: key ? ("key" as const) : ("user" as const) };
      const good = asJson(operation, draft, more);
      const none = { ...base, ...good, credential: "none" as const, invalid: "no credential" };
      const mutated = (
        ...tries: ((operation: Operation, draft: Draft, n: number) => Wrong | undefined)[]
      ): GeneratedRequest => {
        const wrong = tries.map((attempt) => attempt(operation, draft, n)).find((found) => found !== undefined);
        return wrong === undefined ? none : { ...base, ...asJson(operation, wrong.draft, more, wrong.invalid) };
      };
      switch (kind) {
        case "valid":
          return { ...base, ...good };
        case "none":
          return none;
        case "form":
          if (operation.body === undefined) return { ...base, ...good };
          return { ...base, ...good, type: "application/x-www-form-urlencoded", payload: formOf(draft.body).join("&") };
        case "body":
          return mutated(wrongBody, wrongQuery, wrongPath);
        case "query":
          return mutated(wrongQuery, wrongBody, wrongPath);
        case "path":
          return mutated(wrongPath, wrongQuery, wrongBody);
        case "broken":
          return operation.body === undefined
            ? mutated(wrongPath, wrongQuery)
            : { ...base, ...good, ...BROKEN[n % BROKEN.length] };
        case "method":
          return { ...base, ...good, method: WRONG_METHODS[n % WRONG_METHODS.length] ?? "PATCH" };
      }
    });
