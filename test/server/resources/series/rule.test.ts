import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { checkRule, clockAt, endBefore, startsOf, without } from "../../../../server/platform/lib/time/recurrence.ts";

const NEW_YORK = "America/New_York";
const HORIZON = Date.parse("2030-01-01T00:00:00Z");

/** The starts on the clock of the zone, without seconds. */
const starts = (rule: string | null, first: string, timezone = NEW_YORK, until = HORIZON): string[] =>
  startsOf({ rule, starts: first, timezone }, until).map((ms) => clockAt(ms, timezone).slice(0, 16));

const utc = (rule: string, first: string, timezone: string): string[] =>
  startsOf({ rule, starts: first, timezone }, HORIZON).map((ms) => new Date(ms).toISOString().slice(0, 16));

describe("rules of RFC 5545, as its examples read them", () => {
  it("the first Friday until an instant; every other week on two days; the third Tuesday to Thursday", () => {
    assert.deepEqual(starts("FREQ=MONTHLY;UNTIL=20271224T000000Z;BYDAY=1FR", "2027-09-03T09:00"), [
      "2027-09-03T09:00",
      "2027-10-01T09:00",
      "2027-11-05T09:00",
      "2027-12-03T09:00",
    ]);
    assert.deepEqual(starts("FREQ=WEEKLY;INTERVAL=2;COUNT=4;WKST=SU;BYDAY=TU,TH", "2027-09-02T09:00"), [
      "2027-09-02T09:00",
      "2027-09-14T09:00",
      "2027-09-16T09:00",
      "2027-09-28T09:00",
    ]);
    assert.deepEqual(starts("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "2027-09-07T09:00"), [
      "2027-09-07T09:00",
      "2027-10-07T09:00",
      "2027-11-04T09:00",
    ]);
  });

  it("a start that the rule doesn't give is the first, and counts", () => {
    assert.deepEqual(starts("FREQ=WEEKLY;BYDAY=WE;COUNT=2", "2027-01-05T09:00"), [
      "2027-01-05T09:00",
      "2027-01-06T09:00",
    ]);
    assert.deepEqual(starts("FREQ=WEEKLY;BYDAY=WE;COUNT=1", "2027-01-05T09:00"), ["2027-01-05T09:00"]);
    assert.deepEqual(starts(null, "2027-01-05T09:00"), ["2027-01-05T09:00"]);
  });

  it("until a day, and until a time on the clock of the zone, both included", () => {
    const days = ["2027-01-05T09:00", "2027-01-06T09:00"];
    assert.deepEqual(starts("FREQ=DAILY;UNTIL=20270106", "2027-01-05T09:00"), days);
    assert.deepEqual(starts("FREQ=DAILY;UNTIL=20270106T090000", "2027-01-05T09:00"), days);
    assert.deepEqual(starts("FREQ=DAILY;UNTIL=20270106T140000Z", "2027-01-05T09:00"), days);
    assert.deepEqual(starts("FREQ=DAILY;UNTIL=20270106T135959Z", "2027-01-05T09:00"), days.slice(0, 1));
  });
});

describe("rules where the clock changes", () => {
  it("nine o'clock stays nine o'clock; a missing hour moves forward by the gap, a doubled one is the first", () => {
    assert.deepEqual(utc("FREQ=DAILY;COUNT=3", "2027-03-27T09:00", "Europe/Brussels"), [
      "2027-03-27T08:00",
      "2027-03-28T07:00",
      "2027-03-29T07:00",
    ]);
    assert.deepEqual(utc("FREQ=DAILY;COUNT=2", "2027-03-27T02:30", "Europe/Brussels"), [
      "2027-03-27T01:30",
      "2027-03-28T01:30",
    ]);
    assert.deepEqual(utc("FREQ=DAILY;COUNT=2", "2027-10-30T02:30", "Europe/Brussels"), [
      "2027-10-30T00:30",
      "2027-10-31T00:30",
    ]);
    assert.deepEqual(utc("FREQ=HOURLY;COUNT=3", "2027-03-28T01:30", "Europe/Brussels"), [
      "2027-03-28T00:30",
      "2027-03-28T01:30",
    ]);
  });
});

describe("what is left of a rule", () => {
  it("ends before an instant; continues after some occurrences", () => {
    assert.equal(
      endBefore("FREQ=WEEKLY;COUNT=10", Date.parse("2027-02-02T08:00:00Z")),
      "FREQ=WEEKLY;UNTIL=20270202T075959Z",
    );
    assert.equal(without("FREQ=WEEKLY;COUNT=10", 4), "FREQ=WEEKLY;COUNT=6");
    assert.equal(without("FREQ=WEEKLY;UNTIL=20270202", 4), "FREQ=WEEKLY;UNTIL=20270202");
  });

  it("small letters and a last semicolon are taken; parts of no rule are not", () => {
    assert.equal(checkRule(" freq=weekly;byday=tu; "), "FREQ=WEEKLY;BYDAY=TU");
    for (const rule of [
      "FREQ=DAILY;FREQ=WEEKLY",
      "FREQ=DAILY;BYEASTER=1",
      "FREQ=DAILY;COUNT=0",
      "FREQ=DAILY;;COUNT=1",
      "BYDAY=TU",
      "",
    ])
      assert.throws(() => checkRule(rule), { status: 400 }, rule);
  });
});
