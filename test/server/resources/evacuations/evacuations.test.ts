import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { buildDeliveryType } from "../../../support/outside/deliveries.ts";
import {
  type Body,
  buildLocation,
  buildUser,
  buildVisit,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.clock.frozen = true;
  world.clock.now = Date.parse("2026-05-19T09:00:00Z");
  location = await buildLocation(world);
});

const base = (): string => `/companies/${location}/evacuations`;
const pass = (seconds: number): void => void (world.clock.now += seconds * 1000);
const start = async (body: object = {}): Promise<Body> => {
  const answer = await world.post(base(), { drill: false, ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
let refs = 0;
const mark = async (id: string, visit: string, safe = true, rest: object = {}): Promise<Body> => {
  refs += 1;
  const marks = [{ ref: `m${refs}`, visitor_id: visit, safe, ...rest }];
  const answer = await world.post(`${base()}/${id}/marks`, { marks });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const read = async (id: string): Promise<Body> => (await world.get(`${base()}/${id}`)).body;
const isSafe = async (visit: string): Promise<boolean> => (await world.get(`/visitors/${visit}`)).body.safe;

describe("POST /companies/{company_id}/evacuations", () => {
  it("200: begins one; all visitors inside are not yet safe, whatever was marked before", async () => {
    const [old, other] = [await buildVisit(world, location), await buildVisit(world, location)];
    await world.post(`/companies/${location}/visitors/safe`, { ids: [old._id] });
    const { _id, drill, started, ended } = await start({ drill: true });
    assert.deepEqual([drill, started, ended], [true, "2026-05-19T09:00:00.000Z", undefined]);
    const { persons } = await read(_id);
    assert.deepEqual(
      persons.map((one: Body) => [one.visitor_id, one.safe]),
      [String(old._id), String(other._id)].toSorted((a, b) => (a < b ? -1 : 1)).map((id) => [id, false]),
    );
    assert.equal(await isSafe(old._id), false);
  });

  it("200: a delivery is no person; a visitor who was rejected is listed as such, and not among the figures", async () => {
    const delivery = await buildDeliveryType(world, location);
    const { body: screened } = await world.post(`/companies/${location}/visittypes`, { name: "VIP", screening: true });
    const parcel = await buildVisit(world, location, { visit_type: delivery, company: "bpost" });
    const rejected = await buildVisit(world, location, { visit_type: screened._id });
    await world.post(`/visitors/${rejected._id}/reject`);
    const person = await buildVisit(world, location);
    const { _id } = await start();
    const { persons } = await read(_id);
    assert.deepEqual(Object.fromEntries(persons.map((one: Body) => [one.visitor_id, one.approval])), {
      [rejected._id]: "rejected",
      [person._id]: undefined,
    });
    await mark(_id, person._id);
    const { body } = await world.post(`${base()}/${_id}/end`);
    assert.deepEqual([body.people, body.safe], [1, 1]);
    const { body: inside } = await world.get(`/visitors/signed_current/${location}`);
    assert.deepEqual(
      new Set(inside.map((one: Body) => one._id)),
      new Set([parcel._id, rejected._id, person._id]),
      "the list of the interface keeps all of them",
    );
  });

  it("200: of several marshals who begin at once one begins it and the others join", async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => start()));
    assert.equal(new Set(all.map(({ _id }) => _id)).size, 1);
    assert.equal((await world.get(base())).body.length, 1);
  });

  it("200: an emergency makes an evacuation of a drill, never the other way round; the first beginning counts", async () => {
    const { _id } = await start({ drill: true });
    pass(60);
    const joined = await start({ drill: false, seconds_ago: 90 });
    assert.deepEqual([joined._id, joined.drill, joined.started], [_id, false, "2026-05-19T08:59:30.000Z"]);
    assert.equal((await start({ drill: true })).drill, false);
  });

  it("400: what is not a number of seconds, or more than a day ago", async () => {
    for (const seconds_ago of [-1, 86_401, "60"]) {
      const { status, body } = await world.post(base(), { drill: true, seconds_ago });
      assert.equal(status, 400);
      assert.match(body.message, /seconds_ago/);
    }
    assert.match((await world.post(base(), {})).body.message, /"drill"/);
  });

  it("403: an employee may neither begin nor read one (rules 4)", async () => {
    const as = await buildUser(world, "employee", [location]);
    assert.equal((await world.post(base(), { drill: true }, { as })).status, 403);
    assert.equal((await world.get(base(), { as })).status, 403);
  });
});

describe("POST /companies/{company_id}/evacuations/{id}/marks", () => {
  it("200: marks the visit, tells that it changed, and counts the seconds by the mark's own time", async () => {
    const visit = await buildVisit(world, location);
    const { _id } = await start();
    pass(100);
    await mark(_id, visit._id, true, { seconds_ago: 70.2 });
    const [person] = (await read(_id)).persons;
    assert.deepEqual([person.safe, person.seconds, person.marked.at], [true, 30, "2026-05-19T09:00:29.800Z"]);
    assert.equal(await isSafe(visit._id), true);
    assert.equal((await eventsOf(world, location)).at(-1), "visitor_updated");
    assert.deepEqual(
      (await logOf(world, location)).slice(-2).map(({ act }) => act),
      ["visit.safe", "evacuation.mark"],
    );
  });

  it("200: the latest mark by its own time counts, from any marshal and whenever it arrives", async () => {
    const visit = await buildVisit(world, location);
    const { _id } = await start();
    pass(100);
    await mark(_id, visit._id, false, { seconds_ago: 10 });
    await mark(_id, visit._id, true, { seconds_ago: 50 });
    assert.equal(await isSafe(visit._id), false);
    await mark(_id, visit._id, true, { seconds_ago: 5 });
    assert.equal(await isSafe(visit._id), true);
    assert.equal((await read(_id)).persons[0].seconds, 95);
  });

  it("200: the same mark sent again does nothing, also after it was taken back", async () => {
    const visit = await buildVisit(world, location);
    const { _id } = await start();
    const marks = [{ ref: "kept-on-a-phone", visitor_id: visit._id, safe: true }];
    pass(10);
    await world.post(`${base()}/${_id}/marks`, { marks });
    pass(10);
    await mark(_id, visit._id, false);
    pass(10);
    assert.equal((await world.post(`${base()}/${_id}/marks`, { marks })).status, 200);
    assert.equal(await isSafe(visit._id), false);
  });

  it("200: marks of several marshals at once are all there, and visits of other locations are passed over", async () => {
    const visits = await Promise.all(Array.from({ length: 8 }, () => buildVisit(world, location)));
    const elsewhere = await buildVisit(world, await buildLocation(world));
    const { _id } = await start();
    await Promise.all([...visits, elsewhere, ...visits].map((visit) => mark(_id, visit._id)));
    const { persons } = await read(_id);
    assert.deepEqual([persons.length, persons.filter(({ safe }: Body) => safe).length], [8, 8]);
    assert.equal(await isSafe(elsewhere._id), false);
  });

  it("200: a mark made by another way, such as POST …/visitors/safe or PUT of the visit, is in the report too", async () => {
    const [one, two] = [await buildVisit(world, location), await buildVisit(world, location)];
    const { _id } = await start();
    pass(20);
    await world.post(`/companies/${location}/visitors/safe`, { ids: [one._id] });
    pass(20);
    await world.put(`/visitors/${two._id}`, { safe: true });
    const { persons } = await read(_id);
    assert.deepEqual(persons.map(({ seconds }: Body) => seconds).toSorted(), [20, 40]);
  });

  it("200: a mark that arrives after the end changes the figures, and no visit", async () => {
    const [one, two] = [await buildVisit(world, location), await buildVisit(world, location)];
    const { _id } = await start();
    pass(60);
    await mark(_id, one._id);
    const ended = await world.post(`${base()}/${_id}/end`);
    assert.deepEqual([ended.body.people, ended.body.safe, ended.body.median_seconds], [2, 1, 60]);
    pass(60);
    const late = await mark(_id, two._id, true, { seconds_ago: 100 });
    assert.deepEqual([late.safe, late.median_seconds], [2, 40]);
    assert.equal(await isSafe(two._id), false);
  });

  it("200: the median counts all visitors who were inside; there is none while fewer than half are safe", async () => {
    const visits: Body[] = [];
    for (let n = 0; n < 5; n += 1) visits.push(await buildVisit(world, location));
    const { _id } = await start();
    for (const visit of visits.slice(0, 2)) {
      pass(10);
      await mark(_id, visit._id);
    }
    const { body: ended } = await world.post(`${base()}/${_id}/end`);
    assert.deepEqual([ended.people, ended.safe, ended.median_seconds], [5, 2, undefined]);
    assert.equal((await read(_id)).median_seconds, undefined);
    pass(30);
    const half = await mark(_id, visits[2]?._id);
    assert.deepEqual([half.safe, half.median_seconds], [3, 50]);
    await world.db.pool.query("update evacuations set safe = 2 where _id = $1", [_id]);
    assert.equal((await read(_id)).median_seconds, undefined);
    assert.equal((await world.get(base())).body[0].median_seconds, undefined);
  });

  it("400: no marks, a ref of other letters, what is not an id; nothing is marked", async () => {
    const visit = await buildVisit(world, location);
    const { _id } = await start();
    const good = { ref: "a", visitor_id: visit._id, safe: true };
    const wrong = [
      [],
      [{ ...good, ref: "a b" }],
      [{ ...good, ref: "" }],
      [good, { ...good, visitor_id: "x" }],
      [{ ref: "a" }],
    ];
    for (const marks of wrong) assert.equal((await world.post(`${base()}/${_id}/marks`, { marks })).status, 400);
    assert.equal(await isSafe(visit._id), false);
  });
});

describe("GET and POST …/evacuations/{id} and …/end", () => {
  it("200: who signed out is safe, who came meanwhile is on the list, who left before is not", async () => {
    await world.post(`/visitors/${(await buildVisit(world, location))._id}/signout`);
    pass(1);
    const leaving = await buildVisit(world, location, { last_name: "Leaving" });
    const { _id } = await start();
    pass(30);
    await world.post(`/visitors/${leaving._id}/signout`);
    await buildVisit(world, location, { last_name: "Late" });
    const { persons } = await read(_id);
    assert.deepEqual(
      persons.map((one: Body) => [one.last_name, one.safe, one.signed_out, one.seconds]),
      [
        ["Leaving", true, true, 30],
        ["Late", false, false, undefined],
      ],
    );
  });

  it("200: the report stays as it was at the end, whatever becomes of the visits, but for those that are erased", async () => {
    const [one, two] = [await buildVisit(world, location), await buildVisit(world, location)];
    const { _id } = await start();
    pass(10);
    await mark(_id, one._id);
    const ended = (await world.post(`${base()}/${_id}/end`)).body;
    pass(10);
    await world.post(`/visitors/${two._id}/signout`);
    await start();
    const { persons } = await read(_id);
    assert.deepEqual(
      persons.map(({ safe }: Body) => safe),
      [String(one._id), String(two._id)].toSorted((a, b) => (a < b ? -1 : 1)).map((id) => id === one._id),
    );
    await world.remove(`/visitors/${one._id}`);
    assert.equal((await read(_id)).persons.length, 1);
    const { rows } = await world.db.pool.query("select 1 from evacuation_marks where visit_id = $1", [one._id]);
    assert.equal(rows.length, 0);
    assert.deepEqual(
      [(await read(_id)).people, (await world.post(`${base()}/${_id}/end`)).body.ended],
      [2, ended.ended],
    );
  });
});
