/** The languages that mails are written in. */
const LANGUAGES = ["en", "nl", "fr", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The first of these languages that mails are written in (`nl-BE` is `nl`), else English. */
export const mailLanguage = (...wanted: readonly (string | null | undefined)[]): Language => {
  const bases = wanted.map((language) => (language ?? "").toLowerCase().split("-", 1)[0]);
  return bases.flatMap((base) => LANGUAGES.find((known) => known === base) ?? [])[0] ?? "en";
};
