/** The cookie, without prefix, that says which language was chosen in the console. */
export const LANGUAGE_COOKIE = "foyer_language";

/** In which order readers choose one; a language that was added since comes after these, by its code. */
const ORDER: readonly string[] = ["en", "nl", "fr", "de"];

/** The languages by code, in the order in which they are offered. */
export const orderLanguages = (codes: readonly string[]): string[] => [
  ...ORDER.filter((code) => codes.includes(code)),
  ...codes.filter((code) => !ORDER.includes(code)).toSorted(),
];

/**
 * The language of a code, or else of its beginning: `nl-BE` finds `nl` if there is no `nl-BE`. Callers may send codes
 * of any length, so the available codes are compared, not each beginning.
 */
export const findCode = (known: readonly string[], code: string): string | undefined => {
  const wanted = code.toLowerCase();
  const fits = (one: string): boolean => one !== "" && (wanted === one || wanted.startsWith(`${one}-`));
  const found = known.filter((one) => fits(one.toLowerCase()));
  return found.toSorted((a, b) => b.length - a.length)[0];
};

/** The first preferred language that is available; letter case is ignored. */
export const findLanguage = (
  known: readonly string[],
  wanted: readonly (string | null | undefined)[],
): string | undefined => wanted.map((code) => findCode(known, code ?? "")).find((one) => one !== undefined);

/**
 * The locale for dates and numbers of a language. English dates are written as in most of the world: the day before the
 * month, 24 hours; so are those of a language unknown to Intl.
 */
export const localeOf = (language: string): string => {
  const isEnglish = language.toLowerCase().split("-", 1)[0] === "en";
  return isEnglish || Intl.DateTimeFormat.supportedLocalesOf(language).length === 0 ? "en-GB" : language;
};

/** A language's own name: `Nederlands`. */
export const ownNameOf = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: "language", fallback: "code" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg"]);

/** The direction of a language, by its script: `fa` and `ar-EG` are written from right to left. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
