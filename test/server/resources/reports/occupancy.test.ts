import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { addDays, dateOf, startOfDay } from "../../../../server/platform/lib/time/time.ts";
import { countInterval, type History, makeHistory } from "../../../support/occupancy-model.ts";
import { buildDeliveryType } from "../../../support/outside/deliveries.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { roundsOf } from "../../../support/run/size.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();
const ROUNDS = roundsOf(400, 10_000);
const NOW = Date.parse("2026-12-24T12:00:00Z");

let world: World;

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: NOW, frozen: true });
});
after(() => world.close());

const read = (location: string, start: string, end: string, query = "") =>
  world.get(`/companies/${location}/occupancy/${start}/${end}${query}`);
const occupancy = async (location: string, start: string, end: string, query = ""): Promise<Body[]> => {
  const { status, body, text } = await read(location, start, end, query);
  assert.equal(status, 200, text);
  return body;
};
const visit = (location: string, signed_in: string, signed_out?: string, more: object = {}) =>
  buildVisit(world, location, { signed_in, ...(signed_out !== undefined && { signed_out }), ...more });
const at = (list: readonly Body[], date: string): Body => list.find((point) => point.date === date) ?? {};
const EMPTY = { at_start: 0, peak: 0, mean: 0, arrivals: 0, departures: 0 };

