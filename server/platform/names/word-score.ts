import { editsBetween } from "./edits.ts";
import nicknames from "./nicknames.json" with { type: "json" };
import type { NameWord } from "./words.ts";

/** Why two words of names are taken for the same. */
export type Agreement = "equal" | "spelling" | "nickname" | "sound" | "consonants" | "initial" | "prefix";
export type WordScore = { score: number; why: Agreement };

const SCORES = { nickname: 0.86, initial: 0.72, prefix: 0.7 } as const;
const shortForms = new Map(
  Object.entries(nicknames as Record<string, string[]>).map(([name, short]) => [name, new Set(short)]),
);

const areNicknames = (a: string, b: string): boolean =>
  shortForms.get(a)?.has(b) === true || shortForms.get(b)?.has(a) === true;

/** How many edits a word may have: none in a short one, three in a long one. */
const budget = (length: number): number => (length <= 3 ? 0 : length <= 4 ? 1 : length <= 8 ? 2 : 3);

/** People see the first letter of a name: another one is rarely a slip. */
const otherFirst = (a: NameWord, b: NameWord): number => (a.text[0] === b.text[0] ? 0 : 0.08);

const spelling = (a: NameWord, b: NameWord): number => {
  const length = Math.max(a.text.length, b.text.length);
  const most = budget(Math.min(a.text.length, b.text.length));
  const edits = editsBetween(a.text, b.text, most);
  if (edits > most) return 0;
  return 1 - edits / length - otherFirst(a, b);
};

const sound = (a: NameWord, b: NameWord): number => {
  const common = a.sounds.find((one) => one.length >= 2 && b.sounds.includes(one));
  if (common === undefined) return 0;
  const near = editsBetween(a.text, b.text, 4) <= Math.ceil(Math.max(a.text.length, b.text.length) / 2);
  return near ? 0.76 + Math.min(0.1, 0.025 * common.length) - otherFirst(a, b) : 0;
};

/** The Latin letters for which a letter of a script without vowels can stand. */
const READINGS: Readonly<Record<string, string>> = { y: "yiej", w: "wuov", a: "aeiou" };

/** Whether all letters of a word that leaves vowels out are in the other, in their order. */
const hasLetters = (a: NameWord, b: NameWord): boolean => {
  const [bare, other] = a.vowelless ? [a, b] : [b, a];
  let from = 0;
  return Array.from(bare.text).every((letter) => {
    const found = Array.from(other.text.slice(from)).findIndex((one) => (READINGS[letter] ?? letter).includes(one));
    from += found + 1;
    return found >= 0;
  });
};

/** Consonants alone: as much as there is where a script has no vowels, else a hint. */
const consonants = (a: NameWord, b: NameWord): number => {
  const same = a.consonants.find((one) => one !== "" && b.consonants.includes(one));
  if (!a.vowelless && !b.vowelless) return same !== undefined && same.length >= 3 && a.text[0] === b.text[0] ? 0.84 : 0;
  if (same !== undefined) return hasLetters(a, b) ? (same.length >= 3 ? 0.94 : 0.9) : same.length >= 3 ? 0.86 : 0.6;
  const near = a.consonants.some((x) =>
    b.consonants.some((y) => Math.min(x.length, y.length) >= 3 && editsBetween(x, y, 1) === 1),
  );
  return near ? 0.78 : 0;
};

/**
 * How well two words of names agree, from 0 to 1, and by what.
 * @returns undefined where they don't
 */
export const scoreWords = (a: NameWord, b: NameWord): WordScore | undefined => {
  if (a.text === b.text) return { score: 1, why: "equal" };
  const [short, long] = a.text.length < b.text.length ? [a.text, b.text] : [b.text, a.text];
  const found: WordScore[] = [
    { score: spelling(a, b), why: "spelling" },
    { score: areNicknames(a.text, b.text) ? SCORES.nickname : 0, why: "nickname" },
    { score: sound(a, b), why: "sound" },
    { score: consonants(a, b), why: "consonants" },
    { score: short.length === 1 && long.startsWith(short) ? SCORES.initial : 0, why: "initial" },
    { score: short.length >= 3 && long.startsWith(short) ? SCORES.prefix : 0, why: "prefix" },
  ];
  const best = found.reduce((most, one) => (one.score > most.score ? one : most));
  return best.score > 0 ? best : undefined;
};
