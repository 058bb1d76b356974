import { badRequest } from "../lib/errors.ts";
import { closingQuote, withTrueKeys } from "../lib/json-keys.ts";

/** Levels of arrays and objects a value may have: the record itself and 64 below it (decisions 2). */
export const DEPTH_MAX = 65;
const DIGITS_MAX = 15;
/** More keys than 64 KiB of extra data can hold: refused before anything is done with each of them. */
const KEYS_MAX = 20_000;
/** Numbers that might not survive a double: rare, so only bodies that show one are read a second time. */
const SUSPECT_NUMBER = /\d[\d.]{15,}|\d[eE][+-]?\d/;
const NUL = "\u0000";

const checkText = (text: string, where: string): void => {
  if (text.includes(NUL) || !text.isWellFormed())
    throw badRequest(`${where} must be text without NUL characters and lone surrogates.`, "not_storable");
};

const name = (path: string): string => (path === "" ? "The body" : `"${path}"`);

/** Stands where a number stood that would not read back equal: whoever meets it knows which field it is in. */
const LOST = Symbol("lost number");

const checkEntries = (value: object, depth: number, path: string): void => {
  const keys = Object.keys(value);
  if (keys.length > KEYS_MAX)
    throw badRequest(
      `${name(path)} must not hold an object of more than ${KEYS_MAX} keys.`,
      "not_storable",
      path || undefined,
    );
  for (const key of keys) {
    if (key === "__proto__")
      throw badRequest(`${name(path)} must not hold a key named __proto__.`, "not_storable", path || undefined);
    checkText(key, path === "" ? "Every key" : `Every key in ${name(path)}`);
    checkValue(Reflect.get(value, key), depth + 1, path === "" ? key : path);
  }
};

/**
 * Refuses what could not be stored and read back equal: NUL, lone surrogates, `__proto__`, values nested too deeply,
 * numbers past a double (decisions 2). Thrown as `400` that names the top-level field.
 */
export const checkValue = (value: unknown, depth = 0, path = ""): void => {
  if (typeof value === "string") return checkText(value, name(path));
  if (typeof value === "number" && !Number.isFinite(value))
    throw badRequest(`${name(path)} must be a number within the range of a double.`, "not_storable", path || undefined);
  if (value === LOST)
    throw badRequest(
      `${name(path)} must hold numbers of at most 15 significant digits; send longer ones as text.`,
      "not_storable",
      path || undefined,
    );
  if (typeof value !== "object" || value === null) return;
  if (depth >= DEPTH_MAX)
    throw badRequest(`${name(path)} must be nested at most 64 levels deep.`, "not_storable", path || undefined);
  if (Array.isArray(value)) for (const item of value) checkValue(item, depth + 1, path);
  else checkEntries(value, depth, path);
};

/** Whether a number, as it was written, reads back equal: at most 15 significant digits and no underflow. */
const survives = (source: string): boolean => {
  const digits = source
    .replace(/[eE].*$/, "")
    .replace(/[-+.]/g, "")
    .replace(/^0+/, "")
    .replace(/0+$/, "");
  return digits.length <= DIGITS_MAX && (digits === "" || Number(source) !== 0);
};

/** A reviver; its third argument holds the source text of a primitive. */
const markNumber = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === "number" && !survives(context?.source ?? "0") ? LOST : value;

/** The beginning of a string, and numbers as they are written. An expression over whole strings fails on one of some megabytes. */
const TOKEN = /"|-?\d[\d.eE+-]*/g;
/** A reviver takes some µs a value: larger bodies are refused without the name of the field. */
const NAMED_LENGTH_MAX = 256 * 1024;

const checkNumbers = (text: string): void => {
  const tokens = new RegExp(TOKEN);
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [token] = found;
    if (token === '"') tokens.lastIndex = closingQuote(text, tokens.lastIndex) + 1;
    if (token === '"' || survives(token)) continue;
    if (text.length <= NAMED_LENGTH_MAX) checkValue(JSON.parse(text, markNumber));
    throw badRequest(
      "The body must hold numbers of at most 15 significant digits; send longer ones as text.",
      "not_storable",
    );
  }
};

/** Reads a JSON body strictly. Errors: `400` when it is not JSON or holds what cannot be stored. */
export const parseJson = (text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("The body must be valid JSON.", "unreadable_body");
  }
  checkValue(value);
  if (SUSPECT_NUMBER.test(text)) checkNumbers(text);
  const kept = withTrueKeys(text, value);
  if (kept !== value) checkValue(kept);
  return kept;
};
