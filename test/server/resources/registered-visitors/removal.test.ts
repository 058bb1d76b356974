import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildRegistered,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const register = (overrides = {}): Promise<Body> => buildRegistered(world, location, overrides);
const signIn = ({ _id }: Body) => world.post(`/knownvisitors/${_id}/signin`);
const remove = ({ _id }: Body) => world.remove(`/knownvisitors/${_id}`);
const statusOf = async ({ _id }: Body): Promise<number> => (await world.get(`/knownvisitors/${_id}`)).status;
const bulk = (ids: unknown, options = {}) => world.post(`/companies/${location}/knownvisitors/delete`, ids, options);
const deletedOf = async (ids: readonly string[]): Promise<Body[]> =>
  (await logOf(world, location)).filter(
    ({ subject_id, event }) => ids.includes(subject_id) && event === "registered_visitor_deleted",
  );

describe("DELETE /knownvisitors/{id} (rules 4 and 5)", () => {
  it("200: removes the record and fires registered_visitor_deleted with its ids (interface 6.2)", async () => {
    const type = (await world.post(`/companies/${location}/visittypes`, { name: "Guest" })).body;
    const known = await register({ visit_type: type._id });
    const { status, body } = await remove(known);
    assert.equal(status, 200);
    assert.equal(typeof body.message, "string");
    assert.equal(await statusOf(known), 404);
    const [entry, ...more] = await deletedOf([known._id]);
    assert.deepEqual([entry.ids, more], [{ knownVisitorId: known._id, visitTypeId: type._id }, []]);
    assert.equal((await remove(known)).status, 404);
  });

  it("400: while they are inside; 200: after they left, and their visits keep naming them", async () => {
    const known = await register();
    const visit = (await signIn(known)).body;
    const { status, body } = await remove(known);
    assert.equal(status, 400);
    assert.match(body.message, /signed in.*signout/);
    assert.equal(await statusOf(known), 200);
    await world.post(`/visitors/${visit._id}/signout`);
    assert.equal((await remove(known)).status, 200);
    assert.equal((await world.get(`/visitors/${visit._id}`)).body.known_visitor_id, known._id);
  });

  it("200: a visit that kept its removed registered visitor can be changed; 400: a new reference to them", async () => {
    const known = await register();
    const past = { signed_in: "2026-03-01T08:00:00Z", signed_out: "2026-03-01T09:00:00Z" };
    const visit = await buildVisit(world, location, { known_visitor_id: known._id, ...past });
    await remove(known);
    const path = `/visitors/${visit._id}`;
    const changed = await world.put(path, {
      city: "Mons",
      known_visitor_id: known._id,
      signed_in: "2026-03-01T07:00:00Z",
    });
    assert.deepEqual([changed.status, changed.body.known_visitor_id], [200, known._id]);
    await world.put(path, { known_visitor_id: null });
    assert.equal((await world.put(path, { known_visitor_id: known._id })).status, 400);
    assert.equal((await world.post("/visitors", { company_id: location, known_visitor_id: known._id })).status, 400);
  });

  it("200 or 400: of a removal and a sign-in at once one wins, and no removed visitor is inside", async () => {
    for (let n = 0; n < 8; n++) {
      const known = await register();
      const body = { company_id: location, known_visitor_id: known._id };
      const [removed, ...entered] = await Promise.all([remove(known), signIn(known), world.post("/visitors", body)]);
      const inside = entered.filter(({ status }) => status === 200).length;
      assert.equal(inside, removed.status === 200 ? 0 : 1, entered.map(({ text }) => text).join());
      assert.equal(await statusOf(known), removed.status === 200 ? 404 : 200);
    }
  });

  it("200: takes messages to them and remembered requests along", async () => {
    const headers = { "idempotency-key": newId() };
    const known = (await world.post("/knownvisitors", { company_id: location, last_name: "Gone" }, { headers })).body;
    await world.db.pool.query(
      `insert into messages (company_id, _id, kind, recipient, template, parameters, state, subject_id, create_date)
       values ($1, $2, 'mail', 'gone@example.org', 'invitation', '{}', 'queued', $3, now())`,
      [location, newId(location), known._id],
    );
    await remove(known);
    for (const table of ["messages", "idempotency"])
      assert.equal(
        (await world.db.pool.query(`select 1 from ${table} where subject_id = $1`, [known._id])).rowCount,
        0,
      );
  });
});