describe("GET /companies/{company_id}/occupancy/{start}/{end}", () => {
  it("200: by day unless asked otherwise, both days included, from the start of the day there; empty ones are listed", async () => {
    const location = await buildLocation(world, { timezone: "Europe/Brussels" });
    await visit(location, "2026-06-10T10:00:00Z", "2026-06-10T16:00:00Z");
    await visit(location, "2026-06-10T12:00:00Z", "2026-06-10T18:00:00Z");
    assert.deepEqual(await occupancy(location, "2026-06-09", "2026-06-11"), [
      { date: "2026-06-08T22:00:00.000Z", ...EMPTY },
      { date: "2026-06-09T22:00:00.000Z", at_start: 0, peak: 2, mean: 0.5, arrivals: 2, departures: 2 },
      { date: "2026-06-10T22:00:00.000Z", ...EMPTY },
    ]);
  });

  it("200: an arrival exactly when an interval starts belongs to it and is in at_start; a departure then isn't inside any more", async () => {
    const location = await buildLocation(world);
    await visit(location, "2026-06-10T09:00:00Z", "2026-06-10T09:15:00Z");
    await visit(location, "2026-06-10T09:15:00Z", "2026-06-10T09:22:30Z");
    const quarters = await occupancy(location, "2026-06-10", "2026-06-10", "?interval=quarter");
    assert.deepEqual(at(quarters, "2026-06-10T08:45:00.000Z"), { date: "2026-06-10T08:45:00.000Z", ...EMPTY });
    const first = { date: "2026-06-10T09:00:00.000Z", at_start: 1, peak: 1, mean: 1, arrivals: 1, departures: 0 };
    assert.deepEqual(at(quarters, first.date), first);
    const second = { date: "2026-06-10T09:15:00.000Z", at_start: 1, peak: 1, mean: 0.5, arrivals: 1, departures: 2 };
    assert.deepEqual(at(quarters, second.date), second);
  });

  it("200: deliveries, whose visit type asks for no name, are no visitors", async () => {
    const location = await buildLocation(world);
    const delivery = await buildDeliveryType(world, location);
    const [from, to] = ["2026-06-10T09:00:00Z", "2026-06-10T10:00:00Z"];
    await visit(location, from, to, { visit_type: delivery, company: "bpost" });
    await visit(location, from, to);
    const one = { at_start: 0, peak: 1, arrivals: 1, departures: 1 };
    for (const query of ["", "?by=visit_type", "?by=entrypoint_id"]) {
      const [day, ...rest] = await occupancy(location, "2026-06-10", "2026-06-10", query);
      const { at_start, peak, arrivals, departures, key } = day ?? {};
      assert.deepEqual([rest.length, key, { at_start, peak, arrivals, departures }], [0, undefined, one], query);
    }
  });

  it("200: the peak is how many were inside at the same time, also within an interval", async () => {
    const location = await buildLocation(world);
    for (const [from, to] of [
      ["09:05", "09:20"],
      ["09:10", "09:30"],
      ["09:20", "09:40"],
      ["09:45", "09:50"],
    ])
      await visit(location, `2026-06-10T${from}:00Z`, `2026-06-10T${to}:00Z`);
    const hours = await occupancy(location, "2026-06-10", "2026-06-10", "?interval=hour");
    assert.deepEqual(at(hours, "2026-06-10T09:00:00.000Z"), {
      date: "2026-06-10T09:00:00.000Z",
      at_start: 0,
      peak: 2,
      mean: 1,
      arrivals: 4,
      departures: 4,
    });
  });

  for (const [zone, date, quarters, hours] of [
    ["Europe/Brussels", "2026-03-29", 92, 23],
    ["Europe/Brussels", "2026-10-25", 100, 25],
    ["Europe/Brussels", "2026-06-10", 96, 24],
    ["Asia/Kolkata", "2026-06-10", 96, 24],
    ["Australia/Lord_Howe", "2026-04-05", 98, 25],
  ] as const)
    it(`200: ${date} in ${zone} has ${quarters} quarters and ${hours} hours, each with a time of its own`, async () => {
      const location = await buildLocation(world, { timezone: zone });
      for (const [interval, length] of [
        ["quarter", quarters],
        ["hour", hours],
        ["day", 1],
      ] as const) {
        const dates = (await occupancy(location, date, date, `?interval=${interval}`)).map((point) => point.date);
        assert.equal(dates.length, length, interval);
        assert.equal(new Set(dates).size, length);
        assert.equal(dates[0], new Date(startOfDay(date, zone)).toISOString());
      }
    });

  it("200: a visit without an end counts until it leaves the inside list, which doesn't count as a departure", async () => {
    const location = await buildLocation(world, { settings: { signout_days: 1 } });
    await visit(location, "2026-06-10T18:00:00Z");
    const days = await occupancy(location, "2026-06-09", "2026-06-12");
    assert.deepEqual(
      days.map(({ at_start, peak, mean, departures }) => [at_start, peak, mean, departures]),
      [
        [0, 0, 0, 0],
        [0, 1, 0.25, 0],
        [1, 1, 1, 0],
        [0, 0, 0, 0],
      ],
    );
    for (const [day, inside] of [
      ["2026-06-10", 1],
      ["2026-06-11", 1],
      ["2026-06-12", 0],
    ] as const)
      assert.equal((await world.get(`/visitors/signed_current/${location}?date=${day}`)).body.length, inside, day);
  });

  it("200: who is inside now is the inside list of today; nothing after now is counted", async () => {
    const location = await buildLocation(world, { settings: { signout_days: 1 } });
    await visit(location, "2026-12-22T23:00:00Z");
    await visit(location, "2026-12-23T08:00:00Z");
    await visit(location, "2026-12-24T11:30:00Z");
    await visit(location, "2026-12-24T12:00:00Z");
    await visit(location, "2026-12-24T09:00:00Z", "2026-12-24T12:00:00Z");
    const current = (await world.get(`/visitors/signed_current/${location}`)).body.length;
    const hours = await occupancy(location, "2026-12-24", "2026-12-25", "?interval=hour");
    assert.equal(current, 3);
    assert.deepEqual(at(hours, "2026-12-24T11:00:00.000Z"), {
      date: "2026-12-24T11:00:00.000Z",
      at_start: 2,
      peak: 3,
      mean: 2.5,
      arrivals: 1,
      departures: 0,
    });
    const now = { date: "2026-12-24T12:00:00.000Z", at_start: 3, peak: 3, mean: 3, arrivals: 1, departures: 1 };
    assert.deepEqual(at(hours, now.date), now);
    assert.deepEqual(at(hours, "2026-12-24T13:00:00.000Z"), { date: "2026-12-24T13:00:00.000Z", ...EMPTY });
  });

  it("200: erased visits stay among those who came and went, and aren't inside (rules 3)", async () => {
    const location = await buildLocation(world);
    const erased = await visit(location, "2026-06-10T09:07:00Z", "2026-06-10T10:07:00Z");
    await world.remove(`/visitors/${erased._id}`);
    const [day] = await occupancy(location, "2026-06-10", "2026-06-10");
    assert.deepEqual(day, { date: "2026-06-10T00:00:00.000Z", ...EMPTY, arrivals: 1, departures: 1 });
  });

  it("200: by visit type or entrance, each a curve of its own; those without one, last, have no key", async () => {
    const location = await buildLocation(world);
    const { body: type } = await world.post(`/companies/${location}/visittypes`, { name: "Contractor" });
    const { body: door } = await world.post(`/companies/${location}/entrypoints`, { name: "Main lobby" });
    await world.post(`/companies/${location}/entrypoints`, { name: "Yard" });
    const both = { visit_type: type._id, entrypoint_id: door._id };
    await visit(location, "2026-06-09T12:00:00Z", "2026-06-10T12:00:00Z", both);
    await visit(location, "2026-06-10T06:00:00Z", "2026-06-10T12:00:00Z");
    for (const [by, key] of [
      ["visit_type", type._id],
      ["entrypoint_id", door._id],
    ])
      assert.deepEqual(await occupancy(location, "2026-06-10", "2026-06-11", `?by=${by}`), [
        { date: "2026-06-10T00:00:00.000Z", key, ...EMPTY, departures: 1 },
        { date: "2026-06-10T00:00:00.000Z", at_start: 0, peak: 1, mean: 0.25, arrivals: 1, departures: 1 },
        { date: "2026-06-11T00:00:00.000Z", key, ...EMPTY },
        { date: "2026-06-11T00:00:00.000Z", ...EMPTY },
      ]);
    assert.deepEqual(await occupancy(location, "2026-06-01", "2026-06-02", "?by=visit_type"), []);
  });

  it("400: dates, their order, the interval, what divides it, and the number of intervals", async () => {
    const location = await buildLocation(world);
    for (let n = 0; n < 2; n += 1) {
      const { body: door } = await world.post(`/companies/${location}/entrypoints`, { name: `Door ${n}` });
      await visit(location, "2026-06-10T12:00:00Z", undefined, { entrypoint_id: door._id });
    }
    for (const [start, end, query, field] of [
      ["someday", "2026-06-09", "", "start"],
      ["2026-06-09", "2026-06-31", "", "end"],
      ["2026-06-10", "2026-06-09", "", "end"],
      ["2026-06-10", "2026-06-10", "?interval=week", "interval"],
      ["2026-06-10", "2026-06-10", "?by=recipient", "by"],
      ["2026-01-01", "2026-04-15", "?interval=quarter", "end"],
      ["2025-01-01", "2026-06-30", "?interval=hour", "end"],
      ["1990-01-01", "2026-06-30", "?interval=day", "end"],
      ["2026-01-01", "2026-08-01", "?interval=hour&by=entrypoint_id", "end"],
    ] as const) {
      const { status, body } = await read(location, start, end, query);
      assert.deepEqual([status, body.field], [400, field], `${start} ${end} ${query}: ${JSON.stringify(body)}`);
    }
  });
});

