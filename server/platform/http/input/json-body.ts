import { badRequest, type HttpError } from "../../lib/errors.ts";
import { withExactKeys } from "../../lib/record/json-keys.ts";
import { scanJson, type Token } from "./json-scan.ts";

/** The most levels of arrays and objects in a value: the record itself and 64 below it (rules 2). */
export const DEPTH_MAX = 65;
/** More keys than 64 KiB of extra data can have: refused before any of them is processed. */
const KEYS_MAX = 20_000;
/** Longer than any key of extra data can be. */
const KEY_LENGTH_MAX = 65_536;
const NUL = "\u0000";

const checkText = (text: string, where: string): void => {
  if (text.includes(NUL) || !text.isWellFormed())
    throw badRequest(`${where} must not contain NUL characters or lone surrogates.`, "not_storable");
};

const name = (path: string): string => (path === "" ? "The body" : `"${path}"`);

const checkEntries = (value: object, depth: number, path: string): void => {
  const keys = Object.keys(value);
  if (keys.length > KEYS_MAX)
    throw badRequest(
      `${name(path)} must not contain an object with more than ${KEYS_MAX} keys.`,
      "not_storable",
      path || undefined,
    );
  for (const key of keys) {
    if (key === "__proto__")
      throw badRequest(`${name(path)} must not contain a key named __proto__.`, "not_storable", path || undefined);
    if (key.length > KEY_LENGTH_MAX)
      throw badRequest(
        `${name(path)} must not contain a key with more than ${KEY_LENGTH_MAX} characters.`,
        "not_storable",
        path || undefined,
      );
    checkText(key, path === "" ? "Every key" : `Every key in ${name(path)}`);
    checkValue(Reflect.get(value, key), depth + 1, path === "" ? key : path);
  }
};

/**
 * Refuses values that couldn't be stored and read back equal: NUL, lone surrogates, `__proto__`, values nested too
 * deeply, numbers beyond a double (rules 2). Thrown as `400` with the top-level field.
 */
export const checkValue = (value: unknown, depth = 0, path = ""): void => {
  if (typeof value === "string") return checkText(value, name(path));
  if (typeof value === "number" && !Number.isFinite(value))
    throw badRequest(`${name(path)} must be a number that fits in a double.`, "not_storable", path || undefined);
  if (typeof value !== "object" || value === null) return;
  if (depth >= DEPTH_MAX)
    throw badRequest(`${name(path)} must be nested at most 64 levels deep.`, "not_storable", path || undefined);
  if (Array.isArray(value)) for (const item of value) checkValue(item, depth + 1, path);
  else checkEntries(value, depth, path);
};

const inexactNumber = (text: string, key: Token | undefined): HttpError => {
  const path = key === undefined ? "" : String(JSON.parse(text.slice(key.start, key.end)));
  const message = `${name(path)} must not contain numbers with more than 15 significant digits. Send longer ones as text.`;
  return badRequest(message, "not_storable", path || undefined);
};

/** The most values in a body of one record: its 64 KiB of extra data have room for 32,768 (rules 2). */
export const VALUES_MAX = 50_000;

/**
 * Parses a JSON body strictly, in time proportional to its length.
 * @param valuesMax the most values it may have. Errors: `400` if it is not JSON, can't be stored, or has too many
 * values.
 */
export const parseJson = (text: string, valuesMax = VALUES_MAX): unknown => {
  const { inexact } = scanJson(text, valuesMax);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("The body must be valid JSON.", "unreadable_body");
  }
  checkValue(value);
  if (inexact !== undefined) throw inexactNumber(text, inexact.key);
  const kept = withExactKeys(text, value);
  if (kept !== value) checkValue(kept);
  return kept;
};
