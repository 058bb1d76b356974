/** The names of people, companies and phone numbers in one language area. */
export type Culture = {
  language: string;
  firstNames: readonly string[];
  lastNames: readonly string[];
  /** The proper part of a company's name. */
  firms: readonly string[];
  /** The ending; an empty one for companies without. */
  firmKinds: readonly string[];
  /** Mobile numbers, `#` is a digit: from unassigned ranges, because demo data must never ring a stranger's phone. */
  phones: readonly string[];
  /** Licence plates: `#` is a digit, `?` a letter. */
  plates: readonly string[];
  /** The end of email addresses; `.example` follows, so that no email ever leaves. */
  domain: string;
};

/** The words of a text, separated by blanks or line breaks; `_` stands for a blank within a name. */
export const words = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll("_", " "));
