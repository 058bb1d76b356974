/** Letters without a Unicode decomposition, as people without them on their keyboard type them. */
const LETTERS: Record<string, string> = { ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", þ: "th", ð: "d" };

/** A text without accents and capitals: "Müller" and "MULLER" are `muller`, "Łukasz" is `lukasz`. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[øłđßæœıþð]/g, (letter) => LETTERS[letter] ?? letter);

/** Whether each typed word begins a word of the text: "so sme" finds "Sofie De Smet". */
export const matches = (text: string, typed: string): boolean => {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u);
  const wanted = fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)));
};
