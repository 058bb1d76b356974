import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { editsBetween } from "../../../../server/platform/names/edits.ts";

describe("the edits between two words", () => {
  for (const [a, b, edits] of [
    ["anna", "anna", 0],
    ["anna", "ana", 1],
    ["anna", "anne", 1],
    ["martin", "matrin", 1],
    ["martin", "amrtni", 2],
    ["", "ab", 2],
  ] as const)
    it(`from ${a} to ${b} are ${edits}`, () => assert.equal(editsBetween(a, b, 5), edits));

  it("are one more than the most where there are more", () => {
    assert.equal(editsBetween("abcdef", "uvwxyz", 2), 3);
    assert.equal(editsBetween("a", "abcdef", 2), 3);
  });
});
