/**
 * Texts as they are compared (rules 2): `foldCase` for filters, `foldForSearch` for searches. `fold_case` and
 * `fold_for_search` in migrations/ are the same in SQL. Folding a text gives the folded parts of it, so a part of a text
 * stays one.
 */

/** Letters whose case folding is not their small letter, decomposed (Unicode, CaseFolding.txt). */
const CASE: Readonly<Record<string, string>> = {
  ς: "σ",
  ſ: "s",
  µ: "μ",
  ϐ: "β",
  ϑ: "θ",
  ϕ: "φ",
  ϖ: "π",
  ϰ: "κ",
  ϱ: "ρ",
  ϵ: "ε",
  "\u0345": "ι",
  ᲀ: "в",
  ᲁ: "д",
  ᲂ: "о",
  ᲃ: "с",
  ᲄ: "т",
  ᲅ: "т",
  ᲆ: "ъ",
  ᲇ: "ѣ",
  ᲈ: "ꙋ",
  ß: "ss",
  ŉ: "ʼn",
  ẚ: "aʾ",
  և: "եւ",
  ﬀ: "ff",
  ﬁ: "fi",
  ﬂ: "fl",
  ﬃ: "ffi",
  ﬄ: "ffl",
  ﬅ: "st",
  ﬆ: "st",
  ﬓ: "մն",
  ﬔ: "մե",
  ﬕ: "մի",
  ﬖ: "վն",
  ﬗ: "մխ",
};

/** Letters that Unicode doesn't decompose, as people without them on their keyboard type them. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ȷ: "j",
  ĸ: "k",
  ə: "e",
  ɛ: "e",
  ɔ: "o",
  ɨ: "i",
  ʉ: "u",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƒ: "f",
  ɣ: "g",
  ɖ: "d",
  ɲ: "n",
  ƴ: "y",
  ة: "ه",
  ى: "ي",
  ی: "ي",
  ک: "ك",
};

/** Marks, characters without a width, hyphens, apostrophes and points within words: what is not heard. */
const UNHEARD = /[\p{M}\p{Cf}\p{Pd}\u2043\u2212'`·ʹ-ʿˈˊˋ՚׳ـ‘-‛‧′‵＇ꞌ]/gu;

const spellOut = (text: string, letters: Readonly<Record<string, string>>): string =>
  text.replaceAll(/[^\0-\x7f]/gu, (letter) => letters[letter] ?? letter);

/** @param text decomposed */
const withoutCase = (text: string): string => spellOut(text.toLowerCase(), CASE);

/** A text without case: NFC and full case folding. "STRASSE" and "straße" are equal, "é" composed and decomposed too. */
export const foldCase = (text: string): string => withoutCase(text.normalize("NFD")).normalize("NFC");

/**
 * A text without what people don't type or hear, either: "O'Brien" is `obrien`, "Łukasz" `lukasz`, "Anne-Marie"
 * `annemarie`. Blanks of all kinds become spaces.
 */
export const foldForSearch = (text: string): string => {
  // A spacing accent, which some keyboards have for an apostrophe, would be decomposed into a blank and a mark.
  const letters = withoutCase(text.replaceAll("\u00B4", "").normalize("NFKD"));
  return spellOut(letters.replaceAll(UNHEARD, ""), LETTERS).replaceAll(/[\s\u0085]/g, " ");
};

/** The words of a text, folded. */
const words = (text: string): string[] =>
  foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** The words of a text for who looks for it: with hyphens and apostrophes left out, and divided by them. */
export const wordsForSearch = (text: string): { whole: string[]; divided: string[] } => ({
  whole: words(text),
  divided: text.split(/[^\p{L}\p{M}\p{N}\p{Cf}]+/u).flatMap(words),
});
