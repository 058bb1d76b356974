import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { cleanUp, makeFolder } from "../support/run/process.ts";
import { LONG, roundsOf } from "../support/run/size.ts";

after(cleanUp);

/** FOYER_LONG=1 runs its long form, FOYER_PART=1/5 a part of it. */
const CYCLES = roundsOf(3, 20);
/** The promise's own figure binds its long form; a gate on a busy machine is given double. */
const RESUME_MS_MAX = LONG ? 5_000 : 10_000;
const DISK = "220m";

describe("a full disk", () => {
  it(`503: writes while there is no room, ${CYCLES} times; reads go on, the health says why, writes resume by themselves`, async (test) => {
    const disk = await makeFolder();
    // A file system of a fixed size, which any account may make in a namespace of their own.
    const inside = `mount -t tmpfs -o size=${DISK},mode=0755 tmpfs "$DISK" && exec "$0" "$1"`;
    const enter = ["--user", "--map-root-user", "--mount", "--kill-child", "sh", "-ec", inside];
    const { status, stdout, stderr } = spawnSync(
      "unshare",
      [...enter, process.execPath, join(import.meta.dirname, "child-disk.ts")],
      {
        encoding: "utf8",
        env: { ...process.env, DISK: disk, CYCLES: String(CYCLES), RESUME_MS_MAX: String(RESUME_MS_MAX) },
        timeout: (120 + 60 * CYCLES) * 1000,
        // The tool passes no other signal on.
        killSignal: "SIGKILL",
      },
    );
    assert.equal(status, 0, `${stdout}\n${stderr}`);
    const figures: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    assert.ok(Array.isArray(figures) && figures.length === 3 * CYCLES);
    for (const figure of figures) test.diagnostic(String(figure));
  });
});
