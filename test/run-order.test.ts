import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { keepDurations, longestFirst, readDurations } from "./support/order.ts";

let folder = "";
after(() => rm(folder, { recursive: true, force: true }));

describe("the order of the test files (CONTRIBUTING.md)", () => {
  it("is longest first by what the last run measured; folders known as slow come before what is not", () => {
    const files = ["test/a.test.ts", "test/b.test.ts", "test/web/c.test.ts", "test/z.test.ts"];
    const first = ["test/web/c.test.ts", "test/a.test.ts", "test/b.test.ts", "test/z.test.ts"];
    assert.deepEqual(longestFirst(files, {}), first);
    const measured = { "test/z.test.ts": 90_000, "test/web/c.test.ts": 10, "test/b.test.ts": 30_000 };
    assert.deepEqual(longestFirst(files, measured), ["test/z.test.ts", "test/b.test.ts", "test/a.test.ts", "test/web/c.test.ts"]); // prettier-ignore
  });

  it("is kept from run to run, of the files that were not run, too", async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-order-"));
    const file = join(folder, "not/there/yet.json");
    assert.deepEqual(await readDurations(file), {});
    await keepDurations({ a: 1, b: 2 }, file);
    await keepDurations({ b: 3 }, file);
    assert.deepEqual(await readDurations(file), { a: 1, b: 3 });
  });
});
