import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** One line of pixels: a filter byte, then a bit per pixel; 1 is white. */
const lineOf = (row: readonly boolean[]): Buffer => {
  const line = Buffer.alloc(1 + Math.ceil(row.length / 8));
  for (const [x, black] of row.entries()) {
    const at = 1 + (x >> 3);
    if (!black) line[at] = (line[at] ?? 0) | (0x80 >> (x & 7));
  }
  return line;
};

/** The header of a PNG: its size in pixels, bits per sample, and the number of its colour type. */
export type PngHeader = { width: number; height: number; depth: number; color: number; interlaced?: number };

/** A PNG. @param lines a filter byte each, and the pixels as the header describes them */
export const encodePng = ({ width, height, depth, color, interlaced = 0 }: PngHeader, lines: Buffer): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, color, 0, 0, interlaced], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** A black and white picture as PNG: rows of equal length, true is black. Many mail clients show no SVG. */
export const blackAndWhitePng = (rows: readonly (readonly boolean[])[]): Buffer =>
  encodePng({ width: rows[0]?.length ?? 0, height: rows.length, depth: 1, color: 0 }, Buffer.concat(rows.map(lineOf)));
