import { editsBetween } from "./edits.ts";
import { joined, type NameWord } from "./words.ts";
import { scoreWords, type Agreement } from "./word-score.ts";

/** How rare a word is where it is looked for, from 0 (most have it) to 1. */
export type Rarity = (text: string) => number;
/**
 * Two words that agree, or one that has no other (then `a` or `b` is "" and `words` 0). `words`: how many of the shorter side's it counts
 * for; `exact`: as well as their scripts allow.
 */
export type Part = {
  a: string;
  b: string;
  score: number;
  why: Agreement | "none";
  weight: number;
  words: number;
  exact: boolean;
};
export type Comparison = { score: number; parts: Part[] };

const PARTICLE_WEIGHT = 0.1;
/** What words without a counterpart cost: on both sides they contradict each other, on one side they may only be missing. */
const BOTH_UNMATCHED = 1.15;
const ONE_UNMATCHED = 0.24;
/** More, where what agrees doesn't agree exactly: a slip and a missing word together are rarely the same person. */
const ONE_UNMATCHED_INEXACT = 0.4;
const EXACT = 0.95;
/** Pairs below this aren't pairs. */
const LEAST = 0.6;
/** One word in common is not enough to call two names of several words the same. */
const ONE_WORD_MOST = 0.79;

/** Letters for each edit that a whole name may have. */
const WHOLE_LEAST = 7;
const WHOLE_EDITS_MOST = 2;
/** What a name is worth whose letters agree, but not its words. */
const WHOLE = 0.95;

const everywhere: Rarity = () => 1;

const weightOf = (word: NameWord, rarity: Rarity): number =>
  word.particle
    ? PARTICLE_WEIGHT
    : word.text.length === 1
      ? 0.5
      : (0.7 + 0.05 * Math.min(word.text.length, 6)) * (0.5 + 0.5 * rarity(word.text));

type Span = { word: NameWord; from: number; to: number };
const spans = (words: readonly NameWord[]): Span[] =>
  words.flatMap((word, n) => {
    const before = words[n - 1];
    const alone = { word, from: n, to: n };
    return before === undefined ? [alone] : [alone, { word: joined(before, word), from: n - 1, to: n }];
  });

type Pair = { a: Span; b: Span; score: number; why: Agreement; weight: number };

const isLong = ({ from, to }: Span): boolean => to > from;
/** Two words as one agree by what they are, not by their beginning. */
const AS_ONE = new Set<Agreement>(["equal", "spelling", "consonants"]);
const AS_ONE_LEAST = 0.8;

const pairOf = (a: Span, b: Span, rarity: Rarity): Pair[] => {
  const asOne = isLong(a) || isLong(b);
  if (isLong(a) && isLong(b)) return [];
  const found = scoreWords(a.word, b.word);
  if (found === undefined || found.score < (asOne ? AS_ONE_LEAST : LEAST) || (asOne && !AS_ONE.has(found.why)))
    return [];
  const weight = (weightOf(a.word, rarity) + weightOf(b.word, rarity)) / 2;
  return [{ a, b, ...found, weight: asOne ? weight * 1.5 : weight }];
};

const pairsOf = (as: readonly Span[], bs: readonly Span[], rarity: Rarity): Pair[] =>
  as.flatMap((a) => bs.flatMap((b) => pairOf(a, b, rarity)));

/** A script without vowels can agree no better than by its consonants. */
const isExact = ({ a, b, score }: Pair): boolean => score >= EXACT || a.word.vowelless || b.word.vowelless;

const overlaps = (x: Span, y: Span): boolean => x.from <= y.to && y.from <= x.to;

/** The best pairs, each word in one of them. */
const align = (pairs: readonly Pair[]): Pair[] => {
  const chosen: Pair[] = [];
  for (const pair of pairs.toSorted((x, y) => y.score * y.weight - x.score * x.weight || x.a.from - y.a.from))
    if (!chosen.some((other) => overlaps(pair.a, other.a) || overlaps(pair.b, other.b))) chosen.push(pair);
  return chosen;
};

