import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

import { inlineRefs } from "../support/inline-refs.ts";
import { EVENTS } from "../../shared/events.ts";
import { makeWorld, type World } from "../support/world.ts";

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; schema: Json };
type Operation = {
  tags: string[];
  summary: string;
  description: string;
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema?: Json }> };
  responses: Record<string, Json>;
};
type Payload = { properties: Json; required: string[] };
type Document = {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: Json;
};

const RENEW =
  "docs/openapi.json is not the document that is served; renew it: npm run -s foyer -- openapi --server http://127.0.0.1:8080 > docs/openapi.json";

let world: World;
let served: Document;
/** As served, with what is referred to in its place. */
let operations: { where: string; path: string; operation: Operation }[];

before(async () => {
  world = await makeWorld();
  served = (await world.app.inject("/api/openapi.json")).json();
  operations = Object.entries(inlineRefs(served).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ where: `${method} ${path}`, path, operation })),
  );
});
after(() => world.close());

const JSON_TYPE = "application/json";
const FORMATS = new Set(["date", "date-time", "email", "uri", "binary"]);

const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((part, key) => Reflect.get(Object(part), key), value);

const contentOf = (response: Json | undefined): Record<string, { schema?: Json }> =>
  Object(response?.["content"]) as Record<string, { schema?: Json }>;

/** Whether a schema has a name, has no keys of its own, or is of a type other than object; for an array, whether its items are so. */
const isNamed = (schema: Json | undefined): boolean => {
  if (schema === undefined || "$ref" in schema) return true;
  if (schema["items"] !== undefined) return isNamed(schema["items"] as Json);
  return schema["anyOf"] === undefined && Object.keys(Object(schema["properties"])).length === 0;
};

/** Every object in a part of the document, with its path. */
const partsOf = (part: unknown, where = "#"): { where: string; part: Json }[] =>
  typeof part !== "object" || part === null
    ? []
    : [
        ...(Array.isArray(part) ? [] : [{ where, part: part as Json }]),
        ...Object.entries(part).flatMap(([key, value]) => partsOf(value, `${where}/${key}`)),
      ];

/** Every `$ref` of a part of the document. */
const refsOf = (part: unknown): string[] =>
  typeof part !== "object" || part === null
    ? []
    : Object.entries(part).flatMap(([key, value]) =>
        key === "$ref" && typeof value === "string" ? [value] : refsOf(value),
      );

const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((part, key) => Object(part)[key], served);

