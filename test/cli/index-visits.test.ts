import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { makeRandom, seedOf } from "../support/run/random.ts";
import { sizeOf } from "../support/run/size.ts";
import { assertValuesOfVisits } from "../support/database/values.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";
import { foyer, urlOf } from "./foyer.ts";

const VISITS = 20_000;
const KILLS = 20;
const SEED = seedOf();

let world: World;
let location: string;
let env: Record<string, string>;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  env = { DATABASE_URL: await urlOf(world.database) };
  // As an upgrade leaves them.
  await world.db.pool.query("alter table visits disable trigger visits_index");
  await world.db.pool.query(
    `insert into visits (company_id, _id, first_name, last_name, company, signed_in, signed_in_source, create_date, mod_date)
     select $1, substr(md5($1 || n), 1, 24), 'Ann', 'Visitor ' || n, 'Acme ' || n % 90, now() - n * interval '1 hour', 0, now(), now()
     from generate_series(1, $2::integer) n`,
    [location, VISITS],
  );
  await world.db.pool.query("alter table visits enable trigger visits_index");
  await world.db.pool.query("insert into visits_to_index (company_id) values ($1)", [location]);
});
after(() => world.close());

const left = async (): Promise<string> => (await foyer(["index", "--check"], { env })).stderr;

describe("foyer index (docs/upgrading.md)", () => {
  it("0: makes what an upgrade left to be made, and says how much that is; --all makes all of it anew", async () => {
    assert.match(await left(), /^Left to index: 20,000 visits of 1 location, about 1 minute\.$/m);
    for (const args of [["index"], ["index", "--all"]]) {
      const { code, stderr } = await foyer(args, { env });
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^All visits are indexed\.$/m);
      await assertValuesOfVisits(world);
    }
    assert.match(await left(), /^All visits are indexed\.$/m);
  });

  it("0: waits for a location that another process is indexing", async () => {
    await world.db.pool.query("insert into visits_to_index (company_id) values ($1)", [location]);
    const other = await world.db.pool.connect();
    await other.query("begin");
    await other.query("select from visits_to_index where company_id = $1 for update", [location]);
    const indexing = foyer(["index"], { env });
    await wait(2_000);
    await other.query("rollback");
    other.release();
    const { code, stderr } = await indexing;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^All visits are indexed\.$/m);
  });

  it(`killed at any moment, it goes on, beside those who sign in (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    await world.db.pool.query("insert into visits_to_index (company_id) values ($1)", [location]);
    for (let n = 0; n < sizeOf(KILLS); n += 1) {
      const killed = foyer(["index"], { env, killAfterMs: random.whole(300, 2_000) });
      for (let visit = 0; visit < 5; visit += 1) await buildVisit(world, location, { last_name: `Meanwhile ${visit}` });
      await killed;
    }
    assert.equal((await foyer(["index"], { env })).code, 0);
    await assertValuesOfVisits(world);
    const { body } = await world.get(`/visitors/bycompany/${location}?count=1&page=1&filter[last_name]=meanwhile`);
    assert.equal(body.total, 5 * sizeOf(KILLS));
  });
});
