import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { parseDay } from "../../../../web/console/components/parse-day.ts";

const today = "2026-11-26";

describe("a day as people type it", () => {
  for (const [language, typed, day] of [
    ["en", "2026-05-19", "2026-05-19"],
    ["en", "19/5/2026", "2026-05-19"],
    ["en", "19/05/26", "2026-05-19"],
    ["en", "5/6/2027", "2027-06-05"],
    ["en", "19 May 2026", "2026-05-19"],
    ["en", "May 19, 2026", "2026-05-19"],
    ["en", "Tuesday 19 May", "2026-05-19"],
    ["en", "1st dec", "2026-12-01"],
    ["en", "Today", "2026-11-26"],
    ["en", "tomorrow", "2026-11-27"],
    ["nl", "19-5-2026", "2026-05-19"],
    ["nl", "19 mrt. 2026", "2026-03-19"],
    ["nl", "gisteren", "2026-11-25"],
    ["fr", "1er février 2027", "2027-02-01"],
    ["fr", "15 aout", "2026-08-15"],
    ["fr", "aujourd’hui", "2026-11-26"],
    ["de", "19.5.2026", "2026-05-19"],
    ["de", "Dienstag, 3. März 2026", "2026-03-03"],
    ["de", " morgen ", "2026-11-27"],
  ] as const)
    it(`${typed} (${language}) is ${day}`, () => assert.equal(parseDay(typed, language, { today }), day));

  it("without a year, it is the one that lies within the bounds, or else this year's", () => {
    assert.equal(parseDay("5 jan", "en", { today, min: today }), "2027-01-05");
    assert.equal(parseDay("5 dec", "en", { today, max: today }), "2025-12-05");
    assert.equal(parseDay("5 jan", "en", { today }), "2026-01-05");
    assert.equal(parseDay("5 jan", "en", { today, min: "2030-01-01" }), "2026-01-05");
  });

  it("is undefined if there is no such day", () => {
    for (const typed of [
      "31/2/2026",
      "29/2/2027",
      "5/19/2026",
      "19",
      "19 foo",
      "soon",
      "2026-13-01",
      "1/1/20266",
      "19/5/0026",
      "2026/5/6",
      "2026.5.6",
      "room 12 5/6",
    ])
      assert.equal(parseDay(typed, "en", { today }), undefined, typed);
  });
});
