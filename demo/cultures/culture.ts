/** How people of one language are called, which firms they come from and how their phone numbers look. */
export type Culture = {
  language: string;
  firstNames: readonly string[];
  lastNames: readonly string[];
  /** The proper part of a firm's name. */
  firms: readonly string[];
  /** What follows it; an empty one for firms that go without. */
  firmKinds: readonly string[];
  /** Mobile numbers, `#` a digit: of unassigned ranges, because demo data must never ring a stranger's phone. */
  phones: readonly string[];
  /** License plates: `#` a digit, `?` a letter. */
  plates: readonly string[];
  /** The end of mail addresses; `.example` follows, so that no mail ever leaves. */
  domain: string;
};

/** The words of a text, one or more blanks or line breaks apart; `_` stands for a blank inside a name. */
export const words = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll("_", " "));
