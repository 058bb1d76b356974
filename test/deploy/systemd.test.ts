import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";

import { findOrInstall, isRunnable } from "../support/run/debian.ts";
import { cleanUp, makeFolder } from "../support/run/process.ts";
import { PROJECT } from "./dockerfile.ts";

const run = promisify(execFile);
const ANALYZE = "/usr/bin/systemd-analyze";
const unit = await readFile(join(PROJECT, "deploy/foyer.service"), "utf8");
const launcher = await readFile(join(PROJECT, "bin/handover.mjs"), "utf8");
const values = (key: string): string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);

after(cleanUp);

/** The unit where its program is there: this run's Node and the project. */
const installed = async (): Promise<string> => {
  const path = join(await makeFolder(), "foyer.service");
  const here = unit.replace("/usr/bin/node /opt/foyer/", `${process.execPath} ${PROJECT}/`);
  assert.notEqual(here, unit);
  await writeFile(path, here);
  return path;
};

const analyze = async (...args: string[]): Promise<{ stdout: string; stderr: string }> => {
  const find = async (): Promise<string | undefined> => ((await isRunnable(ANALYZE)) ? ANALYZE : undefined);
  const missing = "deploy/foyer.service is tried with systemd-analyze. Install it (Debian: apt-get install systemd).";
  return run(await findOrInstall(find, missing, "systemd"), args);
};

describe("deploy/foyer.service", () => {
  it("is taken by systemd-analyze verify, without a word", async () => {
    const { stdout, stderr } = await analyze("verify", "--man=no", await installed());
    assert.deepEqual([stdout, stderr], ["", ""]);
  });

  it("exposes little: at most 2 of 10 by systemd's own count", async () => {
    const { stdout } = await analyze("security", "--offline=yes", "--no-pager", await installed());
    const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    assert.ok(Number(level) <= 2, stdout);
  });

  it("starts it again whatever ended it, a hang too; reloads by SIGHUP; and bounds its memory", () => {
    assert.deepEqual([values("Restart"), values("Type")], [["always"], ["exec"]]);
    assert.deepEqual(values("ExecReload"), ["/bin/kill -HUP $MAINPID"]);
    const [, heapMb] = /--max-old-space-size=(\d+)/.exec(launcher) ?? [];
    const [, gigabytes] = /^(\d+)G$/.exec(values("MemoryMax")[0] ?? "") ?? [];
    assert.ok(
      Number(gigabytes) * 1024 > 2 * Number(heapMb),
      "twice the heap: buffers and the database lie outside of it",
    );
  });

  it("forbids what is privileged, but for the two things that a start of the database calls", () => {
    assert.deepEqual(values("SystemCallFilter"), ["@system-service", "~@privileged @resources", "capset @chown"]);
    for (const key of ["PrivateUsers", "RemoveIPC"]) assert.deepEqual(values(key), ["yes"], key);
  });

  it("stops the first process alone, and gives it longer than the 15 seconds it takes at most", () => {
    assert.deepEqual(
      [values("KillMode"), values("Restart"), values("TimeoutStopSec")],
      [["mixed"], ["always"], ["30"]],
    );
  });

  it("has an account of its own, no rights, one folder, and lets JavaScript be compiled", () => {
    assert.deepEqual(values("User"), ["foyer"]);
    for (const key of ["CapabilityBoundingSet", "AmbientCapabilities"]) assert.deepEqual(values(key), [""], key);
    for (const key of ["NoNewPrivileges", "ProtectHome", "PrivateTmp", "RestrictNamespaces"])
      assert.deepEqual(values(key), ["yes"], key);
    assert.deepEqual([values("ProtectSystem"), values("StateDirectory")], [["strict"], ["foyer"]]);
    assert.ok(values("Environment").includes(`DATA_DIR=/var/lib/${values("StateDirectory")[0]}`));
    assert.deepEqual(values("MemoryDenyWriteExecute"), []);
  });
});
