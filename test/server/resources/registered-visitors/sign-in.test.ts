import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import {
  type Body,
  buildKey,
  buildLocation,
  buildRegistered,
  buildUser,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
});
after(() => world.close());
// Noon in Brussels: no test of an hour more or less reaches another day.
beforeEach(() => void Object.assign(world.clock, { now: Date.parse("2026-06-15T10:00:00Z"), frozen: true }));

const signIn = ({ _id }: Body, body?: Record<string, unknown>, options = {}) =>
  world.post(`/knownvisitors/${_id}/signin`, body, options);
const signOut = ({ _id }: Body) => world.post(`/visitors/${_id}/signout`);
const fromNow = (ms: number): string => new Date(world.clock.now + ms).toISOString();
const openOf = async (known: Body): Promise<number> => {
  const { body } = await world.get(
    `/visitors/bycompany/${location}?count=100&page=1&filter[known_visitor_id]=${known._id}`,
  );
  return body.visitors.filter((visit: Body) => visit.signed_out === undefined).length;
};

describe("POST /knownvisitors/{id}/signin: the visit (rules 5)", () => {
  it("200: copies all shared, custom and extra keys and answers with the visit", async () => {
    const type = (await world.post(`/companies/${location}/visittypes`, { name: "Guest", fields: [{ label: "Car" }] }))
      .body;
    const door = (await world.post(`/companies/${location}/entrypoints`, { name: "Door" })).body;
    const shared = {
      visit_type: type._id,
      first_name: "Zoë",
      last_name: "",
      company: "Acme",
      email: "Zoe@Example.org",
      phone: "+32",
      recipient: "Nobody",
      entrypoint_id: door._id,
      language_id: "nl",
    };
    const extra = { car: "1-ABC-234", constructor: 1, $ne: null, "a.b": [1, { c: "d" }], address: "Main street 1" };
    const known = await buildRegistered(world, location, {
      ...shared,
      ...extra,
      visiting_on: { startDate: "2027-01-01" },
    });
    const { status, body } = await signIn(known);
    assert.equal(status, 200);
    for (const [key, value] of Object.entries({ ...shared, ...extra })) assert.deepEqual(body[key], value, key);
    assert.deepEqual([body.known_visitor_id, body.signed_in, body.company_id], [known._id, fromNow(0), location]);
    for (const key of ["visiting_on", "persistent", "status"]) assert.ok(!(key in body), key);
    assert.deepEqual((await world.get(`/visitors/${body._id}`)).body, body);
  });

  it("200: keys of the body override, an extra null too; the registered visitor stays as they are", async () => {
    const known = await buildRegistered(world, location, { company: "Acme", badge: 1, note: "x", color: "red" });
    const { body } = await signIn(known, {
      company: "Other",
      badge: null,
      city: "Mons",
      note: { a: 1 },
      first_name: null,
    });
    assert.deepEqual(
      [body.company, body.badge, body.city, body.note, body.color, body.first_name],
      ["Other", null, "Mons", { a: 1 }, "red", "Rosa"],
    );
    const last_visit = { visitorId: body._id, signed_in: fromNow(0) };
    assert.deepEqual((await world.get(`/knownvisitors/${known._id}`)).body, { ...known, last_visit });
  });

  it("200: what tells of a visit and not of the visitor is not copied, nor what a visit can't hold", async () => {
    const odd = {
      signed_in: "2020-01-01T00:00:00Z",
      signed_out: fromNow(0),
      safe: true,
      approval: "approved",
      city: 5,
    };
    const more = {
      user_id: "x",
      recipient_mail: "no mail",
      photo: "no picture!",
      agreements: ["x"],
      notify_host: false,
    };
    const known = await buildRegistered(world, location, { ...odd, ...more, signature: PIXEL, zip_code: "1000" });
    const { status, body } = await signIn(known);
    assert.equal(status, 200);
    assert.deepEqual([body.signed_in, body.safe, body.agreements], [fromNow(0), false, []]);
    for (const key of ["signed_out", "approval", "city", "recipient_mail", "photo", "notify_host"])
      assert.ok(!(key in body), key);
    assert.deepEqual([body.signature, body.zip_code], [PIXEL, "1000"]);
  });

  it("200: fills recipient_mail from the host of that name (rules 4)", async () => {
    await world.post("/visitees", { company_id: location, cn: "Ann Peeters", mail: "ann@example.org" });
    const known = await buildRegistered(world, location, { recipient: "Ann Peeters" });
    assert.equal((await signIn(known)).body.recipient_mail, "ann@example.org");
  });

  it("200: any day will do; the event carries knownVisitorId (interface 6.2)", async () => {
    const known = await buildRegistered(world, location, { visiting_on: { endDate: "2001-01-01" } });
    const { body } = await signIn(known);
    const fired = (await logOf(world, location)).at(-1);
    assert.deepEqual(
      [fired.event, fired.ids],
      ["visitor_signed_in", { visitorId: body._id, knownVisitorId: known._id }],
    );
    await signOut(body);
    const out = (await logOf(world, location)).at(-1);
    assert.deepEqual([out.event, out.ids], ["visitor_signed_out", { visitorId: body._id, knownVisitorId: known._id }]);
  });

  it("200: the path says who it is: known_visitor_id and company_id of a body change nothing", async () => {
    const [known, other] = [await buildRegistered(world, location), await buildRegistered(world, location)];
    const elsewhere = await buildLocation(world);
    const { body } = await signIn(known, { known_visitor_id: other._id, company_id: elsewhere });
    assert.deepEqual([body.known_visitor_id, body.company_id], [known._id, location]);
  });

  it("400: what a visit can't begin with is refused by name, and no visitor is signed in", async () => {
    const known = await buildRegistered(world, location);
    for (const body of [{ email: "no mail" }, { signed_in: fromNow(DAY_MS) }, { visit_type: known._id }]) {
      const answer = await signIn(known, body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, new RegExp(`"${Object.keys(body)[0]}"`));
    }
    assert.equal(await openOf(known), 0);
  });

  it("403: an employee, who may register visitors, may not sign them in (rules 4)", async () => {
    const known = await buildRegistered(world, location);
    const employee = await buildUser(world, "employee", [location]);
    assert.equal((await world.get(`/knownvisitors/${known._id}`, { as: employee })).status, 200);
    assert.equal((await signIn(known, {}, { as: employee })).status, 403);
    const guard = await buildUser(world, "security_guard", [location]);
    assert.equal((await world.get(`/knownvisitors/${known._id}`, { as: guard })).status, 403);
  });

  it("200: an Idempotency-Key signs in once and is answered with the visit as it is now (rules 2)", async () => {
    const known = await buildRegistered(world, location);
    const headers = { "idempotency-key": `sign in ${known._id}` };
    const first = await signIn(known, {}, { headers });
    await world.put(`/visitors/${first.body._id}`, { city: "Mons" });
    const again = await signIn(known, {}, { headers });
    assert.deepEqual([again.status, again.body._id, again.body.city], [200, first.body._id, "Mons"]);
  });
});

