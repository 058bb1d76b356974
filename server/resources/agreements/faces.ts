import { readFile } from "node:fs/promises";

/** The document's two fonts: the main one, and a wide one for characters that the main one lacks. */
export type Face = {
  own: Buffer;
  wide: Buffer;
  /** Whether one of the two has the character. */
  has: (codePoint: number) => boolean;
  /** Whether the wide font draws a word: the main font lacks one of its characters. */
  isWide: (word: string) => boolean;
};
export type Faces = { regular: Face; bold: Face };

type Range = [first: number, last: number];

const groups = (cmap: Buffer, at: number): Range[] =>
  Array.from({ length: cmap.readUInt32BE(at + 12) }, (_, n) => [
    cmap.readUInt32BE(at + 16 + 12 * n),
    cmap.readUInt32BE(at + 20 + 12 * n),
  ]);

const segments = (cmap: Buffer, at: number): Range[] => {
  const bytes = cmap.readUInt16BE(at + 6);
  return Array.from({ length: bytes / 2 }, (_, n) => [
    cmap.readUInt16BE(at + 16 + bytes + 2 * n),
    cmap.readUInt16BE(at + 14 + 2 * n),
  ]);
};

/**
 * The `cmap` of a TrueType font: first and last code point of each range, for all of Unicode if it has such a table.
 */
const rangesOf = (font: Buffer): Range[] => {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + 16 * n);
  const entry = tables.find((at) => font.toString("latin1", at, at + 4) === "cmap");
  if (entry === undefined) throw new Error("the font has no cmap");
  const cmap = font.readUInt32BE(entry + 8);
  const count = font.readUInt16BE(cmap + 2);
  const subtables = Array.from({ length: count }, (_, n) => cmap + font.readUInt32BE(cmap + 8 + 8 * n));
  const find = (format: number) => subtables.find((at) => font.readUInt16BE(at) === format);
  const [full, plain] = [find(12), find(4)];
  if (full !== undefined) return groups(font, full);
  if (plain !== undefined) return segments(font, plain);
  throw new Error("the font has no cmap of format 12 or 4");
};

const charactersOf = (font: Buffer): ReadonlySet<number> =>
  new Set(rangesOf(font).flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n)));

const faceOf = (own: Buffer, wide: Buffer): Face => {
  const [inOwn, inWide] = [charactersOf(own), charactersOf(wide)];
  return {
    own,
    wide,
    has: (codePoint) => inOwn.has(codePoint) || inWide.has(codePoint),
    isWide: (word) => Array.from(word).some((sign) => !inOwn.has(sign.codePointAt(0) ?? 0)),
  };
};

const load = async (own: string, wide: string): Promise<Face> => {
  const files = [new URL(`fonts/${own}`, import.meta.url), new URL(wide)];
  const [house = Buffer.alloc(0), other = Buffer.alloc(0)] = await Promise.all(files.map((file) => readFile(file)));
  return faceOf(house, other);
};

const loadAll = async (): Promise<Faces> => {
  const [regular, bold] = await Promise.all([
    load("Geist-Regular.ttf", import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf")),
    load("Geist-SemiBold.ttf", import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf")),
  ]);
  return { regular, bold };
};

let faces: Promise<Faces> | undefined;

/**
 * The fonts of documents: the main one for Latin and Cyrillic, others for Greek, Armenian, Georgian, Hebrew and Arabic.
 * Read once.
 */
export const loadFaces = (): Promise<Faces> => (faces ??= loadAll());
