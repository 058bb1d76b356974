import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;
let types: string[];
let door: string;

const named = async (path: string, name: string): Promise<string> =>
  (await world.post(`/companies/${location}/${path}`, { name })).body._id;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  types = [await named("visittypes", "A"), await named("visittypes", "B"), await named("visittypes", "C")];
  door = await named("entrypoints", "Lobby");
  const [a, b, c] = types;
  await buildVisit(world, location, { first_name: "Zoë", last_name: "Noord", company: "Atelier", visit_type: a });
  await buildVisit(world, location, { first_name: "Rik", last_name: "Atelier", visit_type: b, entrypoint_id: door });
  await buildVisit(world, location, { first_name: "Ann", last_name: "100%", visit_type: c, plate: "1-KLM-204" });
  const gone = await buildVisit(world, location, { first_name: "Gone", last_name: "Home" });
  await world.post(`/visitors/${gone._id}/signout`, {});
});
after(() => world.close());

const found = async (query: string): Promise<string[]> => {
  const { status, body, text } = await world.get(`/visitors/bycompany/${location}?count=10&page=1&${query}`);
  assert.equal(status, 200, text);
  assert.equal(body.total, body.visitors.length);
  return body.visitors.map(({ first_name }: { first_name: string }) => first_name).toSorted();
};

describe("GET /visitors/bycompany/{company_id}: what a person looks for (interface 4.2)", () => {
  it("200: search finds words in any text, whatever their order, case and field", async () => {
    assert.deepEqual(await found("search=atelier"), ["Rik", "Zoë"]);
    assert.deepEqual(await found("search=NOORD%20%20zo"), ["Zoë"]);
    assert.deepEqual(await found("search=atelier%20rik"), ["Rik"]);
    assert.deepEqual(await found("search=klm-204"), ["Ann"]);
    assert.deepEqual(await found("search=atelier%20ann"), []);
  });

  it("200: a visit that has a word in several texts is found once", async () => {
    const elsewhere = await buildLocation(world);
    await buildVisit(world, elsewhere, {
      first_name: "Echo",
      last_name: "Echo",
      company: "Echo & Echo",
      plate: "echo",
    });
    for (const search of ["echo", "ec", "echo ech"]) {
      const query = new URLSearchParams({ count: "10", page: "1", search });
      const { body } = await world.get(`/visitors/bycompany/${elsewhere}?${query.toString()}`);
      assert.deepEqual([body.total, body.visitors.length], [1, 1], search);
    }
  });

  it("200: % and _ are plain characters in it, and blanks alone are ignored", async () => {
    assert.deepEqual(await found("search=100%25"), ["Ann"]);
    assert.deepEqual(await found("search=n%25d"), []);
    assert.equal((await found("search=%20%20")).length, 4);
  });

  it("200: one or two letters are looked for where a word begins", async () => {
    assert.deepEqual(await found("search=n"), ["Zoë"]);
    assert.deepEqual(await found("search=AT"), ["Rik", "Zoë"]);
    assert.deepEqual(await found("search=zo%20a"), ["Zoë"]);
    assert.deepEqual(await found("search=te"), []);
    assert.deepEqual(await found("search=1-"), ["Ann"]);
  });

  it("200: total_at_most is where counting stops, and changes neither rows nor order", async () => {
    const ask = async (query: string): Promise<{ total: number; names: string[] }> => {
      const { body } = await world.get(`/visitors/bycompany/${location}?${query}`);
      return { total: body.total, names: body.visitors.map(({ last_name }: { last_name: string }) => last_name) };
    };
    for (const query of ["", "&search=a", "&search=atelier", "&filter[last_name]=o", "&sorting[last_name]=asc"]) {
      const [first, whole] = [await ask(`count=1&page=1${query}`), await ask(`count=9&page=1${query}`)];
      assert.deepEqual(await ask(`count=1&page=1&total_at_most=1${query}`), { total: 1, names: first.names }, query);
      assert.deepEqual(await ask(`count=1&page=2&total_at_most=2${query}`), { total: 2, names: [whole.names[1]] });
      assert.deepEqual(await ask(`count=9&page=1&total_at_most=9${query}`), whole, query);
    }
    assert.equal((await world.get(`/visitors/bycompany/${location}?count=1&page=1&total_at_most=0`)).status, 400);
  });

  it("200: several visit types and doors are joined by or, with all else by and", async () => {
    assert.deepEqual(await found(`visit_types=${types[0]},${types[1]?.toUpperCase()}`), ["Rik", "Zoë"]);
    assert.deepEqual(await found(`entry_points=${door}`), ["Rik"]);
    assert.deepEqual(await found(`visit_types=${types[0]},${types[1]}&search=noord`), ["Zoë"]);
    assert.deepEqual(await found(`visit_types=${types[0]},${types[1]}&filter[last_name]=atel&sorting[company]=asc`), [
      "Rik",
    ]);
  });

  it("200: open tells visits that were not signed out from those that were", async () => {
    assert.deepEqual(await found("open=true"), ["Ann", "Rik", "Zoë"]);
    assert.deepEqual(await found("open=false"), ["Gone"]);
  });

  it("400: what is not an id, and what is neither true nor false", async () => {
    for (const query of ["visit_types=x", `entry_points=${door},`, "open=perhaps"]) {
      const answer = await world.get(`/visitors/bycompany/${location}?count=10&page=1&${query}`);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, new RegExp(query.split("=")[0] ?? ""));
    }
  });

  it("200: the export gives the same visits as the log", async () => {
    const { status, text } = await world.get(`/visitors/export/bycompany/${location}?search=klm&open=true`);
    assert.equal(status, 200, text);
    const wrong = await world.get(`/visitors/export/bycompany/${location}?visit_types=x`);
    assert.equal(wrong.status, 400);
  });
});
