import anyAscii from "any-ascii";

import { consonantsOf } from "./sounds.ts";

/**
 * Names of every script in Latin letters, as they are compared. A table of letters (`any-ascii`) does most of it; what follows is where a
 * table of letters isn't how people spell their name: Arabic and Hebrew are written without vowels, and Koreans have customary surnames.
 */

const VOWELLESS = /[\p{Script=Hebrew}\p{Script=Thai}]/u;
const KOREAN = /^\p{Script=Hangul}{2,4}$/u;
const CHINESE = /^\p{Script=Han}{2,4}$/u;
/** Vowel signs, the stretching line and hamza of Arabic; points of Hebrew. */
const POINTS = /[\u0610-\u061A\u064B-\u065F\u0670\u0640\u0621\u0591-\u05C7]/gu;
/** "Al" before an Arabic word is written with it. */
const ARTICLE = /^ال(?=..)/u;
/** How most Koreans of these families spell them. */
const KOREAN_SURNAMES: Readonly<Record<string, string>> = {
  김: "kim",
  이: "lee",
  리: "ri",
  박: "park",
  최: "choi",
  정: "jung",
  조: "cho",
  강: "kang",
  윤: "yoon",
  임: "lim",
  신: "shin",
  오: "oh",
  권: "kwon",
  우: "woo",
  유: "yoo",
  구: "koo",
  고: "ko",
  노: "roh",
  문: "moon",
  백: "baek",
  주: "joo",
  선: "sun",
};
/** Spellings of one ending. */
const LATIN_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[^a-z0-9 ]/g, ""],
  [/iy\b/g, "y"],
  [/yy\b/g, "y"],
];
/** "Servant of", which is written with the next word or apart. */
const SERVANT = /^abd(?:[aeiu][lrszdnt])?(?=[a-z]{3})/;
/** Ends of Arabic names that are words of their own: what they are, and how many letters are before them at least. */
const ENDS: readonly (readonly [RegExp, string, number])[] = [
  [/(?:[aeiou][ld])?(?:dine?|deen|dyn)$/, " din", 3],
  [/[aeiou](?:ll?ah|lla)$/, " lah", 2],
];

/** Consonants of Arabic letters in the classes of `consonantsOf`; `?` is a letter that is spelled with a t, d, th or with a z, s. */
const ARABIC: Readonly<Record<string, string>> = Object.fromEntries(
  "بb پb تt ټt ٹt ثq جg چs حh خk ځs څs دt ډt ڈt ذq رr ړr ڑr زs ژs ږs سs شs ښs صs ضq طt ظq غk فf ڤf قk كk کk ګg گg لl مm نn ڼn ںn هh ھh ہh"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const AMBIGUOUS = /q/g;

/** A word of a name in Latin letters. `consonants` where its script leaves vowels out: the ways to read them. */
export type LatinWord = { text: string; consonants?: string[] };

const latin = (text: string): string => {
  let letters = anyAscii(text).toLowerCase();
  for (const [from, to] of LATIN_LETTERS) letters = letters.replaceAll(from, to);
  return letters.trim();
};

const consonantsOfArabic = (word: string): string[] => {
  const all = Array.from(word)
    .map((letter) => ARABIC[letter] ?? "")
    .join("")
    .replaceAll(/(.)\1+/g, "$1")
    .replace(/(?<=.)h$/, "");
  return [...new Set(["t", "s"].map((reading) => all.replaceAll(AMBIGUOUS, reading)))];
};

const ofArabic = (word: string): LatinWord[] => {
  const bare = word.replaceAll(POINTS, "");
  // "Allah" begins with the article, too.
  const divided = bare.replace(/^عبد(?=..)/, "عبد ").replace(/(?<=..)الله$/, " الله");
  return divided.split(" ").map((part) => {
    const letters = part.replace(ARTICLE, "");
    return { text: latin(letters), consonants: consonantsOfArabic(letters) };
  });
};

/** Family name first, of one letter; the rest is the given name. */
const familyFirst = (word: string, family: string): LatinWord[] => [
  { text: family },
  { text: latin(word.slice(1)).replaceAll(/e(?=[ou])/g, "") },
];

const ofLatin = (text: string): LatinWord[] => {
  let divided = text === "allah" ? "lah" : text.replace(SERVANT, "abd ");
  for (const [end, word, least] of ENDS) {
    const at = divided.search(end);
    if (at >= least) divided = divided.slice(0, at) + word;
  }
  return divided.split(" ").map((part) => ({ text: part }));
};

/**
 * A word in Latin letters: one word, or several where it is two names written as one.
 * @param word one word, NFKC
 * @returns [] where nothing of it can be written in Latin letters
 */
export const romanise = (word: string): LatinWord[] => {
  if (/\p{Script=Arabic}/u.test(word)) return ofArabic(word).filter(({ consonants }) => consonants?.[0] !== "");
  if (KOREAN.test(word)) return familyFirst(word, KOREAN_SURNAMES[word.charAt(0)] ?? latin(word.charAt(0)));
  if (CHINESE.test(word)) return familyFirst(word, latin(word.charAt(0)));
  const text = latin(word.replaceAll(POINTS, ""));
  if (text === "") return [];
  return VOWELLESS.test(word) ? [{ text, consonants: [consonantsOf(text)] }] : ofLatin(text);
};
