import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let location: string;
let key: Record<string, string>;
let screened: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  key = await buildKey(world, [location], { name: "Desk" });
  const { body } = await world.post(`/companies/${location}/visittypes`, { name: "Screened", screening: true });
  screened = body._id;
});
after(() => world.close());

const freeze = (): number => Object.assign(world.clock, { now: Date.now(), frozen: true }).now;
const iso = (ms: number): string => new Date(ms).toISOString();
const ctx = ({ _id }: Body, verb: string, body?: unknown) => world.post(`/visitors/${_id}/${verb}`, body, { as: key });
const entriesOf = async ({ _id }: Body): Promise<Body[]> =>
  (await logOf(world, location)).filter(({ subject_id }) => subject_id === _id).slice(1);
const eventsOf = async (visit: Body): Promise<string[]> => (await entriesOf(visit)).map(({ event }) => event);
const pending = (overrides = {}) => buildVisit(world, location, { visit_type: screened, ...overrides });

describe("POST /visitors/{visitorId}/signout (rules 5)", () => {
  it("200: closes the visit now, by source 0 and the caller; no body is needed", async () => {
    const now = freeze();
    const visit = await buildVisit(world, location, { signed_in: iso(now - MINUTE_MS), photo: "AAAA" });
    const { status, body } = await ctx(visit, "signout");
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...visit,
      signed_out: iso(now),
      signed_out_source: 0,
      signed_out_user: "Desk",
      mod_date: iso(now),
    });
    const [entry] = await entriesOf(visit);
    assert.equal(entry.event, "visitor_signed_out");
    assert.deepEqual(entry.ids, { visitorId: visit._id });
  });

  it("200: at a given time, up to 5 minutes ahead; a blank one is as absent", async () => {
    const now = freeze();
    const signed_in = iso(now - 10 * MINUTE_MS);
    const at = async (signed_out: string) =>
      (await ctx(await buildVisit(world, location, { signed_in }), "signout", { signed_out })).body.signed_out;
    assert.equal(await at(signed_in), signed_in);
    assert.equal(await at(iso(now + 5 * MINUTE_MS)), iso(now + 5 * MINUTE_MS));
    assert.equal(await at(""), iso(now));
  });

  it("400: a time before the start, more than 5 minutes ahead, or none at all; the visit stays open", async () => {
    const now = freeze();
    const visit = await buildVisit(world, location, { signed_in: iso(now - MINUTE_MS) });
    for (const signed_out of [iso(now - MINUTE_MS - 1), iso(now + 5 * MINUTE_MS + 1), "noon", 5]) {
      const { status, body } = await ctx(visit, "signout", { signed_out });
      assert.equal(status, 400, String(signed_out));
      assert.match(body.message, /"signed_out"/);
    }
    assert.ok(!("signed_out" in (await world.get(`/visitors/${visit._id}`)).body));
    assert.deepEqual(await eventsOf(visit), []);
  });

  it("200: a visit that begins a little ahead does not end before it began", async () => {
    const now = freeze();
    const visit = await buildVisit(world, location, { signed_in: iso(now + MINUTE_MS) });
    assert.equal((await ctx(visit, "signout")).body.signed_out, iso(now + MINUTE_MS));
  });

  it("200: a closed visit is answered as it is, whatever time is sent, and fires nothing more", async () => {
    const visit = await buildVisit(world, location, {
      signed_in: "2026-03-01T08:00:00Z",
      signed_out: "2026-03-01T09:00:00Z",
    });
    for (const body of [
      undefined,
      {},
      { signed_out: "2026-03-01T10:00:00Z" },
      { signed_out: "2026-03-01T07:00:00Z" },
    ]) {
      const answer = await ctx(visit, "signout", body);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, visit);
    }
    assert.deepEqual(await eventsOf(visit), ["visitor_signed_out"]);
  });

  it("200: 20 parallel calls close it once", async () => {
    const visit = await buildVisit(world, location);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ctx(visit, "signout")));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(new Set(answers.map(({ body }) => body.signed_out)).size, 1);
    assert.deepEqual(await eventsOf(visit), ["visitor_signed_out"]);
  });

  it("404: no such visit, and one of another location", async () => {
    const foreign = await buildVisit(world, await buildLocation(world));
    for (const id of [newId(location), newId(), foreign._id])
      for (const verb of ["signout", "approve", "reject"])
        assert.equal((await ctx({ _id: id }, verb)).status, 404, verb);
  });
});

