import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { firstOn, movedRule, ruleOf, weekdayOf } from "../../../../../web/console/features/series/repeat-rule.ts";

/** A Tuesday, the third of its month. */
const DAY = "2026-05-19";

describe("the rule of a repeated visit", () => {
  it("ends with a day or after a number of visits, and repeats on the day's weekday or the chosen ones", () => {
    assert.equal(weekdayOf(DAY), 2);
    assert.equal(ruleOf("never", DAY, { times: 4 }), undefined);
    assert.equal(ruleOf("weekly", DAY, { times: 4 }), "FREQ=WEEKLY;BYDAY=TU;COUNT=4");
    assert.equal(ruleOf("weekly", DAY, { until: "2026-06-02" }, [1, 4]), "FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20260602");
    assert.equal(ruleOf("daily", DAY, { times: 3 }), "FREQ=DAILY;COUNT=3");
    assert.equal(ruleOf("monthly", DAY, { times: 3 }), "FREQ=MONTHLY;BYMONTHDAY=19;COUNT=3");
    assert.equal(ruleOf("monthlyOnWeekday", DAY, { times: 3 }), "FREQ=MONTHLY;BYDAY=3TU;COUNT=3");
    assert.equal(ruleOf("monthlyOnWeekday", "2026-05-29", { times: 3 }), "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3");
  });

  it("begins on the first of its weekdays", () => {
    assert.equal(firstOn(DAY, [2]), DAY);
    assert.equal(firstOn("2026-05-20", [1, 4]), "2026-05-21");
    assert.equal(firstOn("2026-05-22", [1, 4]), "2026-05-25");
  });

  it("moves with a visit that gets another day", () => {
    assert.equal(movedRule("FREQ=WEEKLY;BYDAY=TU;COUNT=4", DAY, "2026-05-20"), "FREQ=WEEKLY;BYDAY=WE;COUNT=4");
    assert.equal(movedRule("FREQ=WEEKLY;BYDAY=MO,SU", DAY, "2026-05-17"), "FREQ=WEEKLY;BYDAY=SA,FR");
    assert.equal(movedRule("FREQ=MONTHLY;BYMONTHDAY=19", DAY, "2026-05-22"), "FREQ=MONTHLY;BYMONTHDAY=22");
    assert.equal(movedRule("FREQ=MONTHLY;BYDAY=3TU", DAY, "2026-05-29"), "FREQ=MONTHLY;BYDAY=-1FR");
    assert.equal(movedRule("FREQ=DAILY;COUNT=3", DAY, "2026-05-20"), "FREQ=DAILY;COUNT=3");
  });
});
