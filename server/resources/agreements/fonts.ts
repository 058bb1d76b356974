import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A face of the document's font and which characters it can draw. */
export type Face = { bytes: Buffer; has: (codePoint: number) => boolean };
export type Faces = { regular: Face; bold: Face };

/** The `cmap` groups (format 12) of a TrueType font: first and last code point of each, in order. */
const groupsOf = (font: Buffer): [number, number][] => {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + 16 * n);
  const entry = tables.find((at) => font.toString("latin1", at, at + 4) === "cmap");
  if (entry === undefined) throw new Error("the font has no cmap");
  const cmap = font.readUInt32BE(entry + 8);
  const subtables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, n) => cmap + font.readUInt32BE(cmap + 8 + 8 * n),
  );
  const full = subtables.find((at) => font.readUInt16BE(at) === 12);
  if (full === undefined) throw new Error("the font has no cmap of format 12");
  return Array.from({ length: font.readUInt32BE(full + 12) }, (_, n) => [
    font.readUInt32BE(full + 16 + 12 * n),
    font.readUInt32BE(full + 20 + 12 * n),
  ]);
};

const faceOf = (bytes: Buffer): Face => {
  const known = new Set(
    groupsOf(bytes).flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n)),
  );
  return { bytes, has: (codePoint) => known.has(codePoint) };
};

const load = async (url: string): Promise<Face> => faceOf(await readFile(fileURLToPath(url)));

const loadAll = async (): Promise<Faces> => {
  const [regular, bold] = await Promise.all([
    load(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf")),
    load(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf")),
  ]);
  return { regular, bold };
};

let faces: Promise<Faces> | undefined;

/** The faces that documents are set in: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic. Read once. */
export const loadFaces = (): Promise<Faces> => (faces ??= loadAll());
