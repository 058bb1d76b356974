import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { parseDay } from "../../../../web/console/components/date/parse-day.ts";

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
    // 26 November 2026 is a Thursday.
    ["en", "Friday", "2026-11-27"],
    ["en", "on fri", "2026-11-27"],
    ["en", "thursday", "2026-12-03"],
    ["en", "next friday", "2026-12-04"],
    ["en", "next monday", "2026-11-30"],
    ["en", "in 3 days", "2026-11-29"],
    ["en", "in 1 week", "2026-12-03"],
    ["en", "next week", "2026-12-03"],
    ["en", "2 days ago", "2026-11-24"],
    ["en", "5", "2026-12-05"],
    ["en", "the 28th", "2026-11-28"],
    ["nl", "vrijdag", "2026-11-27"],
    ["nl", "volgende vrijdag", "2026-12-04"],
    ["nl", "over 3 dagen", "2026-11-29"],
    ["nl", "overmorgen", "2026-11-28"],
    ["fr", "vendredi", "2026-11-27"],
    ["fr", "vendredi prochain", "2026-12-04"],
    ["fr", "dans 3 jours", "2026-11-29"],
    ["fr", "le 5", "2026-12-05"],
    ["de", "Freitag", "2026-11-27"],
    ["de", "nächsten Freitag", "2026-12-04"],
    ["de", "in 3 Tagen", "2026-11-29"],
    ["de", "5.", "2026-12-05"],
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
      "32",
      "19 foo",
      "demain",
      "next foo",
      "in 3",
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
