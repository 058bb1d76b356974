import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { addVisitsAt } from "./clock.ts";
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
let key: Record<string, string>;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "America/New_York" });
  key = await buildKey(world, [location], { name: "Gate" });
});
after(() => world.close());

const audit = async (query = "", place = location): Promise<Body> =>
  (await world.get(`/companies/${place}/audit${query}`, { as: key })).body;

describe("GET /companies/{company_id}/audit (rules 5)", () => {
  it("200: a plain array, newest first: who did what and when, with before and after", async () => {
    const visit = (await world.post("/visitors", { company_id: location, city: "Mons" }, { as: key })).body;
    const changed = await world.put(`/visitors/${visit._id}`, { city: "Gent" });
    const [second, first] = await audit();
    assert.deepEqual([first.act, second.act], ["visit.start", "visit.change"]);
    assert.deepEqual([first.event, second.event], ["visitor_signed_in", "visitor_updated"]);
    assert.deepEqual([first.before, first.after], [undefined, visit]);
    assert.deepEqual([second.before, second.after], [visit, changed.body]);
    assert.deepEqual([first.actor.kind, first.actor.name], ["api_key", "Gate"]);
    assert.deepEqual([second.actor.kind, second.actor.name], ["user", "admin@example.org"]);
    assert.equal(second.request_id, changed.headers["x-request-id"]);
    assert.deepEqual([second.subject, second.subject_id, second.company_id], ["visit", visit._id, location]);
    assert.ok(Math.abs(Date.parse(second.at) - Date.now()) < 60_000);
  });

  it("200: an entry's _id is an id of its own that never changes", async () => {
    const entries = await audit();
    await buildVisit(world, location);
    const later = (await audit()).slice(1);
    assert.deepEqual(
      later.map(({ _id }: Body) => _id),
      entries.map(({ _id }: Body) => _id),
    );
    const ids = new Set(later.map(({ _id }: Body) => _id));
    assert.equal(ids.size, entries.length);
    for (const id of ids) assert.match(String(id), /^[0-9a-f]{24}$/);
  });

  it("200: what is larger than 256 KiB is left out of the list, marked, and whole in its own answer", async () => {
    const place = await buildLocation(world);
    const hosts = Array.from({ length: 40 }, (_, n) => ({ cn: `${n} ${"x".repeat(490)}` }));
    const upload = (rows: unknown): Promise<unknown> =>
      world.post(`/companies/${place}/visitees/bulk?confirm=true`, rows);
    await upload(hosts);
    await upload(Array.from({ length: 1_200 }, (_, n) => ({ cn: `${n} ${"y".repeat(490)}` })));
    const read = (path: string) => world.get(`/companies/${place}/audit${path}`);
    const [large, small] = (await read("?act=host.upload")).body;
    assert.deepEqual(
      [large.truncated, large.before, large.after, large.erased],
      [true, undefined, undefined, undefined],
    );
    assert.deepEqual([small.truncated, small.after.hosts.length], [undefined, 40]);
    assert.deepEqual((await read("?act=host.upload&count=1&page=1")).body, [large]);
    const whole = await read(`/${large._id}`);
    assert.deepEqual([whole.status, whole.body.after.hosts.length, whole.body.truncated], [200, 1_200, undefined]);
    assert.equal((await read(`/${large._id.slice(0, -10)}ffffffffff`)).status, 404);
  });

  it("200: an entry of more than 16 MiB from before there were lengths is read, too, and no page with it fails", async () => {
    const place = await buildLocation(world);
    const host = (await world.post("/visitees", { company_id: place, cn: "Ann" })).body;
    await world.remove(`/visitees/${host._id}`);
    // Such a host itself takes PostgreSQL seconds.
    const long = `'{"before":{"cn":"' || repeat('x', 17 * 1024 * 1024) || '"}}'`;
    await world.db.pool.query(`update log_bodies set body = ${long} where company_id = $1`, [place]);
    const { status, body } = await world.get(`/companies/${place}/audit?count=1&page=1`);
    assert.deepEqual([status, body[0].act, body[0].truncated], [200, "host.remove", true]);
    const whole = await world.get(`/companies/${place}/audit/${body[0]._id}`);
    assert.deepEqual([whole.status, whole.body.before.cn.length], [200, 17 * 1024 * 1024]);
  });

  it("200: two users of one name differ by role, and by address in the answer with one entry alone", async () => {
    const place = await buildLocation(world);
    for (const role of ["local_admin", "receptionist"] as const) {
      const as = await buildUser(world, role, [place], { first_name: "Demo" });
      await world.post("/visitors", { company_id: place }, { as });
    }
    const entries = (await world.get(`/companies/${place}/audit?act=visit.start`)).body;
    assert.deepEqual(
      entries.map(({ actor: { name, role, email } }: Body) => [name, role, email]),
      [
        ["Demo", "receptionist", undefined],
        ["Demo", "local_admin", undefined],
      ],
    );
    const { actor } = (await world.get(`/companies/${place}/audit/${entries[0]._id}`)).body;
    assert.match(actor.email, /^receptionist-\w+@example\.org$/);
  });

  it("200: of one record, by one actor, of one act", async () => {
    const visit = await buildVisit(world, location);
    await world.post(`/visitors/${visit._id}/signout`, undefined, { as: key });
    const acts = async (query: string) => (await audit(query)).map(({ act }: Body) => act);
    assert.deepEqual(await acts(`?subject_id=${visit._id}`), ["visit.sign_out", "visit.start"]);
    assert.deepEqual(await acts(`?subject_id=${visit._id.toUpperCase()}&act=visit.start`), ["visit.start"]);
    const [{ actor }] = await audit(`?subject_id=${visit._id}`);
    assert.deepEqual(await acts(`?subject_id=${visit._id}&actor=${actor._id}`), ["visit.sign_out"]);
    assert.deepEqual(await acts(`?actor=${"0".repeat(24)}`), []);
  });

  it("200: a record of another location has no entries here, for any role (rules 1)", async () => {
    const elsewhere = await buildLocation(world);
    const { _id } = await buildVisit(world, elsewhere);
    for (const as of [key, world.admin])
      assert.deepEqual((await world.get(`/companies/${location}/audit?subject_id=${_id}`, { as })).body, []);
  });

  it("200: from and to as a half-open range; a plain date is the start of that day in the location's zone (rules 2)", async () => {
    const place = await buildLocation(world, { timezone: "America/New_York" });
    const at = [
      "2026-03-08T04:59:59.999Z",
      "2026-03-08T05:00:00.000Z",
      "2026-03-09T03:59:59.999Z",
      "2026-03-09T04:00:00.000Z",
    ];
    await addVisitsAt(world, place, at);
    const found = async (query: string) =>
      (await world.get(`/companies/${place}/audit?${query}`)).body.map((entry: Body) => entry.at).toReversed();
    assert.deepEqual(await found("from=2026-03-08&to=2026-03-09"), at.slice(1, 3));
    assert.deepEqual(await found("from=2026-03-09&to="), at.slice(3));
    assert.deepEqual(await found(`to=${at[1]}`), at.slice(0, 1));
  });

  it("200: count and page as in every plain list; past the end an empty list", async () => {
    const all = await audit();
    assert.ok(all.length >= 5);
    assert.deepEqual(await audit("?count=2&page=2"), all.slice(2, 4));
    assert.deepEqual(await audit("?count=3"), all.slice(0, 3));
    assert.deepEqual(await audit("?page=1"), all.slice(0, 50));
    assert.deepEqual(await audit("?count=10000&page=9007199254740991"), []);
  });

  it("200: an erased visit shows who erased it and how much went, and nothing of what was there", async () => {
    const visit = await buildVisit(world, location, { last_name: "Kanarienvogel", photo: "cGhvdG8=" });
    await world.put(`/visitors/${visit._id}`, { city: "Kanarienvogel" });
    const removal = await world.remove(`/visitors/${visit._id}`);
    const entries = await audit(`?subject_id=${visit._id}`);
    assert.deepEqual(
      entries.map(({ act, erased }: Body) => [act, erased]),
      [
        ["visit.erase", undefined],
        ["visit.change", true],
        ["visit.start", true],
      ],
    );
    assert.deepEqual(entries[0].removed, { visit_images: 1, log_bodies: 2 });
    assert.equal(entries[0].actor.name, "admin@example.org");
    assert.equal(entries[0].request_id, removal.headers["x-request-id"]);
    assert.ok(!JSON.stringify(entries).includes("Kanarienvogel"));
  });

  it("200: an actor has the name of now, and none once removed; the entry stays", async () => {
    const { body: made } = await world.post("/apikeys", { name: "First", companies: [location] });
    const as = { authorization: `Bearer ${made.key}` };
    const visit = (await world.post("/visitors", { company_id: location }, { as })).body;
    await world.put(`/apikeys/${made._id}`, { name: "Second" });
    assert.equal((await audit(`?subject_id=${visit._id}`))[0].actor.name, "Second");
    const { body: user } = await world.post("/users", {
      email: "ann@example.org",
      password: "a-long-enough-password",
      role: "receptionist",
      companies: [location],
    });
    const basic = {
      authorization: `Basic ${Buffer.from("ann@example.org:a-long-enough-password").toString("base64")}`,
    };
    await world.put(`/visitors/${visit._id}`, { city: "Mons" }, { as: basic });
    await world.remove(`/users/${user._id}`);
    assert.deepEqual((await audit(`?subject_id=${visit._id}`))[0].actor, { kind: "user", _id: user._id });
  });

  it("400: bounds that are not dates, invalid IDs, a bad count", async () => {
    for (const query of ["from=soon", "to=2026-02-30", "subject_id=x", "actor=1", "count=0", "count=10001", "page=0"])
      assert.equal((await world.get(`/companies/${location}/audit?${query}`)).status, 400, query);
  });

  it("403: for receptionists, guards and employees; another location (rules 4)", async () => {
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(`/companies/${location}/audit`, { as })).status, 403, role);
    }
    const elsewhere = await buildLocation(world);
    assert.equal((await world.get(`/companies/${elsewhere}/audit`, { as: key })).status, 403);
    assert.equal((await world.get(`/companies/${"0".repeat(24)}/audit`)).status, 403);
  });

  it("404: no endpoint changes or removes an entry", async () => {
    const [{ _id }] = await audit();
    for (const method of ["POST", "PUT", "DELETE"])
      for (const path of [`/companies/${location}/audit`, `/companies/${location}/audit/${_id}`])
        assert.equal((await world.call(method, path, { body: {} })).status, 404);
  });
});
