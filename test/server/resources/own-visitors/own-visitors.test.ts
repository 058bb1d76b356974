import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
  basic,
  buildKey,
  buildLocation,
  buildRegistered,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const PASSWORD = "a-long-enough-password";

let world: World;
let brussels: string;
let tokyo: string;
let ann: Record<string, string>;

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: NOW, frozen: true });
  brussels = await buildLocation(world, { timezone: "Europe/Brussels" });
  tokyo = await buildLocation(world, { timezone: "Asia/Tokyo" });
  await world.post("/users", {
    email: "Ann@example.org",
    password: PASSWORD,
    role: "employee",
    companies: [brussels, tokyo],
  });
  ann = basic("ann@example.org", PASSWORD);
  for (const company_id of [brussels, tokyo])
    await world.post("/visitees", { company_id, cn: "Ann Peeters", mail: "ANN@example.org" });
});
after(() => world.close());

const host = { recipient: "Ann Peeters" };
const mine = async (query = "") => (await world.get(`/me/visitors${query}`, { as: ann })).body;
const idsOf = (records: { _id: string }[]): string[] => records.map(({ _id }) => _id);

describe("GET /me/visitors (rules 4)", () => {
  it("200: visits and registered visitors of all locations whose host has the user's address, found by name as well", async () => {
    const there = await buildVisit(world, brussels, host);
    const abroad = await buildVisit(world, tokyo, { recipient_mail: "ann@EXAMPLE.org" });
    const left = await buildVisit(world, tokyo, {
      ...host,
      signed_in: "2026-11-20T08:00:00Z",
      signed_out: "2026-11-20T09:00:00Z",
    });
    const named = await buildRegistered(world, brussels, host);
    const dated = await buildRegistered(world, tokyo, {
      recipient_mail: "ann@example.org",
      visiting_on: { startDate: "2026-12-01T01:00:00Z", endDate: "2026-12-01T02:00:00Z" },
    });
    await buildVisit(world, brussels, { recipient: "Bo Maes" });
    await buildRegistered(world, brussels, { recipient: "Ann Peeters", recipient_mail: "bo@example.org" });
    const { visits, inside, registered_visitors } = await mine();
    assert.deepEqual(new Set(idsOf(visits)), new Set([there._id, abroad._id, left._id]));
    assert.equal(visits.at(-1)._id, left._id);
    assert.deepEqual(new Set(inside), new Set([there._id, abroad._id]));
    assert.deepEqual(idsOf(registered_visitors), [dated._id, named._id]);
  });

  it("200: dates are days of each location, and who is inside is there whatever the days", async () => {
    // 23:30 of the 9th in Tokyo is 15:30 of the 9th in Brussels.
    const closed = { ...host, signed_in: "2026-11-09T14:30:00Z", signed_out: "2026-11-09T15:30:00Z" };
    const late = await buildVisit(world, tokyo, closed);
    const early = await buildVisit(world, tokyo, {
      ...closed,
      signed_out: "2026-11-09T16:00:00Z",
      signed_in: "2026-11-09T15:30:00Z",
    });
    const { visits } = await mine("?from=2026-11-09&until=2026-11-09");
    assert.ok(idsOf(visits).includes(late._id));
    assert.ok(!idsOf(visits).includes(early._id));
    const none = await mine("?from=2026-12-02T00:00:00Z&until=2026-12-03");
    assert.equal(none.inside.length, 2);
  });

  it("400: what isn't a date, an end before its beginning, more than 400 days", async () => {
    for (const [query, code] of [
      ["from=soon", "wrong_format"],
      ["until=soon", "wrong_format"],
      ["from=2026-11-20&until=2026-11-01", "wrong_order"],
      ["from=2026-11-20&until=2027-12-31", "too_many"],
    ] as const) {
      const { status, body } = await world.get(`/me/visitors?${query}`, { as: ann });
      assert.deepEqual([status, body.code], [400, code], query);
    }
  });

  it("403: keys have no visitors", async () => {
    assert.equal((await world.get("/me/visitors", { as: await buildKey(world, [brussels]) })).status, 403);
  });
});

describe("a host's own decisions (rules 4)", () => {
  it("200: approves, rejects with a reason, replies, signs out; 404 for another's", async () => {
    const visit_type = (await world.post(`/companies/${brussels}/visittypes`, { name: "Guest", screening: true })).body
      ._id;
    const waiting = () => buildVisit(world, brussels, { ...host, visit_type });
    const [one, two] = [await waiting(), await waiting()];
    const post = (id: string, act: string, body = {}) => world.post(`/me/visitors/${id}/${act}`, body, { as: ann });
    assert.equal((await post(one._id, "reply", { reply: "coming" })).status, 200);
    const [reply] = (await world.get(`/companies/${brussels}/visitors/hostreplies`)).body;
    assert.deepEqual([reply.visitor_id, reply.reply], [one._id, "coming"]);
    assert.equal((await post(one._id, "reply", { reply: "colleague" })).status, 400);
    const approved = await post(one._id, "approve");
    assert.equal(approved.body.approval, "approved");
    assert.ok(approved.headers["etag"]);
    assert.equal((await post(one._id, "approve")).body.code, "already_approved");
    assert.equal((await post(two._id, "reject", { rejection_reason: "Too early" })).body.rejection_reason, "Too early");
    assert.ok((await post(one._id, "signout")).body.signed_out);
    const other = await buildVisit(world, brussels, { recipient: "Bo Maes", visit_type });
    for (const act of ["approve", "reject", "signout"]) assert.equal((await post(other._id, act)).status, 404, act);
    assert.equal((await world.post(`/visitors/${other._id}/approve`, {}, { as: ann })).status, 403);
  });

  it("200: reception tells a visitor at a kiosk what an employee decided, as after a link", async () => {
    const visit_type = (await world.post(`/companies/${brussels}/visittypes`, { name: "Kiosk", screening: true })).body
      ._id;
    const { _id } = await buildVisit(world, brussels, { ...host, visit_type });
    await world.db.pool.query("update visits set signed_in_source = 1 where _id = $1", [_id]);
    await world.post(`/me/visitors/${_id}/approve`, {}, { as: ann });
    const { body } = await world.get(`/companies/${brussels}/visitors/unseenanswers`);
    assert.ok(body.some(({ visitor_id }: { visitor_id: string }) => visitor_id === _id));
  });

  it("200: cancels a registered visitor of their own; 404 for another's", async () => {
    const [own, other] = [await buildRegistered(world, brussels, host), await buildRegistered(world, brussels)];
    const cancel = (id: string) => world.remove(`/me/knownvisitors/${id}`, { as: ann });
    const options = { as: ann, headers: { "if-match": '"another"' } };
    assert.equal((await world.remove(`/me/knownvisitors/${own._id}`, options)).status, 412);
    assert.equal((await cancel(own._id)).status, 200);
    assert.equal((await cancel(other._id)).status, 404);
    assert.equal((await world.get(`/knownvisitors/${own._id}`)).status, 404);
  });
});
