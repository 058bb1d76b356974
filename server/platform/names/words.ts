import { doubleMetaphone } from "double-metaphone";

import { consonantsOf } from "./sounds.ts";
import { type LatinWord, romanise } from "./transliteration.ts";
import { foldForSearch } from "../../../shared/text/folding.ts";

/** A word of a name as it is compared. */
export type NameWord = {
  /** Small Latin letters. */
  text: string;
  /** The ways to read its consonants, in classes that transliterations confuse. */
  consonants: readonly string[];
  /** How English ears spell it. */
  sounds: readonly string[];
  /** Its script leaves vowels out. */
  vowelless: boolean;
  /** `al`, `van`, `de`: they come and go. */
  particle: boolean;
};

/** Forms of address, ranks and honours: no part of a name. */
const TITLES = new Set(
  "mr mrs ms miss dr prof sir sheikh shaikh sheik haji hajji hadji alhaj mullah mulla maulavi mawlawi maulawi mohtarma ustad ustaz sayyid herr frau monsieur madame mme jr sr phd".split(
    " ",
  ),
);
const PARTICLES = new Set(
  "al el ul bin ibn ben bint abu van von der den de del della di da do dos du la le ter ten zu zum und y e of the".split(
    " ",
  ),
);
/** Letters of other scripts, digits and signs that look like Latin letters: replaced in a word that has Latin letters. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  "аa еe оo рp сc уy хx іi јj ѕs ԁd һh кk мm тt вb нh οo αa νv ρp ιi 0o 1l 3e 4a 5s 7t $s @a"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const MOST_WORDS = 8;

const withoutLookalikes = (word: string): string =>
  /[a-z]/.test(word) && !/^[\x61-\x7a]+$/.test(word)
    ? Array.from(word)
        .map((letter) => LOOKALIKES[letter] ?? letter)
        .join("")
    : word;

/** Letters that lose their case and marks; the marks of other scripts are letters of them. */
const FOLDED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const fold = (word: string): string => (FOLDED.test(word) ? withoutLookalikes(foldForSearch(word)) : word);

const wordOf = ({ text, consonants }: LatinWord): NameWord => ({
  text,
  consonants: consonants ?? [consonantsOf(text)],
  sounds: consonants === undefined ? [...new Set(doubleMetaphone(text))] : [],
  vowelless: consonants !== undefined,
  particle: PARTICLES.has(text),
});

/** Two words as one: "Jong Un" is "Jongun". */
export const joined = (a: NameWord, b: NameWord): NameWord =>
  wordOf({
    text: a.text + b.text,
    ...((a.vowelless || b.vowelless) && { consonants: a.consonants.flatMap((x) => b.consonants.map((y) => x + y)) }),
  });

/**
 * The words of a name as they are compared: folded, in Latin letters, without titles.
 * @param name as it was typed, in any order and script
 */
export const nameWords = (name: string): NameWord[] =>
  name
    .normalize("NFKC")
    .split(/[^\p{L}\p{M}\p{N}\p{Cf}'’ʼ`´$@]+/u)
    .flatMap((word) => romanise(fold(word)))
    .filter(({ text }) => text !== "" && !TITLES.has(text))
    .slice(0, MOST_WORDS)
    .map(wordOf);
