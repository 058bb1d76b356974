import { isObject } from "../../platform/lib/record/objects.ts";
import { ENTERPRISE } from "./attributes.ts";
import type { AttributePath, Filter, FilterValue } from "./filter.ts";

type Resource = Record<string, unknown>;

/** Compared to the letter (RFC 7643, `caseExact`). */
const EXACT = new Set(["id", "externalid"]);

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1] : undefined;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** The values at a path; of an attribute with parts, its `value`. */
const valuesAt = (resource: Resource, [first = "", second]: AttributePath): unknown[] => {
  const found = asList(memberOf(resource, first) ?? memberOf(resource[ENTERPRISE], first));
  const parts = second === undefined ? found : found.flatMap((one) => asList(memberOf(one, second)));
  return parts.map((one) => (isObject(one) && "value" in one ? one["value"] : one));
};

/** Both sides as they are compared: dates by their time, other texts without case unless the attribute is exact. */
const comparable = (value: unknown, isExact: boolean): string => {
  const text = String(value);
  return isExact ? text : text.toLowerCase();
};

const TIMES = /^\d{4}-\d{2}-\d{2}T/i;

const order = (a: string, b: string): number => {
  const [x, y] = TIMES.test(a) && TIMES.test(b) ? [Date.parse(a), Date.parse(b)] : [a, b];
  return x < y ? -1 : x > y ? 1 : 0;
};

const COMPARE = {
  eq: (a: string, b: string) => a === b,
  ne: (a: string, b: string) => a === b,
  co: (a: string, b: string) => a.includes(b),
  sw: (a: string, b: string) => a.startsWith(b),
  ew: (a: string, b: string) => a.endsWith(b),
  gt: (a: string, b: string) => order(a, b) > 0,
  ge: (a: string, b: string) => order(a, b) >= 0,
  lt: (a: string, b: string) => order(a, b) < 0,
  le: (a: string, b: string) => order(a, b) <= 0,
};

const compare = (resource: Resource, op: keyof typeof COMPARE, path: AttributePath, value: FilterValue): boolean => {
  const isExact = EXACT.has(path.join("."));
  const found = valuesAt(resource, path);
  if (value === null) return (op === "eq") === (found.length === 0);
  const wanted = comparable(value, isExact);
  const holds = found.some((one) => COMPARE[op](comparable(one, isExact), wanted));
  return op === "ne" ? !holds : holds;
};

/** Whether a filter holds for a resource, or for one element of a list in it. */
export const matches = (filter: Filter, resource: Resource): boolean => {
  switch (filter.op) {
    case "and":
      return matches(filter.left, resource) && matches(filter.right, resource);
    case "or":
      return matches(filter.left, resource) || matches(filter.right, resource);
    case "not":
      return !matches(filter.of, resource);
    case "pr":
      return valuesAt(resource, filter.path).length > 0;
    case "some":
      return asList(memberOf(resource, filter.path[0] ?? "")).some(
        (one) => isObject(one) && matches(filter.of, one) && (filter.rest === undefined || matches(filter.rest, one)),
      );
    default:
      return compare(resource, filter.op, filter.path, filter.value);
  }
};
