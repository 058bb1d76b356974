/** What no word shows: how a language writes around it. Used by mails and pages alike. */
const isIn = (language: string, base: string): boolean => language.toLowerCase().split("-", 1)[0] === base;

/**
 * A day as its language writes it, of what Intl says: "Tuesday 19 May" without the comma that some versions of ICU put there,
 * and « 1er mai » for the first of a French month. German keeps its comma: "Dienstag, 19. Mai".
 */
export const dayAsWritten = (day: string, language: string): string => {
  if (isIn(language, "en")) return day.replace(/^(\p{L}+),/u, "$1");
  return isIn(language, "fr") ? day.replace(/(?<!\S)1(?= \p{L})/u, "1er") : day;
};

/** The colon after a name; French has a space before it that does not break. */
export const colonIn = (language: string): string => (isIn(language, "fr") ? "\u00A0:" : ":");

/** A text that begins a line: "Dinsdag 19 mei", where the weekday is small within a sentence. */
export const atLineStart = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/**
 * The name that greets a person: the first one; in German, where Sie goes with it, the whole name.
 * @returns undefined where no first name is known
 */
export const greetedAs = (
  { first, last }: { first: string | null | undefined; last: string | null | undefined },
  language: string,
): string | undefined => {
  if (!first) return undefined;
  return isIn(language, "de") && last ? `${first} ${last}` : first;
};
