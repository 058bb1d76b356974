import { isDeepStrictEqual } from "node:util";

import { findCode } from "../../../../shared/languages.ts";

/** A configured text by language code. */
export type Texts = Record<string, string>;

/** The language that a response prefers (interface 1). */
const FALLBACK_LANGUAGE = "en";

/** The entry for a language: case ignored, `nl-BE` falls back to `nl` (rules 2). */
const entryFor = <T>(texts: Record<string, T>, language = ""): T | undefined => {
  const code = findCode(Object.keys(texts), language);
  return code === undefined ? undefined : texts[code];
};

/** The languages to look for, in order: the requested one, English, the location's default; then the first there is. */
export type LanguagePreference = { preferred: string | undefined; fallback: string };

/** The text (or list of texts) for a response; undefined if there is none in any language (rules 4). */
export const pickText = <T>(texts: Record<string, T>, { preferred, fallback }: LanguagePreference): T | undefined =>
  entryFor(texts, preferred) ??
  entryFor(texts, FALLBACK_LANGUAGE) ??
  entryFor(texts, fallback) ??
  Object.values(texts)[0];

/**
 * The English text of a write that has it twice: a client that reads a record, changes one of the two and writes it
 * back means the one that differs from the stored text; if both are new, the plain one.
 */
const english = <T>(stored: T | undefined, plain: T, translated: T | null | undefined): T | null =>
  translated !== undefined && isDeepStrictEqual(plain, stored) ? translated : plain;

/**
 * Texts after a write: `plain` sets the English one, `translations` set theirs key by key; `null` removes a language,
 * and so does an empty text, which would show nothing although another language has text.
 */
export const mergeTexts = <T>(
  stored: Record<string, T>,
  plain: T | undefined,
  translations: Record<string, T | null> | undefined,
): Record<string, T> => {
  const merged: Record<string, T> = { ...stored };
  const sent: Record<string, T | null> = { ...translations };
  if (plain !== undefined)
    sent[FALLBACK_LANGUAGE] = english(stored[FALLBACK_LANGUAGE], plain, translations?.[FALLBACK_LANGUAGE]);
  for (const [language, text] of Object.entries(sent)) {
    if (text === null || text === "") delete merged[language];
    else merged[language] = text;
  }
  return merged;
};
