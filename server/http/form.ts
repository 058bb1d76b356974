import { badRequest } from "../lib/errors.ts";
import { checkValue } from "./json.ts";

/** A key of a form, cut at its brackets: `a[b][]` is `["a", "b", ""]`; unbalanced brackets are part of the name. */
const cut = (key: string): string[] => {
  const match = /^([^[]*)((?:\[[^[\]]*\])*)$/.exec(key);
  if (match === null) return [key];
  const inner = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
  return match[1] === "" && inner.length > 0 ? inner : [match[1] ?? "", ...inner];
};

type Branch = Record<string, unknown>;

const isBranch = (value: unknown): value is Branch =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const clash = (key: string): Error => badRequest(`"${key}" is sent both as a value and as a group of values.`);

/** Adds one value to an object: a name sent twice becomes an array, `name[]` always is one. */
const put = (target: Branch, path: string[], value: string, whole: string): void => {
  const [key = "", next, ...rest] = path;
  if (key === "__proto__") throw badRequest("The body must not hold a key named __proto__.");
  const old = Object.hasOwn(target, key) ? target[key] : undefined;
  if (next === "" && rest.length === 0) {
    if (isBranch(old)) throw clash(whole);
    target[key] = old === undefined ? [value] : [old, value].flat();
  } else if (next === undefined) {
    if (isBranch(old)) throw clash(whole);
    target[key] = old === undefined ? value : [old, value].flat();
  } else {
    if (old !== undefined && !isBranch(old)) throw clash(whole);
    const branch: Branch = old ?? {};
    target[key] = branch;
    put(branch, [next, ...rest], value, whole);
  }
};

/**
 * Reads a form body: `a=1`, `a[b]=1`, `ids[]=1`, and bare `[]=1` for bodies that are an array (decisions 2).
 * Every value is text; documented fields are converted later. Errors: `400`.
 */
export const parseForm = (text: string): unknown => {
  const body: Branch = {};
  const bare: string[] = [];
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === "[]") bare.push(value);
    else put(body, cut(key), value, key);
  }
  const result = bare.length > 0 && Object.keys(body).length === 0 ? bare : body;
  checkValue(result);
  return result;
};
