import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const HOUR_MS = 3_600_000;
const SEED = seedOf();

let world: World;

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: Date.parse("2026-12-24T12:00:00Z"), frozen: true });
});
after(() => world.close());

const get = async (path: string): Promise<Body> => {
  const { status, body, text } = await world.get(path);
  assert.equal(status, 200, `${path}: ${text}`);
  return body;
};
const statistics = (location: string, day: string) =>
  get(`/companies/${location}/statistics/${encodeURIComponent(day)}`);
const perDay = (location: string, start: string, end: string) => get(`/visitors/perday/${location}/${start}/${end}`);
const graph = (location: string, start: string, end: string, interval?: string) =>
  get(
    `/companies/${location}/statistics/graph/${start}/${end}${interval === undefined ? "" : `?interval=${interval}`}`,
  );
const visit = (location: string, signed_in: string, signed_out?: string) =>
  buildVisit(world, location, { signed_in, ...(signed_out === undefined ? {} : { signed_out }) });

describe("GET /companies/{company_id}/statistics/{datetimestamp} (interface 2.4, 4.3, rules 3)", () => {
  it("200: five integers, all zero for an empty location", async () => {
    assert.deepEqual(await statistics(await buildLocation(world), "2026-06-10"), {
      totalVisitorsIn: 0,
      totalVisitorsCurrent: 0,
      totalVisitorsOut: 0,
      totalMonthlyVisitors: 0,
      totalMonthlySMS: 0,
    });
  });

  it("200: In counts starts, Out counts ends, the month is the calendar month, all in the location's zone", async () => {
    const location = await buildLocation(world, { timezone: "America/New_York" });
    await visit(location, "2026-06-01T03:59:59.999Z", "2026-06-10T04:00:00Z");
    await visit(location, "2026-06-01T04:00:00Z", "2026-06-11T03:59:59.999Z");
    await visit(location, "2026-06-10T12:00:00Z", "2026-06-11T04:00:00Z");
    await visit(location, "2026-06-10T12:00:00Z");
    await visit(location, "2026-07-01T03:59:59.999Z");
    await visit(location, "2026-07-01T04:00:00Z");
    assert.deepEqual(await statistics(location, "2026-06-10"), {
      totalVisitorsIn: 2,
      totalVisitorsCurrent: 2,
      totalVisitorsOut: 2,
      totalMonthlyVisitors: 4,
      totalMonthlySMS: 0,
    });
  });

  it("200: a timestamp names the day and month it falls on in the zone", async () => {
    const location = await buildLocation(world, { timezone: "Pacific/Kiritimati" });
    await visit(location, "2026-06-30T10:00:00Z");
    assert.deepEqual(await statistics(location, "2026-06-30T10:00:00Z"), await statistics(location, "2026-07-01"));
    assert.equal((await statistics(location, "2026-06-30T12:00:00+02:00")).totalMonthlyVisitors, 1);
    assert.equal((await statistics(location, "2026-06-30T09:59:59Z")).totalMonthlyVisitors, 0);
  });

  it("200: Current is the inside list of that day, with the multi-day interval", async () => {
    const location = await buildLocation(world, { settings: { signout_days: 2 } });
    await visit(location, "2026-06-08T12:00:00Z");
    await visit(location, "2026-06-08T12:00:00Z", "2026-06-10T12:00:00Z");
    for (const [day, expected] of [
      ["2026-06-07", 0],
      ["2026-06-08", 2],
      ["2026-06-09", 2],
      ["2026-06-10", 1],
      ["2026-06-11", 0],
    ] as const) {
      assert.equal((await statistics(location, day)).totalVisitorsCurrent, expected, day);
      assert.equal((await get(`/visitors/signed_current/${location}?date=${day}`)).length, expected, day);
    }
  });

  it("200: totalMonthlySMS counts SMS handed to the gateway in that month, and nothing else", async () => {
    const location = await buildLocation(world, { timezone: "Europe/Brussels" });
    const message = (kind: string, sent_at: string | null) =>
      world.db.pool.query(
        `insert into messages (company_id, _id, kind, recipient, template, parameters, state, create_date, sent_at)
         values ($1, md5(random()::text), $2, '+32', 'host', '{}', $3, '2026-06-01', $4)`,
        [location, kind, sent_at === null ? "queued" : "sent", sent_at],
      );
    for (const at of ["2026-05-31T22:00:00Z", "2026-06-30T21:59:59.999Z"]) await message("sms", at);
    for (const at of ["2026-05-31T21:59:59.999Z", "2026-06-30T22:00:00Z", null]) await message("sms", at);
    await message("mail", "2026-06-15T12:00:00Z");
    assert.equal((await statistics(location, "2026-06-15")).totalMonthlySMS, 2);
  });
});

