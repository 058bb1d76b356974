import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { seal, unseal } from "../../server/lib/sealed.ts";

const KEY = "a-secret-key-of-32-characters-00";

describe("sealed texts (decisions 6: stored webhook passwords are encrypted)", () => {
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
    const bytes = Buffer.from(sealed, "base64url");
    for (let n = 0; n < bytes.length; n += 1) {
      const altered = Buffer.from(bytes);
      altered[n] = (altered[n] ?? 0) ^ 1;
      assert.equal(unseal(KEY, "password of a", altered.toString("base64url")), undefined, `byte ${n}`);
      assert.equal(unseal(KEY, "password of a", bytes.subarray(0, n).toString("base64url")), undefined);
    }
  });
});
