import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

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
type Document = {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: Json;
};

const RENEW =
  "docs/openapi.json is not the document that is served; renew it: npm run -s foyer -- openapi --server http://127.0.0.1:8080 > docs/openapi.json";

let world: World;
let served: Document;
let operations: { where: string; path: string; operation: Operation }[];

before(async () => {
  world = await makeWorld();
  served = (await world.app.inject("/api/openapi.json")).json();
  operations = Object.entries(served.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ where: `${method} ${path}`, path, operation })),
  );
});
after(() => world.close());

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

describe("GET /openapi.json (interface 9, decisions 5)", () => {
  it("200: is open to everybody, OpenAPI 3.1, version 1.0.0, with a server that ends in /api", async () => {
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

  it("200: the operationIds are unique", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.deepEqual(
      ids.filter((id, n) => ids.indexOf(id) !== n),
      [],
    );
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
