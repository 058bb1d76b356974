import type { Rarity } from "./compare.ts";
import type { NameWord } from "./words.ts";

/** What a word counts at least, however many have it. */
const LEAST = 0.35;

/**
 * How rare a word is among names: 1 for one that a single name has, least for one that all have. Two who share "Mohamed Ahmed" share less
 * than two who share "Zephyrine".
 * @param countOf in how many of the names a word is
 * @param names how many there are
 */
export const rarityFrom = (countOf: (text: string) => number, names: number): Rarity => {
  const most = Math.log(Math.max(names, 2));
  return (text) => Math.max(LEAST, 1 - Math.log(Math.max(countOf(text), 1)) / most);
};

/** The rarity of words among these names. */
export const rarityAmong = (names: readonly (readonly NameWord[])[]): Rarity => {
  const counts = new Map<string, number>();
  for (const words of names)
    for (const text of new Set(words.map((word) => word.text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return rarityFrom((text) => counts.get(text) ?? 0, names.length);
};
