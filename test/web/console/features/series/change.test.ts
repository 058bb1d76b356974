import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  changeOf,
  type Edit,
  type Occurrence,
  type Series,
} from "../../../../../web/console/features/series/change.ts";

const timeZone = "Europe/Brussels";
const at = (day: string, time = "09:00"): string => new Date(`${day}T${time}:00+02:00`).toISOString();
const DAYS = ["2026-05-19", "2026-05-26", "2026-06-02", "2026-06-09"];
const dates = { company_id: "1", create_date: at("2026-05-01"), mod_date: at("2026-05-01") };

const series: Series = {
  ...dates,
  _id: "s",
  timezone: timeZone,
  rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=4",
  starts: { date: "2026-05-19", time: "09:00" },
  duration_minutes: 60,
  invite: false,
  visitors: [{}],
  occurrences: DAYS.map((day) => ({
    _id: day,
    recurrence_id: at(day),
    startDate: at(day),
    endDate: at(day, "10:00"),
    cancelled: false,
    known_visitor_ids: [day],
  })),
};

const second: Occurrence = {
  ...dates,
  _id: "2026-05-26",
  persistent: false,
  status: "created",
  series_id: "s",
  recurrence_id: at("2026-05-26"),
  visiting_on: { startDate: at("2026-05-26"), endDate: at("2026-05-26", "10:00") },
};

const to = (start: string): Edit => ({ keys: {}, slot: { start, minutes: 90, timeZone } });

describe("an edit of a visit of a series", () => {
  it("is about keys alone where the time is untouched", () => {
    assert.deepEqual(changeOf({ keys: { recipient: "Ann" }, slot: undefined }, second, "all", series), {
      recipient: "Ann",
    });
  });

  it("of one visit gives it its own start", () => {
    assert.deepEqual(changeOf(to("2026-05-27T11:00"), second, "this", series), {
      starts: { date: "2026-05-27", time: "11:00" },
      duration_minutes: 90,
    });
  });

  it("keeps days and rule where only the hour changes", () => {
    const starts = (date: string) => ({ starts: { date, time: "11:00" }, duration_minutes: 90 });
    assert.deepEqual(changeOf(to("2026-05-26T11:00"), second, "following", series), starts("2026-05-26"));
    assert.deepEqual(changeOf(to("2026-05-26T11:00"), second, "all", series), starts("2026-05-19"));
  });

  it("keeps the others' days where a visit that was moved before gets another hour", () => {
    const moved = { ...second, visiting_on: { startDate: at("2026-05-28"), endDate: at("2026-05-28", "10:00") } };
    assert.deepEqual(changeOf(to("2026-05-28T11:00"), moved, "all", series), {
      starts: { date: "2026-05-19", time: "11:00" },
      duration_minutes: 90,
    });
  });

  it("moves all, or those that follow with what is left of the number, to the other day of the week", () => {
    assert.deepEqual(changeOf(to("2026-05-28T09:00"), second, "all", series), {
      starts: { date: "2026-05-21", time: "09:00" },
      duration_minutes: 90,
      rule: "FREQ=WEEKLY;BYDAY=TH;COUNT=4",
    });
    assert.deepEqual(changeOf(to("2026-05-28T09:00"), second, "following", series), {
      starts: { date: "2026-05-28", time: "09:00" },
      duration_minutes: 90,
      rule: "FREQ=WEEKLY;BYDAY=TH;COUNT=3",
    });
  });
});
