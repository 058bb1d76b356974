import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { chooseLanguage, LANGUAGES, TEXTS_FOLDER } from "./language.ts";

type Catalogue = { readonly [key: string]: string | Catalogue };

const read = (language: string, namespace: string): unknown => {
  const path = join(TEXTS_FOLDER, language, `${namespace}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
};

/** `{{name}}` of the catalogues is `%name%` for `fillPlaceholders`. */
const fillable = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, "%$1%");

/** A language's texts by the keys of the English ones, with the English text where one is missing. */
const complete = <T extends Catalogue>(english: T, own: unknown): T => {
  const texts = Object.entries(english).map(([key, text]) => {
    const translated: unknown = Object(own)[key];
    if (typeof text !== "string") return [key, complete(text, translated)];
    return [key, fillable(typeof translated === "string" && translated !== "" ? translated : text)];
  });
  return Object.fromEntries(texts) as T;
};

/**
 * The texts of a namespace, from `texts/<language>/<namespace>.json`, read once. Placeholders and segments are those of
 * rules 4, with `{{name}}` for `%name%`; `fillPlaceholders` fills them in.
 * @param english the texts in English, which give the type
 * @returns the texts in a language (`nl-BE` means `nl`), in English if the product does not have it. Errors: a file is
 * not JSON
 */
export const readCatalogue = <T extends Catalogue>(namespace: string, english: T): ((language: string) => T) => {
  const filled = complete(english, english);
  const texts = new Map(LANGUAGES.map((language) => [language, complete(english, read(language, namespace))]));
  return (language) => texts.get(chooseLanguage(language)) ?? filled;
};
