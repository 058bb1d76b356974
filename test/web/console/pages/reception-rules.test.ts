import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { countExpected, expectedToday, partiesOf } from "../../../../web/console/data/lists/expected-today.ts";
import { listLateDepartures } from "../../../../web/console/pages/reception/late-departures.ts";
import { dayStripData } from "../../../../web/console/pages/reception/strip.ts";
import type { Group } from "../../../../web/console/data/lists/groups.ts";
import type { RegisteredVisitor } from "../../../../web/console/data/lists/registered-visitors.ts";
import type { Visit } from "../../../../web/console/data/lists/visits.ts";
import { matches } from "../../../../web/shared/text-matching.ts";

/** 09:42 in Amsterdam, on a day of summer time. */
const now = Date.parse("2026-05-19T07:42:00Z");
const clock = { now, timeZone: "Europe/Amsterdam" };
const at = (time: string, day = "2026-05-19"): string => new Date(`${day}T${time}:00+02:00`).toISOString();

const registered = (
  name: string,
  startDate?: string,
  endDate?: string,
  more: Partial<RegisteredVisitor> = {},
): RegisteredVisitor => ({
  _id: name,
  company_id: "1",
  create_date: at("07:00"),
  mod_date: at("07:00"),
  persistent: false,
  status: "created",
  last_name: name,
  visiting_on: { ...(startDate && { startDate }), ...(endDate && { endDate }) },
  ...more,
});

const visit = (signed_in: string, more: Partial<Visit> = {}): Visit => ({
  _id: signed_in,
  company_id: "1",
  create_date: signed_in,
  mod_date: signed_in,
  signed_in,
  signed_in_source: 1,
  safe: false,
  ...more,
});

const groups = (people: readonly RegisteredVisitor[], visits: readonly Visit[] = []): [string, string][] =>
  expectedToday(people, visits, clock).map(({ person, group }) => [person._id, group]);

describe("who is expected today", () => {
  it("late from five minutes on, next within half an hour, then later, missed once their time has passed", () => {
    const people = [
      registered("later", at("10:13")),
      registered("next", at("10:12")),
      registered("parking", at("09:38")),
      registered("late", at("09:37"), at("11:00")),
      registered("missed", at("08:00"), at("09:42")),
    ];
    assert.deepEqual(groups(people), [
      ["late", "late"],
      ["parking", "next"],
      ["next", "next"],
      ["later", "later"],
      ["missed", "missed"],
    ]);
    assert.equal(countExpected(expectedToday(people, [], clock)), 4);
  });

  it("a span of several days, or of a whole one, names no hour: no visitor is late for it", () => {
    const week = registered("week", at("09:00", "2026-05-18"), at("17:00", "2026-05-22"));
    const day = registered("day", at("00:00"), at("00:00", "2026-05-20"));
    assert.deepEqual(groups([week, day]), [
      ["week", "anytime"],
      ["day", "anytime"],
    ]);
  });

  it("who came today is expected no more, who came yesterday is; without a date no visitor is", () => {
    const week = registered("week", at("09:00", "2026-05-18"), at("17:00", "2026-05-22"));
    assert.deepEqual(groups([week], [visit(at("08:00"), { known_visitor_id: "week" })]), []);
    assert.deepEqual(groups([week], [visit(at("08:00"), { known_visitor_id: "other" })]), [["week", "anytime"]]);
    assert.deepEqual(groups([registered("always")]), []);
  });

  it("three or more for one host and one time are one party, in the place of the first of them", () => {
    const meeting = (name: string, more: Partial<RegisteredVisitor> = {}) =>
      registered(name, at("13:00"), at("14:00"), { recipient: "Anke Willems", ...more });
    const people = [
      meeting("a"),
      registered("alone", at("13:00"), at("14:00")),
      meeting("b"),
      meeting("other host", { recipient: "Bo Li" }),
      registered("other time", at("13:30"), at("14:00"), { recipient: "Anke Willems" }),
      meeting("c"),
    ];
    const partiesAmong = (these: readonly RegisteredVisitor[]) =>
      partiesOf(expectedToday(these, [], clock)).map((one) =>
        "members" in one ? [one.host, ...one.members.map(({ person }) => person._id)].join(" ") : one.person._id,
      );
    assert.deepEqual(partiesAmong(people), ["Anke Willems a b c", "alone", "other host", "other time"]);
    assert.deepEqual(partiesAmong(people.slice(0, 3)), ["a", "alone", "b"]);
  });

  it("a group is one party whatever its size, with those who have no names until they have come", () => {
    const visiting_on = { startDate: at("13:00"), endDate: at("14:00") };
    const group = (_id: string, more: Partial<Group> = {}): Group => ({
      _id,
      company_id: "1",
      create_date: at("07:00"),
      mod_date: at("07:00"),
      name: "Site tour",
      members: [],
      unnamed: 3,
      visiting_on,
      ...more,
    });
    const people = [registered("leader", at("13:00"), at("14:00"), { group_id: "g" })];
    const groups = [
      group("g"),
      group("tomorrow", { visiting_on: { startDate: at("13:00", "2026-05-20"), endDate: at("14:00", "2026-05-20") } }),
      group("named", { unnamed: 0 }),
    ];
    const expectedWith = (visits: readonly Visit[]) => expectedToday(people, visits, clock, groups);
    const [party, ...others] = partiesOf(expectedWith([]), new Map([["g", "Site tour"]]));
    assert.ok(party !== undefined && "members" in party);
    assert.deepEqual(
      [party.together, party.members.map(({ person }) => person._id), others],
      [{ id: "g", name: "Site tour", unnamed: 3 }, ["leader"], []],
    );
    assert.equal(countExpected(expectedWith([])), 4);
    const one = visit(at("12:55"), { group_id: "g" });
    // The list of today and that of who is inside both have it.
    assert.equal(countExpected(expectedWith([one, one])), 3);
    const all = ["12:55", "12:56", "12:57"].map((time) => visit(at(time), { group_id: "g" }));
    const came = visit(at("12:54"), { group_id: "g", known_visitor_id: "leader" });
    assert.deepEqual(expectedWith([...all, came]), []);
  });
});

