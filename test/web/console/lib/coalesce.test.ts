import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { coalesce } from "../../../../web/console/lib/coalesce.ts";

describe("coalescing", () => {
  it("who asks within the span shares one run, with the items of each once; the next begins anew", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const runs: string[][] = [];
    const ask = coalesce<string>(async (items) => runs.push([...items]), 100);
    const first = [ask(["visits", "inside"]), ask(["inside"]), ask(["counters"])];
    test.mock.timers.tick(99);
    assert.deepEqual(runs, []);
    test.mock.timers.tick(1);
    await Promise.all(first);
    const second = ask(["visits"]);
    test.mock.timers.tick(100);
    await second;
    assert.deepEqual(runs, [["visits", "inside", "counters"], ["visits"]]);
  });

  it("what fails is told to all who asked, and the next run goes on", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    let times = 0;
    const ask = coalesce(async () => assert.equal((times += 1), 2), 100);
    const first = Promise.allSettled([ask([1]), ask([2])]);
    test.mock.timers.tick(100);
    assert.deepEqual(
      (await first).map(({ status }) => status),
      ["rejected", "rejected"],
    );
    const second = ask([3]);
    test.mock.timers.tick(100);
    await second;
  });
});
