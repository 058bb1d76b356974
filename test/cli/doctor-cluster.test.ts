import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { clusterChecks, judgeReplica } from "../../cli/commands/doctor/cluster.ts";
import type { Finding } from "../../server/jobs/system/checks/check.ts";
import { readConfig } from "../../server/platform/config/config.ts";

const find = async (env: Record<string, string>): Promise<Finding[]> => {
  const config = readConfig({ DATABASE_URL: "postgres://foyer@127.0.0.1/foyer", ...env });
  const found = await Promise.all(clusterChecks.map(async (check) => check({ config, unusable: new Set(), now: 0 })));
  return found.flat();
};

describe("foyer doctor, of several processes and a replica (docs/scaling.md)", () => {
  it("a replica that is a standby and near enough is fine; one that is behind, or no standby, is told with a fix", () => {
    const levels = [
      { standby: true, seconds: null },
      { standby: true, seconds: 9.9 },
      { standby: true, seconds: 10.1 },
      { standby: false, seconds: null },
    ].map((standby) => judgeReplica(standby, 10_000));
    assert.deepEqual(
      levels.map(({ level }) => level),
      ["ok", "ok", "warning", "problem"],
    );
    for (const { level, fix } of levels) assert.equal(fix === undefined, level === "ok");
  });

  it("a replica that is away is a warning that names its setting and no secret", async () => {
    const [finding, ...more] = await find({ DATABASE_REPLICA_URL: "postgres://foyer:hunter2@127.0.0.1:1/foyer" });
    assert.deepEqual([finding?.name, finding?.level, more], ["DATABASE_REPLICA_URL", "warning", []]);
    assert.ok(!JSON.stringify(finding).includes("hunter2"));
  });

  it("a role that shares the work wants a SECRET_KEY of all; one process alone makes its own", async () => {
    const SECRET_KEY = "s".repeat(32);
    const names = async (env: Record<string, string>) => (await find(env)).map(({ name }) => name);
    assert.deepEqual(await names({ ROLE: "worker" }), ["SECRET_KEY"]);
    assert.deepEqual(await names({ ROLE: "worker", SECRET_KEY }), []);
    assert.deepEqual(await names({}), []);
  });
});
