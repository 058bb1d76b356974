import { useTranslation } from "react-i18next";

import { LANGUAGES } from "../../../shared/texts.ts";
import { useLocation } from "../../data/session/location.ts";

/** A configured text by language code. */
export type LocalisedTexts = Readonly<Record<string, string>>;

/** The available languages, as choices. */
export const languageChoices = (): { value: string; label: string }[] =>
  Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** The name of a language within a sentence of the console's language: "Dutch", "néerlandais". */
export const useInlineLanguageName = (): ((code: string) => string) => {
  const { i18n } = useTranslation();
  return (code) => new Intl.DisplayNames([i18n.language], { type: "language" }).of(code) ?? code;
};

/** The name of a language on its own: "Dutch", "Néerlandais". */
export const useLanguageName = (): ((code: string) => string) => {
  const { i18n } = useTranslation();
  const word = useInlineLanguageName();
  return (code) => word(code).charAt(0).toLocaleUpperCase(i18n.language) + word(code).slice(1);
};

/**
 * The languages of this location's texts. The first one is the fallback: English if the location has it, otherwise its
 * default (rules 4).
 */
export const useTextLanguages = (): readonly string[] => {
  const { languages, default_language } = useLocation();
  const first = languages.includes("en") ? "en" : default_language;
  return [...new Set([first, ...languages])];
};

/** The language whose text replaces a missing one; undefined if there is no text at all. */
export const fallbackLanguageOf = (texts: LocalisedTexts, fallback: string): string | undefined =>
  ["en", fallback, ...Object.keys(texts)].find((code) => (texts[code] ?? "") !== "");

/** The text shown in a language: its own, or the fallback. */
export const localisedText = (texts: LocalisedTexts, language: string, fallback: string): string =>
  texts[language] || texts[fallbackLanguageOf(texts, fallback) ?? ""] || "";