describe("who should have left", () => {
  const since = (visits: readonly Visit[], people: readonly RegisteredVisitor[] = []) =>
    listLateDepartures(visits, people, clock).map(({ visit: { _id }, agreed }) => [_id, agreed]);

  it("past the end of visiting_on, or since an earlier day of the location's clock", () => {
    const over = visit(at("08:00"), { _id: "over", known_visitor_id: "known" });
    const night = visit(at("23:59", "2026-05-18"), { _id: "night" });
    const early = visit(at("00:00"), { _id: "early" });
    assert.deepEqual(since([over, early, night], [registered("known", at("08:00"), at("09:00"))]), [
      ["night", false],
      ["over", true],
    ]);
  });

  it("not while the end that was agreed is ahead, although they came on an earlier day", () => {
    const guest = visit(at("09:00", "2026-05-18"), { known_visitor_id: "known" });
    assert.deepEqual(since([guest], [registered("known", undefined, at("17:00"))]), []);
  });
});

describe("the strip of the day", () => {
  const draw = (visits: readonly Visit[], people: readonly RegisteredVisitor[]) =>
    dayStripData({ visits, total: visits.length }, expectedToday(people, visits, clock), {
      now,
      writing: { language: "en", timeZone: clock.timeZone },
    });

  it("puts one mark a person in their quarter of the location's hours, and the line where now is", () => {
    const strip = draw(
      [visit(at("07:14")), visit(at("07:15"))],
      [registered("a", at("09:15")), registered("b", at("18:59"))],
    );
    assert.deepEqual([strip.from, strip.to, strip.quarters.length], [7, 19, 48]);
    assert.deepEqual(strip.quarters[0], { came: 1, late: 0, toCome: 0 });
    assert.deepEqual(strip.quarters[1], { came: 1, late: 0, toCome: 0 });
    assert.deepEqual(strip.quarters[9], { came: 0, late: 1, toCome: 0 });
    assert.deepEqual(strip.quarters[47], { came: 0, late: 0, toCome: 1 });
    assert.deepEqual(strip.totals, { came: 2, toCome: 1, late: 1 });
    assert.equal(strip.now?.toFixed(3), (2.7 / 12).toFixed(3));
  });

  it("grows with who comes before seven or after seven", () => {
    const strip = draw([visit(at("05:50"))], [registered("b", at("21:00"))]);
    assert.deepEqual([strip.from, strip.to], [5, 22]);
  });

  it("names the fullest time to come, and whether it is one meeting", () => {
    const four = ["a", "b", "c", "d"].map((id) => registered(id, at("10:00"), undefined, { recipient: "John Barlow" }));
    const two = ["e", "f"].map((id) => registered(id, at("11:00")));
    assert.deepEqual(draw([], [...two, ...four]).busiest, { at: "10:00", people: 4, isOneMeeting: true });
    assert.deepEqual(draw([], two).busiest, { at: "11:00", people: 2, isOneMeeting: false });
    assert.equal(draw([], [registered("a", at("10:00"))]).busiest, undefined);
  });
});

describe("finding names", () => {
  it("whatever the accents, capitals and letters that a keyboard lacks", () => {
    assert.ok(matches("Anke Müller", "mull ank"));
    for (const typed of ["jon", "smithj", "smith-jones", "smith jones"])
      assert.ok(matches("Smith-Jones", typed), typed);
    for (const typed of ["obr", "bri", "o'b", "O´Brien"]) assert.ok(matches("Niamh O’Brien", typed), typed);
  });

  it("each word begins a word of the name; an empty text finds no name", () => {
    assert.ok(!matches("Anke Müller", "uller"));
    assert.ok(!matches("Anke Müller", "anke smith"));
    assert.ok(!matches("Anke Müller", "  "));
  });
});
