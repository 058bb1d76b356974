/** How a language writes numbers, days and names. Used by emails and pages alike. */
const isIn = (language: string, base: string): boolean => language.toLowerCase().split("-", 1)[0] === base;

/**
 * A day in its language's own form, from Intl's: "Tuesday 19 May" without the comma of some versions of ICU, and « 1er
 * mai » for the first of a French month. German keeps its comma: "Dienstag, 19. Mai".
 */
export const dayAsWritten = (day: string, language: string): string => {
  if (isIn(language, "en")) return day.replace(/^(\p{L}+),/u, "$1");
  return isIn(language, "fr") ? day.replace(/(?<!\S)1(?= \p{L})/u, "1er") : day;
};

/** The colon after a name; in French, with a non-breaking space before it. */
export const colonIn = (language: string): string => (isIn(language, "fr") ? "\u00A0:" : ":");

/** A text at the beginning of a line: "Dinsdag 19 mei", whose weekday is in lower case within a sentence. */
export const atLineStart = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/**
 * The name in a greeting: the first name; in German, which uses Sie, the whole name.
 * @returns undefined if no first name is known
 */
export const greetedAs = (
  { first, last }: { first: string | null | undefined; last: string | null | undefined },
  language: string,
): string | undefined => {
  if (!first) return undefined;
  return isIn(language, "de") && last ? `${first} ${last}` : first;
};
