import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { RegisteredVisitor } from "../../../../web/console/data/lists/registered-visitors.ts";
import { dayBeside, daysShown, entriesByDay } from "../../../../web/console/pages/registered-visitors/calendar/days.ts";

const writing = { language: "en", timeZone: "Europe/Brussels" };
const at = (day: string, time: string): string => new Date(`${day}T${time}:00+02:00`).toISOString();

const person = (last_name: string, startDate?: string, endDate?: string, more: object = {}): RegisteredVisitor => ({
  _id: last_name,
  company_id: "1",
  create_date: at("2026-05-01", "07:00"),
  mod_date: at("2026-05-01", "07:00"),
  persistent: false,
  status: "created",
  last_name,
  visiting_on: { ...(startDate && { startDate }), ...(endDate && { endDate }) },
  ...more,
});

describe("the calendar of registered visitors", () => {
  it("shows whole weeks from Monday on", () => {
    assert.deepEqual(daysShown("week", "2026-05-19").slice(0, 2), ["2026-05-18", "2026-05-19"]);
    assert.equal(daysShown("week", "2026-05-24")[0], "2026-05-18");
    const may = daysShown("month", "2026-05-19");
    assert.deepEqual([may[0], may.at(-1)], ["2026-04-27", "2026-05-31"]);
    const february = daysShown("month", "2027-02-10");
    assert.deepEqual([february[0], february.at(-1)], ["2027-02-01", "2027-02-28"]);
    const august = daysShown("month", "2026-08-31");
    assert.deepEqual([august[0], august.at(-1)], ["2026-07-27", "2026-09-06"]);
  });

  it("goes to the week or month before and after", () => {
    assert.equal(dayBeside("week", "2026-05-19", -1), "2026-05-12");
    assert.equal(dayBeside("month", "2026-12-31", 1), "2027-01-01");
    assert.equal(dayBeside("month", "2026-03-31", -1), "2026-02-01");
    assert.equal(dayBeside("month", "2026-02-10", 1), "2026-03-01");
  });

  it("has a visitor on each of their days by the location's clock, a group once, and no one who comes on any day", () => {
    const people = [
      person("late", at("2026-05-19", "15:00"), at("2026-05-19", "16:00")),
      person("early", at("2026-05-19", "09:00")),
      person("days", at("2026-05-20", "23:30"), at("2026-05-23", "00:00")),
      person("any"),
      person("before", at("2026-05-16", "09:00"), at("2026-05-18", "10:00")),
      ...["Ann", "Max"].map((name) => person(name, at("2026-05-24", "10:00"), undefined, { group_id: "g" })),
    ];
    const shown = entriesByDay(people, daysShown("week", "2026-05-19"), writing, (one) => one.last_name ?? "");
    assert.deepEqual(
      [...shown].map(([day, entries]) => [
        day.slice(-2),
        ...entries.map(({ time, name, more }) => [time, name, more].join(" ")),
      ]),
      [
        ["18", " before 0"],
        ["19", "09:00 early 0", "15:00 late 0"],
        ["20", "23:30 days 0"],
        ["21", " days 0"],
        ["22", " days 0"],
        ["23"],
        ["24", "10:00 Ann 1"],
      ],
    );
  });
});
