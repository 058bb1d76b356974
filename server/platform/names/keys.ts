import type { NameWord } from "./words.ts";

const ENDS = 4;

/** What a word is found by: its consonants, its sounds, its beginning and its end. */
const keysOfWord = ({ text, consonants, sounds }: NameWord): string[] => [
  ...consonants.filter((one) => one !== "").map((one) => `c${one}`),
  ...sounds.map((one) => `s${one}`),
  `b${text.slice(0, ENDS)}`,
  `e${text.slice(-ENDS)}`,
];

/**
 * What a name is looked for by: names that have none of these in common are not compared.
 * @returns keys of its words without particles, or of those where it has no others
 */
export const nameKeys = (words: readonly NameWord[]): string[] => {
  const own = words.filter(({ particle }) => !particle);
  return [...new Set((own.length > 0 ? own : words).flatMap(keysOfWord))];
};
