import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { FIELD_FUNCTIONS, flatten, functionsOfVisits, migrationOf } from "../../dev/field-functions.ts";
import type { Fields } from "../../shared/fields.ts";
import { VISIT_FIELDS } from "../../shared/visit-fields.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";

const FOLDER = join(import.meta.dirname, "../../migrations");
/** Columns of both tables that are not documented fields. */
const BESIDE = ["doc", "extra", "rev"];
/** Columns of one of them that are not documented fields either. */
const OWN: Record<string, readonly string[]> = {
  visits: ["client_ref"],
  registered_visitors: ["invitation_round", "member", "search"],
};

let world: World;
let migrations: string;

before(async () => {
  world = await makeWorld();
  const names = (await readdir(FOLDER)).toSorted();
  migrations = (await Promise.all(names.map((name) => readFile(join(FOLDER, name), "utf8")))).join("\n");
});
after(() => world.close());

const columnsOf = async (table: string): Promise<string[]> => {
  const { rows } = await world.db.pool.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
    [table],
  );
  return rows.map(({ name }) => name).toSorted();
};

const columnsIn = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { column, span }]) => {
    if (column === undefined) return [];
    return span === undefined ? [name] : [span.from, span.to];
  });

describe("the documented fields and the database", () => {
  for (const { name, body } of FIELD_FUNCTIONS)
    it(`${name} is what the fields give: else run "npm run fields"`, async () => {
      const { rows } = await world.db.pool.query("select prosrc from pg_proc where proname = $1", [name]);
      assert.deepEqual(
        rows.map(({ prosrc }) => flatten(prosrc)),
        [flatten(body)],
      );
    });

  it("each column is a field, and each field with a column has it", async () => {
    for (const { table, fields } of FIELD_FUNCTIONS)
      assert.deepEqual(await columnsOf(table), [...columnsIn(fields), ...BESIDE, ...(OWN[table] ?? [])].toSorted());
  });
});

describe("npm run fields", () => {
  it("writes nothing while the migrations have it all", () => {
    assert.equal(migrationOf(migrations), "");
  });

  it("writes a migration that adds the column, answers it and finds it", async () => {
    const fields: Fields = { ...VISIT_FIELDS, parking_space: { kind: "text", body: "as_sent", column: "of_rules" } };
    const migration = migrationOf(migrations, functionsOfVisits(fields));
    assert.equal(migration.match(/add column/g)?.length, 1);
    await world.db.pool.query(migration);
    const { _id } = await buildVisit(world, await buildLocation(world));
    await world.db.pool.query("update visits set parking_space = 'P12' where _id = $1", [_id]);
    const { rows } = await world.db.pool.query("select doc, visit_search(v) as search from visits v where _id = $1", [
      _id,
    ]);
    assert.equal(JSON.parse(rows[0].doc).parking_space, "P12");
    assert.ok(rows[0].search.split("\u0001").includes("p12"));
    const values = await world.db.pool.query("select head, n from visit_values where field = 'parking_space'");
    assert.deepEqual(values.rows, [{ head: "p12", n: 1 }]);
    assert.equal(migrationOf(migrations + migration, functionsOfVisits(fields)), "");
  });

  it("leaves a column that can't be null to a migration by hand", () => {
    const fields: Fields = { ...VISIT_FIELDS, escorted: { kind: "boolean", column: "of_rules", always: true } };
    assert.throws(() => migrationOf(migrations, functionsOfVisits(fields)), /visits\.escorted: write/);
  });
});
