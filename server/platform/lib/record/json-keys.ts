import { randomBytes } from "node:crypto";

/** The end of the string that begins before `from`: the first quote with an even number of backslashes before it. */
export const closingQuote = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
};

/** Whether a string that ends before `from` is the key of an object. */
export const isKey = (text: string, from: number): boolean => {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return text[at] === ":";
};

/**
 * Replacement spellings of escaped keys for `JSON.parse`, and the keys of those spellings that can't be spelled without
 * escapes.
 */
type Spellings = { of: (quoted: string) => string; names: ReadonlyMap<string, string> };

/** Each spelling is computed once: a list of thousands of records repeats the same keys. */
const makeSpellings = (): Spellings => {
  const mark = randomBytes(16).toString("hex");
  const spellings = new Map<string, string>();
  const names = new Map<string, string>();
  const spell = (quoted: string): string => {
    const key = String(JSON.parse(quoted));
    if (JSON.stringify(key) === `"${key}"`) return key;
    const name = `${mark}${names.size}`;
    names.set(name, key);
    return name;
  };
  const of = (quoted: string): string => {
    const found = spellings.get(quoted);
    if (found !== undefined) return found;
    const spelling = spell(quoted);
    spellings.set(quoted, spelling);
    return spelling;
  };
  return { of, names };
};

/** The text with every escaped key spelled without escapes. */
const withPlainKeys = (text: string, spellings: Spellings): string => {
  const parts: string[] = [];
  let copied = 0;
  let escape = text.indexOf("\\");
  for (let start = text.indexOf('"'); start >= 0 && escape >= 0;) {
    const end = closingQuote(text, start + 1);
    if (escape < end && isKey(text, end + 1)) {
      parts.push(text.slice(copied, start + 1), spellings.of(text.slice(start, end + 1)));
      copied = end;
    }
    // Escapes occur only in strings, so the next one is never before the next string.
    if (escape < end) escape = text.indexOf("\\", end);
    start = text.indexOf('"', end + 1);
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(copied);
};

const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  return Object.fromEntries(
    Object.keys(value).map((key) => [names.get(key) ?? key, renamed(Reflect.get(value, key), names)]),
  );
};

/**
 * The value of a valid JSON text, with exactly the keys that it has. V8's `JSON.parse` (seen in Node 20 and 24)
 * confuses an escaped key with another key at the same place in an earlier text, if that one contains a backslash:
 * after `{"a":1,"\\":2}`, the text `{"a":1,"\"":2}` has the key `\` instead of `"`. So keys with escapes are spelled
 * without any, and those that can't be (a quote, a backslash) are handled separately.
 * @param value the result of `JSON.parse`, not too deep to be walked
 */
export const withExactKeys = (text: string, value: unknown): unknown => {
  if (!text.includes("\\")) return value;
  const spellings = makeSpellings();
  const plain = withPlainKeys(text, spellings);
  if (plain === text) return value;
  const parsed: unknown = JSON.parse(plain);
  return spellings.names.size === 0 ? parsed : renamed(parsed, spellings.names);
};
