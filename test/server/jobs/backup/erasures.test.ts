import assert from "node:assert/strict";
import { appendFile, readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

import { sealAll, sealingKey } from "../../../../server/resources/audit/seals.ts";
import { verifyLocation } from "../../../../server/resources/audit/verify.ts";
import { erasuresFile, recordErasures } from "../../../../server/jobs/backup/erasures.ts";
import type { WrittenBackup } from "../../../../server/jobs/backup/backup.ts";
import {
  type Body,
  buildLocation,
  buildRegistered,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import { backUp, cleanUpPlaces, connectionTo, inDatabase, newFolder, restore } from "./places.ts";

const CANARY = "Canary-Quetzal";

let world: World;
let folder: string;
let location: string;
let older: WrittenBackup;
let visit: Body;
let registered: Body;

/** How many rows of each table hold a text, in any column. */
const rowsWith = async (database: string, text: string): Promise<string[]> =>
  inDatabase(await connectionTo(database), async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from "${name}" t where position(lower($1) in lower(t::text)) > 0`,
        [text],
      );
      if ((rows[0]?.n ?? 0) > 0) found.push(name);
    }
    return found;
  });

const linesOf = async (): Promise<Body[]> =>
  (await readFile(erasuresFile(folder), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

before(async () => {
  folder = await newFolder();
  world = await makeWorld({ asOwner: true, env: { BACKUP_DIR: folder } });
  location = await buildLocation(world);
  visit = await buildVisit(world, location, { last_name: CANARY, email: "quetzal@example.org", odd: CANARY });
  registered = await buildRegistered(world, location, { last_name: CANARY });
  const inside = await buildRegistered(world, location, { last_name: `${CANARY} inside` });
  assert.equal((await world.post(`/knownvisitors/${inside._id}/signin`, {})).status, 200);
  await buildVisit(world, location, { last_name: "Stays" });
  await sealAll(world.context);
  older = await backUp(world, folder);
  await world.remove(`/visitors/${visit._id}`);
  await world.remove(`/knownvisitors/${registered._id}`);
  const { body } = await world.get(`/visitors/signed_current/${location}`);
  const entered = body.find((one: Body) => one.known_visitor_id === inside._id);
  await world.remove(`/visitors/${entered._id}`);
  assert.equal((await world.remove(`/knownvisitors/${inside._id}`)).status, 200);
});

after(async () => {
  await cleanUpPlaces();
  await world.close();
});

describe("erasures and backups", () => {
  it("who was erased is in no backup made afterwards", async () => {
    assert.deepEqual(
      await rowsWith((await restore(world, older.path, { folder: await newFolder() })).database, CANARY),
      ["log_bodies", "registered_visitors", "visit_values", "visits"],
    );
    const newer = await backUp(world, folder);
    assert.deepEqual(
      await rowsWith((await restore(world, newer.path, { folder: await newFolder() })).database, CANARY),
      [],
    );
  });

  it("erased ids are written beside the backups, once, and nothing but ids", async () => {
    await recordErasures(world.context);
    await recordErasures(world.context);
    const lines = await linesOf();
    assert.equal(lines.length, 4);
    assert.deepEqual(
      lines
        .filter(({ subject }) => subject === "visit")
        .map(({ subject_id }) => subject_id)
        .includes(visit._id),
      true,
    );
    for (const line of lines) assert.deepEqual(Object.keys(line), ["company_id", "subject", "subject_id", "at"]);
    assert.ok(!(await readFile(erasuresFile(folder), "utf8")).includes("Quetzal"));
  });

  it("a restore of an older backup erases them again, also into another machine's database; counters and seals hold", async () => {
    await recordErasures(world.context);
    const restored = await restore(world, older.path);
    assert.deepEqual(restored.erased, { visits: 2, registered: 2, locations: 0 });
    assert.deepEqual(await rowsWith(restored.database, CANARY), []);
    assert.deepEqual(await rowsWith(restored.database, "quetzal"), []);
    const there = await makeWorld({ database: restored.database, asOwner: true });
    try {
      const today = new Date().toISOString();
      const { body } = await there.get(`/companies/${location}/statistics/${today}`);
      assert.equal(body.totalVisitorsIn, 3);
      const { body: audit } = await there.get(`/companies/${location}/audit`);
      assert.ok(JSON.stringify(audit).includes("visit.erase"));
      const { findings } = await verifyLocation(there.db, sealingKey(there.context.secretKey), location);
      assert.deepEqual(findings, []);
    } finally {
      await there.close();
    }
  });

  it("what the database in use knows counts too, when the file was not written yet", async () => {
    const again = await restore(world, older.path, { folder: await newFolder() });
    await inDatabase(await connectionTo(again.database), (client) =>
      client.query("insert into erasures (company_id, subject, subject_id, at) values ($1, 'visit', $2, now())", [
        location,
        visit._id,
      ]),
    );
    const { erased } = await restore(world, older.path, {
      database: again.database,
      replace: true,
      folder: await newFolder(),
    });
    assert.deepEqual(erased, { visits: 1, registered: 0, locations: 0 });
  });

  it("a location that was removed is removed again, with everything in it", async () => {
    const other = await buildLocation(world, { name: "Gone" });
    await buildVisit(world, other, { last_name: "Elsewhere-Quokka" });
    const { path } = await backUp(world, folder);
    assert.equal((await world.remove(`/companies/${other}`, { body: { name: "Gone" } })).status, 200);
    await recordErasures(world.context);
    const { database, erased } = await restore(world, path);
    assert.equal(erased.locations, 1);
    assert.deepEqual(await rowsWith(database, "Quokka"), []);
  });

  it("a last line that a power cut left half written spoils nothing", async () => {
    await recordErasures(world.context);
    await appendFile(erasuresFile(folder), '{"company_id":"');
    assert.equal((await restore(world, older.path)).erased.visits, 2);
  });
});
