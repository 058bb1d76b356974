import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";

import { type BenchRun, readRun, saveRun } from "../../bench/results.ts";
import { cleanUp, makeFolder } from "../support/run/process.ts";

const run = promisify(execFile);

/** What each change may write, in bytes: measured in the smallest size, and a tenth more. */
const BYTES_MAX: Readonly<Record<string, number>> = {
  "WAL of a sign-in": 8_000,
  "WAL of a sign-out": 4_250,
  "WAL of a visitor marked safe": 3_600,
  "WAL of an approval": 3_700,
};

const EARLIER: BenchRun = {
  at: "2026-11-23",
  machine: "a machine",
  visits: 1,
  visitsThere: 1,
  figures: [{ what: "WAL of a sign-in", value: 54_321, unit: "B" }],
};

describe("npm run bench -- --only writes (bench/README.md)", () => {
  after(cleanUp);

  it("a sign-in, a sign-out, a visitor marked safe and an approval write no more than before", async () => {
    const folder = await makeFolder();
    const [earlier, saved] = [join(folder, "earlier.json"), join(folder, "saved.json")];
    await saveRun(earlier, EARLIER);
    const args = ["bench/run.ts", "--trial", "--only", "writes", "--compare", earlier, "--save", saved];
    const { stdout } = await run(process.execPath, args);
    assert.match(stdout, /WAL of a sign-in .*\| 54,321 B/);
    const { figures } = await readRun(saved);
    assert.deepEqual(
      figures.map(({ what }) => what),
      Object.keys(BYTES_MAX),
    );
    for (const { what, value } of figures)
      assert.ok(value > 0 && value <= (BYTES_MAX[what] ?? 0), `${what}: ${value} B, at most ${BYTES_MAX[what]}`);
  });
});