describe("one open visit per registered visitor (rules 3 and 5)", () => {
  it("400: who is inside can't sign in again, by either way; 200: after signing out they can", async () => {
    const known = await buildRegistered(world, location);
    const first = await signIn(known);
    const start = () => world.post("/visitors", { company_id: location, known_visitor_id: known._id });
    for (const { status, body } of [await signIn(known), await start()]) {
      assert.equal(status, 400);
      assert.match(body.message, /"known_visitor_id".*signed in.*signout/);
    }
    await signOut(first.body);
    assert.equal((await start()).status, 200);
    assert.equal((await signIn(known)).status, 400);
    assert.equal(await openOf(known), 1);
  });

  it("200: of 24 sign-ins at once one gets in, whichever way they come", async () => {
    world.clock.frozen = false;
    const known = await buildRegistered(world, location);
    const key = await buildKey(world, [location]);
    const body = { company_id: location, known_visitor_id: known._id };
    const calls = Array.from({ length: 24 }, (_, n) =>
      n % 2 === 0 ? signIn(known, {}, { as: key }) : world.post("/visitors", body, { as: key }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(statuses.filter((status) => status === 400).length, 23);
    assert.equal(await openOf(known), 1);
  });

  it("400: a visit begun by a clock that is ahead counts: the faster one is in", async () => {
    const known = await buildRegistered(world, location);
    world.clock.now += 2 * SECOND_MS;
    assert.equal((await signIn(known)).status, 200);
    world.clock.now -= 2 * SECOND_MS;
    assert.equal((await signIn(known)).status, 400);
  });

  it("200: a visit forgotten on an earlier day does not count; 400: within the multi-day interval it does", async () => {
    const days = await buildLocation(world, { timezone: "Europe/Brussels", settings: { signout_days: 1 } });
    for (const [at, status] of [
      [location, 200],
      [days, 400],
    ] as const) {
      const known = await buildRegistered(world, at);
      await buildVisit(world, at, { known_visitor_id: known._id, signed_in: "2026-06-14T12:00:00Z" });
      assert.equal((await signIn(known)).status, status);
    }
    const older = await buildRegistered(world, days);
    await buildVisit(world, days, { known_visitor_id: older._id, signed_in: "2026-06-13T21:59:59Z" });
    assert.equal((await signIn(older)).status, 200);
  });

  it("200: a visit that is still to begin does not count yet (rules 3)", async () => {
    const known = await buildRegistered(world, location);
    await buildVisit(world, location, { known_visitor_id: known._id, signed_in: fromNow(60 * SECOND_MS) });
    assert.equal((await signIn(known)).status, 200);
  });

  it("200: a visit recorded afterwards with both times may overlap an open one", async () => {
    const known = await buildRegistered(world, location);
    await signIn(known);
    const past = { signed_in: "2026-06-14T08:00:00Z", signed_out: "2026-06-14T09:00:00Z" };
    const visit = await buildVisit(world, location, { known_visitor_id: known._id, ...past });
    assert.equal(visit.known_visitor_id, known._id);
    assert.equal(await openOf(known), 1);
  });
});