describe("POST /visitors/{visitorId}/approve and …/reject (interface 3, rules 5)", () => {
  it("200: a visit of a screened type starts pending; others have no approval", async () => {
    assert.equal((await pending()).approval, "pending");
    assert.equal((await pending({ approval: "approved" })).approval, "pending");
    assert.ok(!("approval" in (await buildVisit(world, location))));
  });

  for (const [verb, outcome] of [
    ["approve", "approved"],
    ["reject", "rejected"],
  ] as const)
    it(`200: ${verb} fires visitor_screening_${outcome} alone, with visitorId and approvalStatus (interface 6.2)`, async () => {
      const visit = await pending();
      const { status, body } = await ctx(visit, verb);
      assert.equal(status, 200);
      assert.deepEqual({ ...body, mod_date: visit.mod_date }, { ...visit, approval: outcome });
      const entries = (await entriesOf(visit)).map(({ event, ids }) => ({ event, ids }));
      assert.deepEqual(entries, [
        { event: `visitor_screening_${outcome}`, ids: { visitorId: visit._id, approvalStatus: outcome } },
      ]);
    });

  it("200: a visit with as many extra keys as there may be (rules 2) is rejected with a reason, and can still be changed; 400: one key more", async () => {
    const keys = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key${n}`, "x"]));
    const visit = await pending(keys);
    const { body } = await ctx(visit, "reject", { rejection_reason: "Wrong day" });
    assert.equal(body.rejection_reason, "Wrong day");
    const changed = await world.put(`/visitors/${visit._id}`, { company: "Acme", key0: "y" });
    assert.deepEqual([changed.status, changed.body.company, changed.body.key0], [200, "Acme", "y"]);
    const more = await world.put(`/visitors/${visit._id}`, { another: "z" });
    assert.deepEqual([more.status, more.body.code], [400, "too_many"]);
  });

  it("200: a rejection keeps its reason with the visit, and the audit log has it; the event doesn't", async () => {
    const visit = await pending({ badge: "17" });
    const { body } = await ctx(visit, "reject", { rejection_reason: " No appointment " });
    assert.deepEqual([body.approval, body.rejection_reason, body.badge], ["rejected", "No appointment", "17"]);
    assert.equal((await world.get(`/visitors/${visit._id}`)).body.rejection_reason, "No appointment");
    const found = await world.get(`/visitors/bycompany/${location}?count=9&page=1&search=no+appointment`);
    assert.deepEqual(
      found.body.visitors.map(({ _id }: Body) => _id),
      [visit._id],
    );
    const [entry] = await entriesOf(visit);
    assert.deepEqual(entry?.["ids"], { visitorId: visit._id, approvalStatus: "rejected" });
    const { body: audit } = await world.get(`/companies/${location}/audit?count=1&page=1`);
    assert.equal(audit[0].after.rejection_reason, "No appointment");
  });

  it("200: without a reason, with a blank one, or approved, a visit has none", async () => {
    for (const [verb, body] of [
      ["reject", undefined],
      ["reject", { rejection_reason: "  " }],
      ["approve", { rejection_reason: "Why" }],
    ] as const)
      assert.ok(!("rejection_reason" in (await ctx(await pending(), verb, body)).body));
  });

  it("400: a reason that is not text or has more than 200 characters, and nothing is decided", async () => {
    const visit = await pending();
    for (const rejection_reason of ["x".repeat(201), 7, ["x"]]) {
      const { status, body } = await ctx(visit, "reject", { rejection_reason });
      assert.deepEqual([status, body.field], [400, "rejection_reason"]);
    }
    assert.deepEqual(await eventsOf(visit), []);
    assert.equal((await ctx(visit, "reject", { rejection_reason: "é".repeat(200) })).status, 200);
  });

  it("400: both outcomes are final, and nothing is fired", async () => {
    for (const first of ["approve", "reject"]) {
      const visit = await pending();
      await ctx(visit, first);
      for (const second of ["approve", "reject"]) assert.equal((await ctx(visit, second)).status, 400);
      assert.equal((await eventsOf(visit)).length, 1);
    }
  });

  it("400: a visit that is not screened", async () => {
    const visit = await buildVisit(world, location);
    for (const verb of ["approve", "reject"]) assert.equal((await ctx(visit, verb)).status, 400);
    assert.deepEqual(await eventsOf(visit), []);
  });

  it("400: an approval in a body does not decide", async () => {
    const visit = await pending();
    const { body } = await world.put(`/visitors/${visit._id}`, { approval: "approved" });
    assert.equal(body.approval, "pending");
  });

  it("200: 20 parallel calls of both kinds make one decision and one event, five times", async () => {
    for (let round = 0; round < 5; round++) {
      const visit = await pending();
      const verbs = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? "approve" : "reject"));
      const answers = await Promise.all(verbs.map((verb) => ctx(visit, verb)));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      assert.ok(answers.every(({ status }) => status === 200 || status === 400));
      const { body } = await world.get(`/visitors/${visit._id}`);
      assert.equal(body.approval, won[0]?.body.approval);
      assert.deepEqual(await eventsOf(visit), [`visitor_screening_${body.approval}`]);
    }
  });

  it("403: a security guard and an employee neither decide nor sign out nor erase (rules 4)", async () => {
    const visit = await pending();
    for (const role of ["security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      for (const verb of ["approve", "reject", "signout"])
        assert.equal((await world.post(`/visitors/${visit._id}/${verb}`, undefined, { as })).status, 403);
      assert.equal((await world.put(`/visitors/${visit._id}`, {}, { as })).status, 403);
      assert.equal((await world.remove(`/visitors/${visit._id}`, { as })).status, 403);
      assert.equal((await world.post("/visitors", { company_id: location }, { as })).status, 403);
      assert.equal((await world.get(`/visitors/${visit._id}`, { as })).status, 200);
    }
    const desk = await buildUser(world, "receptionist", [location]);
    assert.equal((await world.post(`/visitors/${visit._id}/approve`, undefined, { as: desk })).status, 200);
  });
});

describe("POST /companies/{company_id}/visitors/safe (rules 5)", () => {
  const markSafe = (body: unknown, as = key, at = location) =>
    world.post(`/companies/${at}/visitors/safe`, body, { as });

  it("200: marks all at once, fires visitor_updated only for those that changed, and answers as they are now", async () => {
    const visits = await Promise.all([1, 2, 3].map(() => buildVisit(world, location)));
    const [first, second, already] = visits;
    await world.put(`/visitors/${already._id}`, { safe: true });
    const seen = (await logOf(world, location)).length;
    const { status, body } = await markSafe({ ids: visits.map(({ _id }) => _id) });
    assert.equal(status, 200);
    assert.deepEqual(new Set(body.map(({ _id }: Body) => _id)), new Set(visits.map(({ _id }) => _id)));
    assert.ok(body.every(({ safe }: Body) => safe));
    const entries = (await logOf(world, location)).slice(seen);
    assert.ok(entries.every(({ event }) => event === "visitor_updated"));
    assert.deepEqual(new Set(entries.map(({ ids }) => ids.visitorId)), new Set([first._id, second._id]));
    assert.equal(entries.length, 2);
  });

  it("200: safe false takes it back; a second time changes and fires nothing", async () => {
    const visit = await buildVisit(world, location, { safe: true });
    const [unsafe] = (await markSafe({ ids: [visit._id], safe: false })).body;
    assert.equal(unsafe.safe, false);
    const [again] = (await markSafe({ ids: [visit._id], safe: false })).body;
    assert.equal(again.mod_date, unsafe.mod_date);
    assert.equal((await eventsOf(visit)).length, 1);
  });

  it("200: ids of other locations and of nothing are left out and left alone; a repeated id counts once", async () => {
    const other = await buildLocation(world);
    const foreign = await buildVisit(world, other);
    const visit = await buildVisit(world, location);
    const ids = [visit._id, visit._id.toUpperCase(), foreign._id, newId(location)];
    const { body } = await markSafe({ ids });
    assert.deepEqual(
      body.map(({ _id }: Body) => _id),
      [visit._id],
    );
    assert.equal((await world.get(`/visitors/${foreign._id}`)).body.safe, false);
    assert.equal((await eventsOf(visit)).length, 1);
    assert.deepEqual((await markSafe({ ids: [] })).body, []);
  });

  it("400: an element that is not an id refuses the whole call", async () => {
    const visit = await buildVisit(world, location);
    for (const body of [{ ids: [visit._id, "x"] }, { ids: visit._id }, {}, { ids: [visit._id], safe: "maybe" }])
      assert.equal((await markSafe(body)).status, 400, JSON.stringify(body));
    assert.equal((await world.get(`/visitors/${visit._id}`)).body.safe, false);
  });

  it("200: all roles but an employee may (rules 4); 403: an employee, and a location that is not covered", async () => {
    const visit = await buildVisit(world, location);
    for (const role of ["local_admin", "receptionist", "security_guard"] as const)
      assert.equal((await markSafe({ ids: [visit._id] }, await buildUser(world, role, [location]))).status, 200, role);
    assert.equal((await markSafe({ ids: [visit._id] }, await buildUser(world, "employee", [location]))).status, 403);
    assert.equal((await markSafe({ ids: [] }, key, await buildLocation(world))).status, 403);
  });

  it("200: the answer carries agreements and no images", async () => {
    const visit = await buildVisit(world, location, { photo: "AAAA" });
    const [safe] = (await markSafe({ ids: [visit._id] })).body;
    assert.deepEqual(safe.agreements, []);
    assert.ok(!("photo" in safe));
  });
});