describe("GET /visitors/signed_in/total and /visitors/monthly/total (interface 4.3)", () => {
  it("200: each answers the one counter that statistics answers too", async () => {
    const location = await buildLocation(world, { timezone: "Asia/Kathmandu" });
    await visit(location, "2026-06-09T18:15:00Z");
    await visit(location, "2026-06-10T18:14:59.999Z", "2026-06-12T00:00:00Z");
    await visit(location, "2026-06-10T18:15:00Z");
    assert.deepEqual(await get(`/visitors/signed_in/total/${location}/2026-06-10`), { totalVisitorsIn: 2 });
    assert.deepEqual(await get(`/visitors/monthly/total/${location}/2026-06-10`), { totalMonthlyVisitors: 3 });
  });

  it("200: erased visits stay counted, everywhere but in Current (rules 3)", async () => {
    const location = await buildLocation(world);
    const gone = await visit(location, "2026-06-10T12:00:00Z", "2026-06-11T09:59:59Z");
    await visit(location, "2026-06-10T12:00:00Z");
    const read = async () => [
      await statistics(location, "2026-06-10"),
      await statistics(location, "2026-06-11"),
      await get(`/visitors/signed_in/total/${location}/2026-06-10`),
      await get(`/visitors/monthly/total/${location}/2026-06-10`),
      await perDay(location, "2026-06-09", "2026-06-12"),
      await graph(location, "2026-06-10", "2026-06-11", "hour"),
      await graph(location, "2026-06-01", "2026-06-30", "week"),
    ];
    const before = await read();
    before[0].totalVisitorsCurrent -= 1;
    await world.remove(`/visitors/${gone._id}`);
    assert.deepEqual(await read(), before);
  });
});

describe("GET /visitors/perday/{company_id}/{start}/{end} (rules 5)", () => {
  it("200: every day once, both ends included, days without visits too", async () => {
    const location = await buildLocation(world, { timezone: "Europe/Brussels" });
    await visit(location, "2026-03-28T23:00:00Z");
    await visit(location, "2026-03-29T21:59:59.999Z");
    await visit(location, "2026-03-29T22:00:00Z");
    assert.deepEqual(await perDay(location, "2026-03-28", "2026-03-31"), [
      { date: "2026-03-28", total: 0 },
      { date: "2026-03-29", total: 2 },
      { date: "2026-03-30", total: 1 },
      { date: "2026-03-31", total: 0 },
    ]);
    assert.deepEqual(await perDay(location, "2026-03-29", "2026-03-29"), [{ date: "2026-03-29", total: 2 }]);
  });

  it("200: the ends may be timestamps; across a leap day and a year", async () => {
    const location = await buildLocation(world, { timezone: "Pacific/Kiritimati" });
    const days = await perDay(location, "2023-12-30T10:00:00Z", "2024-03-01");
    assert.equal(days[0].date, "2023-12-31");
    assert.equal(days.at(-1).date, "2024-03-01");
    assert.equal(days.length, 62);
  });
});

