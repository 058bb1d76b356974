import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { systemContext } from "../../../../server/platform/http/request-context.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { eraseOnRequest } from "../../../../server/resources/registered-visitors/removal.ts";
import { type Body, buildLocation, makeWorld } from "../../../support/world.ts";

const world = await makeWorld();
const company_id = await buildLocation(world);
after(() => world.close());

const nextYear = new Date().getUTCFullYear() + 1;
/** A Tuesday of January, in a zone where it is winter time. */
const TUESDAY =
  [1, 2, 3, 4, 5, 6, 7].map((day) => `${nextYear}-01-0${day}`).find((date) => new Date(date).getUTCDay() === 2) ?? "";
const plus = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

const JO = { first_name: "Jo", last_name: "Janssens", email: "jo@example.org" };
const MAX = { first_name: "Max", last_name: "Maes", email: "max@example.org" };
const WEEKLY = {
  company_id,
  name: "Review",
  visitors: [JO, MAX],
  starts: { date: TUESDAY, time: "09:00" },
  ends: { time: "10:30" },
  timezone: "Europe/Brussels",
  rule: "FREQ=WEEKLY;COUNT=4",
  recipient: "Ann Peeters",
};

const make = async (body: object = {}): Promise<Body> => {
  const made = await world.post("/series", { ...WEEKLY, ...body });
  assert.equal(made.status, 200, made.text);
  return made.body;
};

const visitor = async (id: string): Promise<Body> => (await world.get(`/knownvisitors/${id}`)).body;
const at = (date: string, time: string): string => `${date}T${time}:00.000Z`;
const startsOf = (series: Body): string[] => series["occurrences"].map(({ startDate }: Body) => startDate);

describe("POST /series (decision 0063)", () => {
  it("200: each occurrence is a registered visitor for each person", async () => {
    const series = await make({ note: "Bring a badge" });
    const weeks = [0, 7, 14, 21].map((days) => at(plus(TUESDAY, days), "08:00"));
    assert.deepEqual(startsOf(series), weeks);
    const [first, second] = series["occurrences"];
    assert.deepEqual([first.recurrence_id, first.endDate, first.cancelled], [weeks[0], at(TUESDAY, "09:30"), false]);
    const jo = await visitor(second.known_visitor_ids[0]);
    const { first_name, recipient, note, series_id, recurrence_id, visiting_on, status } = jo;
    assert.deepEqual(
      { first_name, recipient, note, series_id, recurrence_id, visiting_on, status },
      {
        first_name: "Jo",
        recipient: "Ann Peeters",
        note: "Bring a badge",
        series_id: series._id,
        recurrence_id: weeks[1],
        visiting_on: { startDate: weeks[1], endDate: at(plus(TUESDAY, 7), "09:30") },
        status: "created",
      },
    );
    assert.equal((await visitor(first.known_visitor_ids[1])).first_name, "Max");
    assert.deepEqual(series["visitors"], [JO, MAX]);
    assert.deepEqual((await world.get(`/series/${series._id}`)).body, series);
    assert.deepEqual((await world.get(`/series/bycompany/${company_id}`)).body[0], series);
    assert.deepEqual(
      [
        series["name"],
        series["rule"],
        series["timezone"],
        series["starts"],
        series["duration_minutes"],
        series["recipient"],
      ],
      ["Review", WEEKLY.rule, "Europe/Brussels", WEEKLY.starts, 90, "Ann Peeters"],
    );
  });

  it("200: once without a rule; a start that the rule doesn't give is the first; the location's zone", async () => {
    const { rule: _rule, timezone: _zone, ...once } = WEEKLY;
    const single = await world.post("/series", { ...once, visitors: [JO] });
    assert.deepEqual(startsOf(single.body).length, 1);
    assert.equal(single.body["timezone"], (await world.get(`/companies/${company_id}`)).body.timezone);
    const series = await make({ rule: "FREQ=WEEKLY;BYDAY=WE;COUNT=3", visitors: [JO] });
    assert.deepEqual(
      startsOf(series),
      [0, 1, 8].map((days) => at(plus(TUESDAY, days), "08:00")),
    );
  });

  it("200: made 400 days ahead, at most 500", async () => {
    const daily = await make({ rule: "FREQ=DAILY", visitors: [JO] });
    assert.equal(startsOf(daily).length, 401);
    assert.equal(startsOf(await make({ rule: "FREQ=HOURLY;INTERVAL=2", visitors: [JO] })).length, 500);
  });

  it("400: rules that give nothing or too much, unknown zones and references, an end before its beginning", async () => {
    const cases: [object, string, string][] = [
      [{ rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }, "wrong_format", "rule"],
      [{ rule: "FREQ=SECONDLY" }, "too_many", "rule"],
      [
        {
          rule: "FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
        },
        "too_many",
        "rule",
      ],
      [{ rule: "every Tuesday" }, "wrong_format", "rule"],
      [{ rule: "RRULE:FREQ=DAILY" }, "wrong_format", "rule"],
      [{ rule: "FREQ=DAILY;COUNT=2;UNTIL=20300101" }, "wrong_format", "rule"],
      [{ rule: "FREQ=WEEKLY;UNTIL=20200101T000000Z" }, "wrong_format", "rule"],
      [{ timezone: "Europe/Atlantis" }, "wrong_format", "timezone"],
      [{ ends: { time: "08:00" } }, "wrong_order", "ends.time"],
      [{ duration_minutes: 30 }, "unknown_key", "duration_minutes"],
      [{ ends: undefined }, "missing_key", "duration_minutes"],
      [{ starts: undefined }, "missing_key", "starts"],
      [{ starts: { date: "2027-02-30", time: "09:00" } }, "wrong_format", "starts.date"],
      [{ visitors: undefined }, "missing_key", "visitors"],
      [{ visitors: [] }, "too_few", "visitors"],
      [{ visitors: Array.from({ length: 101 }, () => JO) }, "too_many", "visitors"],
      [{ visit_type: newId() }, "unknown_reference", "visit_type"],
    ];
    for (const [body, code, field] of cases) {
      const answer = await world.post("/series", { ...WEEKLY, ...body });
      assert.deepEqual([answer.status, answer.body.code, answer.body.field], [400, code, field], JSON.stringify(body));
    }
  });
});

