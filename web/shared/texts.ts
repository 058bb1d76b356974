import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

/** The languages whose catalogues are complete, in their own words. */
export const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch" } as const;

/** One of the languages above. */
export type Language = keyof typeof LANGUAGES;

/** English with every text a third longer and accented: shows what is clipped, and what stands outside the catalogues. */
const PSEUDO = "en-XA";

type Catalogue = Record<string, unknown>;
/** What `import.meta.glob("…/texts/*.json")` gives. */
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

/** `../console/pages/log/texts/en.json` holds the texts of `log`; those of a face itself, such as `./texts/en.json`, are `common`. */
const pathOf = (catalogues: Catalogues, language: string, namespace: string): string | undefined =>
  Object.keys(catalogues).find((path) =>
    namespace === "common"
      ? path === `./texts/${language}.json`
      : path.endsWith(`/${namespace}/texts/${language}.json`),
  );

const loaded = async (catalogues: Catalogues, language: string, namespace: string): Promise<Catalogue> => {
  const path = pathOf(catalogues, language === PSEUDO ? "en" : language, namespace);
  const module: unknown = await catalogues[path ?? ""]?.();
  const texts = isCatalogue(module) && isCatalogue(module["default"]) ? module["default"] : {};
  const shown = language === PSEUDO ? pseudo(texts) : texts;
  return isCatalogue(shown) ? shown : {};
};

/** Whether we have texts in it; `nl-BE` has Dutch ones. */
export const languageOf = (wanted: readonly string[]): Language | undefined => {
  const bases = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return bases.find((base): base is Language => base in LANGUAGES);
};

/**
 * Gets the texts of a face ready, and loads those of every page. A catalogue is loaded when it is first used.
 * @param catalogues of the face, as `import.meta.glob` gives them
 */
export const startTexts = async (catalogues: Catalogues, language: string): Promise<i18n> => {
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
      ns: ["common"],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    });
  document.documentElement.lang = language === PSEUDO ? "en" : language;
  return i18next;
};
