import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;
let visits: Body[];

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: Date.parse("2026-06-10T12:00:00Z"), frozen: true });
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
  visits = [];
  for (let n = 0; n < 7; n++)
    visits.push(await buildVisit(world, location, { signed_in: `2026-06-10T0${n}:00:00Z`, last_name: `Name ${n}`, n }));
});
after(() => world.close());

const LISTS = ["bycompany", "signed_current/paged"] as const;
const list = (query: string, name: string = LISTS[0]) => world.get(`/visitors/${name}/${location}?${query}`);
const names = async (query: string, name?: string): Promise<number[]> => {
  const { status, body, text } = await list(query, name);
  assert.equal(status, 200, text);
  return body.visitors.map(({ n }: Body) => n);
};

for (const name of LISTS)
  describe(`GET /visitors/${name}/{company_id}: paging (interface 4.2 and 8, rules 2)`, () => {
    it("200: latest first by default; total ignores paging", async () => {
      assert.deepEqual(await names("count=3&page=1", name), [6, 5, 4]);
      assert.deepEqual(await names("count=3&page=2", name), [3, 2, 1]);
      assert.deepEqual(await names("count=3&page=3", name), [0]);
      assert.equal((await list("count=1&page=1", name)).body.total, 7);
    });

    it("200: past the end an empty list with the right total, however large the page", async () => {
      const pages = ["4", "1000000", "9007199254740991", "9007199254740993", "1".repeat(30)];
      const rests = ["", "&filter[last_name]=name", "&sorting[last_name]=asc", "&filter[n]=1"];
      for (const [page, rest] of pages.flatMap((page) => rests.map((rest) => [page, rest]))) {
        const { status, body, text } = await list(`count=3&page=${page}${rest}`, name);
        assert.equal(status, 200, text);
        assert.deepEqual(body, { total: rest === "&filter[n]=1" ? 1 : 7, visitors: [] }, `${page} ${rest}`);
      }
      assert.deepEqual((await list("count=10000&page=900719925474099", name)).body, { total: 7, visitors: [] });
    });

    it("400: count or page missing, blank, below 1, above 10,000, no whole number, or given twice", async () => {
      for (const query of [
        "",
        "count=1",
        "page=1",
        "count=&page=1",
        "count=0&page=1",
        "count=1&page=0",
        "count=-1&page=1",
        "count=10001&page=1",
        "count=1.5&page=1",
        "count=1e2&page=1",
        "count=ten&page=1",
        "count=1&count=1&page=1",
        "count=1&page=1&page=2",
        "count[]=1&page=1",
      ])
        assert.equal((await list(query, name)).status, 400, query);
      assert.equal((await list("count=10000&page=1", name)).status, 200);
    });

    it("200: a page is the same with any filter that all visits meet, whichever way it is found", async () => {
      for (const filter of ["", "filter[last_name]=name", "filter[last_name]=m", "filter[safe]=false", "filter[n]="])
        assert.deepEqual(await names(`count=2&page=2&${filter}`, name), [4, 3], filter);
    });
  });

