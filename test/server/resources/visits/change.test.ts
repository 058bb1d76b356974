import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let location: string;
let key: Record<string, string>;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
  key = await buildKey(world, [location], { name: "Desk" });
});
after(() => world.close());
// Every change happens a minute after the last, so that a kept mod_date shows.
beforeEach(
  () => void Object.assign(world.clock, { now: Math.max(world.clock.now, Date.now()) + MINUTE_MS, frozen: true }),
);

const later = (): number => (world.clock.now += MINUTE_MS);
const iso = (ms: number): string => new Date(ms).toISOString();
const change = (visit: Body, body: Record<string, unknown>) => world.put(`/visitors/${visit._id}`, body, { as: key });
const read = async ({ _id }: Body): Promise<Body> => (await world.get(`/visitors/${_id}`)).body;
const entriesOf = async ({ _id }: Body): Promise<Body[]> =>
  (await logOf(world, location)).filter(({ subject_id }) => subject_id === _id).slice(1);
const eventsOf = async (visit: Body): Promise<string[]> => (await entriesOf(visit)).map(({ event }) => event);
const make = async (path: string, body: Record<string, unknown>): Promise<Body> => {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

describe("PUT /visitors/{visitorId}: merging (rules 2.1)", () => {
  it("200: sent keys are set, absent ones stay, and the answer is the stored record", async () => {
    const visit = await buildVisit(world, location, { city: "Ghent", badge: 7, photo: "AAAA" });
    const now = iso(later());
    const { status, body } = await change(visit, { first_name: "Ada", colour: ["red"] });
    assert.equal(status, 200);
    assert.deepEqual(body, { ...visit, first_name: "Ada", colour: ["red"], mod_date: now });
    assert.deepEqual(await read(visit), body);
  });

  it("200: null removes a documented or an extra key; a boolean goes back to its default", async () => {
    const visit = await buildVisit(world, location, {
      safe: true,
      email: "a@b.org",
      badge: 7,
      "a.b": 1,
      photo: "AAAA",
    });
    const removed = { first_name: null, safe: null, email: null, badge: null, photo: null, nothing: null };
    const { body } = await change(visit, removed);
    for (const name of ["first_name", "email", "badge", "photo", "nothing"]) assert.ok(!(name in body), name);
    assert.equal(body.safe, false);
    assert.equal(body["a.b"], 1);
    assert.deepEqual(await read(visit), body);
  });

  it("200: an extra value is replaced as a whole, nested objects are not merged", async () => {
    const visit = await buildVisit(world, location, { car: { plate: "1-ABC", colour: "red" } });
    const { body } = await change(visit, { car: { plate: "2-DEF" } });
    assert.deepEqual(body.car, { plate: "2-DEF" });
  });

  it("200: what the server sets is ignored, also as null", async () => {
    const visit = await buildVisit(world, location);
    const fixed = ["_id", "create_date", "mod_date", "approval", "user_id", "signed_in_user", "signed_out_user"];
    for (const value of ["2001-01-01T00:00:00Z", null]) {
      const { status, body } = await change(visit, Object.fromEntries(fixed.map((name) => [name, value])));
      assert.equal(status, 200);
      assert.deepEqual(body, visit);
    }
  });

  it("200: a covered but different company_id is ignored; 403: one that is not covered (rules 1.3)", async () => {
    const visit = await buildVisit(world, location);
    const other = await buildLocation(world);
    const { status, body } = await world.put(`/visitors/${visit._id}`, { company_id: other, city: "Mons" });
    assert.equal(status, 200);
    assert.deepEqual([body.company_id, body.city], [location, "Mons"]);
    assert.equal((await change(visit, { company_id: other })).status, 403);
  });

  it("200: a form changes documented fields by their type", async () => {
    const visit = await buildVisit(world, location, { email: "a@b.org" });
    const form = "safe=true&city=Li%C3%A8ge&email=";
    const { body } = await world.call("PUT", `/visitors/${visit._id}`, { form });
    assert.deepEqual([body.safe, body.city, body.email], [true, "Liège", "a@b.org"]);
  });

  it("200: a visit as it was read can be sent back, and nothing changes", async () => {
    const visit = await buildVisit(world, location, { recipient: "X", extra: { b: 1, a: [null] }, photo: "AAAA" });
    later();
    const { status, body } = await change(visit, await read(visit));
    assert.equal(status, 200);
    assert.deepEqual(body, visit);
    assert.deepEqual(await eventsOf(visit), []);
  });

  it("400: more than 200 extra keys, counted with the stored ones", async () => {
    const keys = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`k${from + n}`, n]));
    const visit = await buildVisit(world, location, keys(0, 150));
    assert.equal((await change(visit, keys(150, 201))).status, 400);
    assert.equal((await change(visit, keys(150, 200))).status, 200);
    assert.equal((await change(visit, { k0: null, fresh: 1 })).status, 200);
  });

  it("400: an empty body is expected to be an object; 404: no such visit, wherever the id points", async () => {
    const visit = await buildVisit(world, location);
    assert.equal((await world.call("PUT", `/visitors/${visit._id}`)).status, 400);
    assert.equal((await world.put(`/visitors/${visit._id}`, [])).status, 400);
    const elsewhere = await buildLocation(world);
    const foreign = await buildVisit(world, elsewhere);
    for (const id of [newId(location), newId(), foreign._id])
      assert.equal((await world.put(`/visitors/${id}`, { city: "X" }, { as: key })).status, 404);
    assert.equal((await world.put("/visitors/short", {})).status, 400);
  });
});

