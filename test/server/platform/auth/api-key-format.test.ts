import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";

import {
  digestOf,
  keyIdOf,
  looksLikeKey,
  matchesDigest,
  newApiKey,
} from "../../../../server/platform/auth/api-key-format.ts";

describe("newKey (interface 5.1, 5.3)", () => {
  it("makes keys of the documented shape, none like another", () => {
    const keys = Array.from({ length: 500 }, newApiKey);
    for (const { keyId, value, digest } of keys) {
      assert.match(value, /^svc_[0-9A-Za-z]{16}_[0-9A-Za-z]{46}$/);
      assert.equal(keyIdOf(value), keyId);
      assert.deepEqual(digest, createHash("sha256").update(value).digest());
    }
    assert.equal(new Set(keys.map(({ keyId }) => keyId)).size, 500);
    assert.equal(new Set(keys.map(({ value }) => value.slice(-46, -6))).size, 500);
  });

  it("draws from all 62 letters and digits about evenly", () => {
    const drawn = Array.from({ length: 1000 }, () => newApiKey().value.slice(-46, -6)).join("");
    const counts = new Map<string, number>();
    for (const letter of drawn) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    assert.equal(counts.size, 62);
    const even = drawn.length / 62;
    for (const [letter, count] of counts) assert.ok(Math.abs(count - even) < even * 0.3, `${letter}: ${count}`);
  });
});

describe("looksLikeKey", () => {
  it("knows a key by its checksum, and every single changed character", () => {
    const { value } = newApiKey();
    assert.ok(looksLikeKey(value));
    for (let n = 0; n < value.length; n += 1) {
      const changed = `${value.slice(0, n)}${value[n] === "x" ? "y" : "x"}${value.slice(n + 1)}`;
      assert.ok(!looksLikeKey(changed), changed);
    }
  });

  it("takes nothing of another shape", () => {
    const { value } = newApiKey();
    for (const text of [
      "",
      "svc_",
      "svc__",
      "svc_a_b",
      value.slice(4),
      ` ${value}`,
      `${value}\n`,
      `${value}x`,
      value.toUpperCase(),
    ])
      assert.ok(!looksLikeKey(text), text);
  });
});

describe("matches", () => {
  it("compares the whole value; without a stored digest nothing matches", () => {
    const { value, digest } = newApiKey();
    assert.ok(matchesDigest(value, digest));
    assert.ok(!matchesDigest(`${value} `, digest));
    assert.ok(!matchesDigest(newApiKey().value, digest));
    for (const missing of [null, undefined]) assert.ok(!matchesDigest(value, missing));
  });

  it("does not take the digest of nothing for a missing one", () => {
    assert.ok(!matchesDigest("", null));
    assert.ok(!matchesDigest("", Buffer.alloc(32)));
    assert.ok(matchesDigest("", digestOf("")));
  });
});

describe("keyIdOf", () => {
  it("finds the id in a value of the shape alone", () => {
    assert.equal(keyIdOf("svc_abc_def"), "abc");
    for (const text of [
      "",
      "svc_abc",
      "svc_abc_",
      "svc__def",
      "SVC_abc_def",
      "svc_a_b_c",
      "svc_a'b_c",
      "x svc_abc_def",
    ])
      assert.equal(keyIdOf(text), undefined, text);
  });
});
