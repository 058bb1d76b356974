import type { Face } from "./faces.ts";
import { CJK, cjkOrder, isShaped, sliceOf } from "./script-fonts.ts";

/** A stretch of text in one font and one direction. */
export type Run = { text: string; width: number; font: string; rtl: boolean };
/** A line of runs in reading order. */
export type Line = { runs: Run[]; width: number; rtl: boolean };
/** The width of a text in a font, without line breaks, in points. */
export type Measure = (text: string, font: string) => number;
/** How a word is set: its width, and the font of a stretch whose characters are all of one script. */
export type Fitting = { measure: Measure; fontOf: (stretch: string) => string };

/** The spaces a text ends with. */
export const spacesAfter = (text: string): string => text.slice(text.trimEnd().length);
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LTR = /[\p{L}\p{N}]/u;
/**
 * Words with the spaces after them; each CJK character is a word, because a line can break after any of them. Longer
 * words are cut at the length of a line: shaping time grows faster than length.
 */
const WORD = new RegExp(`${CJK.source}\\s{0,200}|(?:(?!${CJK.source})\\S){1,200}\\s{0,200}|\\s{1,200}`, "gu");
/**
 * No language puts more marks on a letter, and each further one slows down shaping (`e` with 20,000 of them took a
 * minute).
 */
const MARKS_MAX = 4;
const MARK = /\p{M}/u;
const FIRST_MARK = 0x300;
/** Invisible characters: joiners, direction marks, variant selectors, skin tones. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu;

/** The text as it can be drawn, and whether all of it could be: nothing was replaced by its code point. */
export type Drawable = { text: string; exact: boolean };

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

const codePoint = (sign: string): string =>
  `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** Words that can't be shaped, in code points. */
const shapeable = (text: string): Drawable => {
  let exact = true;
  const drawn = text.replaceAll(/[\u0900-\u0e7f]{1,200}/g, (word) => {
    const slice = sliceOf(word, []);
    if (slice === undefined || isShaped(word, slice)) return word;
    exact = false;
    return Array.from(word, codePoint).join("");
  });
  return { text: drawn, exact };
};

/**
 * Characters that no font has are written as code points, `[U+1F680]`: nothing is lost, and readers can look them up.
 */
export const drawable = (text: string, face: Pick<Face, "has">): Drawable => {
  const plain = text.normalize("NFC").replaceAll(/\r\n?/g, "\n").replaceAll("\t", "    ").replaceAll(INVISIBLE, "");
  let exact = true;
  let drawn = "";
  let marks = 0;
  for (const sign of plain) {
    const code = sign.codePointAt(0) ?? 0;
    marks = code >= FIRST_MARK && MARK.test(sign) ? marks + 1 : 0;
    if (marks > MARKS_MAX) exact = false;
    else if (sign === "\n" || (!isControl(code) && (face.has(code) || sliceOf(sign, cjkOrder("", "")) !== undefined)))
      drawn += sign;
    else if (!isControl(code)) {
      exact = false;
      drawn += codePoint(sign);
    }
  }
  const shaped = shapeable(drawn);
  return { text: shaped.text, exact: exact && shaped.exact };
};

const runOf = (text: string, { measure, fontOf }: Fitting, rtl: boolean): Run => {
  const font = fontOf(text.trimEnd());
  return { text, width: measure(text, font), font, rtl: RTL.test(text) || (rtl && !LTR.test(text)) };
};

const push = (line: Line, run: Run): void => {
  const last = line.runs.at(-1);
  line.width += run.width;
  if (last === undefined || last.font !== run.font || last.rtl !== run.rtl) {
    line.runs.push(run);
    return;
  }
  last.text += run.text;
  last.width += run.width;
};

/** What readers take for one letter, with its marks, and words of languages that write no blanks between them. */
const letters = new Intl.Segmenter("th", { granularity: "grapheme" });
const segmenter = new Intl.Segmenter("th", { granularity: "word" });
const THAI = /[\u0e00-\u0e7f]/;

/** A word longer than a line is cut where the line ends. */
const pieces = (word: string, max: number, { measure, fontOf }: Fitting): string[] => {
  const font = fontOf(word.trimEnd());
  if (measure(word.trimEnd(), font) <= max) return [word];
  const parts: string[] = [];
  let part = "";
  let used = 0;
  const cuts = THAI.test(word) ? segmenter : letters;
  for (const { segment: sign } of cuts.segment(word)) {
    const wide = measure(sign, font);
    if (used + wide > max && part !== "") {
      parts.push(part);
      [part, used] = ["", 0];
    }
    part += sign;
    used += wide;
  }
  return [...parts, part];
};

const SCRIPT =
  /[\u0900-\u097f]+|[\u0980-\u09ff]+|[\u0b80-\u0bff]+|[\u0e00-\u0e7f]+|[^\u0900-\u09ff\u0b80-\u0bff\u0e00-\u0e7f]+/g;

/** A word in stretches of one script each, with the blanks after it. */
const stretches = (word: string): string[] => {
  const parts = word.trimEnd().match(SCRIPT) ?? [];
  const last = parts.pop() ?? "";
  return [...parts, last + spacesAfter(word)];
};

/** The direction of a paragraph is that of its first letter. */
const startsRtl = (paragraph: string): boolean => RTL.test(/\p{L}/u.exec(paragraph)?.[0] ?? "");

const breakParagraph = (paragraph: string, max: number, fitting: Fitting): Line[] => {
  const { measure, fontOf } = fitting;
  const rtl = startsRtl(paragraph);
  const lines: Line[] = [];
  let line: Line = { runs: [], width: 0, rtl };
  const words = (paragraph.match(WORD) ?? []).flatMap((word) =>
    stretches(word).flatMap((stretch) => pieces(stretch, max, fitting)),
  );
  for (const word of words) {
    if (line.runs.length > 0 && line.width + measure(word.trimEnd(), fontOf(word.trimEnd())) > max) {
      lines.push(line);
      line = { runs: [], width: 0, rtl };
    }
    push(line, runOf(word, fitting, rtl));
  }
  return [...lines, line];
};

/** The lines of a text, none wider than `max`; its own line breaks are kept. */
export const breakLines = (text: string, max: number, fitting: Fitting): Line[] =>
  text.split("\n").flatMap((paragraph) => breakParagraph(paragraph, max, fitting));
