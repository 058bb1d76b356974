import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../../..");

/** A file of the sources; that of the web begins with the face, such as `console/pages/log/log-page.tsx`. */
export type Source = { path: string; text: string };

/** All files that match, with their text. @param folder of the project */
export const sources = (pattern: string, folder = "web"): Source[] =>
  globSync(pattern, { cwd: join(PROJECT, folder) })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(PROJECT, folder, path), "utf8") }));

/** The keys of a catalogue, in dots; plural forms of one text are one key. */
export const keysOf = (value: unknown, before = ""): string[] =>
  Object.entries(Object(value)).flatMap(([name, inner]) =>
    typeof inner === "string" ? [`${before}${name}`] : keysOf(inner, `${before}${name}.`),
  );

/** The texts of a catalogue by their keys in dots. */
export const textsOf = (value: unknown, before = ""): [key: string, text: string][] =>
  Object.entries(Object(value)).flatMap(([name, inner]) =>
    typeof inner === "string" ? [[`${before}${name}`, inner]] : textsOf(inner, `${before}${name}.`),
  );

/** `unsaved` for `unsaved_one` and `unsaved_other`; the error codes `too_few` and `too_many` are not plurals. */
export const withoutPlural = (key: string): string => key.replace(/(?<!\.too)_(zero|one|two|few|many|other)$/, "");

/** The text of a file without its comments. */
export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "$1");