describe("GET /visitors/bycompany/{company_id}: what it is told (interface 4.2)", () => {
  it("400: without count or page the message asks for count, page and sorting", async () => {
    for (const query of ["", "count=10", "page=1", "sorting[signed_in]=asc"]) {
      const { body } = await list(query);
      assert.match(body.message, /count.*page.*sorting/);
    }
  });

  it("200: unknown query parameters are ignored, and so are blank filters", async () => {
    assert.equal((await list("count=1&page=1&color=red&filters=x&sort=y&filter[n]=%20&filter[n]=")).body.total, 7);
  });

  it("400: a sort direction other than asc or desc, and bounds that are not dates", async () => {
    for (const query of [
      "sorting[signed_in]=up",
      "sorting[signed_in]=",
      "sorting[signed_in]=ASC",
      "filter[signed_in][startDate]=today",
      "filter[signed_in][endDate]=2026-02-30",
      "filter[n][endDate]=5",
    ]) {
      const { status, body } = await list(`count=1&page=1&${query}`);
      assert.equal(status, 400, query);
      assert.ok(body.message.includes(query.split("=")[0]), body.message);
    }
  });

  it("200: 5 sort fields, found by scan or by index; 400: more, never 500", async () => {
    const sorts = (count: number) => Array.from({ length: count }, (_, n) => `&sorting[k${n}]=asc`).join("");
    for (const filter of ["", "&filter[last_name]=name"]) {
      assert.equal((await list(`count=1&page=1${filter}${sorts(5)}`)).status, 200);
      for (const count of [6, 1_000]) {
        const { status, body } = await list(`count=1&page=1${filter}${sorts(count)}`);
        assert.equal(status, 400);
        assert.match(body.message, /"sorting".*5/);
      }
    }
  });

  it("200: filters are joined with AND, a repeated one too", async () => {
    const all = "count=10&page=1";
    assert.deepEqual(await names(`${all}&filter[last_name]=NAME&filter[n]=3`), [3]);
    assert.deepEqual(await names(`${all}&filter[last_name]=name&filter[last_name]=4`), [4]);
    assert.deepEqual(await names(`${all}&filter[last_name]=3&filter[last_name]=4`), []);
  });

  it("200: case is ignored beyond ASCII too, and a part of a text stays a part of it", async () => {
    const own = await buildLocation(world);
    const found = async (value: string) =>
      (await world.get(`/visitors/bycompany/${own}?count=10&page=1&filter[company]=${encodeURIComponent(value)}`)).body
        .total;
    for (const [stored, ...asked] of [
      ["École Élan", "école", "ÉCOLE ÉLAN", "É", "é"],
      ["MÜLLER", "müller", "Üll", "ü"],
      ["ΟΔΟΣ ΧΙΟΥ", "οδος", "οδοσ", "ΟΔΟΣ", "ς", "σ", "Σ χ"],
      ["Жук", "ЖУК", "жу"],
      ["Straße", "STRAßE", "aße"],
    ]) {
      const visit = await buildVisit(world, own, { company: stored });
      for (const value of asked) assert.equal(await found(value), 1, `${stored} by ${value}`);
      await world.remove(`/visitors/${visit._id}`);
    }
  });

  it("200: an id is found in either letter case and by a part of it", async () => {
    const [visit] = visits;
    for (const text of [visit._id, visit._id.toUpperCase(), visit._id.slice(5), visit._id.slice(10).toUpperCase()])
      assert.deepEqual(await names(`count=10&page=1&filter[_id]=${text}`), [0], text);
    assert.equal((await list(`count=10&page=1&filter[company_id]=${location}`)).body.total, 7);
  });

  it("200: a date range is half-open; a plain date is the start of that day in the location's zone", async () => {
    const all = "count=10&page=1&sorting[n]=asc";
    const range = (field: string, start: string, end: string) =>
      `&filter[${field}][startDate]=${start}&filter[${field}][endDate]=${end}`;
    assert.deepEqual(await names(all + range("signed_in", "2026-06-10T02:00:00Z", "2026-06-10T04:00:00Z")), [2, 3]);
    assert.deepEqual(await names(`${all}&filter[signed_in][startDate]=2026-06-10T05:00:00Z`), [5, 6]);
    assert.deepEqual(await names(`${all}&filter[signed_in][endDate]=2026-06-10T01:00:00.001Z`), [0, 1]);
    assert.deepEqual(await names(all + range("signed_in", "", "")), [0, 1, 2, 3, 4, 5, 6]);
    assert.equal((await list(`${all}&filter[signed_in][startDate]=2026-06-11`)).body.total, 0);
    assert.equal((await list(`${all}&filter[signed_in][endDate]=2026-06-10`)).body.total, 0);
    const late = await buildVisit(world, location, { signed_in: "2026-06-08T22:00:00Z", n: 9 });
    assert.deepEqual(await names(all + range("signed_in", "2026-06-09", "2026-06-10")), [9]);
    await world.remove(`/visitors/${late._id}`);
    assert.deepEqual(await names(all + range("last_name", "2026-01-01", "2027-01-01")), [], "no date, no match");
  });

  it("200: no visit of another location is ever found; 403: a location that is not covered", async () => {
    const other = await buildLocation(world);
    await buildVisit(world, other, { last_name: "Name other" });
    assert.equal((await list("count=10&page=1&filter[last_name]=name")).body.total, 7);
    const as = await buildKey(world, [location]);
    for (const id of [other, newId(), "x"])
      assert.equal((await world.get(`/visitors/bycompany/${id}?count=1&page=1`, { as })).status, 403);
    assert.equal(
      (await world.get(`/visitors/bycompany/${other}?`, { as })).status,
      403,
      "before the query is looked at",
    );
  });

  it("200: every role reads the log and one visit (rules 4)", async () => {
    for (const role of ["local_admin", "receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(`/visitors/bycompany/${location}?count=1&page=1`, { as })).status, 200, role);
      assert.equal((await world.get(`/visitors/${visits[0]._id}`, { as })).status, 200, role);
    }
  });
});

describe("GET /visitors/{visitorId} (interface 4.2)", () => {
  it("200: one visit in full, by its id in either letter case, with or without a trailing slash", async () => {
    const visit = await buildVisit(world, location, { photo: "AAAA", n: 10, signed_in: "2026-06-01T00:00:00Z" });
    for (const id of [visit._id, visit._id.toUpperCase(), `${visit._id}/`]) {
      const { status, body } = await world.get(`/visitors/${id}`);
      assert.equal(status, 200);
      assert.deepEqual(body, visit);
    }
    await world.remove(`/visitors/${visit._id}`);
  });

  it("400: a malformed id; 404: no visit, and one of a location that is not covered, byte by byte the same", async () => {
    assert.equal((await world.get("/visitors/short")).status, 400);
    const foreign = await buildVisit(world, await buildLocation(world));
    const as = await buildKey(world, [location]);
    const answers = await Promise.all(
      [newId(location), newId(), foreign._id].map((id) => world.get(`/visitors/${id}`, { as })),
    );
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text]);
  });
});
