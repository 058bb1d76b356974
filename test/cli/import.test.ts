import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { runImports } from "../../server/resources/imports/run.ts";
import { assertValuesOfVisits } from "../support/database/values.ts";
import { makeRandom, seedOf } from "../support/run/random.ts";
import { sizeOf } from "../support/run/size.ts";
import { buildLocation, makeWorld, type World } from "../support/world.ts";
import { foyer, makeFolder, urlOf } from "./foyer.ts";

const KILLS = 50;
const ROWS = 2_000;
const SEED = seedOf();

let world: World;
let env: Record<string, string>;
let folder: string;

before(async () => {
  world = await makeWorld();
  folder = await makeFolder();
  env = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey };
});
after(() => world.close());

const write = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

const HEADING = "Full name,Email,Company,Host,Purpose of visit,Sign in,Sign out";
const log = (rows: number): string =>
  [
    HEADING,
    ...Array.from({ length: rows }, (_, n) => `Ann Visitor${n},,Acme,Bo,,2026-01-0${1 + (n % 9)} 09:00,`),
    "",
  ].join("\n");

describe("foyer import FILE (docs/imports.md)", () => {
  it("0: shows what it would do, and does it; 1 when rows are rejected", async () => {
    const location = await buildLocation(world);
    const file = await write("log.csv", log(3));
    const given = ["import", file, "--location", location, "--target", "visits"];
    const dry = await foyer([...given, "--dry-run"], { env });
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /recognised as envoy-log[^]*Would be created: 3, /);
    const done = await foyer([...given, "--json"], { env });
    assert.equal(done.code, 0, done.stderr);
    const { state, result } = JSON.parse(done.stdout);
    assert.deepEqual([state, result.created], ["done", 3]);
    const bad = await write("bad.csv", `${HEADING}\nAnn,,,,,yesterday,\n`);
    const rejected = await foyer(["import", bad, "--location", location, "--target", "visits"], { env });
    assert.equal(rejected.code, 1, rejected.stderr);
    assert.match(rejected.stdout, /rejected: 1/);
  });

  it("2 for a target that there isn't, 3 for a file that there isn't", async () => {
    const location = await buildLocation(world);
    const file = await write("some.csv", log(1));
    assert.equal((await foyer(["import", file, "--location", location, "--target", "users"], { env })).code, 2);
    assert.equal((await foyer(["import", `${file}x`, "--location", location, "--target", "hosts"], { env })).code, 3);
  });

  it("a process that is killed at any moment loses and doubles nothing", { timeout: 600_000 }, async () => {
    const random = makeRandom(SEED);
    const file = await write("many.csv", log(ROWS));
    for (let n = 0; n < sizeOf(KILLS); n += 1) {
      const location = await buildLocation(world);
      const given = ["import", file, "--location", location, "--target", "visits"];
      await foyer(given, { env, killAfterMs: random.whole(600, 3_000) });
      await runImports(world.context, new AbortController().signal);
      // A file that had not been received whole is sent again; one that had is known.
      assert.equal((await foyer(given, { env })).code, 0);
      const { rows } = await world.db.pool.query(
        `select (select count(*)::integer from visits where company_id = $1) as visits,
          (select coalesce(sum(n), 0)::integer from visit_days where company_id = $1) as counted,
          (select count(*)::integer from import_parts p join imports i on i.company_id = p.company_id and i._id = p.import_id
           where p.company_id = $1 and i.state <> 'receiving') as parts`,
        [location],
      );
      assert.deepEqual(rows, [{ visits: ROWS, counted: ROWS, parts: 0 }], `seed ${SEED}, kill ${n}`);
    }
    await assertValuesOfVisits(world);
  });
});
