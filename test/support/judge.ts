import assert from "node:assert/strict";

import { Ajv2020 } from "ajv/dist/2020.js";

import { inlineRefs } from "./inline-refs.ts";
import { parseInstant } from "../../server/platform/lib/time/time.ts";

type Json = Record<string, unknown>;

const ajv = new Ajv2020({
  strict: false,
  formats: {
    email: /^[^\s@]+@[^\s@]+$/,
    // Answered in one form only (rules 2).
    "date-time": (text: string) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && parseInstant(text) !== undefined,
    date: true,
    uri: true,
  },
});

const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** An answer as the judge sees it. */
export type JudgeResult = { method: string; path: string; status: number; type: string | undefined; text: string };

const pattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** Judges answers by the OpenAPI document: the status is documented, the body fits its schema. */
export type Judge = (answer: JudgeResult) => void;

/** Makes the judge of a document. Fixed paths win over those with parameters, as in the router. */
export const makeJudge = (described: Json): Judge => {
  const document = inlineRefs(described);
  const paths = Object.keys(Object(document["paths"])).toSorted((a, b) => a.split("{").length - b.split("{").length);
  const patterns = new Map(paths.map((path) => [path, pattern(path)]));
  const compiled = new Map<string, (value: unknown) => boolean>();
  const schemaOf = (path: string, method: string, status: number): unknown => {
    const response = at(document, "paths", path, method.toLowerCase(), "responses", String(status));
    assert.ok(response, `${method} ${path} answered ${status}, which is not documented`);
    return at(response, "content", "application/json", "schema");
  };
  return ({ method, path, status, type, text }) => {
    const plain =
      path
        .split("?", 1)[0]
        ?.replace(/^\/api(?=\/)/, "")
        .replace(/(.)\/$/, "$1") ?? "";
    const known = paths.find(
      (candidate) =>
        patterns.get(candidate)?.test(plain) === true &&
        at(document, "paths", candidate, method.toLowerCase()) !== undefined,
    );
    if (known === undefined)
      return assert.ok(status >= 400, `${method} ${plain} is not documented but answered ${status}`);
    const key = `${method} ${known} ${status}`;
    const schema = schemaOf(known, method, status);
    if (schema === undefined) return;
    assert.match(type ?? "", /^application\/json/, `${key} answers JSON`);
    const check = compiled.get(key) ?? ajv.compile(schema as Json);
    compiled.set(key, check);
    assert.ok(
      check(JSON.parse(text)),
      `${key} breaks its schema: ${ajv.errorsText(Reflect.get(check, "errors"))}\n${text.slice(0, 500)}`,
    );
  };
};

let judge: Promise<Judge> | undefined;

/**
 * The judge of what this process's services answer: they describe the same endpoints, whatever their settings, so the first of them is
 * asked for the document, and each schema is compiled once.
 * @param read gives the document as it is served
 */
export const judgeOf = (read: () => Promise<string>): Promise<Judge> =>
  (judge ??= read().then((served) => makeJudge(JSON.parse(served) as Json)));