describe("GET /openapi.json (interface 9, rules 5)", () => {
  it("200: is public, OpenAPI 3.1, version 1.0.0, with a server that ends in /api", async () => {
    const response = await world.app.inject("/api/openapi.json");
    const document = response.json<Document>();
    assert.equal(response.statusCode, 200);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info["version"], "1.0.0");
    assert.ok(document.servers.every(({ url }) => url.endsWith("/api")));
  });

  it("200: describes every endpoint that is registered, and no other", () => {
    const registered = world.endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path}`);
    assert.deepEqual(operations.map(({ where }) => where).toSorted(), registered.toSorted());
  });

  it("200: every operation has a summary, a description, a declared tag and answers for success and failure", () => {
    const tags = new Set(served.tags.map(({ name }) => name));
    for (const { where, operation } of operations) {
      assert.ok(operation.summary.length > 0, `${where}: summary`);
      assert.ok(operation.description.length > 0, `${where}: description`);
      assert.ok(operation.tags.length === 1 && operation.tags.every((tag) => tags.has(tag)), `${where}: tag`);
      assert.ok("200" in operation.responses && "403" in operation.responses, `${where}: responses`);
    }
  });

  it("200: every operation has a short operationId of its own: generators name their functions by it", () => {
    for (const { where, operation } of operations)
      assert.match(
        operation.operationId ?? "",
        /^[a-z]+[A-Za-z]{1,28}$/,
        `${where} needs an operationId in its contract.ts, such as listVisits or createVisit; it stays for good`,
      );
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.deepEqual(
      ids.filter((id, n) => ids.indexOf(id) !== n),
      [],
      "operationIds that two operations have",
    );
  });

  it("200: every object that is sent or answered is a named schema: generators name their types by it", () => {
    for (const [path, methods] of Object.entries(served.paths))
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const answered = contentOf(responses["200"])[JSON_TYPE]?.schema;
        for (const schema of [requestBody?.content[JSON_TYPE]?.schema, answered])
          assert.ok(
            isNamed(schema),
            `${method} ${path} sends or answers an object without a name: name its schema in its contract.ts with named({ … })`,
          );
      }
  });

  it("200: every array says what is in it, and no format is one that validators do not know (JSON Schema 2020-12)", () => {
    for (const { where, part } of partsOf(served)) {
      if ([part["type"]].flat().includes("array")) assert.ok("items" in part, `${where}: an array without items`);
      if (typeof part["format"] === "string" && where.includes("schema"))
        assert.ok(FORMATS.has(part["format"]), `${where}: format ${part["format"]}`);
    }
  });

  it("200: one record carries an ETag; PUT and DELETE of it take If-Match and may answer 412 (rules 2.6)", () => {
    const visit = served.paths["/visitors/{visitorId}"];
    assert.ok(visit);
    for (const method of ["get", "put"]) assert.ok(at(visit, method, "responses", "200", "headers", "ETag"), method);
    for (const method of ["put", "delete"]) {
      assert.ok(
        visit[method]?.parameters.some(({ name }) => name === "If-Match"),
        method,
      );
      assert.ok(visit[method]?.responses["412"], method);
    }
    const list = served.paths["/visitors/bycompany/{company_id}"]?.["get"];
    assert.equal(at(list, "responses", "200", "headers", "ETag"), undefined);
  });

  it("200: a POST or PUT says that a repetition is marked, a 429 and 503 when to try again, and what a 503 leaves open", () => {
    for (const { where, operation } of operations) {
      const replayed = at(operation, "responses", "200", "headers", "Idempotent-Replayed");
      assert.equal(replayed !== undefined, /^(post|put) /.test(where), where);
      for (const status of ["429", "503"])
        assert.ok(at(operation, "responses", status, "headers", "Retry-After"), `${where} ${status}`);
      assert.match(String(at(operation, "responses", "503", "description")), /might have been carried out/);
    }
  });

  it("200: describes the call of each of the 14 kinds of event, with its payload and headers (interface 6.2)", () => {
    const { webhooks } = inlineRefs(served);
    assert.deepEqual(Object.keys(webhooks), Object.keys(EVENTS));
    for (const [name, { keys }] of Object.entries(EVENTS)) {
      const post = webhooks[name]?.["post"];
      const { properties, required } = Object(post?.requestBody?.content[JSON_TYPE]?.schema) as Payload;
      assert.deepEqual(Object.keys(properties), ["eventName", "companyId", ...Object.keys(keys)], name);
      assert.deepEqual(
        [at(properties, "eventName", "enum"), required.slice(0, 2)],
        [[name], ["eventName", "companyId"]],
      );
      const headers = post?.parameters.map((parameter) => parameter.name);
      assert.deepEqual(headers, ["webhook-id", "webhook-timestamp", "webhook-signature", "foyer-replay"]);
    }
  });

  it("200: every parameter of a path is declared once, required, with a schema, and none besides", () => {
    for (const { where, path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
      const declared = operation.parameters.filter((parameter) => parameter.in === "path");
      assert.deepEqual(declared.map(({ name }) => name).toSorted(), inPath.toSorted(), where);
      assert.ok(
        declared.every(({ required }) => required),
        `${where}: path parameters are required`,
      );
      for (const { name, schema } of operation.parameters)
        assert.ok(Object.keys(schema).length > 0, `${where}: schema of ${name}`);
    }
  });

  it("200: every body is described for JSON and for forms, by a schema with a type or an example", () => {
    for (const { where, operation } of operations) {
      if (operation.requestBody === undefined) continue;
      const { content } = operation.requestBody;
      // A file is its body.
      if (["createImport", "importWatchEntries"].includes(operation.operationId ?? "")) continue;
      for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
        const schema = content[type]?.schema ?? {};
        assert.ok("type" in schema || "anyOf" in schema || "examples" in schema, `${where}: ${type}`);
      }
    }
  });

  it("200: every $ref leads somewhere", () => {
    for (const ref of refsOf(served)) assert.ok(resolve(ref) !== undefined, ref);
  });

  it("200: docs/openapi.json is the document of a service with the default settings", async () => {
    const text = await readFile(new URL("../../docs/openapi.json", import.meta.url), "utf8").catch(() => "null");
    const document: Document = JSON.parse(text);
    assert.deepEqual(document?.servers, [{ url: "http://127.0.0.1:8080/api" }], RENEW);
    assert.deepEqual(document, served, RENEW);
  });
});
