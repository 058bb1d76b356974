import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { create, type Font } from "fontkit";

import { setWeight, unpackNatively, withOutlines } from "./glyph-outlines.ts";

/** Noto Sans of the scripts that the document's own fonts lack; in packages, cut into slices of some 200 characters. */
const SCRIPTS = ["thai", "devanagari", "bengali", "tamil"];
/** Chinese characters are drawn differently in these; each has those of its own texts. */
const CJK_FONTS = ["jp", "sc", "tc", "kr"] as const;
type CjkFont = (typeof CJK_FONTS)[number];

/** Chinese, Japanese and Korean characters and their punctuation: a line can break after any of them. */
export const CJK =
  /[\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\uff60\uffe0-\uffe6\u{20000}-\u{3134f}]/u;

/** A weight of the variable fonts. */
export type Weight = 400 | 600;

const fileOf = (font: string, file: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/noto-sans-${font}/${file}`));

const rangesOf = (text: string): [first: number, last: number][] =>
  text.split(",").map((range) => {
    const [first = "", last = first] = range.slice("U+".length).split("-");
    return [parseInt(first, 16), parseInt(last, 16)];
  });

const slices = new Map<string, ReadonlyMap<number, string>>();

/** The slice of a font that has a character, by code point. Read once. */
const slicesOf = (font: string): ReadonlyMap<number, string> => {
  const known = slices.get(font);
  if (known !== undefined) return known;
  const found = new Map<number, string>();
  // Safe: the file of a package whose version is pinned.
  const parts = JSON.parse(readFileSync(fileOf(font, "unicode.json"), "utf8")) as Record<string, string>;
  for (const [name, text] of Object.entries(parts))
    for (const [first, last] of rangesOf(text))
      for (let code = first; code <= last; code += 1) found.set(code, name.replaceAll(/[[\]]/g, ""));
  slices.set(font, found);
  return found;
};

/** A slice, as `jp/107`. */
const sliceIn = (font: string, code: number): string | undefined => {
  const slice = slicesOf(font).get(code);
  return slice === undefined ? undefined : `${font}/${slice}`;
};

const INDIC = /[\u0900-\u09ff\u0b80-\u0bff\u0e00-\u0e7f\u1cd0-\u1cff\ua8e0-\ua8ff]/;

/** The slice that draws a character, if it is of one of these scripts. @param order of the fonts for CJK */
export const sliceOf = (sign: string, order: readonly CjkFont[]): string | undefined => {
  const code = sign.codePointAt(0) ?? 0;
  const fonts = INDIC.test(sign) ? SCRIPTS : CJK.test(sign) ? order : [];
  for (const font of fonts) {
    const slice = sliceIn(font, code);
    if (slice !== undefined) return slice;
  }
  return undefined;
};

const firstOf = (text: string, language: string): CjkFont | undefined => {
  if (/[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/.test(text)) return "kr";
  if (/[\u3041-\u30ff]/.test(text)) return "jp";
  if (/[\u3105-\u312f]/.test(text)) return "tc";
  if (/^zh-(tw|hk|mo|hant)\b/i.test(language)) return "tc";
  return /^zh\b/i.test(language) ? "sc" : undefined;
};

/**
 * The fonts for the Chinese characters of a text, the best first: by its own letters (kana, hangul), else the language;
 * a name without either is set in the first one that has all of it. A Japanese name in a Korean document is Japanese.
 */
export const cjkOrder = (text: string, language: string): readonly CjkFont[] => {
  const signs = Array.from(text.slice(0, 4_000)).filter((sign) => CJK.test(sign));
  if (signs.length === 0) return CJK_FONTS;
  const first =
    firstOf(text, language) ??
    CJK_FONTS.find((font) => signs.every((sign) => slicesOf(font).has(sign.codePointAt(0) ?? 0)));
  return [...new Set([first ?? "jp", ...CJK_FONTS])];
};

/** As many as a text of some pages has, of 3 MB each. */
const KEPT_MAX = 60;
const opened = new Map<string, Font>();

const openNow = (slice: string, weight: Weight): Font => {
  const [font = "", part = ""] = slice.split("/");
  const bytes = readFileSync(fileOf(font, `files/noto-sans-${font}-${part}-wght-normal.woff2`));
  const plain = create(bytes);
  unpackNatively(plain);
  const isCjk = CJK_FONTS.some((one) => one === font);
  const createSubset = plain.createSubset.bind(plain);
  plain.createSubset = () => withOutlines(createSubset());
  if (isCjk) setWeight(plain, bytes, weight);
  // pdfkit takes fonts of one name for one font.
  const name = `${plain.postscriptName.replace(/-\w+$/, "")}-${isCjk && weight === 600 ? "SemiBold" : "Regular"}-${part}`;
  return Object.defineProperty(plain, "postscriptName", { value: name });
};

/** A slice as a font of pdfkit. */
export const openSlice = (slice: string, weight: Weight): Font => {
  const key = `${slice} ${weight}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  if (opened.size >= KEPT_MAX) opened.clear();
  const font = openNow(slice, weight);
  opened.set(key, font);
  return font;
};

/** Words that were tried, since most words of a text are repeated. */
const tried = new Map<string, boolean>();
const TRIED_MAX = 5_000;

const tryShaping = (word: string, slice: string): boolean => {
  try {
    openSlice(slice, 400).layout(word, []);
    return true;
  } catch {
    return false;
  }
};

/** Whether a word can be shaped: what no language writes can make fontkit fail. */
export const isShaped = (word: string, slice: string): boolean => {
  const known = tried.get(word);
  if (known !== undefined) return known;
  if (tried.size >= TRIED_MAX) tried.clear();
  const can = tryShaping(word, slice);
  tried.set(word, can);
  return can;
};