const partOf = (pair: Pair): Part => {
  const { a, b, score, why, weight } = pair;
  const words = a.word.particle ? 0 : Math.max(a.to - a.from, b.to - b.from) + 1;
  return { a: a.word.text, b: b.word.text, score, why, weight, words, exact: isExact(pair) };
};

const ALONE = { score: 0, why: "none", words: 0, exact: false } as const;
const left = (words: readonly NameWord[], taken: readonly Span[], rarity: Rarity): { text: string; weight: number }[] =>
  words
    .filter((_, n) => !taken.some(({ from, to }) => from <= n && n <= to))
    .map((word) => ({ text: word.text, weight: weightOf(word, rarity) }));

const weightsOf = (parts: readonly Part[]): number => parts.reduce((sum, { weight }) => sum + weight, 0);

/**
 * The score of two names by the parts in which they agree and don't: the parts of a hit give its score again.
 * @returns from 0 to 1
 */
export const scoreOf = (parts: readonly Part[]): number => {
  const pairs = parts.filter(({ why }) => why !== "none");
  const alone = parts.filter(({ why }) => why === "none");
  const [restA, restB] = [weightsOf(alone.filter(({ b }) => b === "")), weightsOf(alone.filter(({ a }) => a === ""))];
  const both = Math.min(restA, restB);
  const oneCost = pairs.every(({ exact }) => exact) ? ONE_UNMATCHED : ONE_UNMATCHED_INEXACT;
  const total = weightsOf(pairs) + BOTH_UNMATCHED * both + oneCost * (Math.max(restA, restB) - both);
  const agreed = pairs.reduce((sum, { weight, score }) => sum + weight * score, 0);
  const score = total === 0 ? 0 : agreed / total;
  const words = pairs.reduce((sum, part) => sum + part.words, 0);
  return words < 2 && alone.length > 0 ? Math.min(score, ONE_WORD_MOST) : score;
};

const partsOf = (as: readonly NameWord[], bs: readonly NameWord[], pairs: readonly Pair[], rarity: Rarity): Part[] => [
  ...pairs.map(partOf),
  ...left(
    as,
    pairs.map(({ a }) => a),
    rarity,
  ).map(({ text, weight }) => ({ ...ALONE, a: text, b: "", weight })),
  ...left(
    bs,
    pairs.map(({ b }) => b),
    rarity,
  ).map(({ text, weight }) => ({ ...ALONE, a: "", b: text, weight })),
];

const lettersOf = (words: readonly NameWord[]): string => words.map(({ text }) => text).join("");

/** Letters without the spaces between them: "Sergei Lavrov" typed as one word, or a letter that crossed a space. */
const wholeParts = (as: readonly NameWord[], bs: readonly NameWord[]): Part[] => {
  const [a, b] = [lettersOf(as), lettersOf(bs)];
  const length = Math.max(a.length, b.length);
  if (length < WHOLE_LEAST || [...as, ...bs].some(({ vowelless }) => vowelless)) return [];
  const most = Math.min(WHOLE_EDITS_MOST, Math.floor(length / WHOLE_LEAST));
  const edits = editsBetween(a, b, most);
  if (edits > most) return [];
  return [{ a, b, score: WHOLE - edits / length, why: "spelling", weight: 1, words: 2, exact: false }];
};

/**
 * Compares two names: pairs their words whatever their order, and weighs what agrees against what has no counterpart.
 * @param rarity of a word among the names that are compared with
 * @returns the score from 0 to 1 and the parts that make it
 */
export const compareNames = (
  as: readonly NameWord[],
  bs: readonly NameWord[],
  rarity: Rarity = everywhere,
): Comparison => {
  const pairs = pairsOf(spans(as), spans(bs), rarity);
  const alone = pairs.filter(({ a, b }) => !isLong(a) && !isLong(b));
  const ways = [partsOf(as, bs, align(alone), rarity), partsOf(as, bs, align(pairs), rarity), wholeParts(as, bs)];
  return ways
    .map((parts) => ({ score: scoreOf(parts), parts }))
    .reduce((best, one) => (one.score > best.score ? one : best));
};
