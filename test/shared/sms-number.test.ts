import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { PHONE_COUNTRIES } from "../../shared/phone-countries.ts";
import { smsNumber } from "../../shared/sms-number.ts";

describe("The number for an SMS", () => {
  for (const typed of [
    "+32470123456",
    "+32 470 12 34 56",
    "+32 (0)470 12.34.56",
    "0032 470/12 34 56",
    "00 32 470 12 34 56",
    "tel:+32470123456",
    "tel:+32-470-12-34-56",
    "＋３２４７０１２３４５６",
    "\u202a+32470123456\u202c",
  ])
    it(`with its country is read at every location: ${JSON.stringify(typed)}`, () => {
      for (const country of [undefined, null, "BE", "US", "IT"])
        assert.equal(smsNumber(typed, country), "+32470123456", String(country));
    });

  for (const [country, typed, number] of [
    ["BE", "0470 12 34 56", "+32470123456"],
    ["BE", "０４７０ １２ ３４ ５６", "+32470123456"],
    ["BE", "32470123456", "+32470123456"],
    ["BE", "32 (0)470 12 34 56", "+32470123456"],
    ["NL", "06-12345678", "+31612345678"],
    ["FR", "06 12 34 56 78", "+33612345678"],
    ["DE", "0170 1234567", "+491701234567"],
    ["GB", "07400 123456", "+447400123456"],
    ["ES", "612 34 56 78", "+34612345678"],
    ["ES", "34612345678", "+34612345678"],
    ["IT", "312 345 6789", "+393123456789"],
    ["HU", "06 20 123 4567", "+36201234567"],
    ["RU", "8 912 345-67-89", "+79123456789"],
    ["US", "(201) 555-0123", "+12015550123"],
    ["US", "1 201 555 0123", "+12015550123"],
    ["US", "011 32 470 12 34 56", "+32470123456"],
  ] as const)
    it(`without one is read by the location's: ${typed} in ${country}`, () => {
      assert.equal(smsNumber(typed, country), number);
      if (!typed.startsWith("011")) assert.equal(smsNumber(typed), undefined, "and is no number without it");
    });

  it("is left out rather than wrong", () => {
    for (const typed of [
      "",
      "470123456",
      "555 12 34",
      "112",
      "0470 12 34",
      "0470 12 34 56 ext. 3",
      "ask",
      "+0470123456",
    ])
      assert.equal(smsNumber(typed, "BE"), undefined, typed);
    assert.equal(smsNumber(null, "BE"), undefined);
    assert.equal(smsNumber("0470 12 34 56", "XX"), undefined);
    assert.equal(smsNumber("0470 12 34 56", "constructor"), undefined);
  });

  it("has a country that Intl can name", () => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    assert.ok(PHONE_COUNTRIES.length > 200);
    assert.deepEqual(
      PHONE_COUNTRIES.filter((code) => names.of(code) === undefined),
      [],
    );
  });
});
