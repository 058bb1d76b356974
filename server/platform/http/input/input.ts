import type { FastifyRequest } from "fastify";

import { badRequest } from "../../lib/errors.ts";
import { FormBody, StreamBody, TableBody } from "./body.ts";
import type { Endpoint } from "../contract/contract.ts";
import { type BracketedName, type Query, parseQuery } from "./query.ts";
import { isBracketed, type TSchema, Type } from "../contract/schemas.ts";
import { normalize } from "./normalize.ts";
import { seeEndpoint } from "../../lib/net/see-endpoint.ts";
import { type Validator, compileValidator, newAjv } from "./validate.ts";
import { isObject } from "../../lib/record/objects.ts";

/** The validated input of a request, in the types of its contract. */
export type Input = { params: unknown; query: Query; body: unknown; removed: ReadonlySet<string> };

const ajv = newAjv();

const BRACKETED: readonly BracketedName[] = ["filter", "sorting"];

type Reader = (request: FastifyRequest) => Input;

/** Documented keys sent as `null`: on `PUT` they are removed, on `POST` they count as absent (rules 2.1). */
const takeNulls = (endpoint: Endpoint, body: Record<string, unknown>): ReadonlySet<string> => {
  const documented: unknown = Reflect.get(endpoint.body ?? {}, "properties");
  const removed = new Set<string>();
  for (const key of Object.keys(body)) {
    const isDocumented = isObject(documented) && Object.hasOwn(documented, key);
    if (body[key] !== null || (!isDocumented && endpoint.method === "POST")) continue;
    if (endpoint.method === "PUT") removed.add(key);
    delete body[key];
  }
  return removed;
};

const prepareBody = (
  endpoint: Endpoint,
  schema: TSchema,
  sent: unknown,
): { body: unknown; removed: ReadonlySet<string> } => {
  const isForm = sent instanceof FormBody;
  const body = normalize(schema, isForm ? sent.value : sent, isForm);
  if (!isObject(body)) return { body, removed: new Set() };
  for (const key of endpoint.ignored ?? []) delete body[key];
  return { body, removed: takeNulls(endpoint, body) };
};

const bodyReader = (endpoint: Endpoint, hint: string): ((sent: unknown) => Pick<Input, "body" | "removed">) => {
  const schema = endpoint.body;
  const nothing = new Set<string>();
  if (schema === undefined) return () => ({ body: undefined, removed: nothing });
  const check = compileValidator(ajv, schema, "body", hint);
  return (sent) => {
    if (sent instanceof TableBody || sent instanceof StreamBody) return { body: sent, removed: nothing };
    if (sent === undefined && endpoint.bodyOptional !== true)
      throw badRequest(`A request body is required.${hint}`, "missing_body");
    const prepared = prepareBody(endpoint, schema, sent ?? {});
    check(prepared.body);
    return prepared;
  };
};

const checkQuery = (endpoint: Endpoint, check: Validator, query: unknown): void => {
  const hint = endpoint.pagingHint;
  if (hint !== undefined && isObject(query) && (query["count"] === undefined || query["page"] === undefined))
    throw badRequest(hint, "missing_key", query["count"] === undefined ? "count" : "page");
  check(query);
};

/**
 * Compiles the reader of an endpoint's input: normalizes and validates path, query and body against the contract.
 * @param describedIn where the endpoint is documented; endpoints outside `/api` are not in its document. Errors, when
 * it runs: `400` naming the field.
 */
export const compileInput = (endpoint: Endpoint, describedIn?: string): Reader => {
  const hint = seeEndpoint(`${endpoint.method} ${endpoint.path}`, describedIn);
  const plain = Object.fromEntries(Object.entries(endpoint.query).filter(([, schema]) => !isBracketed(schema)));
  const bracketed = BRACKETED.filter((name) => Object.hasOwn(endpoint.query, name));
  const paramsSchema = Type.Object(endpoint.params);
  const querySchema = Type.Object(plain);
  const checkParams = compileValidator(ajv, paramsSchema, "path", hint);
  const checkQueryShape = compileValidator(ajv, querySchema, "query", hint);
  const readBody = bodyReader(endpoint, hint);
  const readQuery = (pairs: unknown): Query => {
    const shaped = parseQuery(Array.isArray(pairs) ? pairs : [], bracketed);
    // Not based on `shaped`: values that normalizing found blank must be gone.
    const normalized: Query = {
      filter: shaped.filter,
      sorting: shaped.sorting,
      ...Object(normalize(querySchema, shaped, true)),
    };
    checkQuery(endpoint, checkQueryShape, normalized);
    return normalized;
  };
  return (request) => {
    const path = normalize(paramsSchema, request.params, false);
    checkParams(path);
    return { params: path, query: readQuery(request.query), ...readBody(request.body) };
  };
};
