import assert from "node:assert/strict";
import { chmod, mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";

import { backUpDaily } from "../../../../server/jobs/backup/daily.ts";
import { lastScheduled, listBackups, removeOldDaily } from "../../../../server/jobs/backup/folder.ts";
import { dropRestorePoint, listRestorePoints } from "../../../../server/jobs/backup/restore-points.ts";
import { connect } from "../../../../server/jobs/backup/connection.ts";
import { urlOf } from "../../../cli/foyer.ts";
import { until } from "../../../support/run/process.ts";
import { OWNER } from "../../../support/database/server.ts";
import { makeWorld, type World } from "../../../support/world.ts";
import { cleanUpPlaces, connectionTo, inDatabase, newFolder, newMigrated } from "./places.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let folder: string;

const at = (day: number, hour: number, minute = 0): number => new Date(2027, 0, day, hour, minute).getTime();
const daily = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.startsWith("daily-"));
const contextWith = (change: Partial<World["context"]["config"]["backup"]>): World["context"] => ({
  ...world.context,
  config: { ...world.context.config, backup: { ...world.context.config.backup, dir: folder, ...change } },
});

before(async () => {
  const database = await newMigrated();
  world = await makeWorld({ database, asOwner: true, env: { DATABASE_URL: await urlOf(database, OWNER) } });
  world.clock.frozen = true;
});
beforeEach(async () => {
  folder = join(await newFolder(), "not", "there", "yet");
});
after(async () => {
  await cleanUpPlaces();
  await world.close();
});