describe("PUT /series/{id} (decision 0063)", () => {
  it("200: all occurrences move with the start, and keep their registered visitors", async () => {
    const series = await make();
    const changed = await world.put(`/series/${series._id}`, {
      starts: { date: plus(TUESDAY, 1), time: "14:00" },
      recipient: "Bo",
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      startsOf(changed.body),
      [1, 8, 15, 22].map((days) => at(plus(TUESDAY, days), "13:00")),
    );
    const ids = (one: Body): string[][] => one["occurrences"].map(({ known_visitor_ids }: Body) => known_visitor_ids);
    assert.deepEqual(ids(changed.body), ids(series));
    const jo = await visitor(ids(series)[0]?.[0] ?? "");
    assert.deepEqual([jo["recipient"], jo["visiting_on"].startDate], ["Bo", at(plus(TUESDAY, 1), "13:00")]);
  });

  it("200: with another rule, days that stay keep their visitors, others are cancelled or new", async () => {
    const series = await make();
    const dry = await world.put(`/series/${series._id}?dry_run=true`, { rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=3" });
    assert.deepEqual(dry.body, { created: 1, changed: 0, cancelled: 2, mails: 0 });
    assert.deepEqual((await world.get(`/series/${series._id}`)).body, series);
    const { body } = await world.put(`/series/${series._id}`, { rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=3" });
    const shown = body["occurrences"].map(({ cancelled, known_visitor_ids }: Body) => [
      cancelled,
      known_visitor_ids.length,
    ]);
    assert.deepEqual(shown, [
      [false, 2],
      [true, 0],
      [false, 2],
      [true, 0],
      [false, 2],
    ]);
    assert.deepEqual(body["occurrences"][2].known_visitor_ids, series["occurrences"][2].known_visitor_ids);
  });

  it("200: visitors are added, changed and taken off everywhere", async () => {
    const series = await make();
    const { body } = await world.put(`/series/${series._id}`, {
      visitors: [{ ...JO, phone: "+3225550100" }, { first_name: "Zoe" }],
    });
    assert.deepEqual(body["visitors"], [{ ...JO, phone: "+3225550100" }, { first_name: "Zoe" }]);
    const [max] = series["occurrences"][0].known_visitor_ids.slice(1);
    assert.equal((await world.get(`/knownvisitors/${max}`)).status, 404);
    assert.deepEqual(
      body["occurrences"].map(({ known_visitor_ids }: Body) => known_visitor_ids.length),
      [2, 2, 2, 2],
    );
  });

  it("200: this one alone is moved, and keeps its recurrence_id", async () => {
    const series = await make();
    const { recurrence_id } = series["occurrences"][1];
    const path = `/series/${series._id}?scope=this&recurrence_id=${recurrence_id}`;
    const body = { starts: { date: plus(TUESDAY, 8), time: "11:00" }, phone: "+3225550111" };
    assert.deepEqual((await world.put(`${path}&dry_run=true`, body)).body, {
      created: 0,
      changed: 1,
      cancelled: 0,
      mails: 0,
    });
    const changed = await world.put(path, body);
    assert.deepEqual(
      [startsOf(changed.body)[1], changed.body["occurrences"][1].recurrence_id],
      [at(plus(TUESDAY, 8), "10:00"), recurrence_id],
    );
    assert.equal((await visitor(changed.body["occurrences"][1].known_visitor_ids[0]))["phone"], "+3225550111");
    assert.equal((await visitor(changed.body["occurrences"][2].known_visitor_ids[0]))["phone"], undefined);
    assert.equal(changed.body["occurrences"][1].endDate, at(plus(TUESDAY, 8), "11:30"));
  });

  it("200: following ones become a series that goes on", async () => {
    const series = await make();
    const { recurrence_id } = series["occurrences"][2];
    const split = await world.put(`/series/${series._id}?scope=following&recurrence_id=${recurrence_id}`, {
      starts: { date: plus(TUESDAY, 14), time: "16:00" },
    });
    assert.equal(split.status, 200, split.text);
    assert.notEqual(split.body._id, series._id);
    assert.deepEqual(
      startsOf(split.body),
      [14, 21].map((days) => at(plus(TUESDAY, days), "15:00")),
    );
    assert.deepEqual(split.body["occurrences"][0].known_visitor_ids, series["occurrences"][2].known_visitor_ids);
    const rest = (await world.get(`/series/${series._id}`)).body;
    assert.equal(startsOf(rest).length, 2);
    assert.match(rest["rule"], /UNTIL=/);
    const jo = await visitor(split.body["occurrences"][0].known_visitor_ids[0]);
    assert.equal(jo["series_id"], split.body._id);
  });

  it("400: without recurrence_id, with one of no occurrence, a rule for one alone; 404: an unknown series", async () => {
    const { _id, occurrences } = await make();
    const put = (query: string, body: object = {}) => world.put(`/series/${_id}?${query}`, body);
    const [first] = occurrences;
    const answers = [
      await put("scope=this"),
      await put(`scope=this&recurrence_id=${at(TUESDAY, "08:01")}`),
      await put(`scope=this&recurrence_id=${first.recurrence_id}`, { rule: "FREQ=DAILY" }),
      await put("scope=some"),
      await put("", { starts: null }),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code]),
      [
        [400, "missing_key"],
        [400, "unknown_reference"],
        [400, "unknown_key"],
        [400, "wrong_format"],
        [400, "not_removable"],
      ],
    );
    assert.equal((await world.put(`/series/${newId(company_id)}`, {})).status, 404);
  });
});

describe("DELETE /series/{id} (decision 0063)", () => {
  it("200: this one stays in the list as cancelled, without visitors", async () => {
    const series = await make();
    const { recurrence_id, known_visitor_ids } = series["occurrences"][1];
    const { status, body } = await world.remove(`/series/${series._id}?scope=this&recurrence_id=${recurrence_id}`);
    assert.deepEqual(
      [status, body["occurrences"][1].cancelled, body["occurrences"][1].known_visitor_ids],
      [200, true, []],
    );
    assert.equal((await world.get(`/knownvisitors/${known_visitor_ids[0]}`)).status, 404);
    const again = await world.remove(`/series/${series._id}?scope=this&recurrence_id=${recurrence_id}`);
    assert.deepEqual(again.body, body, "a second press changes nothing, mod_date included");
    const moved = await world.put(`/series/${series._id}`, { starts: { date: TUESDAY, time: "10:00" } });
    assert.deepEqual(
      moved.body["occurrences"].map(({ cancelled }: Body) => cancelled),
      [false, true, false, false],
    );
  });

  it("200: following ones are cancelled; all: the series is gone with its visitors", async () => {
    const series = await make();
    const { recurrence_id } = series["occurrences"][2];
    const { body } = await world.remove(`/series/${series._id}?scope=following&recurrence_id=${recurrence_id}`);
    assert.deepEqual(
      body["occurrences"].map(({ cancelled }: Body) => cancelled),
      [false, false, true, true],
    );
    const again = await world.remove(`/series/${series._id}?scope=following&recurrence_id=${recurrence_id}`);
    assert.deepEqual(again.body, body);
    assert.deepEqual((await world.remove(`/series/${series._id}?dry_run=true`)).body, {
      created: 0,
      changed: 0,
      cancelled: 2,
      mails: 0,
    });
    assert.equal((await world.remove(`/series/${series._id}`)).status, 200);
    assert.equal((await world.get(`/series/${series._id}`)).status, 404);
    assert.equal((await world.get(`/knownvisitors/${series["occurrences"][0].known_visitor_ids[0]}`)).status, 404);
  });

  it("200: a visitor who is inside stays", async () => {
    const series = await make({ visitors: [JO] });
    const [id] = series["occurrences"][0].known_visitor_ids;
    assert.equal((await world.post(`/knownvisitors/${id}/signin`)).status, 200);
    assert.equal((await world.remove(`/series/${series._id}`)).status, 200);
    assert.equal((await world.get(`/knownvisitors/${id}`)).status, 200);
  });

  it("a visitor who asks to be erased is erased in all occurrences, and no one else", async () => {
    const series = await make();
    const [id] = series["occurrences"][1].known_visitor_ids;
    await eraseOnRequest(systemContext(world.context, "test"), company_id, id);
    const { body } = await world.get(`/series/${series._id}`);
    assert.deepEqual(body["visitors"], [MAX]);
    assert.deepEqual(
      body["occurrences"].map(({ known_visitor_ids }: Body) => known_visitor_ids.length),
      [1, 1, 1, 1],
    );
  });
});
