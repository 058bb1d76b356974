import { isObject } from "../../platform/lib/objects.ts";

const target = (document: unknown, ref: string): unknown =>
  ref
    .slice("#/".length)
    .split("/")
    .reduce((part, key) => Reflect.get(Object(part), key.replaceAll("~1", "/").replaceAll("~0", "~")), document);

/**
 * A document in which each reference is replaced by what it refers to; what is beside a reference wins.
 * Our documents have no schema that holds itself. Shared parts stay shared: the result is for reading only.
 */
export const inlineRefs = <T extends object>(document: T): T => {
  const known = new Map<string, unknown>();
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline);
    if (!isObject(part)) return part;
    const { $ref, ...beside } = part;
    if (typeof $ref !== "string")
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inline(value)]));
    if (!known.has($ref)) known.set($ref, inline(target(document, $ref)));
    return { ...Object(known.get($ref)), ...beside };
  };
  return inline(document) as T;
};
