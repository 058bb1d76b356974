import { inflateSync } from "node:zlib";

import { pictureBytes } from "../../platform/lib/text/picture.ts";

/** Larger pictures are not drawn: unpacking one would cost more than a signature is worth. */
const PIXELS_MAX = 4_000_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel, by PNG colour type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const FILTER_MAX = 4;

type Chunk = { type: string; data: Buffer };

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = PNG.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
};

const inflate = (data: Buffer, bytes: number): Buffer | undefined => {
  try {
    return inflateSync(data, { maxOutputLength: bytes + 1 });
  } catch {
    // Broken, or larger than its header says.
    return undefined;
  }
};

/**
 * Whether every row can be decoded: pdfkit unpacks some pictures in the background, where an error would end the
 * process.
 */
const isWholePng = (png: Buffer): boolean => {
  const chunks = chunksOf(png);
  const head = chunks[0];
  if (head?.type !== "IHDR" || head.data.length !== 13 || chunks.at(-1)?.type !== "IEND") return false;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlaced] = head.data.subarray(8);
  const palette = chunks.find(({ type }) => type === "PLTE");
  if (width * height === 0 || width * height > PIXELS_MAX || interlaced !== 0) return false;
  if (DEPTHS[color]?.includes(depth) !== true || (color === 3 && palette === undefined)) return false;
  const row = 1 + Math.ceil((width * depth * (SAMPLES[color] ?? 0)) / 8);
  const data = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data));
  const rows = inflate(data, row * height);
  if (rows?.length !== row * height) return false;
  for (let at = 0; at < rows.length; at += row) if ((rows[at] ?? 0) > FILTER_MAX) return false;
  return true;
};

const SOI = 0xffd8;
/** JPEG frames (baseline, progressive and so on) and their contents: bits per sample, size, and gray, RGB or CMYK. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const COLORS: ReadonlySet<number | undefined> = new Set([1, 3, 4]);

/** Whether it has a frame that readers can show; the segments before it are skipped by their length. */
const isJpeg = (bytes: Buffer): boolean => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== SOI) return false;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (!FRAMES.has(bytes[at + 1] ?? 0)) continue;
    const area = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    return bytes[at + 4] === 8 && area > 0 && COLORS.has(bytes[at + 9]);
  }
  return false;
};

/** A stored `photo` or `signature` as the bytes of a PNG or JPEG that can be drawn; undefined for anything else. */
export const pictureOf = (text: string): Buffer | undefined => {
  const bytes = pictureBytes(text);
  if (bytes.subarray(0, PNG.length).equals(PNG)) return isWholePng(bytes) ? bytes : undefined;
  return isJpeg(bytes) ? bytes : undefined;
};
