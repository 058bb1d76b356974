import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

import { backupChecks, judgeAge, judgeRoom } from "../../cli/commands/doctor/backups.ts";
import type { Finding } from "../../server/jobs/system/checks/check.ts";
import { readConfig } from "../../server/platform/config/config.ts";
import { makeFolder } from "./foyer.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const of = (time: string) => ({ name: "daily.foyer", path: "daily.foyer", bytes: 1, time });

const look = async (env: Record<string, string>): Promise<Finding[]> => {
  const situation = { env, config: readConfig(env), unusable: new Set<string>(), now: NOW };
  return (await Promise.all(backupChecks.map(async (check) => check(situation)))).flat();
};

describe("foyer doctor on backups", () => {
  it("warns of a newest backup that is older than two days, and names the command", () => {
    assert.equal(judgeAge(of("2026-11-20T02:00:00Z"), true, NOW).level, "ok");
    const old = judgeAge(of("2026-11-19T02:00:00Z"), true, NOW);
    assert.deepEqual(
      [old.level, /2 days old/.test(old.found), /node bin\/foyer\.mjs backup/.test(old.fix ?? "")],
      ["warning", true, true],
    );
    assert.equal(judgeAge(undefined, true, NOW).level, "ok");
    assert.equal(judgeAge(undefined, false, NOW).level, "advice");
  });

  it("warns when the next one will not find room", () => {
    assert.deepEqual(judgeRoom("/srv", 1_000_000_000, 500_000_000), []);
    assert.equal(judgeRoom("/srv", 999_999_999, 500_000_000)[0]?.level, "warning");
    assert.equal(judgeRoom("/srv", 100_000_000, 0)[0]?.level, "warning");
  });

  it("finds a path that isn't a folder, a damaged backup, and that no backups are made", async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, "file"), "");
    const [blocked] = await look({ BACKUP_DIR: join(folder, "file") });
    assert.deepEqual([blocked?.level, /BACKUP_DIR/.test(blocked?.fix ?? "")], ["problem", true]);
    await mkdir(join(folder, "backups"));
    await writeFile(join(folder, "backups", "cut.foyer"), "x");
    const levels = (await look({ DATA_DIR: folder, BACKUP_TIME: "off" })).map(({ found }) => found);
    assert.ok(levels.some((found) => found.includes("BACKUP_TIME=off")));
    assert.ok(levels.some((found) => found.includes("cut.foyer")));
  });
});
