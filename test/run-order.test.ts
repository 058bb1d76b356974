import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { glob, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { batchesOf, writeBatches } from "./support/run/batches.ts";
import { isInLane } from "./support/run/whole.ts";
import { keepDurations, longestBatchFirst, longestFirst, readDurations, slowestOf } from "./support/database/order.ts";

let folder = "";
before(async () => void (folder = await mkdtemp(join(tmpdir(), "foyer-order-"))));
after(() => rm(folder, { recursive: true, force: true }));

describe("the order of the test files (CONTRIBUTING.md)", () => {
  it("is longest first by what the last run measured; folders known as slow come before what is not", () => {
    const files = ["test/a.test.ts", "test/b.test.ts", "test/web/c.test.ts", "test/z.test.ts"];
    const first = ["test/web/c.test.ts", "test/a.test.ts", "test/b.test.ts", "test/z.test.ts"];
    assert.deepEqual(longestFirst(files, {}), first);
    const measured = { "test/z.test.ts": 90_000, "test/web/c.test.ts": 10, "test/b.test.ts": 30_000 };
    assert.deepEqual(longestFirst(files, measured), ["test/z.test.ts", "test/b.test.ts", "test/a.test.ts", "test/web/c.test.ts"]); // prettier-ignore
  });

  it("puts twenty files into a process, and eight of those with browsers, and of those that start services or servers", () => {
    const light = Array.from({ length: 22 }, (_, n) => `test/server/${n}.test.ts`);
    const names = ["cli/a", "cli/b", ...Array.from({ length: 9 }, (_, n) => `web/${n}`)];
    const heavy = names.map((name) => `test/${name}.test.ts`);
    const batches = batchesOf([...heavy, ...light]);
    assert.deepEqual(batches.map(({ length }) => length), [2, 5, 4, 11, 11]); // prettier-ignore
    assert.deepEqual(batches.flat().toSorted(), [...light, ...heavy].toSorted());
    assert.deepEqual(longestBatchFirst(batches, { "test/server/3.test.ts": 90_000 })[0]?.length, 11);
  });

  it("every file runs every day or with the whole, one that is under no folder of these every day", async () => {
    const files = await Array.fromAsync(glob("test/**/*.test.ts"));
    const [daily, whole] = (["daily", "whole"] as const).map((lane) => files.filter((file) => isInLane(file, lane)));
    assert.deepEqual([...(daily ?? []), ...(whole ?? [])].toSorted(), files.toSorted());
    assert.deepEqual(
      ["test/server/a.test.ts", "test/web/console/fit.test.ts", "test/service/a.test.ts", "test/web/fit.test.ts"].map(
        (file) => isInLane(file, "whole"),
      ),
      [false, false, true, true],
    );
  });

  it("is kept from run to run, of the files that were not run, too", async () => {
    const file = join(folder, "not/there/yet.json");
    assert.deepEqual(await readDurations(file), {});
    await keepDurations({ a: 1, b: 2 }, file);
    await keepDurations({ b: 3 }, file);
    assert.deepEqual(await readDurations(file), { a: 1, b: 3 });
  });

  it("ends with the ten slowest files", () => {
    const measured = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`test/${n}.test.ts`, (n + 1) * 1_000]));
    const slowest = slowestOf(measured);
    assert.equal(slowest.length, 10);
    assert.deepEqual(slowest.slice(0, 2), ["  12.0 s test/11.test.ts", "  11.0 s test/10.test.ts"]);
  });
});

describe("a batch of files", () => {
  /** What a process makes of a batch of two files, each with a suite and a test that does this. */
  const runBatch = async (work: string): Promise<{ code: number | null; out: string }> => {
    const home = await mkdtemp(join(folder, "batch-"));
    const names = ["a", "b"].map((name) => join(home, `${name}.test.mjs`));
    for (const name of names)
      await writeFile(name, `import { describe, it } from "node:test";\ndescribe("in", () => it("runs", ${work}));\n`);
    const { files, remove } = await writeBatches([names]);
    // With it Node takes the process for a part of this run.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ["--test-reporter=tap", ...files], {
      env,
      encoding: "utf8",
    });
    await remove();
    return { code: status, out: stdout };
  };

  it("runs each file as a suite of its name, with its own suites and tests in it", async () => {
    const { code, out } = await runBatch("() => undefined");
    assert.equal(code, 0, out);
    assert.match(out, /^# Subtest: \S+\/a\.test\.mjs\n {4}# Subtest: in\n {8}# Subtest: runs\n {8}ok 1/m);
    assert.match(out, /^# Subtest: \S+\/b\.test\.mjs\n {4}# Subtest: in\n {8}# Subtest: runs\n {8}ok 1/m);
  });

  it("fails when a test leaves an error behind that nothing catches, and prints it", async () => {
    const { code, out } = await runBatch("() => void Promise.reject(new Error('left behind'))");
    assert.equal(code, 1, out);
    assert.match(out, /left behind/);
    const later = await runBatch("(_, done) => { setTimeout(() => { setTimeout(done); throw new Error('late'); }); }");
    assert.equal(later.code, 1, later.out);
    assert.match(later.out, /late/);
  });

  it("ends with a failure, and says why, when its tests leave open what keeps a process alive", async () => {
    const name = join(folder, "open.test.mjs");
    const work = `() => void createServer().listen(0)`;
    const imports = `import { createServer } from "node:net";\nimport { it } from "node:test";\n`;
    await writeFile(name, `${imports}it("leaves a server open", ${work});\n`);
    const runner = join(import.meta.dirname, "support/run/batches.ts");
    const code = `import { runFiles } from ${JSON.stringify(runner)}; await runFiles([${JSON.stringify(name)}], 100);`;
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = ["--input-type=module", "--test-reporter=tap", "-e", code];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    assert.match(stdout, /ok 1 - leaves a server open/);
    assert.match(stderr, /The tests left open: .*TCPServerWrap/);
    assert.equal(status, 1);
  });
});

describe("the size of a run (CONTRIBUTING.md)", () => {
  /** What a process with these settings makes of 30 kills, of 100 queries and, twice, of six values. */
  const sizes = (env: Record<string, string>): unknown => {
    const code = `import { casesOf, roundsOf, timesOf } from "./test/support/run/size.ts";
      const six = () => casesOf([0, 1, 2, 3, 4, 5]).join("");
      console.log(JSON.stringify([roundsOf(30, 300), timesOf("QUERIES", 100), six(), six()]));`;
    const options = { env: { PATH: process.env["PATH"], ...env }, encoding: "utf8" } as const;
    return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", code], options));
  };

  it("is a tenth in every run, each time another tenth, and never none; what the promises say, or the long form, on demand", () => {
    assert.deepEqual(sizes({}), [3, 10, "0", "1"]);
    assert.deepEqual(sizes({ FOYER_TEST_SIZE: "promises" }), [30, 100, "012345", "012345"]);
    assert.deepEqual(sizes({ FOYER_LONG: "1", FOYER_PART: "1/5", QUERIES: "7" }), [60, 7, "012345", "012345"]);
  });
});
