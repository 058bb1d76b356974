import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  addDays,
  boundOf,
  dateOf,
  dayOf,
  daySpan,
  iso,
  isDate,
  monthSpan,
  parseInstant,
  startOfDay,
} from "../../../../server/platform/lib/time/time.ts";

const HOUR_MS = 3_600_000;
const hours = ({ start, end }: { start: number; end: number }): number => (end - start) / HOUR_MS;

describe("parseInstant (interface 1, rules 2)", () => {
  for (const [text, expected] of [
    ["2026-11-21T09:30:00.000Z", "2026-11-21T09:30:00.000Z"],
    ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"],
    ["2026-11-21t09:30:00z", "2026-11-21T09:30:00.000Z"],
    ["2026-11-21T09:30", "2026-11-21T09:30:00.000Z"],
    ["2026-11-21T09:30:00", "2026-11-21T09:30:00.000Z"],
    ["2026-11-21T09:30:00+02:00", "2026-11-21T07:30:00.000Z"],
    ["2026-11-21T09:30:00+0200", "2026-11-21T07:30:00.000Z"],
    ["2026-11-21T09:30:00+02", "2026-11-21T07:30:00.000Z"],
    ["2026-11-21T00:30:00+05:45", "2026-11-20T18:45:00.000Z"],
    ["2026-11-21T23:30:00-09:30", "2026-11-22T09:00:00.000Z"],
    ["2026-11-21T09:30:00.1Z", "2026-11-21T09:30:00.100Z"],
    ["2026-11-21T09:30:00,25Z", "2026-11-21T09:30:00.250Z"],
    ["2026-11-21T09:30:00.123999999Z", "2026-11-21T09:30:00.123Z"],
    ["2026-11-21T09:30:00.001Z", "2026-11-21T09:30:00.001Z"],
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2000-02-29T00:00Z", "2000-02-29T00:00:00.000Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["0099-06-01T00:00:00Z", "0099-06-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])
    it(`reads ${text}`, () => {
      assert.equal(iso(parseInstant(text ?? "") ?? Number.NaN), expected);
    });

  for (const text of [
    "",
    " ",
    "now",
    "2026",
    "2026-11",
    "20261121",
    "2026-11-21 09:30:00Z",
    " 2026-11-21",
    "2026-11-21T09:30:00Z ",
    "2026-11-21T09",
    "2026-11-21T24:00:00Z",
    "2026-11-21T09:60:00Z",
    "2026-11-21T09:30:60Z",
    "2026-11-21T09:30:00.Z",
    "2026-11-21T09:30:00.1234567890Z",
    "2026-11-21T09:30:00+24:00",
    "2026-11-21T09:30:00+02:60",
    "2026-11-21T09:30:00 +02:00",
    "2026-02-29",
    "2026-02-30T10:00:00Z",
    "1900-02-29",
    "2026-04-31",
    "2026-00-10",
    "2026-13-10",
    "2026-01-00",
    "2026-01-32",
    "0000-01-01",
    "0000-12-31T23:59:59Z",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "10000-01-01",
    "+002026-11-21T00:00:00Z",
    "-2026-11-21",
    "２０２６-11-21",
    "2026-11-21T09:30:00Z\n",
  ])
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(parseInstant(text), undefined);
    });
});

describe("isDate (rules 2)", () => {
  it("takes real calendar dates only", () => {
    for (const text of ["2026-11-21", "2024-02-29", "0001-01-01", "9999-12-31"]) assert.ok(isDate(text), text);
    for (const text of ["2026-2-1", "2025-02-29", "2026-11-21T00:00Z", "0000-01-01", "2026-11-21\n", ""])
      assert.ok(!isDate(text), text);
  });
});

describe("startOfDay and daySpan (rules 3)", () => {
  for (const [zone, date, start, length] of [
    ["UTC", "2026-06-10", "2026-06-10T00:00:00.000Z", 24],
    ["Europe/Brussels", "2026-06-10", "2026-06-09T22:00:00.000Z", 24],
    ["Europe/Brussels", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
    ["Europe/Brussels", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
    ["Pacific/Pago_Pago", "2026-06-10", "2026-06-10T11:00:00.000Z", 24],
    ["Pacific/Kiritimati", "2026-06-10", "2026-06-09T10:00:00.000Z", 24],
    ["Asia/Kathmandu", "2026-06-10", "2026-06-09T18:15:00.000Z", 24],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00.000Z", 23.5],
    // Midnight itself is skipped: the day begins at one o'clock.
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z", 23],
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", 23],
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
  ] as const)
    it(`${date} in ${zone} begins at ${start} and has ${length} hours`, () => {
      assert.equal(iso(startOfDay(date, zone)), start);
      assert.equal(hours(daySpan(date, zone)), length);
      assert.equal(dateOf(startOfDay(date, zone), zone), date);
      assert.equal(dateOf(startOfDay(date, zone) - 1, zone), addDays(date, -1));
    });

  it("is the same when asked again and after many other days", () => {
    const first = startOfDay("2026-03-29", "Europe/Brussels");
    for (let n = 0; n < 20_500; n++) startOfDay(addDays("1990-01-01", n), "UTC");
    assert.equal(startOfDay("2026-03-29", "Europe/Brussels"), first);
  });

  it("days follow each other without gap for ten years, in every zone of these", () => {
    for (const zone of ["Europe/Brussels", "America/Santiago", "Australia/Lord_Howe", "Africa/Casablanca"])
      for (let date = "2020-01-01"; date < "2030-01-01"; date = addDays(date, 1)) {
        const { start, end } = daySpan(date, zone);
        assert.equal(end, startOfDay(addDays(date, 1), zone));
        assert.ok(end - start >= 22 * HOUR_MS && end - start <= 26 * HOUR_MS, `${date} ${zone}`);
      }
  });
});

describe("monthSpan (rules 3)", () => {
  for (const [zone, date, start, end] of [
    ["UTC", "2026-02-14", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ["UTC", "2024-02-29", "2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
    ["Europe/Brussels", "2026-03-01", "2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-12-31", "2026-11-30T10:00:00.000Z", "2026-12-31T10:00:00.000Z"],
    ["Pacific/Pago_Pago", "2026-12-01", "2026-12-01T11:00:00.000Z", "2027-01-01T11:00:00.000Z"],
  ] as const)
    it(`the month of ${date} in ${zone} is [${start}, ${end})`, () => {
      const span = monthSpan(date, zone);
      assert.deepEqual([iso(span.start), iso(span.end)], [start, end]);
    });
});

describe("addDays and dateOf", () => {
  it("cross months, leap days and years, forwards and back", () => {
    assert.equal(addDays("2024-02-28", 1), "2024-02-29");
    assert.equal(addDays("2026-02-28", 1), "2026-03-01");
    assert.equal(addDays("2026-12-31", 1), "2027-01-01");
    assert.equal(addDays("2026-01-01", -1), "2025-12-31");
    assert.equal(addDays("2026-06-10", 365), "2027-06-10");
  });

  it("one instant is three dates around the world", () => {
    const ms = Date.parse("2026-06-10T10:30:00Z");
    assert.equal(dateOf(ms, "Pacific/Pago_Pago"), "2026-06-09");
    assert.equal(dateOf(ms, "UTC"), "2026-06-10");
    assert.equal(dateOf(ms, "Pacific/Kiritimati"), "2026-06-11");
  });
});

describe("dayOf: the day that a {datetimestamp} names (interface 1 and 4.3)", () => {
  for (const [text, zone, day] of [
    ["2026-06-10", "Pacific/Kiritimati", "2026-06-10"],
    ["2026-06-10", "Pacific/Pago_Pago", "2026-06-10"],
    ["2026-06-10T10:00:00Z", "Pacific/Kiritimati", "2026-06-11"],
    ["2026-06-10T09:59:59.999Z", "Pacific/Kiritimati", "2026-06-10"],
    ["2026-06-10T10:59:59Z", "Pacific/Pago_Pago", "2026-06-09"],
    ["2026-06-10T23:30:00+14:00", "UTC", "2026-06-10"],
    ["2026-06-10T23:30", "Europe/Brussels", "2026-06-11"],
  ])
    it(`${text} in ${zone} is ${day}`, () => {
      assert.equal(dayOf(text ?? "", zone ?? ""), day);
    });

  it("is nothing for what is not a date, and for years that can't be written or stored", () => {
    for (const text of [
      "",
      "today",
      "2026-02-30",
      "2026-06",
      "0001-01-01",
      "9999-12-31",
      "9999-12-31T23:00:00Z",
      "0000-01-01",
    ])
      assert.equal(dayOf(text, "Europe/Brussels"), undefined, text);
  });
});

describe("boundOf: the instant that a range bound names (rules 2)", () => {
  it("a plain date is the start of that day in the zone, a timestamp is itself", () => {
    assert.equal(iso(boundOf("2026-03-29", "Europe/Brussels") ?? 0), "2026-03-28T23:00:00.000Z");
    assert.equal(iso(boundOf("2026-03-29T00:00:00Z", "Europe/Brussels") ?? 0), "2026-03-29T00:00:00.000Z");
    assert.equal(boundOf("2026-02-30", "UTC"), undefined);
  });

  it("the first and last dates there are can be bounds in every zone", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Brussels"])
      for (const text of ["0001-01-01", "9999-12-31"]) {
        const ms = boundOf(text, zone);
        assert.ok(ms !== undefined && /^\d{4}-/.test(iso(ms)) && iso(ms) >= "0001", `${text} ${zone}`);
      }
  });
});
