import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { isSealedWith, seal, unseal } from "../../../../server/platform/lib/secret/sealing.ts";

const KEY = "a-secret-key-of-32-characters-00";

describe("sealed texts (rules 6: stored webhook passwords are encrypted)", () => {
  for (const text of ["", "geheim", "Zoë 花子 🙂", "x".repeat(10_000)])
    it(`open to the same text: ${JSON.stringify(text.slice(0, 10))}`, () => {
      const sealed = seal(KEY, "password of a", text);
      assert.equal(unseal(KEY, "password of a", sealed), text);
      assert.ok(text === "" || !Buffer.from(sealed, "base64url").includes(text));
    });

  it("differ each time, so that equal passwords do not show", () => {
    assert.notEqual(seal(KEY, "p", "geheim"), seal(KEY, "p", "geheim"));
  });

  it("do not open for another purpose, with another key, altered at any byte, or cut", () => {
    const sealed = seal(KEY, "password of a", "geheim");
    assert.equal(unseal(KEY, "password of b", sealed), undefined);
    assert.equal(unseal(`${KEY}x`, "password of a", sealed), undefined);
    const [, head = "", body = ""] = /^(1\.[0-9a-f]{12}\.)(.*)$/.exec(sealed) ?? [];
    const bytes = Buffer.from(body, "base64url");
    for (let n = 0; n < bytes.length; n += 1) {
      const altered = Buffer.from(bytes);
      altered[n] = (altered[n] ?? 0) ^ 1;
      assert.equal(unseal(KEY, "password of a", head + altered.toString("base64url")), undefined, `byte ${n}`);
      assert.equal(unseal(KEY, "password of a", head + bytes.subarray(0, n).toString("base64url")), undefined);
    }
  });

  it("say which key sealed them; those from before that open too, with either key; another version does not", () => {
    const sealed = seal(KEY, "p", "geheim");
    const plain = sealed.split(".")[2] ?? "";
    const keys = { secretKey: `${KEY}x`, previousKey: KEY };
    assert.deepEqual(
      [isSealedWith(KEY, sealed), isSealedWith(`${KEY}x`, sealed), isSealedWith(KEY, plain)],
      [true, false, false],
    );
    for (const text of [sealed, plain]) assert.equal(unseal(keys, "p", text), "geheim");
    assert.equal(unseal(KEY, "p", sealed.replace(/^1/, "2")), undefined);
    assert.equal(unseal(KEY, "p", sealed.replace(/^1\.\w{4}/, "1.0000")), undefined);
  });
});
