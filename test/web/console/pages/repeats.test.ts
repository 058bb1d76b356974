import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { spanOf } from "../../../../web/console/pages/registered-visitors/form/expected-time.ts";
import {
  REPEATS_MAX,
  repeatedDays,
  type Repeat,
  weekdayOf,
} from "../../../../web/console/pages/registered-visitors/form/repeats.ts";

const TUESDAYS: Repeat = { weekdays: [2], ends: "times", until: "", times: 4 };

describe("a visit that repeats weekly", () => {
  it("repeats this many times, on the chosen days", () => {
    assert.equal(weekdayOf("2026-05-19"), 2);
    assert.deepEqual(repeatedDays("2026-05-19", TUESDAYS), ["2026-05-19", "2026-05-26", "2026-06-02", "2026-06-09"]);
    assert.deepEqual(repeatedDays("2026-05-20", { ...TUESDAYS, weekdays: [1, 4] }), [
      "2026-05-21",
      "2026-05-25",
      "2026-05-28",
      "2026-06-01",
    ]);
  });

  it("ends with a day, which belongs to it", () => {
    const until = { ...TUESDAYS, ends: "until", until: "2026-06-02" } as const;
    assert.deepEqual(repeatedDays("2026-05-19", until), ["2026-05-19", "2026-05-26", "2026-06-02"]);
    assert.deepEqual(repeatedDays("2026-06-03", until), []);
  });

  it("gives one more than is allowed, so that the form can say so", () => {
    const all = [1, 2, 3, 4, 5, 6, 7];
    assert.equal(repeatedDays("2026-05-19", { ...TUESDAYS, weekdays: all, times: 500 }).length, REPEATS_MAX + 1);
  });

  it("keeps its hour on the location's clock where the clocks change", () => {
    const days = repeatedDays("2026-10-20", { ...TUESDAYS, times: 2 });
    const spans = days.map((day) =>
      spanOf({ kind: "day", day, from: "09:30", lastDay: day, to: "11:00" }, "Europe/Brussels"),
    );
    assert.deepEqual(spans, [
      { startDate: "2026-10-20T07:30:00.000Z", endDate: "2026-10-20T09:00:00.000Z" },
      { startDate: "2026-10-27T08:30:00.000Z", endDate: "2026-10-27T10:00:00.000Z" },
    ]);
  });
});
