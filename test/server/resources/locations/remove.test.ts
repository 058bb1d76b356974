import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { pairKiosk } from "../../../support/kiosk.ts";
import { buildKey, buildLocation, buildUser, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

/** Asked of the database, so that a table of tomorrow can't be forgotten. */
const heldTables = async (): Promise<string[]> => {
  const { rows } = await world.db.pool.query<{ table_name: string }>(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' order by 1",
  );
  return rows.map(({ table_name }) => table_name);
};

const countIn = async (location: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of await heldTables()) {
    const { rows } = await world.db.pool.query(`select count(*) as n from ${table} where company_id = $1`, [location]);
    counts[table] = rows[0].n;
  }
  return counts;
};

const requiredColumns = async (table: string): Promise<{ column_name: string; data_type: string }[]> =>
  (
    await world.db.pool.query(
      `select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = $1
       and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and column_name not in ('company_id', 'doc', 'search')`,
      [table],
    )
  ).rows;

const SAMPLE: Record<string, unknown> = {
  text: "x",
  integer: 1,
  smallint: 1,
  bigint: 1,
  real: 1,
  boolean: true,
  jsonb: "{}",
  bytea: Buffer.from("x"),
  ARRAY: [],
  date: "2026-01-01",
  "timestamp with time zone": "2026-01-01T00:00:00Z",
};

/** Puts a row for the location in whichever tables the interface did not fill. */
const fillRest = async (location: string): Promise<void> => {
  for (const [table, n] of Object.entries(await countIn(location))) {
    if (n > 0) continue;
    const columns = await requiredColumns(table);
    const names = ["company_id", ...columns.map(({ column_name }) => column_name)];
    const values = [location, ...columns.map(({ data_type }) => SAMPLE[data_type])];
    const places = values.map((_, n) => `$${n + 1}`);
    await world.db.pool.query(`insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`, values);
  }
};

const fill = async (location: string): Promise<void> => {
  await world.post(`/companies/${location}/visittypes`, { name: "Visitor" });
  await world.post(`/companies/${location}/entrypoints`, { name: "Door" });
  await world.post("/visitees", { company_id: location, cn: "Ann" });
  await pairKiosk(world, location);
  await world.put(`/companies/${location}`, { settings: { visitor_numbers: true } });
  await buildVisit(world, location, { photo: "AAAA" });
  const { _id } = await buildVisit(world, location);
  await world.remove(`/visitors/${_id}`);
  await fillRest(location);
};

const removeLocation = (location: string, body?: unknown, as?: Record<string, string>) =>
  world.remove(`/companies/${location}`, { ...(body === undefined ? {} : { body }), ...(as && { as }) });

describe("DELETE /companies/{company_id} (rules 5)", () => {
  it("200: everything in it is gone from every table that names a location, and nothing of another", async () => {
    const location = await buildLocation(world, { name: "Doomed" });
    const other = await buildLocation(world, { name: "Spared" });
    for (const one of [location, other]) await fill(one);
    const before = await countIn(other);
    assert.ok(
      Object.values(await countIn(location)).every((n) => n > 0),
      "every table has a row",
    );
    const { status, body } = await removeLocation(location, { name: "Doomed" });
    assert.equal(status, 200);
    assert.equal(typeof body.message, "string");
    for (const [table, n] of Object.entries(await countIn(location))) assert.equal(n, 0, table);
    assert.deepEqual(await countIn(other), before);
    assert.equal((await world.get(`/companies/${location}`)).status, 403);
  });

  it("200: keys and users lose it and keep their other locations", async () => {
    const location = await buildLocation(world, { name: "Lost" });
    const other = await buildLocation(world);
    const key = await buildKey(world, [location, other]);
    const only = await buildKey(world, [location]);
    const user = await buildUser(world, "local_admin", [location, other]);
    await removeLocation(location, { name: "Lost" });
    for (const as of [key, user])
      assert.deepEqual(
        (await world.get("/companiesList", { as })).body.map(({ _id }: { _id: string }) => _id),
        [other],
      );
    assert.deepEqual((await world.get("/companiesList", { as: only })).body, []);
    const { rows } = await world.db.pool.query(
      "select 1 from users where $1 = any (companies) union all select 1 from api_keys where $1 = any (companies)",
      [location],
    );
    assert.equal(rows.length, 0);
  });

  it("400: without a body, without the name, or with another one; nothing is removed", async () => {
    const location = await buildLocation(world, { name: "Careful" });
    await buildVisit(world, location);
    for (const body of [undefined, {}, { name: "careful" }, { name: "Careful " }, { name: null }]) {
      const answer = await removeLocation(location, body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.ok(answer.body.message.includes('"name"'));
    }
    assert.equal((await countIn(location))["visits"], 1);
  });

  it("403: for keys and every role but global admin, whatever the body (interface 5.5)", async () => {
    const location = await buildLocation(world, { name: "Mine" });
    const others = [await buildKey(world, [location])];
    for (const role of ["local_admin", "receptionist", "security_guard", "employee"] as const)
      others.push((await buildUser(world, role, [location])) as { authorization: string });
    for (const as of others) assert.equal((await removeLocation(location, { name: "Mine" }, as)).status, 403);
    assert.equal((await world.get(`/companies/${location}`)).status, 200);
  });

  it("403: a second removal, as for any location that does not exist (rules 1.3)", async () => {
    const location = await buildLocation(world, { name: "Twice" });
    await removeLocation(location, { name: "Twice" });
    assert.equal((await removeLocation(location, { name: "Twice" })).status, 403);
  });

  it("404: what was in it, for a global admin too (rules 1.6)", async () => {
    const location = await buildLocation(world, { name: "Gone" });
    const { _id } = await buildVisit(world, location);
    await removeLocation(location, { name: "Gone" });
    assert.equal((await world.get(`/visitors/${_id}`)).status, 404);
    assert.equal((await world.post("/visitors", { company_id: location })).status, 403);
  });
});
