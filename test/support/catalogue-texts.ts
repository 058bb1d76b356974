import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { type Text, textsIn } from "./server-texts.ts";

const TEXTS = join(import.meta.dirname, "../../texts");

/** The languages of the product. */
export const LANGUAGES: readonly string[] = readdirSync(TEXTS);

/** What each language's texts are divided into, such as `log`. */
export const NAMESPACES: readonly string[] = globSync("en/*.json", { cwd: TEXTS })
  .map((path) => basename(path, ".json"))
  .toSorted();

/** The texts of a namespace in a language, as they are stored. */
export const catalogueOf = (language: string, namespace: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(TEXTS, language, `${namespace}.json`), "utf8"));

/** Every text in a language, by namespace and key: `log:title`. */
export const catalogueTexts = (language: string): Text[] =>
  NAMESPACES.flatMap((namespace) =>
    Object.entries(catalogueOf(language, namespace)).flatMap(([key, inner]) => textsIn(inner, `${namespace}:${key}`)),
  );
