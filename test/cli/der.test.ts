import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  bits,
  implicit,
  integer,
  objectId,
  octets,
  sequence,
  setOf,
  tagged,
  time,
  utf8,
  yes,
} from "../../cli/commands/tls/der.ts";

const hex = (value: Buffer): string => value.toString("hex");

describe("DER (X.690)", () => {
  it("integers are as short as they can be, and never negative", () => {
    const of = (...bytes: number[]): string => hex(integer(Buffer.from(bytes)));
    assert.deepEqual(
      [of(0), of(0, 0, 1), of(0x7f), of(0x80), of(0, 0x80, 1), of()],
      ["020100", "020101", "02017f", "02020080", "0203008001", "020100"],
    );
  });

  it("lengths take one byte below 128, then as many as they need", () => {
    const head = (length: number): string => hex(octets(Buffer.alloc(length)).subarray(0, -length || undefined));
    assert.deepEqual(
      [head(1), head(127), head(128), head(255), head(256), head(65_536)],
      ["0401", "047f", "048180", "0481ff", "04820100", "0483010000"],
    );
  });

  it("object identifiers, as X.509 writes them", () => {
    assert.deepEqual(
      ["2.5.29.17", "1.2.840.10045.4.3.2", "1.3.6.1.5.5.7.3.1"].map((id) => hex(objectId(id))),
      ["0603551d11", "06082a8648ce3d040302", "06082b06010505070301"],
    );
  });

  it("times are UTCTime until 2049 and GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5)", () => {
    const of = (instant: string): string => time(Date.parse(instant)).toString("latin1").slice(2);
    assert.deepEqual(
      [of("2049-12-31T23:59:59.999Z"), of("2050-01-01T00:00:00Z")],
      ["491231235959Z", "20500101000000Z"],
    );
  });

  it("the rest", () => {
    assert.deepEqual(
      [
        bits(Buffer.of(0x06), 1),
        utf8("é"),
        yes(),
        setOf(yes()),
        sequence(),
        tagged(0, yes()),
        implicit(2, Buffer.of(1)),
      ].map(hex),
      ["03020106", "0c02c3a9", "0101ff", "31030101ff", "3000", "a0030101ff", "820101"],
    );
  });
});
