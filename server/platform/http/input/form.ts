import { badRequest } from "../../lib/errors.ts";
import { checkValue, DEPTH_MAX } from "./json-body.ts";

/** The most values in a form: reading a megabyte of `a&a&a…` would delay other requests. */
const PAIRS_MAX = 20_000;

const PLUS = 0x2b;
const BLANK = 0x20;

/**
 * The pairs of a form. Node's URLSearchParams splits a value at each `+`: 16 MiB of them took more memory than the
 * service has, so they are replaced by blanks first. As bytes: replacing them in a text costs as much.
 */
const pairsOf = (text: string): URLSearchParams => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === PLUS) bytes[at] = BLANK;
  return new URLSearchParams(bytes.toString());
};

const checkPairs = (text: string): void => {
  let pairs = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) pairs += 1;
  if (pairs > PAIRS_MAX)
    throw badRequest(`A form can have at most ${PAIRS_MAX} values. Send JSON instead.`, "too_many");
};

/** The contents of the brackets after a key's name, such as `[b][]`; undefined if they are not balanced. */
const bracketed = (text: string): string[] | undefined => {
  if (text === "") return [];
  if (!text.startsWith("[") || !text.endsWith("]")) return undefined;
  // Deeper brackets are not split: a key of a megabyte has a third of a million of them.
  const inner = text.slice(1, -1).split("][", DEPTH_MAX + 2);
  return inner.some((part) => part.includes("[") || part.includes("]")) ? undefined : inner;
};

/** A form's key, split at its brackets: `a[b][]` is `["a", "b", ""]`; unbalanced brackets are part of the name. */
const splitKey = (key: string): string[] => {
  const start = key.indexOf("[");
  const head = start < 0 ? key : key.slice(0, start);
  const inner = start < 0 ? [] : bracketed(key.slice(start));
  if (inner === undefined) return [key];
  const path = head === "" && inner.length > 0 ? inner : [head, ...inner];
  // Before anything is built: a key of a megabyte would nest deeper than the stack.
  if (path.length > DEPTH_MAX + 1)
    throw badRequest(`"${path[0]}" must be nested at most 64 levels deep.`, "not_storable", path[0]);
  return path;
};

type Branch = Record<string, unknown>;

const isBranch = (value: unknown): value is Branch =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Appends a value under a name, in place: copying each time would take minutes for a megabyte of one name. */
export const appendValue = (old: unknown, value: string): unknown[] => {
  if (!Array.isArray(old)) return [old, value];
  old.push(value);
  return old;
};

const clash = (key: string): Error =>
  badRequest(`"${key}" was sent both as a single value and as a group.`, "unreadable_body", key);

/** Adds one value to an object: a name sent twice becomes an array, `name[]` always is one. */
const assignValue = (target: Branch, path: readonly string[], value: string, whole: string, at = 0): void => {
  const key = path[at] ?? "";
  const next = path[at + 1];
  if (key === "__proto__") throw badRequest("The body must not contain a key named __proto__.", "not_storable");
  const old = Object.hasOwn(target, key) ? target[key] : undefined;
  if (next === "" && at + 2 === path.length) {
    if (isBranch(old)) throw clash(whole);
    target[key] = old === undefined ? [value] : appendValue(old, value);
  } else if (next === undefined) {
    if (isBranch(old)) throw clash(whole);
    target[key] = old === undefined ? value : appendValue(old, value);
  } else {
    if (old !== undefined && !isBranch(old)) throw clash(whole);
    const branch: Branch = old ?? {};
    target[key] = branch;
    assignValue(branch, path, value, whole, at + 1);
  }
};

/** Bytes that aren't UTF-8 are decoded to U+FFFD, which is refused unless the form sends that character itself. */
const checkDecoded = (text: string): void => {
  if (!/%[89a-f]/i.test(text) || /\ufffd|%ef%bf%bd/i.test(text)) return;
  for (const [key, value] of pairsOf(text))
    if (key.includes("\ufffd") || value.includes("\ufffd"))
      throw badRequest("The body must be UTF-8 text.", "unreadable_body");
};

/**
 * Parses a form body: `a=1`, `a[b]=1`, `ids[]=1`, and bare `[]=1` for bodies that are an array (rules 2). Every value
 * is text; documented fields are converted later. Errors: `400`.
 */
export const parseForm = (text: string): unknown => {
  checkPairs(text);
  const body: Branch = {};
  const bare: string[] = [];
  for (const [key, value] of pairsOf(text)) {
    if (key === "[]") bare.push(value);
    else assignValue(body, splitKey(key), value, key);
  }
  checkDecoded(text);
  const result = bare.length > 0 && Object.keys(body).length === 0 ? bare : body;
  checkValue(result);
  return result;
};
