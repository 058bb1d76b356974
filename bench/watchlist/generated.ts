import { cultureOf } from "../../demo/people/cultures.ts";
import { type Random, randomFor } from "../../demo/random.ts";
import nicknames from "../../server/platform/names/nicknames.json" with { type: "json" };

/** A person of a list and how a visitor of that name typed it. */
export type GeneratedPair = { kind: string; name: string; typed: string; born: string };
/** People of one half: what is tuned on one half is judged by the other, whose names are others. */
export type Half = "tuned" | "held-out";

/** The held-out half was drawn with a seed of its own after the last rule and weight of the algorithm's version was set. */
const SEEDS: Readonly<Record<Half, number>> = { tuned: 2026, "held-out": 20_261_129 };
const CULTURES = ["dutch", "english", "french", "german", "japanese", "singaporean"];
const SHORT = nicknames as Record<string, string[]>;
const KEYS = "abcdefghijklmnopqrstuvwxyz";
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ["a", "а"],
  ["e", "е"],
  ["o", "о"],
  ["p", "р"],
  ["c", "с"],
  ["i", "1"],
];

type Name = { first: string; last: string };
const ofHalf = (names: readonly string[], half: Half): string[] =>
  names.filter((_, n) => n % 2 === (half === "tuned" ? 0 : 1));

const pools = (half: Half): { firstNames: string[]; lastNames: string[] }[] =>
  CULTURES.map(cultureOf).map(({ firstNames, lastNames }) => ({
    firstNames: ofHalf(firstNames, half),
    lastNames: ofHalf(lastNames, half),
  }));

const nameFrom = (half: Half) => {
  const all = pools(half);
  return (random: Random): Name => {
    const { firstNames, lastNames } = random.pick(all);
    return { first: random.pick(firstNames), last: random.pick(lastNames) };
  };
};

const bornOn = (random: Random): string =>
  `${random.between(1940, 2005)}-0${random.between(1, 9)}-${random.between(10, 28)}`;

const full = ({ first, last }: Name): string => `${first} ${last}`;

/** One slip of a hand in a word of five letters or more: a letter doubled, left out, exchanged with the next, or another. */
const slip = (word: string, random: Random): string => {
  if (word.length < 5) return word;
  const at = random.between(1, word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  return random.pick([
    `${before}${letter}${letter}${after}`,
    `${before}${after}`,
    `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
    `${before}${random.pick(Array.from(KEYS))}${after}`,
  ]);
};

const nicknameOf = (first: string, random: Random): string => {
  const short = SHORT[first.toLowerCase()];
  return short === undefined ? first : random.pick(short);
};

const lookalike = (name: string): string => {
  const [from, to] = LOOKALIKES.find(([letter]) => name.includes(letter)) ?? ["", ""];
  return from === "" ? name : name.replace(from, to);
};

/** How a name is typed otherwise than on the list. Each kind is used equally often. */
const TYPED: Readonly<Record<string, (name: Name, random: Random, other: Name) => string>> = {
  "as it is": full,
  "family name first": ({ first, last }) => `${last}, ${first}`,
  "without marks": (name) => full(name).normalize("NFD").replaceAll(/\p{M}/gu, "").toUpperCase(),
  "a slip in one word": ({ first, last }, random) =>
    last.length >= first.length ? `${first} ${slip(last, random)}` : `${slip(first, random)} ${last}`,
  nickname: ({ first, last }, random) => `${nicknameOf(first, random)} ${last}`,
  "a middle name more": ({ first, last }, _, other) => `${first} ${other.first} ${last}`,
  "an initial more": ({ first, last }, _, other) => `${first} ${other.first.charAt(0)}. ${last}`,
  "a title before it": (name, random) => `${random.pick(["Dr.", "Mr", "Mrs", "Prof."])} ${full(name)}`,
  "in one word": ({ first, last }) => `${first}${last}`.replaceAll(" ", ""),
  "a letter that looks alike": (name) => lookalike(full(name)),
};

/**
 * Pairs of the same person, labelled by how they were made: the same for the same half and number.
 * @returns as many as asked for or a few more, each kind equally often
 */
export const generatedPairs = (half: Half, count: number): GeneratedPair[] => {
  const random = randomFor(SEEDS[half], half);
  const next = nameFrom(half);
  const kinds = Object.entries(TYPED);
  const each = Math.ceil(count / kinds.length);
  return kinds.flatMap(([kind, type]) =>
    Array.from({ length: each }, () => {
      const name = next(random);
      return { kind, name: full(name), typed: type(name, random, next(random)), born: bornOn(random) };
    }),
  );
};

/** Relatives: the same family name, another given name. They are not the person of the list. */
export const generatedRelatives = (half: Half, count: number): GeneratedPair[] => {
  const random = randomFor(SEEDS[half], `${half}/relatives`);
  const next = nameFrom(half);
  return Array.from({ length: count }, () => {
    const [name, other] = [next(random), next(random)];
    return { kind: "relative", name: full(name), typed: `${other.first} ${name.last}`, born: bornOn(random) };
  }).filter(({ name, typed }) => name !== typed);
};

/** People of a list, no two of the same name, each with a day of birth. */
export const generatedList = (half: Half, count: number): { name: string; born: string }[] => {
  const random = randomFor(SEEDS[half], `${half}/list`);
  const next = nameFrom(half);
  const people = new Map<string, { name: string; born: string }>();
  while (people.size < count) {
    const [name, middle] = [next(random), next(random)];
    const text = people.size < 5000 ? full(name) : `${name.first} ${middle.first} ${name.last}`;
    people.set(text, { name: text, born: bornOn(random) });
  }
  return [...people.values()];
};