const build = async (history: History): Promise<{ location: string; doors: string[] }> => {
  const settings = { signout_days: history.signoutDays };
  const location = await buildLocation(world, { timezone: history.zone, settings });
  const doors: string[] = [];
  for (const name of ["Lobby", "Yard"])
    doors.push((await world.post(`/companies/${location}/entrypoints`, { name })).body._id);
  for (const stay of history.stays) {
    const made = await buildVisit(world, location, {
      signed_in: new Date(stay.in).toISOString(),
      ...(stay.out !== undefined && { signed_out: new Date(stay.out).toISOString() }),
      ...(stay.door !== undefined && { entrypoint_id: doors[stay.door] }),
    });
    if (stay.erased) await world.remove(`/visitors/${made._id}`);
  }
  return { location, doors };
};

const DAY_MS = 86_400_000;

const compare = (history: History, points: readonly Body[], end: number, what: string): void => {
  const starts = points.map(({ date }) => Date.parse(date));
  for (const [n, { date, mean, key: _, ...counts }] of points.entries()) {
    const { mean: average, ...expected } = countInterval(history, starts[n] ?? 0, starts[n + 1] ?? end);
    assert.deepEqual(counts, expected, `${what} ${date}`);
    assert.ok(Math.abs(mean - average) < 0.001, `${what} ${date}: ${mean}, not ${average}`);
  }
};

describe("occupancy agrees with a count visit by visit", () => {
  for (const [zone, first] of [
    ["Europe/Brussels", "2026-03-28T12:00:00Z"],
    ["Europe/Brussels", "2026-10-24T12:00:00Z"],
    ["Asia/Kolkata", "2026-06-10T12:00:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T12:00:00Z"],
  ] as const)
    it(`200: ${ROUNDS / 4} random histories around ${first} in ${zone} (TEST_SEED=${SEED})`, async () => {
      const random = makeRandom(SEED);
      const days = [0, 2].map((n) => dateOf(Date.parse(first) + n * DAY_MS, zone));
      const [start = "", end = ""] = days;
      const last = startOfDay(addDays(end, 1), zone);
      for (let round = 0; round < ROUNDS / 4; round += 1) {
        const history = makeHistory(random, zone, Date.parse(first));
        world.clock.now = history.now;
        const { location, doors } = await build(history);
        const interval = random.one(["quarter", "hour", "day"]);
        const what = `round ${round}, ${interval}`;
        compare(history, await occupancy(location, start, end, `?interval=${interval}`), last, what);
        const divided = await occupancy(location, start, end, `?interval=${interval}&by=entrypoint_id`);
        for (const door of [undefined, 0, 1]) {
          const key = door === undefined ? undefined : doors[door];
          const stays = history.stays.filter((stay) => stay.door === door);
          const points = divided.filter((point) => point.key === key);
          compare({ ...history, stays }, points, last, `${what}, door ${door}`);
        }
      }
    });
});
