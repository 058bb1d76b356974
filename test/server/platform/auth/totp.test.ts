import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { base32, codeOfStep, keyUri, stepOfCode } from "../../../../server/platform/auth/totp.ts";

const SECRET = Buffer.from("12345678901234567890");

describe("codes of authenticator apps (RFC 6238, RFC 4226)", () => {
  it("are the last six digits of the vectors for SHA-1 in RFC 6238, appendix B", () => {
    for (const [seconds, eight] of [
      [59, "94287082"],
      [1111111109, "07081804"],
      [1111111111, "14050471"],
      [1234567890, "89005924"],
      [2000000000, "69279037"],
      [20000000000, "65353130"],
    ] as const)
      assert.equal(codeOfStep(SECRET, Math.floor(seconds / 30)), eight.slice(2));
  });

  it("are the ten vectors of RFC 4226, appendix D", () => {
    const codes = Array.from({ length: 10 }, (_, step) => codeOfStep(SECRET, step));
    assert.deepEqual(codes.join(" "), "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489");
  });

  it("are taken one step early or late, and no earlier or later", () => {
    const now = 1_000 * 30_000 + 12_345;
    for (const [step, taken] of [
      [998, undefined],
      [999, 999],
      [1000, 1000],
      [1001, 1001],
      [1002, undefined],
    ] as const)
      assert.equal(stepOfCode(SECRET, codeOfStep(SECRET, step), 0, now), taken);
  });

  it("are not taken again, nor is one of an earlier step", () => {
    const now = 1_000 * 30_000;
    assert.equal(stepOfCode(SECRET, codeOfStep(SECRET, 1000), 1000, now), undefined);
    assert.equal(stepOfCode(SECRET, codeOfStep(SECRET, 999), 1000, now), undefined);
    assert.equal(stepOfCode(SECRET, codeOfStep(SECRET, 1001), 1000, now), 1001);
  });

  it("other texts are no codes", () => {
    for (const text of ["", "12345", "1234567", "abcdef"]) assert.equal(stepOfCode(SECRET, text, 0, 0), undefined);
  });
});

describe("the key of an authenticator app", () => {
  it("is Base32 without padding: the vectors of RFC 4648", () => {
    const vectors = { f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", fooba: "MZXW6YTB", foobar: "MZXW6YTBOI" };
    for (const [text, written] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), written);
  });

  it("names account and issuer, escaped", () => {
    const uri = new URL(keyUri(SECRET, "ann+x@example.org"));
    assert.equal(`${uri.protocol}//${uri.host}${uri.pathname}`, "otpauth://totp/Foyer:ann%2Bx%40example.org");
    assert.deepEqual(Object.fromEntries(uri.searchParams), { secret: base32(SECRET), issuer: "Foyer" });
  });
});
