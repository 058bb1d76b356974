import { CJK, type DrawCjk } from "./cjk-font.ts";
import type { Faces } from "./faces.ts";
import { breakLines, type Line, type Run, spacesAfter } from "./lines.ts";

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

/** The name under which a font is registered in the document. */
const fontOf = ({ font }: Pick<Style, "font">, isWide: boolean): string => (isWide ? `${font}-wide` : font);

type TextMeasure = (text: string, style: Style) => number;

/** Widths are cached: most words of a text are repeated. */
const makeTextMeasure = (doc: PDFKit.PDFDocument, faces: Faces): TextMeasure => {
  const widths = new Map<string, number>();
  const latin: TextMeasure = (text, style) => {
    const key = `${style.font} ${style.size} ${text}`;
    const found = widths.get(key);
    if (found !== undefined) return found;
    const width =
      text === ""
        ? 0
        : doc
            .font(fontOf(style, faces[style.font].isWide(text.trimEnd())))
            .fontSize(style.size)
            .widthOfString(text);
    widths.set(key, width);
    return width;
  };
  return (text, style) => {
    if (!CJK.test(text)) return latin(text, style);
    const spaces = spacesAfter(text);
    return style.size * (text.length - spaces.length) + latin(spaces, style);
  };
};

const drawRun = (doc: PDFKit.PDFDocument, drawCjk: DrawCjk, run: Run, x: number, y: number, style: Style): void => {
  if (run.cjk) {
    drawCjk(run.text.trimEnd(), x, y, style.size);
    return;
  }
  doc.font(fontOf(style, run.wide));
  // With a list of features, even an empty one, the run is shaped as a whole: right-to-left words come out in their
  // order.
  const features = run.rtl ? { features: [] } : {};
  doc.text(run.text, x, y, { lineBreak: false, baseline: "alphabetic", ...features });
};

/** Makes the typesetter of a document, and registers its fonts. */
export const makeTypesetter = (doc: PDFKit.PDFDocument, faces: Faces, drawCjk: DrawCjk): Typesetter => {
  for (const font of ["regular", "bold"] as const) {
    doc.registerFont(fontOf({ font }, false), faces[font].own);
    doc.registerFont(fontOf({ font }, true), faces[font].wide);
  }
  const width = makeTextMeasure(doc, faces);
  return {
    width,
    lines: (text, max, style) =>
      breakLines(text, max, { measure: (part) => width(part, style), isWide: faces[style.font].isWide }),
    draw: (line, { x, y, max }, style) => {
      doc.fontSize(style.size).fillColor(style.color);
      let at = line.rtl ? x + max : x;
      for (const run of line.runs) {
        // The space after left-to-right words is to their left when the line runs to the left.
        const space = line.rtl && !run.rtl ? width(spacesAfter(run.text), style) : 0;
        if (line.rtl) at -= run.width;
        drawRun(doc, drawCjk, run, at + space, y, style);
        if (!line.rtl) at += run.width;
      }
    },
  };
};
