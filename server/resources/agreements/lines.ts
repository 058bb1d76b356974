import { CJK } from "./cjk-font.ts";
import type { Face } from "./faces.ts";

/** A stretch of text in one font and one direction. */
export type Run = { text: string; width: number; cjk: boolean; wide: boolean; rtl: boolean };
/** A line of runs in reading order. */
export type Line = { runs: Run[]; width: number; rtl: boolean };
/** The width of a text without line breaks, in points. */
export type Measure = (text: string) => number;
/** How a word is set: its width, and whether the main font lacks one of its characters. */
export type Fitting = { measure: Measure; isWide: (word: string) => boolean };

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
    else if (sign === "\n" || (!isControl(code) && (face.has(code) || CJK.test(sign)))) drawn += sign;
    else if (!isControl(code)) {
      exact = false;
      drawn += `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
    }
  }
  return { text: drawn, exact };
};

const runOf = (text: string, { measure, isWide }: Fitting, rtl: boolean): Run => ({
  text,
  width: measure(text),
  cjk: CJK.test(text),
  wide: isWide(text.trimEnd()),
  rtl: RTL.test(text) || (rtl && !LTR.test(text)),
});

const push = (line: Line, run: Run): void => {
  const last = line.runs.at(-1);
  line.width += run.width;
  if (last === undefined || last.cjk !== run.cjk || last.wide !== run.wide || last.rtl !== run.rtl) {
    line.runs.push(run);
    return;
  }
  last.text += run.text;
  last.width += run.width;
};

/** A word longer than a line is cut where the line ends. */
const pieces = (word: string, max: number, measure: Measure): string[] => {
  if (measure(word.trimEnd()) <= max) return [word];
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const sign of word) {
    const wide = measure(sign);
    if (used + wide > max && part !== "") {
      parts.push(part);
      [part, used] = ["", 0];
    }
    part += sign;
    used += wide;
  }
  return [...parts, part];
};

/** The direction of a paragraph is that of its first letter. */
const startsRtl = (paragraph: string): boolean => RTL.test(/\p{L}/u.exec(paragraph)?.[0] ?? "");

const breakParagraph = (paragraph: string, max: number, fitting: Fitting): Line[] => {
  const { measure } = fitting;
  const rtl = startsRtl(paragraph);
  const lines: Line[] = [];
  let line: Line = { runs: [], width: 0, rtl };
  const words = (paragraph.match(WORD) ?? []).flatMap((word) => pieces(word, max, measure));
  for (const word of words) {
    if (line.runs.length > 0 && line.width + measure(word.trimEnd()) > max) {
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
