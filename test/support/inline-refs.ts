import { isObject } from "../../server/platform/lib/record/objects.ts";

const target = (document: unknown, ref: string): unknown =>
  ref
    .slice("#/".length)
    .split("/")
    .reduce((part, key) => Reflect.get(Object(part), key.replaceAll("~1", "/").replaceAll("~0", "~")), document);

/**
 * A document in which each reference is replaced by its target; keys beside a reference win. Our documents have no
 * recursive schemas. Shared parts remain shared, so the result is for reading only.
 */
export const inlineRefs = <T extends object>(document: T): T => {
  const inlined = new Map<string, unknown>();
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline);
    if (!isObject(part)) return part;
    const { $ref, ...beside } = part;
    if (typeof $ref !== "string")
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inline(value)]));
    if (!inlined.has($ref)) inlined.set($ref, inline(target(document, $ref)));
    return { ...Object(inlined.get($ref)), ...beside };
  };
  return inline(document) as T;
};
