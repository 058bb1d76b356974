/** The letters of the languages written in Latin script, by the key that is held for them. */
const HELD: Readonly<Record<string, string>> = {
  a: "á à â ä ã å æ ą ā ă ǎ",
  c: "ç ć č ċ ĉ",
  d: "ď đ ð",
  e: "é è ê ë ę ě ė ē ĕ ə",
  g: "ğ ģ ġ ĝ ǧ",
  h: "ħ ĥ",
  i: "í ì î ï į ī ĩ ı",
  j: "ĵ",
  k: "ķ ǩ",
  l: "ł ľ ĺ ļ ŀ",
  n: "ñ ń ň ņ ŋ",
  o: "ó ò ô ö õ ø œ ő ō ơ",
  r: "ř ŕ ŗ",
  s: "ś š ş ș ß ŝ",
  t: "ť ţ ț þ ŧ",
  u: "ú ù û ü ū ů ű ų ŭ ũ ư",
  w: "ŵ ẃ ẁ ẅ",
  y: "ý ÿ ŷ ỳ",
  z: "ź ż ž",
};

/** Marks that combine with the letter before them; with these, Vietnamese and any other letter can be written. */
const MARKS = ["\u0301", "\u0300", "\u0302", "\u0308", "\u0303", "\u0309", "\u0323", "\u030C", "\u0327", "\u0326"];

/** Signs within a name, and the marks. */
const BESIDE_HYPHEN = ["'", "’", "·", ...MARKS];

const CAPITALS: Readonly<Record<string, string>> = { ß: "ẞ", ı: "İ" };

/** A letter as a capital. The keyboard has the dotless ı beside i, and so the dotted İ beside I. */
export const asCapital = (letter: string): string => CAPITALS[letter] ?? letter.toLocaleUpperCase("en");

/** What a key offers that is held down: letters like its own, as capitals where it is one; none for most signs. */
export const heldLettersOf = (key: string): readonly string[] => {
  if (key === "-") return BESIDE_HYPHEN;
  const small = key.toLocaleLowerCase("en");
  const letters = HELD[small]?.split(" ") ?? [];
  return key === small ? letters : letters.map(asCapital);
};

/** A letter as it is shown on a key: a combining mark on a circle. */
export const shownOnKey = (letter: string): string => (MARKS.includes(letter) ? `◌${letter}` : letter);

/** Whether a letter is a mark, which joins the one before it. */
export const isMark = (letter: string): boolean => MARKS.includes(letter);
