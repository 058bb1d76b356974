import type { Faces } from "./faces.ts";
import { breakLines, type Line, type Run, spacesAfter } from "./lines.ts";
import { cjkOrder, openSlice, sliceOf } from "./script-fonts.ts";

/** How text is measured and drawn. */
export type Style = { font: "regular" | "bold"; size: number; color: string };

/** Sets text on the pages of a document; all lengths are in points. */
export type Typesetter = {
  width(text: string, style: Style): number;
  /** Lines no wider than `max`; line breaks in the text are kept. */
  lines(text: string, max: number, style: Style): Line[];
  /** Draws a line whose baseline is `y` from the top; right-to-left lines end at the right of `max`. */
  draw(line: Line, at: { x: number; y: number; max: number }, style: Style): void;
};

const WEIGHTS = { regular: 400, bold: 600 } as const;

/** Chooses a font of the document, or a slice of another script; registered when it is first used. */
const useFont = (doc: PDFKit.PDFDocument, registered: Set<string>, font: string, style: Style): void => {
  const name = `${style.font}-${font}`;
  if (!registered.has(name)) {
    // pdfkit takes fonts of fontkit; its types don't say so.
    doc.registerFont(name, openSlice(font, WEIGHTS[style.font]) as never);
    registered.add(name);
  }
  doc.font(name).fontSize(style.size);
};

/** With a list of features, even an empty one, a run is shaped as a whole: right-to-left words come out in their order. */
const SHAPED_WHOLE = { features: [] };
const isSlice = (font: string): boolean => font.includes("/");

type TextMeasure = (text: string, font: string, style: Style) => number;

/** Widths are cached: most words of a text are repeated. */
const makeTextMeasure = (doc: PDFKit.PDFDocument, registered: Set<string>): TextMeasure => {
  const widths = new Map<string, number>();
  return (text, font, style) => {
    const key = `${style.font} ${font} ${style.size} ${text}`;
    const found = widths.get(key);
    if (found !== undefined) return found;
    // A slice of another script may have no blank.
    const blanks = isSlice(font) ? spacesAfter(text) : "";
    const word = text.slice(0, text.length - blanks.length);
    let width = 0;
    if (blanks !== "") {
      useFont(doc, registered, "own", style);
      width += doc.widthOfString(blanks);
    }
    if (word !== "") {
      useFont(doc, registered, font, style);
      width += doc.widthOfString(word);
    }
    widths.set(key, width);
    return width;
  };
};

/** Makes the typesetter of a document, and registers its fonts. */
export const makeTypesetter = (doc: PDFKit.PDFDocument, faces: Faces, language: string): Typesetter => {
  const registered = new Set<string>();
  for (const font of ["regular", "bold"] as const)
    for (const kind of ["own", "wide"] as const) {
      doc.registerFont(`${font}-${kind}`, faces[font][kind]);
      registered.add(`${font}-${kind}`);
    }
  const measure = makeTextMeasure(doc, registered);
  const fontIn = (text: string, style: Style): ((stretch: string) => string) => {
    const order = cjkOrder(text, language);
    return (stretch) => sliceOf(stretch, order) ?? (faces[style.font].isWide(stretch) ? "wide" : "own");
  };
  const drawRun = (run: Run, x: number, y: number, style: Style): void => {
    useFont(doc, registered, run.font, style);
    const text = isSlice(run.font) ? run.text.trimEnd() : run.text;
    doc.text(text, x, y, { lineBreak: false, baseline: "alphabetic", ...(run.rtl ? SHAPED_WHOLE : {}) });
  };
  const lines: Typesetter["lines"] = (text, max, style) =>
    breakLines(text, max, { measure: (part, font) => measure(part, font, style), fontOf: fontIn(text, style) });
  return {
    width: (text, style) => Math.max(0, ...lines(text, Number.POSITIVE_INFINITY, style).map(({ width }) => width)),
    lines,
    draw: (line, { x, y, max }, style) => {
      doc.fontSize(style.size).fillColor(style.color);
      let at = line.rtl ? x + max : x;
      for (const run of line.runs) {
        // The space after left-to-right words is to their left when the line runs to the left.
        const space = line.rtl && !run.rtl ? measure(spacesAfter(run.text), "own", style) : 0;
        if (line.rtl) at -= run.width;
        drawRun(run, at + space, y, style);
        if (!line.rtl) at += run.width;
      }
    },
  };
};
