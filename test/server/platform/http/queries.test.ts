import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type Answer, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
  for (const first_name of ["Ann", "Bob", "Cas"]) await buildVisit(world, location, { first_name });
});
after(() => world.close());

const log = (query: string): Promise<Answer> => world.get(`/visitors/bycompany/${location}?${query}`);

describe("count and page (interface 4.2 and 8, rules 2)", () => {
  it("400: count outside 1 to 10000, page below 1, what is not a whole number, and what is given twice; the name is in the message", async () => {
    for (const bad of ["0", "-1", "1.5", "1e1", "abc", "0x1", "1 2", "١", "NaN"]) {
      const count = await log(`count=${bad}&page=1`);
      assert.equal(count.status, 400, `count=${bad}`);
      assert.match(count.body.message, /"count"/);
      const page = await log(`count=1&page=${bad}`);
      assert.equal(page.status, 400, `page=${bad}`);
      assert.match(page.body.message, /"page"/);
    }
    for (const query of ["count=10001&page=1", "count=1&count=1&page=1", "count=1&page=1&page=2", "count[]=1&page=1"])
      assert.equal((await log(query)).status, 400, query);
  });

  it("400: count or page missing or blank asks for count, page and sorting (interface 4.2)", async () => {
    for (const query of ["", "count=1", "page=1", "count=&page=1", "count=1&page="]) {
      const { status, body } = await log(query);
      assert.equal(status, 400, query);
      for (const word of ["count", "page", "sorting"]) assert.ok(body.message.includes(word), body.message);
    }
  });

  it("200: both ends of the range, and a page past the end, however large, with the right total", async () => {
    assert.equal((await log("count=1&page=1")).body.visitors.length, 1);
    assert.equal((await log("count=10000&page=1")).body.visitors.length, 3);
    for (const page of ["4", "2147483648", "9007199254740991", "99999999999999999999"]) {
      const { status, body } = await log(`count=1&page=${page}`);
      assert.equal(status, 200, page);
      assert.deepEqual(body, { total: 3, visitors: [] });
      assert.deepEqual((await log(`count=10000&page=${page}`)).body, { total: 3, visitors: [] });
    }
  });

  it("200 and 400 alike on the paged inside list and the plain lists", async () => {
    const inside = (query: string): Promise<Answer> => world.get(`/visitors/signed_current/paged/${location}?${query}`);
    assert.equal((await inside("count=2&page=2")).body.visitors.length, 1);
    for (const query of ["", "count=0&page=1", "count=1&page=0", "count=10001&page=1"])
      assert.equal((await inside(query)).status, 400, query);
    assert.equal((await world.get("/companiesList?count=1&page=1")).body.length, 1);
    assert.deepEqual((await world.get("/companiesList?count=1&page=99")).body, []);
    assert.equal((await world.get("/companiesList?count=0")).status, 400);
  });
});

