import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { accentOf } from "../../../../server/platform/lib/text/colour.ts";

const channel = (hex: string, at: number): number => {
  const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

describe("a location's colour on the pages that the service writes (at least 4.5:1)", () => {
  it("is readable under what is written on it and as a ring, in light and dark, whatever was chosen", () => {
    for (const colour of ["#ffffff", "#000000", "#ffcc00", "#2543c6", "#7f7f7f", "#00ff00", "#1A1816"]) {
      const { fill, on, hover, ringLight, ringDark } = accentOf(colour) ?? assert.fail(colour);
      assert.ok(contrast(fill, on) >= 4.5, `${colour} ${fill}`);
      assert.ok(contrast(hover, on) >= 4.5, `${colour} ${hover}`);
      assert.ok(contrast(ringLight, "#ffffff") >= 4.5, `${colour} ${ringLight}`);
      assert.ok(contrast(ringDark, "#1a1816") >= 4.5, `${colour} ${ringDark}`);
    }
  });

  it("stays as it was chosen where that can be read", () => {
    for (const colour of ["#2543c6", "#ffcc00"]) assert.equal(accentOf(colour)?.fill, colour);
  });

  it("is undefined if the text is not a colour", () => {
    for (const text of [null, "", "red", "#fff", "#2543c6;}", "#2543c6 "]) assert.equal(accentOf(text), undefined);
  });
});
