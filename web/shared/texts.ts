import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

import { directionOf, findLanguage, orderLanguages, ownNameOf } from "../../shared/languages.ts";

const folders = Object.keys(import.meta.glob("../../texts/*/visitor-flow.json")).map(
  (path) => path.split("/").at(-2) ?? "",
);

/**
 * The available languages, in their own words, by code: the folders of texts/. A name is computed when it is read,
 * since most pages show none and each takes milliseconds.
 */
export const LANGUAGES: Readonly<Record<string, string>> = Object.defineProperties(
  {},
  Object.fromEntries(orderLanguages(folders).map((code) => [code, { enumerable: true, get: () => ownNameOf(code) }])),
);

/** English with every text a third longer and accented: shows clipped texts, and those outside the catalogues. */
const PSEUDO = "en-XA";

type Catalogue = Record<string, unknown>;
/** The result of `import.meta.glob`. */
export type Catalogues = Record<string, () => Promise<unknown>>;

const isCatalogue = (value: unknown): value is Catalogue => typeof value === "object" && value !== null;

const ACCENTS: Record<string, string> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ö",
  u: "ü",
  A: "Å",
  E: "É",
  O: "Ø",
  n: "ñ",
  s: "š",
};

const stretch = (text: string): string => {
  const accented = text.replaceAll(/\{\{[^{}]*\}\}|<[^<>]*>|[aeiouAEOns]/g, (part) => ACCENTS[part] ?? part);
  return `${accented}${"~".repeat(Math.ceil(text.length * 0.35))}`;
};

const pseudo = (value: unknown): unknown => {
  if (typeof value === "string") return stretch(value);
  if (!isCatalogue(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pseudo(inner)]));
};

/** `texts/en/log.json` has the English texts of `log`. */
const pathOf = (catalogues: Catalogues, language: string, namespace: string): string | undefined =>
  Object.keys(catalogues).find((path) => path.endsWith(`/${language}/${namespace}.json`));

const loaded = async (catalogues: Catalogues, language: string, namespace: string): Promise<Catalogue> => {
  const path = pathOf(catalogues, language === PSEUDO ? "en" : language, namespace);
  const module: unknown = await catalogues[path ?? ""]?.();
  const texts = isCatalogue(module) && isCatalogue(module["default"]) ? module["default"] : {};
  const shown = language === PSEUDO ? pseudo(texts) : texts;
  return isCatalogue(shown) ? shown : {};
};

/** The first of these that is available; `nl-BE` means Dutch. */
export const languageOf = (wanted: readonly string[]): string | undefined =>
  findLanguage(Object.keys(LANGUAGES), wanted);

/**
 * Prepares the texts of a face, and loads those of every page. Other catalogues are loaded when first used.
 * @param namespaces of the texts on every page, the face's own first @param catalogues of the face, from
 * `import.meta.glob`
 */
export const startTexts = async (
  namespaces: readonly [string, ...string[]],
  catalogues: Catalogues,
  language: string,
): Promise<i18n> => {
  const backend = {
    type: "backend" as const,
    init: () => {},
    read: (lng: string, namespace: string) => loaded(catalogues, lng, namespace),
  };
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: "en",
      load: "currentOnly",
      ns: [...namespaces],
      defaultNS: namespaces[0],
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    });
  document.documentElement.lang = language === PSEUDO ? "en" : language;
  return i18next;
};

/**
 * Switches the page to a language: our own texts in it, or in English if there are none, and the page's `lang` to
 * match. Texts of the location in another language are marked where they appear (visitor-flow/written-in.ts).
 */
export const speakLanguage = async (language: string): Promise<void> => {
  const words = languageOf([language]) ?? "en";
  Object.assign(document.documentElement, { lang: words, dir: directionOf(words) });
  await i18next.changeLanguage(words);
};
