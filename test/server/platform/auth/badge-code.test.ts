import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { encodeQR } from "qr";

import { badgeCode, readBadgeCode } from "../../../../server/platform/auth/badge-code.ts";
import type { SecretKeys } from "../../../../server/platform/lib/secret/secret-keys.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";

const KEY = "a-secret-key-of-the-service-for-tests";
const LOCATION = newId();
const VISIT = newId(LOCATION);
const SIGNED_IN = "2026-11-23T09:00:00.000Z";
const HOUR_MS = 60 * 60_000;
const code = badgeCode(KEY, { location: LOCATION, visit: VISIT }, SIGNED_IN, 1);
type Reading = { location?: string; at?: number; keys?: SecretKeys };
const read = (text: string, { location = LOCATION, at = 0, keys = KEY }: Reading = {}) =>
  readBadgeCode(keys, location, text, Date.parse(SIGNED_IN) + at);

describe("the code of a badge", () => {
  it("is a QR code of 25 modules, and the same each time", () => {
    assert.equal(encodeQR(code, "raw", { border: 1, ecc: "medium" }).length - 2, 25);
    assert.equal(badgeCode(KEY, { location: LOCATION, visit: VISIT }, SIGNED_IN, 1), code);
  });

  it("names its visit until the location keeps it no longer, 90 days at most", () => {
    assert.deepEqual(read(code), { location: LOCATION, visit: VISIT, kind: "exit", ended: false });
    assert.deepEqual(
      [23, 25].map((hours) => read(code, { at: hours * HOUR_MS })?.ended),
      [false, true],
    );
    const long = badgeCode(KEY, { location: LOCATION, visit: VISIT }, SIGNED_IN, null);
    assert.deepEqual(
      [89, 91].map((days) => read(long, { at: days * 24 * HOUR_MS })?.ended),
      [false, true],
    );
  });

  it("of a visit before 1970 has ended", () => {
    const old = badgeCode(KEY, { location: LOCATION, visit: VISIT }, "0001-01-01T00:00:00.000Z", null);
    assert.deepEqual(read(old), { location: LOCATION, visit: VISIT, kind: "exit", ended: true });
  });

  it("is refused at another location, with another key, or with any character changed; the previous key is still accepted", () => {
    assert.equal(read(code, { location: newId() }), undefined);
    assert.equal(read(code, { keys: "another-secret-key" }), undefined);
    assert.equal(read(code, { keys: { secretKey: "another-secret-key", previousKey: KEY } })?.visit, VISIT);
    for (let n = 0; n < code.length; n += 1) {
      const other = code[n] === "7" ? "8" : "7";
      assert.equal(read(code.slice(0, n) + other + code.slice(n + 1)), undefined, `character ${n}`);
    }
    for (const text of ["", "F", `F${"V".repeat(37)}`, `${code}0`, code.toLowerCase()])
      assert.equal(read(text), undefined);
  });
});