describe("GET /companies/{company_id}/statistics/graph/{start}/{end} (rules 5)", () => {
  it("200: by day unless asked otherwise, with starts and ends", async () => {
    const location = await buildLocation(world);
    await visit(location, "2026-06-10T12:00:00Z", "2026-06-11T12:00:00Z");
    assert.deepEqual(await graph(location, "2026-06-10", "2026-06-11"), [
      { date: "2026-06-10", totalVisitorsIn: 1, totalVisitorsOut: 0 },
      { date: "2026-06-11", totalVisitorsIn: 0, totalVisitorsOut: 1 },
    ]);
  });

  for (const [zone, date, points] of [
    ["Europe/Brussels", "2026-03-29", 23],
    ["Europe/Brussels", "2026-10-25", 25],
    ["Asia/Kathmandu", "2026-06-10", 24],
    ["Australia/Lord_Howe", "2026-04-05", 25],
    ["Australia/Lord_Howe", "2026-10-04", 24],
  ] as const)
    it(`200: ${date} in ${zone} has ${points} hours; the last one is cut at the end of the day`, async () => {
      const location = await buildLocation(world, { timezone: zone });
      const hours = await graph(location, date, date, "hour");
      assert.equal(hours.length, points);
      const starts: number[] = hours.map((point: Body) => Date.parse(point.date));
      const [first = 0] = starts;
      for (const [n, start] of starts.entries()) assert.equal(start, first + n * HOUR_MS);
      const next = await graph(location, date, "2026-12-31", "day");
      assert.equal(next[0].date, date);
      for (const start of starts) await visit(location, new Date(start).toISOString());
      assert.deepEqual(
        (await graph(location, date, date, "hour")).map((point: Body) => point.totalVisitorsIn),
        starts.map(() => 1),
      );
      assert.equal((await graph(location, date, date, "day"))[0].totalVisitorsIn, points);
    });

  it("200: both two o'clocks of the night in which clocks go back are points of their own", async () => {
    const location = await buildLocation(world, { timezone: "Europe/Brussels" });
    await visit(location, "2026-10-25T00:30:00Z");
    await visit(location, "2026-10-25T01:30:00Z");
    const hours: Body[] = await graph(location, "2026-10-25", "2026-10-25", "hour");
    const counted = hours.filter((point) => point.totalVisitorsIn > 0).map(({ date }) => date);
    assert.deepEqual(counted, ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"]);
  });

  it("200: weeks begin on Monday, months on the first; the first point begins where the span does", async () => {
    const location = await buildLocation(world);
    const dates = async (start: string, end: string, interval: string) =>
      (await graph(location, start, end, interval)).map(({ date }: Body) => date);
    assert.deepEqual(await dates("2026-06-10", "2026-06-29", "week"), [
      "2026-06-10",
      "2026-06-15",
      "2026-06-22",
      "2026-06-29",
    ]);
    assert.deepEqual(await dates("2026-06-15", "2026-06-21", "week"), ["2026-06-15"]);
    assert.deepEqual(await dates("2025-11-30", "2026-02-01", "month"), [
      "2025-11-30",
      "2025-12-01",
      "2026-01-01",
      "2026-02-01",
    ]);
  });

  it("400: another interval, an end before the start, more than 10,000 points", async () => {
    const location = await buildLocation(world);
    const path = `/companies/${location}/statistics/graph`;
    for (const rest of [
      "2026-06-10/2026-06-11?interval=year",
      "2026-06-10/2026-06-11?interval=day&interval=day",
      "2026-06-11/2026-06-10",
      "2024-01-01/2026-01-01?interval=hour",
      "1900-01-01/2026-01-01",
    ])
      assert.equal((await world.get(`${path}/${rest}`)).status, 400, rest);
    assert.equal((await graph(location, "1900-01-01", "2026-01-01", "month")).length, 1513);
    assert.equal((await world.get(`/visitors/perday/${location}/1900-01-01/2026-01-01`)).status, 400);
  });
});

describe("counters and reports: what they refuse", () => {
  const bad = [
    "today",
    "2026-02-30",
    "2026-13-01",
    "20260610",
    "2026-06-10T25:00:00Z",
    "0000-01-01",
    "9999-12-31",
    "%20",
  ];

  it("400: what is not a date of the calendar, with a message that names the parameter", async () => {
    const location = await buildLocation(world);
    for (const text of bad)
      for (const [name, path] of [
        ["datetimestamp", `/companies/${location}/statistics/${text}`],
        ["datetimestamp", `/visitors/signed_in/total/${location}/${text}`],
        ["datetimestamp", `/visitors/monthly/total/${location}/${text}`],
        ["start", `/visitors/perday/${location}/${text}/2026-06-10`],
        ["end", `/visitors/perday/${location}/2026-06-10/${text}`],
        ["start", `/companies/${location}/statistics/graph/${text}/2026-06-10`],
        ["end", `/companies/${location}/statistics/graph/2026-06-10/${text}`],
      ]) {
        const { status, body } = await world.get(path ?? "");
        assert.equal(status, 400, path);
        assert.match(body.message, new RegExp(`"${name}"`));
      }
  });

  it("403: a location that is not covered, and roles without the counters (rules 4)", async () => {
    const [own, other] = [await buildLocation(world), await buildLocation(world)];
    const key = await buildKey(world, [own]);
    const paths = (location: string) => [
      `/companies/${location}/statistics/2026-06-10`,
      `/visitors/signed_in/total/${location}/2026-06-10`,
      `/visitors/monthly/total/${location}/2026-06-10`,
      `/visitors/perday/${location}/2026-06-10/2026-06-10`,
      `/companies/${location}/statistics/graph/2026-06-10/2026-06-10`,
    ];
    for (const path of paths(other)) assert.equal((await world.get(path, { as: key })).status, 403, path);
    for (const role of ["security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [own]);
      for (const path of paths(own)) assert.equal((await world.get(path, { as })).status, 403, `${role} ${path}`);
    }
    const desk = await buildUser(world, "receptionist", [own]);
    for (const path of paths(own)) assert.equal((await world.get(path, { as: desk })).status, 200, path);
  });
});

type Times = { in: number; out: number | undefined };

const someTimes = (random: Random, from: number): Times => {
  const began = from + random.whole(0, 40 * 24 * 4) * (HOUR_MS / 4) + random.one([0, 0, -1, 1]);
  return { in: began, out: random.chance(0.3) ? undefined : began + random.whole(0, 30 * 4) * (HOUR_MS / 4) };
};
const naive = (times: readonly (number | undefined)[], start: number, end: number): number =>
  times.filter((ms) => ms !== undefined && ms >= start && ms < end).length;

describe("reports against a naive count (rules 3)", () => {
  for (const [zone, from] of [
    ["Europe/Brussels", "2026-03-10"],
    ["Australia/Lord_Howe", "2026-03-20"],
    ["America/St_Johns", "2026-10-15"],
    ["Pacific/Pago_Pago", "2026-01-20"],
  ] as const)
    it(`200: 300 random visits in ${zone}, a third erased: all reports agree (TEST_SEED=${SEED})`, async () => {
      const random = makeRandom(SEED);
      const location = await buildLocation(world, { timezone: zone });
      const key = await buildKey(world, [location]);
      const clock = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
      const times = Array.from({ length: 300 }, () => someTimes(random, Date.parse(`${from}T00:00Z`)));
      for (const { in: began, out } of times) {
        const body = {
          company_id: location,
          signed_in: new Date(began).toISOString(),
          signed_out: out && new Date(out),
        };
        const { body: made } = await world.post("/visitors", body, { as: key });
        if (random.chance(0.33)) await world.remove(`/visitors/${made._id}`, { as: key });
      }
      const [ins, outs] = [times.map((visit) => visit.in), times.map(({ out }) => out)];
      const [first, last] = [from, clock.format(Date.parse(`${from}T00:00Z`) + 45 * 24 * HOUR_MS)];
      const days: Body[] = await graph(location, first, last, "day");
      for (const { date, totalVisitorsIn, totalVisitorsOut } of days) {
        assert.equal(totalVisitorsIn, ins.filter((ms) => clock.format(ms) === date).length, date);
        assert.equal(totalVisitorsOut, outs.filter((ms) => ms !== undefined && clock.format(ms) === date).length, date);
      }
      const totals: Body[] = await perDay(location, first, last);
      assert.deepEqual(
        totals,
        days.map(({ date, totalVisitorsIn }) => ({ date, total: totalVisitorsIn })),
      );
      for (const interval of ["hour", "week", "month"]) {
        const points: Body[] = await graph(location, first, last, interval);
        for (const name of ["totalVisitorsIn", "totalVisitorsOut"]) {
          const sum = (list: Body[]): number => list.reduce((all, point) => all + point[name], 0);
          assert.equal(sum(points), sum(days), `${interval} ${name}`);
        }
      }
      const hours: Body[] = await graph(location, first, last, "hour");
      for (const { date, totalVisitorsIn } of hours)
        assert.equal(totalVisitorsIn, naive(ins, Date.parse(date), Date.parse(date) + HOUR_MS), date);
      for (let n = 0; n < 8; n++) {
        const { date, totalVisitorsIn, totalVisitorsOut } = random.one(days);
        const counters = await statistics(location, date);
        assert.equal(counters.totalVisitorsIn, totalVisitorsIn);
        assert.equal(counters.totalVisitorsOut, totalVisitorsOut);
        assert.equal(
          counters.totalMonthlyVisitors,
          ins.filter((ms) => clock.format(ms).slice(0, 7) === date.slice(0, 7)).length,
          `month of ${date}`,
        );
      }
    });
});