describe("PUT /visitors/{visitorId}: nothing changed (rules 2.1)", () => {
  it("200: keeps mod_date, fires nothing and leaves no entry", async () => {
    const visit = await buildVisit(world, location, { email: "a@b.org", n: 1, list: [{ a: 1, b: 2 }], photo: "AAAA" });
    later();
    for (const body of [
      {},
      { first_name: "Jo" },
      { email: "a@b.org", safe: false },
      { n: 1, list: [{ b: 2, a: 1 }] },
      { photo: "AAAA", signature: null },
      { signed_in: visit.signed_in.replace("Z", "+00:00") },
      { city: null, absent: null, signed_out: null },
      { signed_in_source: 2, signed_out_source: 1, notify_host: false },
    ]) {
      const answer = await change(visit, body);
      assert.equal(answer.status, 200, JSON.stringify(body));
      assert.deepEqual(answer.body, visit, JSON.stringify(body));
    }
    assert.deepEqual(await eventsOf(visit), []);
  });

  it("200: a real change fires visitor_updated once, with the ids as they are after it", async () => {
    const type = await make(`/companies/${location}/visittypes`, { name: "Guest" });
    const visit = await buildVisit(world, location);
    const now = iso(later());
    const { body } = await change(visit, { visit_type: type._id, photo: "BBBB" });
    assert.equal(body.mod_date, now);
    const [entry, ...more] = await entriesOf(visit);
    assert.equal(more.length, 0);
    assert.equal(entry.event, "visitor_updated");
    assert.deepEqual(entry.ids, { visitorId: visit._id, visitTypeId: type._id });
  });

  it("200: an image alone is a change", async () => {
    const visit = await buildVisit(world, location);
    assert.equal((await change(visit, { signature: "CCCC" })).body.signature, "CCCC");
    assert.equal((await change(visit, { signature: null })).body.signature, undefined);
    assert.deepEqual(await eventsOf(visit), ["visitor_updated", "visitor_updated"]);
  });
});

describe("PUT /visitors/{visitorId}: references and recipient (rules 4)", () => {
  it("400: a new reference must exist; 200: one that was removed since stays on the old visit", async () => {
    const type = await make(`/companies/${location}/visittypes`, { name: "Guest" });
    const visit = await buildVisit(world, location, { visit_type: type._id });
    await world.remove(`/companies/${location}/visittypes/${type._id}`);
    const kept = await change(visit, { visit_type: type._id, city: "Mons" });
    assert.deepEqual([kept.status, kept.body.visit_type, kept.body.city], [200, type._id, "Mons"]);
    const { status, body } = await change(visit, { entrypoint_id: newId(location) });
    assert.equal(status, 400);
    assert.match(body.message, /"entrypoint_id".*POST \/companies\/\{company_id\}\/entrypoints/);
    assert.equal((await change(visit, { visit_type: null })).body.visit_type, undefined);
    assert.equal((await change(visit, { visit_type: type._id })).status, 400);
  });

  it("200: recipient_mail is filled again when recipient changes, unless it is sent", async () => {
    await make("/visitees", { company_id: location, cn: "Ann", mail: "ann@example.org" });
    await make("/visitees", { company_id: location, cn: "Bob", mail: "bob@example.org" });
    const visit = await buildVisit(world, location, { recipient: "Ann" });
    assert.equal((await change(visit, { recipient: "Bob" })).body.recipient_mail, "bob@example.org");
    const sent = { recipient: "Ann", recipient_mail: "desk@example.org" };
    assert.equal((await change(visit, sent)).body.recipient_mail, "desk@example.org");
    assert.equal((await change(visit, { city: "Mons", recipient: "Ann" })).body.recipient_mail, "desk@example.org");
    const { body } = await change(visit, { recipient: "Nobody" });
    assert.ok(!("recipient_mail" in body), "the mail of the former host does not stay");
  });

  it("200: approval does not follow a later change of visit type (rules 5)", async () => {
    const screened = await make(`/companies/${location}/visittypes`, { name: "S", screening: true });
    const plain = await make(`/companies/${location}/visittypes`, { name: "P" });
    const visit = await buildVisit(world, location, { visit_type: plain._id });
    assert.ok(!("approval" in (await change(visit, { visit_type: screened._id })).body));
    const pending = await buildVisit(world, location, { visit_type: screened._id });
    assert.equal((await change(pending, { visit_type: plain._id })).body.approval, "pending");
  });
});

