import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { makeBackup, NoRoomError } from "../../../../server/jobs/backup/backup.ts";
import { reserveOf } from "../../../../server/platform/db/disk-space.ts";
import { makeWorld, type World } from "../../../support/world.ts";
import { cleanUpPlaces, connectionTo, newFolder, newMigrated } from "./places.ts";

let world: World;

before(async () => {
  world = await makeWorld({ database: await newMigrated() });
});
after(async () => {
  await cleanUpPlaces();
  await world.close();
});

describe("a backup on the disk of the embedded database", () => {
  it("is refused, and leaves no file, where less is free than the database needs", async () => {
    const folder = await newFolder();
    const connection = await connectionTo(world.database);
    const options = { connection, secretKey: undefined, now: Date.now() };
    const refused = makeBackup({ ...options, path: join(folder, "a.foyer"), keepsFree: Number.MAX_SAFE_INTEGER });
    await assert.rejects(refused, (error) => error instanceof NoRoomError && /disk of .* is full/.test(error.message));
    assert.deepEqual(await readdir(folder), []);
    await makeBackup({ ...options, path: join(folder, "b.foyer"), keepsFree: 1 });
    assert.deepEqual(await readdir(folder), ["b.foyer"]);
  });

  it("leaves 64 MiB there; with a database elsewhere, or on another disk, it may take all", async () => {
    const dataDir = await newFolder();
    assert.equal(await reserveOf({ databaseUrl: undefined, dataDir }, join(dataDir, "backups")), 64 * 1024 * 1024);
    assert.equal(await reserveOf({ databaseUrl: "postgres://x/y", dataDir }, dataDir), 0);
    assert.equal(await reserveOf({ databaseUrl: undefined, dataDir }, "/proc"), 0);
  });
});
