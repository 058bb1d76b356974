import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { promisify } from "node:util";

import { IS_PROMISED } from "../support/run/size.ts";

const run = promisify(execFile);

/** The benches of the service and of the pages, each with the last of the figures that it prints. */
const BENCHES: Readonly<Record<string, RegExp>> = {
  "bench/run.ts": /^\d+ goals hold, \d+ are missed$/m,
  "bench/web.ts": /^kiosk: ready for a finger, .* \d+ ms$/m,
};

/** The other part of it has a test of its own (writes.test.ts). */
const PARTS: Readonly<Record<string, readonly string[]>> = IS_PROMISED ? {} : { "bench/run.ts": ["--only", "answers"] };

describe("each bench in its smallest size, judging nothing (bench/README.md)", { concurrency: true }, () => {
  for (const [script, end] of Object.entries(BENCHES))
    it(`${script} --trial comes to its end`, async () => {
      const { stdout } = await run(process.execPath, [script, "--trial", ...(PARTS[script] ?? [])], {
        maxBuffer: 2 ** 24,
      });
      assert.match(stdout, end);
      assert.doesNotMatch(stdout, /not measured/);
    });
});

describe("npm run faults (docs/faults.md)", () => {
  // With it Node takes the runner for a part of this run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const faults = (...args: string[]) => run(process.execPath, ["test/faults/run.ts", ...args], { env });

  it("0: runs what is named, and counts what passed", async () => {
    const { stdout } = await faults("test/run-order.test.ts");
    assert.match(stdout, /^[1-9]\d* passed, 0 failed$/m);
  });

  it("1: lists the valid names if a name is unknown", async () => {
    await assert.rejects(faults("flood"), { code: 1, stderr: /There is no flood; there are kill, disk, database/ });
  });
});
