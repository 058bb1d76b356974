import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits a pixel, then grey, and the only ways there are to pack, filter and order. */
const GREY_ONE_BIT = Buffer.from([1, 0, 0, 0, 0]);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** One line of pixels: a filter byte, then a bit each; 1 is white. */
const lineOf = (row: readonly boolean[]): Buffer => {
  const line = Buffer.alloc(1 + Math.ceil(row.length / 8));
  for (const [x, black] of row.entries()) {
    const at = 1 + (x >> 3);
    if (!black) line[at] = (line[at] ?? 0) | (0x80 >> (x & 7));
  }
  return line;
};

/** A black and white picture as PNG: rows of equally many pixels, true is black. Many mail readers show no SVG. */
export const blackAndWhitePng = (rows: readonly (readonly boolean[])[]): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(rows[0]?.length ?? 0, 0);
  size.writeUInt32BE(rows.length, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", Buffer.concat([size, GREY_ONE_BIT])),
    chunk("IDAT", deflateSync(Buffer.concat(rows.map(lineOf)), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
