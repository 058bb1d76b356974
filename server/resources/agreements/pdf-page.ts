import type { Faces } from "./faces.ts";
import type { Labels } from "./labels.ts";
import { drawable, type Line } from "./lines.ts";
import type { Style, Typesetter } from "./typesetting.ts";

// An A4 page, in points.
export const MARGIN = 62;
export const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - 78;
export const FOOT = 841.89 - 44;
const LABEL_WIDTH = 104;
/** The most characters shown of a name or similar field: it may be a megabyte long. */
export const FIELD_MAX = 400;

const INK = "#1a2230";
export const GRAY = "#5c6675";
const LINE = "#c9d0d9";
export const TITLE: Style = { font: "bold", size: 19, color: INK };
export const BODY: Style = { font: "regular", size: 10, color: INK };
export const STRONG: Style = { font: "bold", size: 10, color: INK };
export const SMALL: Style = { font: "regular", size: 8, color: GRAY };
export const LABEL: Style = { ...SMALL, size: 8.5 };
const LEADING = 1.5;

/**
 * A document being written: the position of the next line, and the structure element it belongs to, for screen readers.
 */
export type PdfPage = {
  doc: PDFKit.PDFDocument;
  set: Typesetter;
  faces: Faces;
  labels: Labels;
  y: number;
  part: PDFKit.PDFStructureElement;
};

/** A text as one line of at most this many characters. */
export const clip = (text: string, max: number): string => {
  const line = text
    .slice(0, 4 * max)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max).replace(/[\ud800-\udbff]$/, "")}…` : line;
};

/** Begins a new page if the height does not fit on this one. */
export const ensureRoom = (sheet: PdfPage, height: number): void => {
  if (sheet.y + height <= BOTTOM) return;
  sheet.doc.addPage();
  sheet.y = MARGIN;
};

type Box = { x?: number; width?: number; leading?: number };

/** Sets lines from the current position, over as many pages as needed. */
export const putLines = (
  sheet: PdfPage,
  lines: readonly Line[],
  style: Style,
  { x = MARGIN, width = WIDTH, leading = LEADING }: Box = {},
): void => {
  const height = style.size * leading;
  for (const line of lines) {
    ensureRoom(sheet, height);
    sheet.y += height;
    const baseline = sheet.y - (height - style.size) / 2 - style.size * 0.2;
    sheet.set.draw(line, { x, y: baseline, max: width }, style);
  }
};

/** Draws a structure element that screen readers announce: `H1`, `P`, `Figure` with an alternative text. */
export const tagged = ({ doc, part }: PdfPage, type: string, draw: () => void, alt?: string): void => {
  part.add(doc.struct(type, alt === undefined ? {} : { alt }, draw));
};

/** Draws decoration that screen readers skip: lines, page numbers. */
export const decorate = ({ doc }: PdfPage, draw: () => void): void => {
  doc.markContent("Artifact");
  draw();
  doc.endMarkedContent();
};

/** Sets a text from the current position, as a paragraph or another element. */
export const put = (sheet: PdfPage, text: string, style: Style, box: Box = {}, type = "P"): void => {
  const { text: drawn } = drawable(text, sheet.faces[style.font]);
  tagged(sheet, type, () => putLines(sheet, sheet.set.lines(drawn, box.width ?? WIDTH, style), style, box));
};

/** A thin line from the left margin. */
export const rule = (sheet: PdfPage, width = WIDTH, color = LINE): void =>
  decorate(sheet, () => {
    sheet.doc
      .moveTo(MARGIN, sheet.y)
      .lineTo(MARGIN + width, sheet.y)
      .lineWidth(0.6)
      .stroke(color);
  });

/** A label and its value beside it; nothing if the value is empty. */
export const drawField = (
  sheet: PdfPage,
  label: string,
  value: string | null,
  style: Style = BODY,
  max = FIELD_MAX,
): void => {
  if (value === null || value.trim() === "") return;
  const height = style.size * LEADING;
  ensureRoom(sheet, height);
  const top = sheet.y;
  put(sheet, label, LABEL, { width: LABEL_WIDTH, leading: height / LABEL.size });
  sheet.y = top;
  put(sheet, clip(value, max), style, { x: MARGIN + LABEL_WIDTH, width: WIDTH - LABEL_WIDTH });
};
