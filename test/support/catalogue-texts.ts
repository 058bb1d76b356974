import { type Text, textsIn } from "./server-texts.ts";
import { sources } from "./web-sources.ts";

/** `console/log` for `console/pages/log/texts/en.json`: the face, and the catalogue as the pages name it. */
const catalogueOf = (path: string): string => path.replace(/\/texts\/.*/, "").replace(/\/(pages|app|features)\//, "/");

/** Every text of the pages in a language, by catalogue and key: `console/log:title`. */
export const catalogueTexts = (language: string): Text[] =>
  sources(`**/texts/${language}.json`).flatMap(({ path, text }) =>
    Object.entries(JSON.parse(text) as object).flatMap(([key, inner]) => textsIn(inner, `${catalogueOf(path)}:${key}`)),
  );
