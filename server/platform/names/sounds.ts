/** Spellings of one consonant, the longest first: what follows in a name is compared by these alone. */
const CONSONANTS: readonly (readonly [RegExp, string])[] = [
  [/sch|tch|tsch|shch/g, "s"],
  [/ch|sh|zh|ts|tz|cz|sz/g, "s"],
  [/c(?=[eiy])/g, "s"],
  [/kh|gh|ck|qu?|c/g, "k"],
  [/dj|dzh|j/g, "g"],
  [/th|dh/g, "t"],
  [/ph|v/g, "f"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/p/g, "b"],
  [/d/g, "t"],
  [/(?<=.)h$/g, ""],
  [/[aeiouyw]/g, ""],
];

/**
 * The consonants of a word in classes that transliterations confuse: `mohammed` and `mhmd` are both `mhmt`.
 * @param text small Latin letters
 */
export const consonantsOf = (text: string): string => {
  let letters = text;
  for (const [from, to] of CONSONANTS) letters = letters.replaceAll(from, to);
  return letters.replaceAll(/(.)\1+/g, "$1");
};
