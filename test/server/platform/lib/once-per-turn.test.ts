import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";

import { makeOncePerTurn } from "../../../../server/platform/lib/once-per-turn.ts";

/** A function that shares its work, and the works that have begun. */
const counting = () => {
  const began: string[] = [];
  const share = makeOncePerTurn<string>();
  const ask = (key: string): Promise<string> =>
    share(key, async () => {
      began.push(key);
      return `${key} ${began.length}`;
    });
  return { began, ask };
};

describe("work that is shared in a turn of the event loop", () => {
  it("is done once for all who ask for the same, and once more for others", async () => {
    const { began, ask } = counting();
    assert.deepEqual(await Promise.all([ask("a"), ask("b"), ask("a")]), ["a 1", "b 2", "a 1"]);
    assert.deepEqual(began, ["a", "b"]);
  });

  it("begins after all of them have asked", async () => {
    const { began, ask } = counting();
    const asked = ask("a");
    await Promise.resolve();
    assert.deepEqual(began, []);
    await asked;
    assert.deepEqual(began, ["a"]);
  });

  it("is done again for those who ask in a later turn, also while the first is under way", async () => {
    const began: (() => void)[] = [];
    const share = makeOncePerTurn<number>();
    const ask = (): Promise<number> =>
      share("a", () => new Promise((resolve) => began.push(() => resolve(began.length))));
    const first = ask();
    await nextTurn();
    const second = ask();
    await nextTurn();
    assert.equal(began.length, 2);
    for (const end of began) end();
    assert.deepEqual(await Promise.all([first, second]), [2, 2]);
  });

  it("fails for all who asked, and for no later one", async () => {
    const share = makeOncePerTurn<string>();
    const fail = (): Promise<string> => Promise.reject(new Error("lost"));
    const outcomes = await Promise.allSettled([share("a", fail), share("a", fail)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.equal(await share("a", async () => "found"), "found");
  });
});
