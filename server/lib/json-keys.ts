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
const isKey = (text: string, from: number): boolean => {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return text[at] === ":";
};

/** The text with its escaped keys replaced by plain ones, and what those stand for. */
const plainKeys = (text: string): { text: string; names: Map<string, string> } => {
  const names = new Map<string, string>();
  const mark = randomBytes(16).toString("hex");
  const parts: string[] = [];
  let copied = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = closingQuote(text, start + 1);
    if (text.slice(start, end).includes("\\") && isKey(text, end + 1)) {
      const name = `${mark}${names.size}`;
      names.set(name, String(JSON.parse(text.slice(start, end + 1))));
      parts.push(text.slice(copied, start + 1), name);
      copied = end;
    }
    start = text.indexOf('"', end + 1);
  }
  return { text: parts.join("") + text.slice(copied), names };
};

const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)]));
};

/**
 * What a valid JSON text says, with every key as it is written. `JSON.parse` of V8 (seen in Node 20 and 24) reads a key with an
 * escape as another one that stood in its place in an earlier text, when that one holds a backslash: after `{"a":1,"\\":2}` the
 * text `{"a":1,"\"":2}` has the key `\` instead of `"`. So keys with escapes are read apart.
 * @param value what `JSON.parse` made of it, of a depth that can be walked
 */
export const withTrueKeys = (text: string, value: unknown): unknown => {
  if (!text.includes("\\")) return value;
  const plain = plainKeys(text);
  return plain.names.size === 0 ? value : renamed(JSON.parse(plain.text), plain.names);
};