describe("PUT /visitors/{visitorId}: times (rules 5)", () => {
  it("200: signed_out on an open visit signs it out, and only visitor_signed_out is fired", async () => {
    const visit = await buildVisit(world, location);
    const signed_out = iso(later());
    const { status, body } = await change(visit, { signed_out, city: "Mons" });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.signed_out, body.signed_out_source, body.signed_out_user, body.city],
      [signed_out, 0, "Desk", "Mons"],
    );
    assert.deepEqual(await eventsOf(visit), ["visitor_signed_out"]);
  });

  it("200: on a closed visit it corrects the time, and visitor_updated is fired", async () => {
    const signed_in = "2026-03-01T08:00:00.000Z";
    const visit = await buildVisit(world, location, { signed_in, signed_out: "2026-03-01T09:00:00Z" });
    const { body } = await change(visit, { signed_out: "2026-03-01T09:30:00Z" });
    assert.equal(body.signed_out, "2026-03-01T09:30:00.000Z");
    assert.equal(body.signed_out_user, visit.signed_out_user, "who signed out stays");
    assert.equal((await eventsOf(visit)).at(-1), "visitor_updated");
  });

  it("400: null for the end of a closed visit, and for any start", async () => {
    const closed = await buildVisit(world, location, { signed_out: iso(world.clock.now) });
    const { status, body } = await change(closed, { signed_out: null });
    assert.equal(status, 400);
    assert.match(body.message, /"signed_out"/);
    assert.equal((await change(closed, { signed_in: null })).status, 400);
    assert.equal((await read(closed)).signed_out, closed.signed_out);
  });

  it("400: an end before the start, whichever of the two is sent", async () => {
    const signed_in = "2026-03-01T08:00:00.000Z";
    const visit = await buildVisit(world, location, { signed_in, signed_out: "2026-03-01T09:00:00Z" });
    assert.equal((await change(visit, { signed_out: "2026-03-01T07:59:59.999Z" })).status, 400);
    assert.equal((await change(visit, { signed_in: "2026-03-01T09:00:00.001Z" })).status, 400);
    const both = { signed_in: "2026-03-02T09:00:00Z", signed_out: "2026-03-02T10:00:00Z" };
    assert.equal((await change(visit, both)).status, 200);
  });

  it("400: times more than 5 minutes ahead; 200: up to 5 minutes", async () => {
    const visit = await buildVisit(world, location);
    for (const field of ["signed_in", "signed_out"])
      assert.equal((await change(visit, { [field]: iso(world.clock.now + 5 * MINUTE_MS + 1) })).status, 400, field);
    const ahead = iso(world.clock.now + 5 * MINUTE_MS);
    assert.equal((await change(visit, { signed_in: ahead })).body.signed_in, ahead);
    assert.equal((await change(visit, { signed_out: ahead })).body.signed_out, ahead);
  });
});

describe("PUT /visitors/{visitorId}: at the same time", () => {
  it("200: 12 parallel changes of different keys all stay", async () => {
    const visit = await buildVisit(world, location);
    const names = Array.from({ length: 12 }, (_, n) => `k${n}`);
    const answers = await Promise.all(names.map((name) => change(visit, { [name]: name })));
    assert.ok(answers.every(({ status }) => status === 200));
    const stored = await read(visit);
    for (const name of names) assert.equal(stored[name], name);
    assert.equal((await eventsOf(visit)).length, 12);
  });
});
