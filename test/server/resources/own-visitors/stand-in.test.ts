import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { basic, buildLocation, buildRegistered, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const PASSWORD = "a-long-enough-password";
const AWAY = { from: "2026-11-20T12:00:00.000Z", until: "2026-11-21T12:00:00.000Z" };
const BEFORE = NOW;
const DURING = Date.parse("2026-11-20T13:00:00Z");
const AFTER = Date.parse("2026-11-21T12:00:00Z");

let world: World;
let location: string;
let ann: Record<string, string>;
let bo: Record<string, string>;

const addUser = async (name: string, companies: string[], role = "employee"): Promise<Record<string, string>> => {
  const email = `${name}@example.org`;
  assert.equal((await world.post("/users", { email, password: PASSWORD, role, companies })).status, 200);
  return basic(email, PASSWORD);
};
const name = (stand_in: object | null, as = ann) => world.put("/me/settings", { stand_in }, { as });

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: NOW, frozen: true });
  location = await buildLocation(world, { settings: { employees_see: "own" } });
  ann = await addUser("Ann", [location]);
  bo = await addUser("Bo", [location]);
  await world.post("/visitees", { company_id: location, cn: "Ann Peeters", mail: "ann@example.org" });
});
after(() => world.close());

const host = { recipient: "Ann Peeters" };
const at = (now: number): void => void Object.assign(world.clock, { now });

describe("GET and PUT /me/settings (rules 4)", () => {
  it("200: none at first; named, kept by an empty body, and ended by null", async () => {
    assert.deepEqual((await world.get("/me/settings", { as: ann })).body, {});
    const stand_in = { email: "bo@example.org", ...AWAY };
    assert.deepEqual((await name({ ...stand_in, email: " BO@example.org" })).body, { stand_in });
    assert.deepEqual((await world.put("/me/settings", {}, { as: ann })).body, { stand_in });
    assert.deepEqual((await world.get("/me/settings", { as: ann })).body, { stand_in });
    assert.deepEqual((await world.get("/me/settings", { as: bo })).body, {});
    assert.deepEqual((await name(null)).body, {});
  });

  it("400: oneself, an address of no user, a user of other locations alone, times that aren't times or the wrong way round", async () => {
    await addUser("Cem", [await buildLocation(world)]);
    for (const [stand_in, code, field] of [
      [{ email: "ann@example.org", ...AWAY }, "unknown_reference", "stand_in.email"],
      [{ email: "no@example.org", ...AWAY }, "unknown_reference", "stand_in.email"],
      [{ email: "cem@example.org", ...AWAY }, "unknown_reference", "stand_in.email"],
      [{ email: "bo@example.org", ...AWAY, from: "soon" }, "wrong_format", "stand_in.from"],
      [{ email: "bo@example.org", from: AWAY.until, until: AWAY.until }, "wrong_order", "stand_in.until"],
    ] as const) {
      const { status, body } = await name(stand_in);
      assert.deepEqual([status, body.code, body.field], [400, code, field]);
    }
    assert.deepEqual((await world.get("/me/settings", { as: ann })).body, {});
  });

  it("412: for a tag of before", async () => {
    const { headers } = await world.get("/me/settings", { as: ann });
    await name({ email: "bo@example.org", ...AWAY });
    const stale = { as: ann, headers: { "if-match": String(headers["etag"]) } };
    assert.equal((await world.put("/me/settings", { stand_in: null }, stale)).status, 412);
    await name(null);
  });
});

describe("who stands in for a host (rules 4)", () => {
  it("200 from the first moment until the last: sees the host's visitors in every list, and decides; 404 otherwise", async () => {
    at(BEFORE);
    await name({ email: "bo@example.org", ...AWAY });
    const visit_type = (await world.post(`/companies/${location}/visittypes`, { name: "Guest", screening: true })).body
      ._id;
    const visits = [];
    for (const _ of [1, 2, 3]) visits.push(await buildVisit(world, location, { ...host, visit_type }));
    const person = await buildRegistered(world, location, host);
    const [one, two, three] = visits.map(({ _id }) => _id);
    const post = (id: string, act: string, body = {}) => world.post(`/me/visitors/${id}/${act}`, body, { as: bo });
    const seen = async () => {
      const own = (await world.get("/me/visitors", { as: bo })).body;
      const inside = (await world.get(`/visitors/signed_current/${location}`, { as: bo })).body;
      const expected = (await world.get(`/knownvisitors/bycompany/${location}?count=10&page=1`, { as: bo })).body;
      const { status } = await world.get(`/visitors/${one}`, { as: bo });
      return [own.visits.length, own.registered_visitors.length, inside.length, expected.total, status];
    };
    for (const [now, wanted] of [
      [BEFORE, [0, 0, 0, 0, 404]],
      [Date.parse(AWAY.from), [3, 1, 3, 1, 200]],
      [DURING, [3, 1, 3, 1, 200]],
      [AFTER, [0, 0, 0, 0, 404]],
    ] as const) {
      at(now);
      assert.deepEqual(await seen(), wanted, new Date(now).toISOString());
    }
    at(BEFORE);
    for (const act of ["approve", "reject", "signout"]) assert.equal((await post(one, act)).status, 404, act);
    at(DURING);
    assert.equal((await post(one, "approve")).body.recipient, "Ann Peeters");
    assert.equal((await post(two, "reject")).body.approval, "rejected");
    assert.equal((await post(three, "reply", { reply: "wait" })).status, 200);
    assert.ok((await post(one, "signout")).body.signed_out);
    assert.equal((await world.remove(`/me/knownvisitors/${person._id}`, { as: bo })).status, 200);
    assert.equal((await world.get("/me/visitors", { as: ann })).body.visits.length, 3);
  });

  it("is emailed as the host is, while the host is away", async () => {
    const recipients = async () => {
      await queueNotifications(world.context);
      const rows = await world.db.rows<{ recipient: string; host: string }>({
        sql: "delete from messages returning lower(recipient) as recipient, parameters ->> 'host' as host",
        parameters: [],
      });
      assert.ok(rows.every((row) => row.host === "Ann Peeters"));
      return rows.map(({ recipient }) => recipient).toSorted();
    };
    for (const [now, wanted] of [
      [BEFORE, ["ann@example.org"]],
      [DURING, ["ann@example.org", "bo@example.org"]],
      [AFTER, ["ann@example.org"]],
    ] as const) {
      at(now);
      await queueNotifications(world.context);
      await world.db.rows({ sql: "delete from messages", parameters: [] });
      await buildVisit(world, location, host);
      assert.deepEqual(await recipients(), wanted, new Date(now).toISOString());
    }
  });

  it("200: no one once that user is removed", async () => {
    at(DURING);
    const id = (await world.get("/users")).body.find(({ email }: { email: string }) => email === "bo@example.org")._id;
    assert.equal((await world.remove(`/users/${id}`)).status, 200);
    assert.deepEqual((await world.get("/me/settings", { as: ann })).body, {});
  });
});
