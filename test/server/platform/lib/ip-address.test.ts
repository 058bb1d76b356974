import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { canonicalAddress, inRanges, isRange, refusalSource } from "../../../../server/platform/lib/net/ip-address.ts";

describe("canonicalAddress", () => {
  it("gives one spelling for one address; an IPv4-mapped IPv6 address is its IPv4 (rules 1)", () => {
    for (const text of ["192.0.2.1", " 192.0.2.1 ", "::ffff:192.0.2.1", "::FFFF:c000:201", "[::ffff:192.0.2.1]"])
      assert.equal(canonicalAddress(text), "192.0.2.1", text);
    for (const text of ["2001:db8::1", "2001:DB8:0:0:0:0:0:1", "[2001:db8::1]", "2001:0db8::0001"])
      assert.equal(canonicalAddress(text), "2001:db8::1", text);
    assert.equal(canonicalAddress("fe80::1%eth0"), "fe80::1");
    for (const compatible of ["::192.0.2.1", "::c000:201"]) assert.equal(canonicalAddress(compatible), "::c000:201");
  });

  it("takes no short, octal or hexadecimal IPv4, no name and no port", () => {
    const texts = [
      "1",
      "127.1",
      "010.0.0.1",
      "0x7f.0.0.1",
      "192.0.2.256",
      "192.0.2.1:80",
      "localhost",
      "",
      "::1::",
      "12345::",
      "192.0.2.1/32",
    ];
    for (const text of texts) assert.equal(canonicalAddress(text), undefined, text);
  });
});

describe("isRange and inRanges (rules 4: single addresses and CIDR, both families)", () => {
  it("takes addresses and CIDR ranges, and nothing else", () => {
    for (const good of [
      "192.0.2.1",
      "192.0.2.0/24",
      "0.0.0.0/0",
      "::/0",
      "2001:db8::/32",
      "2001:db8::1/128",
      "::ffff:10.0.0.0/104",
    ])
      assert.ok(isRange(good), good);
    for (const bad of [
      "",
      "/8",
      "10.0.0.0/",
      "10.0.0.0/33",
      "10.0.0.0/-1",
      "10.0.0.0/8/8",
      "::/129",
      "10.0.0.0/a",
      "10.0.0.0/1e1",
      "::ffff:10.0.0.0/95",
      "example.org",
    ])
      assert.ok(!isRange(bad), bad);
  });

  it("finds an address at both ends of a range, not beside it", () => {
    for (const inside of ["192.0.2.64", "192.0.2.127", "::ffff:192.0.2.64"])
      assert.ok(inRanges(inside, ["192.0.2.64/26"]), inside);
    for (const outside of ["192.0.2.63", "192.0.2.128", "::192.0.2.64", "2001:db8::1"])
      assert.ok(!inRanges(outside, ["192.0.2.64/26"]), outside);
  });

  it("reads a range by its network, whatever host it names, and a mapped one as IPv4", () => {
    assert.ok(inRanges("10.9.8.7", ["10.1.2.3/8"]));
    assert.ok(inRanges("10.9.8.7", ["::ffff:10.0.0.0/104"]));
    assert.ok(!inRanges("11.0.0.1", ["::ffff:10.0.0.0/104"]));
  });

  it("never matches across families, nothing in no ranges, and no text that is not an address", () => {
    assert.ok(!inRanges("192.0.2.1", ["::/0"]));
    assert.ok(!inRanges("2001:db8::1", ["0.0.0.0/0"]));
    assert.ok(!inRanges("192.0.2.1", []));
    assert.ok(!inRanges("nonsense", ["0.0.0.0/0", "::/0"]));
  });
});

describe("refusalSource (rules 1)", () => {
  it("counts IPv4 by address, mapped or not, and IPv6 by /64", () => {
    assert.equal(refusalSource("192.0.2.1"), "192.0.2.1/32");
    assert.equal(refusalSource("::ffff:192.0.2.1"), "192.0.2.1/32");
    assert.equal(refusalSource("2001:db8:1:2:ffff::1"), "2001:db8:1:2::/64");
    assert.equal(refusalSource("2001:DB8:1:2::"), "2001:db8:1:2::/64");
    assert.notEqual(refusalSource("2001:db8:1:3::1"), refusalSource("2001:db8:1:2::1"));
  });

  it("gives texts that are not addresses one source of their own", () => {
    assert.equal(refusalSource("nonsense"), refusalSource(""));
  });
});
