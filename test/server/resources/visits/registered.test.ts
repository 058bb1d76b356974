import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildLocation,
  buildRegistered,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;
let known: Body;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
});
after(() => world.close());
beforeEach(async () => {
  Object.assign(world.clock, { now: Date.parse("2026-06-15T10:00:00Z"), frozen: true });
  known = await buildRegistered(world, location);
});

const PAST = { signed_in: "2026-06-14T08:00:00Z", signed_out: "2026-06-14T09:00:00Z" };
const change = ({ _id }: Body, body: Record<string, unknown>) => world.put(`/visitors/${_id}`, body);
const visitOf = (body: Record<string, unknown> = {}): Promise<Body> =>
  buildVisit(world, location, { known_visitor_id: known._id, ...body });
const insideOf = async (): Promise<number> =>
  (await world.get(`/visitors/signed_current/${location}`)).body.filter(
    (visit: Body) => visit.known_visitor_id === known._id,
  ).length;

describe("POST /visitors with known_visitor_id (rules 4 and 5)", () => {
  it("200: the visit carries it, in lower case, and so do its events (interface 6.2)", async () => {
    const visit = await visitOf({ known_visitor_id: known._id.toUpperCase() });
    assert.equal(visit.known_visitor_id, known._id);
    const entry = (await logOf(world, location)).find(({ subject_id }) => subject_id === visit._id);
    assert.deepEqual(entry.ids, { visitorId: visit._id, knownVisitorId: known._id });
    assert.ok(!("last_name" in (await world.post("/visitors", { company_id: location, known_visitor_id: (await buildRegistered(world, location))._id })).body), "nothing is copied"); // prettier-ignore
  });

  it("400: one of another location, and the visit is not started", async () => {
    const foreign = await buildRegistered(world, await buildLocation(world));
    const before = (await logOf(world, location)).length;
    for (const known_visitor_id of [foreign._id, newId(location), "x"]) {
      const { status, body } = await world.post("/visitors", { company_id: location, known_visitor_id });
      assert.equal(status, 400);
      assert.match(body.message, /"known_visitor_id"/);
    }
    assert.equal((await logOf(world, location)).length, before);
  });

  it("400: what else is wrong with the visit leaves nothing behind, and the registered visitor free to enter", async () => {
    const answer = await world.post("/visitors", {
      company_id: location,
      known_visitor_id: known._id,
      visit_type: newId(location),
    });
    assert.equal(answer.status, 400);
    assert.match(answer.body.message, /"visit_type"/);
    assert.equal((await visitOf()).known_visitor_id, known._id);
  });
});

describe("PUT /visitors/{visitorId} with known_visitor_id (rules 4 and 5)", () => {
  it("200: sets, changes and removes it", async () => {
    const other = await buildRegistered(world, location);
    const visit = await buildVisit(world, location);
    assert.equal((await change(visit, { known_visitor_id: known._id })).body.known_visitor_id, known._id);
    assert.equal((await change(visit, { known_visitor_id: other._id })).body.known_visitor_id, other._id);
    assert.equal((await visitOf()).known_visitor_id, known._id);
    assert.ok(!("known_visitor_id" in (await change(visit, { known_visitor_id: null })).body));
  });

  it("400: one that names no visitor here", async () => {
    const visit = await buildVisit(world, location);
    const foreign = await buildRegistered(world, await buildLocation(world));
    for (const known_visitor_id of [foreign._id, newId(location)]) {
      const { status, body } = await change(visit, { known_visitor_id });
      assert.equal(status, 400);
      assert.match(body.message, /"known_visitor_id".*POST \/knownvisitors/);
    }
  });

  it("400: an open visit of a visitor who is inside by another one; 200: a closed or forgotten one", async () => {
    await visitOf();
    const open = await buildVisit(world, location);
    assert.equal((await change(open, { known_visitor_id: known._id })).status, 400);
    const closed = await buildVisit(world, location, PAST);
    assert.equal((await change(closed, { known_visitor_id: known._id })).status, 200);
    const forgotten = await buildVisit(world, location, { signed_in: PAST.signed_in });
    assert.equal((await change(forgotten, { known_visitor_id: known._id })).status, 200);
    assert.equal((await change(open, { known_visitor_id: known._id, signed_out: "2026-06-15T10:00:00Z" })).status, 200);
    assert.equal(await insideOf(), 1);
  });

  it("200: the same one again changes nothing while they are inside by this very visit", async () => {
    const visit = await visitOf();
    const { status, body } = await change(visit, { known_visitor_id: known._id, signed_in: "2026-06-15T09:00:00Z" });
    assert.deepEqual([status, body.signed_in], [200, "2026-06-15T09:00:00.000Z"]);
  });

  it("400: a corrected start that would bring a forgotten visit back beside an open one", async () => {
    const forgotten = await visitOf({ signed_in: PAST.signed_in });
    await visitOf();
    assert.equal((await change(forgotten, { signed_in: "2026-06-15T09:00:00Z" })).status, 400);
    assert.equal((await change(forgotten, { signed_in: "2026-06-14T07:00:00Z" })).status, 200);
    assert.equal(await insideOf(), 1);
  });

  it("200: of 8 open visits given to one registered visitor at once, one becomes theirs", async () => {
    const visits = await Promise.all(Array.from({ length: 8 }, () => buildVisit(world, location)));
    const answers = await Promise.all(visits.map((visit) => change(visit, { known_visitor_id: known._id })));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(statuses.filter((status) => status === 400).length, 7);
    assert.equal(await insideOf(), 1);
  });
});