describe("the daily backup", () => {
  it("is made once a day, after its time, by the machine's clock", async () => {
    world.clock.now = at(2, 1, 59);
    const context = contextWith({ time: { hour: 2, minute: 0 } });
    await inDatabase(await connectionTo(world.database), (client) =>
      client.query("update migrations set applied = $1", [new Date(at(1, 12))]),
    );
    await backUpDaily(context);
    await assert.rejects(readdir(folder), /ENOENT/);
    for (const now of [at(2, 2, 0), at(2, 2, 1), at(2, 23), at(3, 1, 59)]) {
      world.clock.now = now;
      await backUpDaily(context);
      assert.equal((await daily()).length, 1);
    }
    world.clock.now = at(3, 2, 0);
    await backUpDaily(context);
    assert.equal((await daily()).length, 2);
  });

  it("a night that was slept through is made up for; a new database waits for its first", async () => {
    world.clock.now = at(10, 15);
    const context = contextWith({ time: { hour: 2, minute: 0 } });
    await inDatabase(await connectionTo(world.database), (client) =>
      client.query("update migrations set applied = $1", [new Date(at(10, 9))]),
    );
    await backUpDaily(context);
    await assert.rejects(readdir(folder), /ENOENT/);
    await inDatabase(await connectionTo(world.database), (client) =>
      client.query("update migrations set applied = $1", [new Date(at(9, 9))]),
    );
    await backUpDaily(context);
    assert.equal((await daily()).length, 1);
  });

  it("of several processes at the same moment one makes it", async () => {
    world.clock.now = at(20, 3);
    const context = contextWith({ time: { hour: 2, minute: 0 } });
    await Promise.all([1, 2, 3, 4].map((n) => backUpDaily({ ...context, now: () => world.clock.now + n * 1_000 })));
    assert.equal((await daily()).length, 1);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith(".partial")),
      [],
    );
  });

  it("the newest are kept, as many as set; those that an operator asked for stay", async () => {
    await mkdir(folder, { recursive: true });
    for (let day = 1; day <= 9; day += 1) await writeFile(join(folder, `daily-2026010${day}T020000Z.foyer`), "");
    await writeFile(join(folder, "manual-20250101T000000Z.foyer"), "");
    world.clock.now = at(25, 3);
    await backUpDaily(contextWith({ time: { hour: 2, minute: 0 }, keep: 3 }));
    assert.deepEqual((await readdir(folder)).toSorted().slice(0, 2), [
      "daily-20260108T020000Z.foyer",
      "daily-20260109T020000Z.foyer",
    ]);
    assert.equal((await daily()).length, 3);
    assert.ok((await readdir(folder)).includes("manual-20250101T000000Z.foyer"));
    assert.deepEqual(await removeOldDaily(folder, 3), []);
  });

  it("none is made when it is off", async () => {
    world.clock.now = at(28, 3);
    await backUpDaily(contextWith({ time: undefined }));
    await assert.rejects(readdir(folder), /ENOENT/);
  });

  it("one that fails is logged, leaves nothing behind, and is tried again", async () => {
    world.clock.now = at(30, 3);
    const blocked = await newFolder();
    const target = join(blocked, "file");
    await writeFile(target, "");
    folder = target;
    await assert.rejects(backUpDaily(contextWith({ time: { hour: 2, minute: 0 } })));
    assert.ok(world.log.some(({ msg, level }) => String(msg).startsWith("the daily backup failed") && level === 50));
    folder = join(blocked, "mended");
    await backUpDaily(contextWith({ time: { hour: 2, minute: 0 } }));
    assert.equal((await daily()).length, 1);
  });

  it("one that is in progress ends with the service, and is made after the next start", async () => {
    world.clock.now = at(30, 3) + 30 * DAY_MS;
    const context = contextWith({ time: { hour: 2, minute: 0 } });
    const stopping = new AbortController();
    const under = backUpDaily(context, stopping.signal);
    await until("the folder of the backup", () => readdir(folder).catch(() => undefined));
    stopping.abort();
    await under;
    assert.ok((await daily()).every((name) => name.endsWith(".partial")));
    await backUpDaily(context);
    assert.deepEqual(
      (await readdir(folder)).map((name) => name.endsWith(".partial")),
      [false],
    );
  });

  it("restore points go after 14 days", async () => {
    const connection = await connectionTo(world.database);
    await inDatabase(connection, async (client) => {
      await client.query(
        "create schema before_20270101_020000; create table before_20270101_020000.t (n int); create schema before_20270201_020000",
      );
    });
    world.clock.now = new Date(2027, 1, 10, 3).getTime();
    await backUpDaily(contextWith({ time: { hour: 2, minute: 0 } }));
    assert.deepEqual(await inDatabase(connection, listRestorePoints), ["before_20270201_020000"]);
    const client = await connect(connection);
    await dropRestorePoint(client, "before_20270201_020000").finally(() => client.end());
  });

  it("each lists what it holds, and one that was cut says so", async () => {
    world.clock.now = at(31, 3) + 60 * DAY_MS;
    await backUpDaily(contextWith({ time: { hour: 2, minute: 0 } }));
    await writeFile(join(folder, "cut.foyer"), "x");
    await chmod(join(folder, "cut.foyer"), 0o600);
    await utimes(join(folder, "cut.foyer"), 0, 0);
    const [good, cut] = await listBackups(folder, world.context.secretKey);
    assert.deepEqual([good?.users, good?.locations, good?.visits, good?.program], [1, 0, 0, "0.1.0"]);
    assert.match(cut?.problem ?? "", /cut short/);
  });
});

describe("the time of the daily backup", () => {
  it("is the latest moment at which the clock showed it, over days with a change of the clock", () => {
    const time = { hour: 2, minute: 30 };
    for (let hour = 0; hour < 24 * 400; hour += 1) {
      const now = Date.UTC(2026, 0, 1) + hour * 3_600_000;
      const last = lastScheduled(now, time);
      assert.ok(last <= now && now - last <= DAY_MS + 3_600_000 + 1);
    }
    assert.equal(lastScheduled(at(5, 2, 30), time), at(5, 2, 30));
    assert.equal(lastScheduled(at(5, 2, 29), time), at(4, 2, 30));
  });
});
