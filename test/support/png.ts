import assert from "node:assert/strict";
import { crc32, inflateSync } from "node:zlib";

/** A picture as pixels of four bytes each. */
export type Pixels = { width: number; height: number; data: Uint8Array };

/** Reads a PNG of one bit grey without filters, and checks its chunks: a second reader than the one that wrote it. */
export const pixelsOf = (bytes: Buffer): Pixels => {
  assert.equal(bytes.subarray(0, 8).toString("latin1"), "\u0089PNG\r\n\u001a\n");
  const chunks: Record<string, Buffer> = {};
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(body));
    chunks[body.toString("latin1", 0, 4)] = body.subarray(4);
    at += 12 + length;
  }
  const head = chunks["IHDR"] ?? assert.fail("no head");
  assert.deepEqual([...head.subarray(8)], [1, 0, 0, 0, 0]);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const lines = inflateSync(chunks["IDAT"] ?? assert.fail("no data"));
  const stride = 1 + Math.ceil(width / 8);
  assert.equal(lines.length, stride * height);
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (((lines[y * stride + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, data };
};
