import type { FastifyRequest } from "fastify";

import { isObject } from "../../platform/lib/record/objects.ts";
import { ENTERPRISE } from "./attributes.ts";
import { invalid } from "./errors.ts";
import { type Filter, parseFilter } from "./filter.ts";
import type { Resource } from "./values.ts";

const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
/** How many resources a page has, if the client doesn't say, and at most. */
const COUNT_DEFAULT = 100;
export const COUNT_MAX = 1_000;

/** Which attributes are wanted, by their names in lower case. */
type Projection = { only: string[] | undefined; without: string[] };

/** What a list asks for. @property startIndex from 1 */
export type ListQuery = { filter: Filter | undefined; startIndex: number; count: number; projection: Projection };

const parametersOf = ({ query }: FastifyRequest): Map<string, string> => {
  const pairs: unknown[] = Array.isArray(query) ? query : [];
  return new Map(
    pairs.flatMap((pair) =>
      Array.isArray(pair) && typeof pair[0] === "string" ? [[pair[0], String(pair[1])] as const] : [],
    ),
  );
};

const numberOf = (text: string | undefined, name: string, absent: number): number => {
  if (text === undefined || text.trim() === "") return absent;
  if (!/^-?\d{1,15}$/.test(text.trim())) throw invalid(`"${name}" must be a whole number.`);
  return Number(text);
};

const namesIn = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");

const projectionOf = (parameters: ReadonlyMap<string, string>): Projection => {
  const only = namesIn(parameters.get("attributes"));
  return { only: only.length === 0 ? undefined : only, without: namesIn(parameters.get("excludedAttributes")) };
};

/** Which attributes a read asks for. */
export const readProjection = (request: FastifyRequest): Projection => projectionOf(parametersOf(request));

/** The query of a list (RFC 7644, 3.4.2). Errors: `400`. */
export const readListQuery = (request: FastifyRequest): ListQuery => {
  const parameters = parametersOf(request);
  const filter = parameters.get("filter");
  return {
    filter: filter === undefined || filter.trim() === "" ? undefined : parseFilter(filter),
    startIndex: Math.max(1, numberOf(parameters.get("startIndex"), "startIndex", 1)),
    count: Math.min(COUNT_MAX, Math.max(0, numberOf(parameters.get("count"), "count", COUNT_DEFAULT))),
    projection: projectionOf(parameters),
  };
};

/** Whether the attribute is left out of every resource: what is not sent need not be read. */
export const leavesOut = ({ only, without }: Projection, name: string): boolean =>
  without.includes(name) || (only !== undefined && !only.some((one) => one === name || one.startsWith(`${name}.`)));

const ALWAYS = new Set(["schemas", "id"]);

const plain = (name: string): string => name.replace(/^urn:.*:(?:user|group):/, "");

/** The parts of an attribute that are wanted: all, if none is named. */
const partsOf = (value: unknown, key: string, names: readonly string[]): unknown => {
  if (names.includes(key)) return value;
  const parts = names.filter((name) => name.startsWith(`${key}.`)).map((name) => name.slice(key.length + 1));
  if (parts.length === 0) return undefined;
  const pick = (one: unknown): unknown =>
    isObject(one)
      ? Object.fromEntries(Object.entries(one).filter(([part]) => parts.includes(part.toLowerCase())))
      : one;
  return Array.isArray(value) ? value.map(pick) : pick(value);
};

const extensionOf = (value: unknown, names: readonly string[]): unknown => {
  if (names.includes(ENTERPRISE.toLowerCase())) return value;
  const picked = Object.entries(isObject(value) ? value : {}).flatMap(([name, part]) => {
    const found = partsOf(part, name.toLowerCase(), names.map(plain));
    return found === undefined ? [] : [[name, found] as const];
  });
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
};

/** A resource with the attributes that are wanted; `id` and `schemas` are always there. */
export const project = (resource: Resource, { only, without }: Projection): Resource => {
  const kept = Object.entries(resource).flatMap(([key, value]) => {
    const name = key.toLowerCase();
    if (ALWAYS.has(name)) return [[key, value] as const];
    if (without.map(plain).includes(name)) return [];
    if (only === undefined) return [[key, value] as const];
    const found = key === ENTERPRISE ? extensionOf(value, only) : partsOf(value, name, only.map(plain));
    return found === undefined ? [] : [[key, found] as const];
  });
  return Object.fromEntries(kept);
};

/** The answer with a page of resources. @param total how many there are on all pages */
export const listResponse = (resources: readonly Resource[], total: number, startIndex = 1) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  itemsPerPage: resources.length,
  startIndex,
  Resources: resources,
});
