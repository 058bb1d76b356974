import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { decodeQR } from "qr/decode.js";

import { blackAndWhitePng } from "../../../../server/resources/messages/mail/png.ts";
import { qrCode } from "../../../../server/resources/messages/mail/qr-code.ts";
import { pixelsOf } from "../../../support/png.ts";

describe("QR codes as PNG", () => {
  it("a picture reads back pixel by pixel, whatever its width", () => {
    for (const width of [1, 7, 8, 9, 17]) {
      const rows = [0, 1, 2].map((y) => Array.from({ length: width }, (_, x) => (x * 3 + y) % 4 === 0));
      const { data, ...size } = pixelsOf(blackAndWhitePng(rows));
      assert.deepEqual(size, { width, height: 3 });
      const blacks = rows.flat().map((black) => (black ? 0 : 255));
      assert.deepEqual(
        blacks.map((_, n) => data[n * 4]),
        blacks,
      );
    }
  });

  it("a code is read as the text it was made of, and has its quiet zone", () => {
    const text = `https://visitors.example.org/visit/#i=${"0a".repeat(12)}-${"1b".repeat(12)}.1799999999999.${"x_-9".repeat(11)}`;
    const { bytes, size } = qrCode(text);
    const picture = pixelsOf(bytes);
    assert.equal(decodeQR(picture), text);
    assert.equal(size, picture.width / 2);
    const quiet = picture.data.subarray(0, picture.width * 4 * 4 * 8);
    assert.ok(quiet.every((byte) => byte === 255));
    assert.ok(bytes.length < 4_000);
  });
});
