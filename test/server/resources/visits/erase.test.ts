import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { withLogLock } from "../../../support/run/lock.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildVisit,
  eventsOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const CANARY = "Kanarienvogel-Ξ";

let world: World;
let location: string;
let key: Record<string, string>;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
  key = await buildKey(world, [location]);
});
after(() => world.close());

const statistics = async (day: string): Promise<Body> =>
  (await world.get(`/companies/${location}/statistics/${day}`)).body;

/** The tables that hold the text in any column, whatever its type. */
const tablesWith = async (text: string): Promise<string[]> => {
  const { rows } = await world.db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const held: string[] = [];
  for (const { name } of rows) {
    const found = await world.db.pool.query(`select 1 from "${name}" t where position($1 in t::text) > 0 limit 1`, [
      text,
    ]);
    if (found.rows.length > 0) held.push(name);
  }
  return held;
};

const canaries = {
  first_name: CANARY,
  email: "kanarie@example.org",
  recipient: CANARY,
  photo: Buffer.from(CANARY.repeat(20)).toString("base64"),
  signature: Buffer.from(`${CANARY}-signature`).toString("base64"),
  custom: { nested: [CANARY] },
  [CANARY]: 1,
};
/** The canaries as they are written in the text of a row, where quotes and other letters are escaped. */
const traces = [CANARY, "kanarie@example.org", canaries.photo.slice(0, 100), canaries.signature, CANARY.toLowerCase()];

describe("DELETE /visitors/{visitorId} (rules 3 and 5)", () => {
  it("200: nothing of the person is left in any table", async () => {
    const headers = { "idempotency-key": "erase-canary" };
    const { body: visit } = await world.post("/visitors", { company_id: location, ...canaries }, { as: key, headers });
    await world.put(
      `/visitors/${visit._id}`,
      { city: CANARY, photo: `data:image/png;base64,${canaries.photo}` },
      { as: key },
    );
    await world.post(`/visitors/${visit._id}/signout`, undefined, { as: key });
    const before = await Promise.all(traces.map(tablesWith));
    assert.ok(
      before.every((tables) => tables.length > 0),
      "the search finds what is there",
    );
    const { status, body } = await world.remove(`/visitors/${visit._id}`, { as: key });
    assert.equal(status, 200);
    assert.equal(typeof body.message, "string");
    for (const trace of traces) assert.deepEqual(await tablesWith(trace), [], trace);
    assert.deepEqual((await tablesWith(visit._id)).toSorted(), ["erasures", "log", "log_bodies"], "its id alone");
    const { rows } = await world.db.pool.query("select body from log_bodies where subject_id = $1", [visit._id]);
    assert.deepEqual(
      rows.map(({ body }) => JSON.parse(body)),
      [{ removed: { visit_images: 1, log_bodies: 3, idempotency: 1 } }],
    );
  });

  it("404: it is gone for reading, changing, signing out and erasing again, and from the lists", async () => {
    const visit = await buildVisit(world, location, { last_name: "Erased" });
    await world.remove(`/visitors/${visit._id}`);
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/signout"],
      ["POST", "/approve"],
    ] as const)
      assert.equal((await world.call(method, `/visitors/${visit._id}${path}`, { body: {} })).status, 404, method);
    const { body } = await world.get(`/visitors/bycompany/${location}?count=10&page=1&filter[last_name]=Erased`);
    assert.equal(body.total, 0);
    assert.ok(!(await world.get(`/visitors/signed_current/${location}`)).text.includes(visit._id));
  });

  it("404: a start repeated by its Idempotency-Key does not bring the erased record back (code erased)", async () => {
    const call = () =>
      world.post(
        "/visitors",
        { company_id: location, first_name: "Once" },
        {
          as: key,
          headers: { "idempotency-key": "erased-start" },
        },
      );
    const { body: visit } = await call();
    await world.remove(`/visitors/${visit._id}`);
    const again = await call();
    assert.deepEqual([again.status, again.body.code], [404, "erased"]);
    const { body } = await world.get(`/visitors/bycompany/${location}?count=1&page=1&filter[first_name]=Once`);
    assert.equal(body.total, 0);
  });

  it("200: fires nothing", async () => {
    const visit = await buildVisit(world, location);
    const before = await eventsOf(world, location);
    await world.remove(`/visitors/${visit._id}`);
    assert.deepEqual(await eventsOf(world, location), before);
  });

  it("200: In, Out and month keep counting it, Current does not (rules 3)", async () => {
    const day = "2026-02-10";
    const closed = await buildVisit(world, location, {
      signed_in: "2026-02-09T23:00:00Z",
      signed_out: "2026-02-10T22:59:59.999Z",
    });
    const open = await buildVisit(world, location, { signed_in: "2026-02-10T22:59:59.999Z" });
    const before = await statistics(day);
    assert.deepEqual(
      [before.totalVisitorsIn, before.totalVisitorsOut, before.totalVisitorsCurrent, before.totalMonthlyVisitors],
      [2, 1, 1, 2],
    );
    for (const { _id } of [closed, open]) await world.remove(`/visitors/${_id}`);
    assert.deepEqual(await statistics(day), { ...before, totalVisitorsCurrent: 0 });
    const { body: total } = await world.get(`/visitors/signed_in/total/${location}/${day}`);
    assert.equal(total.totalVisitorsIn, 2);
    const { body: month } = await world.get(`/visitors/monthly/total/${location}/${day}`);
    assert.equal(month.totalMonthlyVisitors, 2);
    const { body: neighbours } = await world.get(`/visitors/perday/${location}/2026-02-09/2026-02-11`);
    assert.deepEqual(
      neighbours.map(({ total: n }: Body) => n),
      [0, 2, 0],
    );
  });

  it("200: what is left has times of 15 minutes and no id of the visit", async () => {
    const { rows } = await world.db.pool.query("select * from erased_visits where company_id = $1", [location]);
    assert.ok(rows.length > 0);
    for (const row of rows) {
      assert.deepEqual(Object.keys(row), ["company_id", "signed_in", "signed_out", "visit_type", "entrypoint_id"]);
      for (const at of [row.signed_in, row.signed_out ?? row.signed_in])
        assert.equal(Date.parse(at) % (15 * 60_000), 0);
    }
  });

  it("200: 10 parallel calls erase it once: one 200, one entry, one row for the counters", async () => {
    const visit = await buildVisit(world, location, { signed_in: "2026-01-05T10:00:00Z" });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.remove(`/visitors/${visit._id}`, { as: key })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await statistics("2026-01-05")).totalVisitorsIn, 1);
  });

  it("200: a photo that is added while the visit is being erased does not stay behind", async () => {
    const visit = await buildVisit(world, location);
    const photo = Buffer.from("late canary").toString("base64");
    const headers = { "idempotency-key": "late-photo" };
    let racing: Promise<unknown> | undefined;
    await withLogLock(world, location, async ({ waited }) => {
      const changing = world.put(`/visitors/${visit._id}`, { photo, city: "late canary" }, { as: key, headers });
      await waited(1);
      const erasing = world.remove(`/visitors/${visit._id}`, { as: key });
      await waited(2);
      racing = Promise.all([changing, erasing]);
    });
    await racing;
    assert.equal((await world.get(`/visitors/${visit._id}`)).status, 404);
    for (const trace of [photo, "late canary"]) assert.deepEqual(await tablesWith(trace), [], trace);
    assert.deepEqual((await tablesWith(visit._id)).toSorted(), ["erasures", "log", "log_bodies"]);
  });
});
