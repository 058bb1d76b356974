import cultures from "./cultures.json" with { type: "json" };

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

/** `_` stands for a blank within a name. */
const words = (text: string): string[] => text.split(" ").map((word) => word.replaceAll("_", " "));

const made = new Map(
  Object.entries(cultures).map(([name, { firstNames, lastNames, firms, ...others }]): [string, Culture] => [
    name,
    { ...others, firstNames: words(firstNames), lastNames: words(lastNames), firms: words(firms) },
  ]),
);

/** A culture by its name in cultures.json; Japan's names are in Latin letters, as on an international visitor's badge. */
export const cultureOf = (name: string): Culture => {
  const culture = made.get(name);
  if (culture === undefined) throw new Error(`there is no culture ${name}`);
  return culture;
};
