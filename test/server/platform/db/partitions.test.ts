import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Client } from "pg";

import { withClient } from "../../../../server/platform/db/embedded/client.ts";
import { urlOf } from "../../../cli/foyer.ts";
import { partitionByLocation } from "../../../support/database/partition.ts";
import { buildLocation, buildRegistered, buildVisit, logOf, makeWorld, type World } from "../../../support/world.ts";

const PARTS = 4;
const LOCATIONS = 12;

let world: World;
let locations: string[];

/** Functions and triggers of the public schema, without those of the parts themselves. */
const madeOf = async (client: Client): Promise<string[]> =>
  (
    await client.query<{ text: string }>(
      `select pg_get_functiondef(p.oid) as text from pg_proc p join pg_language l on l.oid = p.prolang
         where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
       union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where not t.tgisinternal and not c.relispartition
       union all select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') from pg_index i
         join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace and not c.relispartition
       order by 1`,
    )
  ).rows.map(({ text }) => text);

before(async () => {
  world = await makeWorld();
  locations = await Promise.all(Array.from({ length: LOCATIONS }, () => buildLocation(world)));
  for (const location of locations) await buildVisit(world, location, { last_name: "Before", plate: "1-ABC" });
});
after(() => world.close());

const rows = async (table: string): Promise<number> =>
  (await world.db.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

describe(`the schema in ${PARTS} parts by a hash of the location (docs/scaling.md)`, () => {
  it("keeps every row, function, trigger and index; the rows are in several parts", async () => {
    const first = (await world.post("/visitees", { company_id: locations[0], cn: "First" })).body._id;
    const before = await Promise.all(["visits", "log", "log_bodies"].map(rows));
    await withClient({ connectionString: await urlOf(world.database) }, async (client) => {
      const was = await madeOf(client);
      await partitionByLocation(client, PARTS);
      assert.deepEqual(await madeOf(client), was);
      assert.ok(was.length > 100);
    });
    assert.deepEqual(await Promise.all(["visits", "log", "log_bodies"].map(rows)), before);
    const used = await Promise.all(Array.from({ length: PARTS }, (_, n) => rows(`parts.visits_${n}`)));
    assert.ok(used.filter((n) => n > 0).length > 1, used.join());
    const second = (await world.post("/visitees", { company_id: locations[0], cn: "Second" })).body._id;
    // By the number that each was given: ids of one second are in no order.
    const { rows: hosts } = await world.db.pool.query("select _id from hosts order by n");
    assert.deepEqual(hosts, [{ _id: first }, { _id: second }]);
  });

  it("200: a visit is started, found, changed, signed out and erased, each with its entry in the log (interface 4.2, 6.2)", async () => {
    const [company_id = ""] = locations;
    const known = await buildRegistered(world, company_id);
    const visit = await buildVisit(world, company_id, { last_name: "Müller", known_visitor_id: known._id });
    const found = await world.get(`/visitors/bycompany/${company_id}?count=9&page=1&filter[last_name]=mÜLL`);
    assert.deepEqual([found.body.total, found.body.visitors[0]._id], [1, visit._id]);
    const changed = await world.put(`/visitors/${visit._id}`, { last_name: "Meyer" });
    assert.equal(changed.body.last_name, "Meyer");
    assert.equal((await world.post(`/visitors/${visit._id}/signout`)).status, 200);
    const plan = await world.db.rows<{ "QUERY PLAN": string }>({
      sql: "explain select doc from visits where company_id = $1 order by signed_in desc limit 5",
      parameters: [company_id],
    });
    const touched = new Set(plan.flatMap((line) => line["QUERY PLAN"].match(/\bvisits_\d\b/g) ?? []));
    assert.equal(touched.size, 1, "a location's statement looks into its own part alone");
    assert.equal((await world.remove(`/visitors/${visit._id}`)).status, 200);
    assert.equal((await world.get(`/visitors/${visit._id}`)).status, 404);
    const events = (await logOf(world, company_id)).map(({ event }) => event).filter((event) => event !== null);
    assert.deepEqual(events.slice(-4), ["registered_visitor_created", "visitor_signed_in", "visitor_updated", "visitor_signed_out"]); // prettier-ignore
  });
});