describe("POST /companies/{company_id}/knownvisitors/delete (interface 4.6, rules 5)", () => {
  it("200: one outcome per element in order: success, skipped, error; a repeated id is not found the second time", async () => {
    const [gone, inside, other] = [await register(), await register(), await register()];
    await signIn(inside);
    const never = newId(location);
    const { status, body } = await bulk([gone._id, inside._id, never, gone._id.toUpperCase(), other._id]);
    assert.equal(status, 200);
    assert.deepEqual(
      body.map(({ id, status: outcome, reason }: Body) => [id, outcome, reason]),
      [
        [gone._id, "success", ""],
        [inside._id, "skipped", "signed_in"],
        [never, "error", "not_found"],
        [gone._id, "error", "not_found"],
        [other._id, "success", ""],
      ],
    );
    for (const { status: outcome, message } of body) assert.equal(message === "", outcome === "success");
    assert.deepEqual([await statusOf(gone), await statusOf(inside), await statusOf(other)], [404, 200, 404]);
  });

  it("200: registered_visitor_deleted fires once per removed record (interface 6.2)", async () => {
    const [one, two, inside] = [await register(), await register(), await register()];
    await signIn(inside);
    const ids = [one._id, two._id, inside._id, one._id];
    await bulk(ids);
    const entries = await deletedOf(ids);
    const told = entries.map((entry) => entry.ids.knownVisitorId);
    assert.deepEqual([told.length, new Set(told)], [2, new Set([one._id, two._id])]);
  });

  it("200: no visitor is skipped who is not inside by the rule of the multi-day interval: a forgotten visit hinders nothing", async () => {
    const known = await register();
    await buildVisit(world, location, { known_visitor_id: known._id, signed_in: "2026-03-01T08:00:00Z" });
    assert.equal((await bulk([known._id])).body[0].status, "success");
  });

  it("200: [] gives []", async () => {
    assert.deepEqual((await bulk([])).body, []);
  });

  it("200: a form of bare []=… is read as the array (rules 2)", async () => {
    const [one, two] = [await register(), await register()];
    const path = `/companies/${location}/knownvisitors/delete`;
    const { status, body } = await world.call("POST", path, { form: `[]=${one._id}&%5B%5D=${two._id}` });
    assert.equal(status, 200);
    assert.deepEqual(
      body.map((outcome: Body) => outcome.status),
      ["success", "success"],
    );
  });

  it("200: those of another location are not found and stay, covered or not", async () => {
    const elsewhere = await buildLocation(world);
    const foreign = await buildRegistered(world, elsewhere);
    const never = newId(elsewhere);
    for (const as of [await buildKey(world, [location]), world.admin]) {
      const { body } = await bulk([foreign._id, never], { as });
      const [{ id: _id, ...first }, { id: _never, ...second }] = body;
      assert.deepEqual(first, second);
      assert.equal(first.reason, "not_found");
    }
    assert.equal(await statusOf(foreign), 200);
  });

  it("400: an element that is not an id, another shape or no body, and nothing happens", async () => {
    const known = await register();
    for (const body of [
      [known._id, "x"],
      [known._id, null],
      [known._id, ""],
      [[known._id]],
      [5],
      { ids: [known._id] },
      known._id,
    ])
      assert.equal((await bulk(body)).status, 400, JSON.stringify(body));
    assert.equal((await bulk(undefined)).status, 400);
    assert.equal(await statusOf(known), 200);
  });

  it("200: repeated with its Idempotency-Key the first outcome is told again (rules 2)", async () => {
    const known = await register();
    const headers = { "idempotency-key": newId() };
    const first = await bulk([known._id], { headers });
    assert.deepEqual((await bulk([known._id], { headers })).body, first.body);
    assert.equal(first.body[0].status, "success");
  });

  it("200: two calls at once with the same ids in another order both end, and each record is removed once", async () => {
    const ids = (await Promise.all(Array.from({ length: 10 }, () => register()))).map(({ _id }) => _id);
    const answers = await Promise.all([bulk(ids), bulk(ids.toReversed()), bulk(ids)]);
    const successes = answers.flatMap(({ body }) => body).filter(({ status }: Body) => status === "success");
    assert.equal(successes.length, 10);
    assert.equal((await deletedOf(ids)).length, 10);
  });
});

describe("DELETE /companies/{company_id}: registered visitors go with their location (rules 5)", () => {
  it("200: nothing of them is left", async () => {
    const gone = await buildLocation(world, { name: "Gone" });
    await buildRegistered(world, gone);
    assert.equal((await world.call("DELETE", `/companies/${gone}`, { body: { name: "Gone" } })).status, 200);
    assert.equal(
      (await world.db.pool.query("select 1 from registered_visitors where company_id = $1", [gone])).rowCount,
      0,
    );
  });
});
