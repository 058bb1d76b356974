/** A configured text by language code. */
export type Texts = Record<string, string>;

/** The language answers fall back to first (interface 1). */
const FALLBACK_LANGUAGE = "en";

/** The entry for a language: case ignored, `nl-BE` falls back to `nl` (decisions 2). */
const entryFor = <T>(texts: Record<string, T>, language: string | undefined): T | undefined => {
  if (language === undefined || language === "") return undefined;
  const wanted = language.toLowerCase();
  const exact = Object.keys(texts).find((key) => key.toLowerCase() === wanted);
  if (exact !== undefined) return texts[exact];
  const dash = wanted.lastIndexOf("-");
  return dash < 0 ? undefined : entryFor(texts, wanted.slice(0, dash));
};

/** What languages to look for, in order: the one asked for, English, the location's default; then the first there is. */
export type Languages = { asked: string | undefined; fallback: string };

/** The text (or list of texts) to answer with; undefined when there is none in any language (decisions 4). */
export const pick = <T>(texts: Record<string, T>, { asked, fallback }: Languages): T | undefined =>
  entryFor(texts, asked) ?? entryFor(texts, FALLBACK_LANGUAGE) ?? entryFor(texts, fallback) ?? Object.values(texts)[0];

/**
 * Texts after a write: `plain` sets the English one, `translations` set theirs key by key, `null` removes a language, and
 * so does an empty text: there would be nothing to show where another language has something.
 */
export const mergeTexts = <T>(
  stored: Record<string, T>,
  plain: T | undefined,
  translations: Record<string, T | null> | undefined,
): Record<string, T> => {
  const merged: Record<string, T> = { ...stored };
  const sent = { ...(plain === undefined ? {} : { [FALLBACK_LANGUAGE]: plain }), ...translations };
  for (const [language, text] of Object.entries(sent)) {
    if (text === null || text === "") delete merged[language];
    else merged[language] = text;
  }
  return merged;
};
