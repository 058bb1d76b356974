import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { canonicalAddress, isRange } from "../../../../server/platform/lib/net/ip-address.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { asPlainCell } from "../../../../shared/text/csv-formula.ts";
import { parsePicture } from "../../../../server/platform/lib/text/picture.ts";
import { verifyToken, signToken } from "../../../../server/platform/lib/secret/signed-token.ts";
import { makeStreamCounter, STREAMS_MAX } from "../../../../server/resources/live/stream-counter.ts";
import { processorMs } from "../../../support/outside/hostile.ts";

describe("what a picture is, by its beginning", () => {
  const typeOf = (text: string): string | undefined =>
    parsePicture(`data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`)?.type;

  it("an SVG may begin with blanks, a declaration, comments and its document type; nothing else is one", () => {
    for (const text of [
      "<svg>",
      "\n <svg x='1'>",
      '<?xml version="1.0"?>\n<svg>',
      "<!-- a --> <!----><svg\n>",
      "<?xml?><!-- <svg> --><svg>",
      "<!DOCTYPE svg><svg>",
    ])
      assert.equal(typeOf(text), "image/svg+xml", text);
    for (const text of [
      "",
      "svg",
      "<svgx>",
      "<!-- <svg>",
      "<?xml <svg",
      "x<svg>",
      "<!DOCTYPE html><svg>",
      "<!-->-<svg>",
    ])
      assert.equal(typeOf(text), undefined, text);
  });

  it("comments without end are read in no time, however many", async () => {
    const text = "<!---->".repeat(73);
    assert.ok((await processorMs(() => typeOf(text), 50)) < 50);
  });
});

describe("addresses", () => {
  it("email: what mail servers take without quotes, at a host's name", () => {
    const good =
      "jo@example.org|jo+tag@example.org|o'neil@example.co.uk|a=b%c/d@example.org|a&b?c@example.org|zoë@exämple.org|x@localhost|_dmarc@a_b.example";
    for (const text of good.split("|")) assert.equal(isEmailAddress(text), true, text);
    const bad =
      "v@example.com?bcc=evil%40evil.example&body=hi|a@b&c|a@b%2e|a@b/c|a@b=c|a@b..c|a@.b|a@b.|a@|@b|a b@c|a@b@c|a@b,c@d|<a@b>|a@b\nBcc: c@d";
    for (const text of bad.split("|")) assert.equal(isEmailAddress(text), false, text);
  });

  it("IP: a zone is not part of it; a long text is refused without parsing", async () => {
    assert.equal(canonicalAddress("fe80::1%eth0"), "fe80::1");
    assert.equal(canonicalAddress("[::1]"), "::1");
    assert.ok((await processorMs(() => isRange(`${"%".repeat(200_000)}\nx`), 50)) < 50);
  });
});

describe("a cell of a CSV file", () => {
  it("is not a formula, also behind blanks and breaks and in full width; numbers and telephone numbers stay", () => {
    for (const text of [
      "=1+1",
      "+a",
      "-a",
      "@SUM(1)",
      "\tx",
      "\rx",
      "\n=1",
      "\nx",
      " =1",
      "\u00a0=1",
      "＝1+1",
      "＋a",
      "－a",
      "＠a",
    ])
      assert.equal(asPlainCell(text), `'${text}`, JSON.stringify(text));
    for (const text of ["", "a=1", "+32 470 12 34 56", "-5", "'a", "a\n=1"]) assert.equal(asPlainCell(text), text);
    // An import takes one apostrophe off, so that a text which has its own keeps it.
    assert.equal(asPlainCell("'=1"), "''=1");
  });
});

describe("signed tokens", () => {
  it("have one spelling", () => {
    const token = signToken("key", "test", "a-b", 2_000);
    assert.equal(verifyToken("key", "test", token, 1_000), "a-b");
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const others = Array.from(letters)
      .map((last) => token.slice(0, -1) + last)
      .filter((other) => other !== token);
    const read = others
      .concat(`${token}=`, `${token}A`)
      .filter((other) => verifyToken("key", "test", other, 1_000) !== undefined);
    assert.deepEqual(read, []);
  });
});

describe("event streams of one credential", () => {
  const key = { kind: "api_key", _id: "a" } as const;

  it("503: beyond the limit at once; other callers are unaffected, and one that ends makes room, once", () => {
    const streamCounter = makeStreamCounter();
    const [first, ...rest] = Array.from({ length: STREAMS_MAX }, () => streamCounter.take(key));
    assert.throws(() => streamCounter.take(key), { status: 503 });
    streamCounter.take({ ...key, _id: "b" });
    streamCounter.take({ ...key, kind: "user" });
    first?.();
    first?.();
    const last = streamCounter.take(key);
    assert.throws(() => streamCounter.take(key), { status: 503 });
    for (const giveBack of [last, ...rest]) giveBack();
    assert.equal(typeof streamCounter.take(key), "function");
  });
});