describe("query parameters (rules 2)", () => {
  it("200: unknown ones are ignored, 1,000 of them too, and names that objects inherit", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `p${n}=${n}`).join("&");
    for (const more of [
      many,
      "__proto__=1",
      "constructor=1&toString=2",
      "hasOwnProperty=1",
      "filters[a]=1&filter.a=1&sort=x",
      "=",
      "&&&",
      "%ff=%fe",
      "a[b][c]=1",
    ]) {
      // prettier-ignore
      const { status, body } = await log(`count=1&page=1&${more}`);
      assert.equal(status, 200, more.slice(0, 40));
      assert.equal(body.total, 3);
    }
  });

  it("200: an unknown one may be given 5,000 times", { timeout: 20_000 }, async () => {
    assert.equal((await log(`count=1&page=1&${"x=&".repeat(5_000)}`)).body.total, 3);
  });

  it("200: a blank number of a plain list is absent (rules 2.4)", async () => {
    assert.equal((await world.get("/companiesList?count=&page=")).body.length, 1);
  });

  const many = (count: number, part: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => part(n)).join("&");
  const none = (n: number): string => `filter[k${n}]=`;
  const both = (n: number): string => `filter[k${n}][startDate]=2026-01-01&filter[k${n}][endDate]=2026-01-02`;

  it("200: 20 filters that must all match, both bounds of a range count as one, blank ones don't count; 400: 21", async () => {
    const names = many(20, () => "filter[first_name]=a");
    for (const [more, total] of [
      [names, 2],
      [many(19, () => "filter[first_name]=a").concat("&filter[first_name]=nn"), 1],
      [`${names}&${many(300, none)}`, 2],
      [many(20, both), 0],
    ] as const) {
      const { status, body } = await log(`count=1&page=1&${more}`);
      assert.deepEqual([status, body.total], [200, total], more.slice(0, 80));
    }
    for (const more of [
      `${names}&filter[last_name]=a`,
      many(21, both),
      many(21, () => "filter[signed_in][startDate]=2026-01-01"),
      many(21, () => "filter[signed_in][endDate]=2026-01-01"),
      `${many(20, both)}&filter[x]=1`,
    ]) {
      const { status, body } = await log(`count=1&page=1&${more}`);
      assert.equal(status, 400, more.slice(0, 80));
      assert.match(body.message, /"filter".*20/);
    }
  });

  it("400: an address copied from HTML, whose &amp; would leave a filter out", async () => {
    const { status, body } = await log("count=1&page=1&filter[a]=x&amp;filter[b]=y");
    assert.deepEqual([status, body.code, body.field], [400, "wrong_format", "amp;filter[b]"]);
    assert.match(body.message, /Write & instead of &amp;/);
  });

  const SHAPELESS = [
    'filter={"a":1}',
    "filter=",
    "filter[]=x",
    "filter[=x",
    "filter[a=x",
    "filter[a]x=1",
    "filter[a][b]=x",
    "filter[a][]=x",
    "filter[][startDate]=2026-01-01",
    "filter[a][b][startDate]=2026-01-01",
    "sorting=-signed_in",
    "sorting[]=asc",
    "sorting[a][b]=asc",
    "sorting[a=asc",
  ];

  it("400: filter and sorting in another shape, named, on every list that takes them", async () => {
    const takes = world.endpoints.filter(({ query }) => Object.hasOwn(query, "filter"));
    assert.ok(takes.length >= 5, "lists and the export");
    for (const { path } of takes) {
      const list = path.replace("{company_id}", location).replace("{datetimestamp}", "2026-11-22");
      for (const more of SHAPELESS) {
        const { status, body } = await world.get(`${list}?count=1&page=1&${more}`);
        assert.equal(status, 400, `${list} ${more}`);
        assert.ok(body.message.includes(more.slice(0, 6)), body.message);
      }
    }
  });

  it("200: an endpoint that takes no filter ignores it like every unknown parameter", async () => {
    const more = SHAPELESS.concat("sorting[a]=up").join("&");
    assert.equal((await world.get(`/companies/${location}?${more}`)).status, 200);
  });

  it("400: a NUL in a name or value, an invalid sort direction, a bound that is not a date", async () => {
    for (const more of [
      "filter[first_name]=%00",
      "filter[%00]=a",
      "x=%00",
      "sorting[first_name]=up",
      "sorting[first_name]=ASC",
      "sorting[first_name]=",
      "filter[signed_in][startDate]=soon",
      "filter[signed_in][endDate]=2026-02-30",
    ])
      // prettier-ignore
      assert.equal((await log(`count=1&page=1&${more}`)).status, 400, more);
  });

  it("200: language_id in any form falls back and is never refused", async () => {
    const path = `/companies/${location}/entrypoints`;
    const { body } = await world.post(path, {
      name: "Front door",
      translations: { name: { nl: "Voordeur", fr: "Porte" } },
    });
    const name = async (query: string): Promise<string> => (await world.get(`${path}/${body._id}?${query}`)).body.name;
    for (const query of [
      "language_id=nl",
      "language_id=NL",
      "language_id=nl-BE",
      "language_id=nl&language_id=fr",
      "language_id=Nl-be",
      "language_id=nl-BE-x-y",
    ])
      assert.equal(await name(query), "Voordeur", query);
    for (const query of [
      "",
      "language_id=",
      "language_id=xx",
      "language_id=en-GB",
      "language_id=%F0%9F%99%82",
      "language_id=-",
      "language_id=__proto__",
      `language_id=${"x".repeat(2000)}`,
    ])
      // prettier-ignore
      assert.equal(await name(query), "Front door", query);
  });
});

