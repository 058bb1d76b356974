import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { makeVisitTypes } from "../../../demo/visit-types.ts";

const TEXTS = join(import.meta.dirname, "../../../texts");

/** The languages of the product. */
export const LANGUAGES: readonly string[] = readdirSync(TEXTS);

/** What each language's texts are divided into, such as `log`. */
export const NAMESPACES: readonly string[] = globSync("en/*.json", { cwd: TEXTS })
  .map((path) => basename(path, ".json"))
  .toSorted();

/** What the service writes itself: mails and SMS, its pages, documents, exports. */
export const SERVER: ReadonlySet<string> = new Set([
  "approvals",
  "documents",
  "exports",
  "messages",
  "sessions",
  "zones",
]);

/** The texts of a namespace in a language, as they are stored. */
export const catalogueOf = (language: string, namespace: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(TEXTS, language, `${namespace}.json`), "utf8"));

/** The place of a text, and what it says. */
export type Text = readonly [where: string, text: string];

/** Every text within a value, with the path to it. */
const textsIn = (value: unknown, path: string): Text[] => {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
};

/** Every text of the product in a language, by namespace and key: `log:title`. */
export const catalogueTexts = (language: string): Text[] =>
  NAMESPACES.flatMap((namespace) =>
    Object.entries(catalogueOf(language, namespace)).flatMap(([key, inner]) => textsIn(inner, `${namespace}:${key}`)),
  );

/** What the demo's visit types say in a language. */
export const demoTexts = (language: string): Text[] => {
  const types = [...makeVisitTypes({ company_id: "", screening_mail: "", at: "", newId: () => "" }).values()];
  const said = types.map(({ name, fields, welcome_message, signout_message }) => [
    [name, welcome_message, signout_message].map((texts) => texts[language]),
    fields.map(({ label, options }) => [label[language], options[language]]),
  ]);
  return textsIn(said, "demo");
};
