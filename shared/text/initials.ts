/** The words before the last one of a family name. */
const PARTICLE =
  /^(?:d[aeiou]|dal|del|della|den|der|des|dos|la|le|les|lo|te|ten|ter|van|vanden?|vander|vom|von|zu|zum|zur)$/i;

/** The word that a family name is filed under: `Smet` of `de Smet`, as in the Netherlands, `De` of `De Smet`, as in Belgium. */
const filedUnder = (words: readonly string[]): string => {
  const before = words.slice(0, -1);
  const particles = before.slice(before.findLastIndex((word) => !PARTICLE.test(word)) + 1);
  return particles.find((word) => /^\p{Lu}/u.test(word)) ?? words.at(-1) ?? "";
};

const LETTER = /\p{L}|\p{N}/u;
const ASIDE = /\([^()]*\)|"[^"]*"|“[^“”]*”|«[^«»]*»/g;

/** `NJ` for Noor Janssen, `SD` for Sofie De Smet, `PW` for Pieter van der Wal: shown where there is no photo. */
export const initialsOf = (...names: readonly (string | undefined)[]): string => {
  // What is in brackets or quotes is said beside the name; a word without a letter has no initial.
  const bare = names.map((name = "") => name.replaceAll(ASIDE, " "));
  const words = (bare.some((name) => LETTER.test(name)) ? bare : names)
    .flatMap((name) => name?.split(/\s+/) ?? [])
    .filter((word) => LETTER.test(word));
  const [first = "", ...rest] = words;
  return [first, filedUnder(rest)].map((word) => (LETTER.exec(word)?.[0] ?? "").toLocaleUpperCase()).join("");
};

/** The initials of a visitor; without a name, those of their company. */
export const visitorInitials = ({
  first_name,
  last_name,
  company,
}: {
  first_name?: string | undefined;
  last_name?: string | undefined;
  company?: string | undefined;
}): string => initialsOf(first_name, last_name) || initialsOf(company);