describe("timestamps (interface 1, rules 2)", () => {
  const start = (signed_in: unknown): Promise<Answer> => world.post("/visitors", { company_id: location, signed_in });

  it("200: Z, an offset, none (UTC) and a plain date are answered as YYYY-MM-DDTHH:MM:SS.sssZ", async () => {
    for (const [sent, answered] of [
      ["2026-03-01T09:00:00Z", "2026-03-01T09:00:00.000Z"],
      ["2026-03-01T09:00:00.5Z", "2026-03-01T09:00:00.500Z"],
      ["2026-03-01T09:00:00.123456Z", "2026-03-01T09:00:00.123Z"],
      ["2026-03-01T09:00Z", "2026-03-01T09:00:00.000Z"],
      ["2026-03-01T09:00:00+05:30", "2026-03-01T03:30:00.000Z"],
      ["2026-03-01T09:00:00-0800", "2026-03-01T17:00:00.000Z"],
      ["2026-03-01T09:00:00", "2026-03-01T09:00:00.000Z"],
      ["2026-03-29T02:30:00", "2026-03-29T02:30:00.000Z"],
      ["2026-03-01", "2026-02-28T23:00:00.000Z"],
      ["2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59.999Z"],
      ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ]) {
      const { status, body } = await start(sent);
      assert.equal(status, 200, sent);
      assert.equal(body.signed_in, answered);
      assert.equal((await world.get(`/visitors/${body._id}`)).body.signed_in, answered);
    }
  });

  it("200: a plain date is the start of that day in the location's zone, wherever a visit's times are set", async () => {
    const company_id = await buildLocation(world, { timezone: "America/New_York" });
    for (const [signed_in, at] of [
      ["2026-01-15", "2026-01-15T05:00:00.000Z"],
      ["2026-03-08", "2026-03-08T05:00:00.000Z"],
      ["2026-03-09", "2026-03-09T04:00:00.000Z"],
      ["2026-11-01", "2026-11-01T04:00:00.000Z"],
      ["2026-11-02", "2026-11-02T05:00:00.000Z"],
    ])
      assert.equal((await world.post("/visitors", { company_id, signed_in })).body.signed_in, at, signed_in);
    const { body } = await world.post("/visitors", { company_id, signed_in: "2026-07-01", signed_out: "2026-07-02" });
    assert.equal(body.signed_out, "2026-07-02T04:00:00.000Z");
    const path = `/visitors/${body._id}`;
    const changed = await world.put(path, { signed_in: "2026-06-30", signed_out: "2026-07-03" });
    assert.deepEqual(
      [changed.body.signed_in, changed.body.signed_out],
      ["2026-06-30T04:00:00.000Z", "2026-07-03T04:00:00.000Z"],
    );
    const { body: open } = await world.post("/visitors", { company_id, signed_in: "2026-07-01" });
    const out = await world.post(`/visitors/${open._id}/signout`, { signed_out: "2026-07-02" });
    assert.equal(out.body.signed_out, "2026-07-02T04:00:00.000Z");
    const form = `company_id=${company_id}&signed_in=2026-07-01`;
    assert.equal((await world.call("POST", "/visitors", { form })).body.signed_in, "2026-07-01T04:00:00.000Z");
    const known = (await world.post("/knownvisitors", { company_id })).body._id;
    const signed = await world.post(`/knownvisitors/${known}/signin`, { signed_in: "2026-07-01" });
    assert.equal(signed.body.signed_in, "2026-07-01T04:00:00.000Z");
  });

  it("400: a day or time that does not exist, another notation, another type; the field is named", async () => {
    for (const sent of [
      "2026-02-30T00:00:00Z",
      "2026-02-29T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-04-31",
      "2026-00-01",
      "0000-01-01T00:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T10:60:00Z",
      "2026-01-01T10:00:60Z",
      "2026-01-01T10:00:00+24:00",
      "2026-01-01 10:00:00Z",
      "20260101T100000Z",
      "2026-W01-1",
      "1 Jan 2026",
      "now",
      1_767_225_600,
      {},
      [],
    ]) {
      // prettier-ignore
      const { status, body } = await start(sent);
      assert.equal(status, 400, JSON.stringify(sent));
      assert.match(body.message, /"signed_in"/);
    }
  });

  it("200: a path takes a date of the location's zone or a timestamp; 400: neither", async () => {
    const own = await buildLocation(world, { timezone: "Asia/Tokyo" });
    await world.post("/visitors", { company_id: own, signed_in: "2026-03-01T16:00:00Z" });
    const total = async (day: string): Promise<unknown> =>
      (await world.get(`/visitors/signed_in/total/${own}/${encodeURIComponent(day)}`)).body.totalVisitorsIn;
    assert.equal(await total("2026-03-02"), 1);
    assert.equal(await total("2026-03-01T15:00:00Z"), 1);
    assert.equal(await total("2026-03-02T00:00:00+09:00"), 1);
    assert.equal(await total("2026-03-01T14:59:59.999Z"), 0);
    for (const day of ["2026-02-30", "soon", "2026", "2026-3-1", "0000-00-00", "20260301"])
      assert.equal((await world.get(`/visitors/signed_in/total/${own}/${day}`)).status, 400, day);
  });
});
