import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";

import { makeCoalescer } from "../../../../server/platform/lib/async/coalescing.ts";

/** Works that end when told, in the order in which they began. */
const makeWorks = () => {
  const began: { key: string; end: () => void; fail: () => void }[] = [];
  const coalesce = makeCoalescer<string>();
  const ask = (key: string): Promise<string> =>
    coalesce(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const name = `${key} ${began.length + 1}`;
      began.push({ key, end: () => resolve(name), fail: () => reject(new Error(name)) });
      return promise;
    });
  return { began, ask };
};

describe("work that is shared while the same is in progress", () => {
  it("begins at once for the first, and each key has its own", async () => {
    const { began, ask } = makeWorks();
    const asked = [ask("a"), ask("b")];
    assert.deepEqual(
      began.map(({ key }) => key),
      ["a", "b"],
    );
    for (const { end } of began) end();
    assert.deepEqual(await Promise.all(asked), ["a 1", "b 2"]);
  });

  it("is done once more for all who ask meanwhile, and begins when the first has ended", async () => {
    const { began, ask } = makeWorks();
    const first = ask("a");
    const others = [ask("a"), ask("a"), ask("a")];
    assert.equal(began.length, 1);
    began[0]?.end();
    assert.equal(await first, "a 1");
    await nextTurn();
    assert.equal(began.length, 2);
    began[1]?.end();
    assert.deepEqual(await Promise.all(others), ["a 2", "a 2", "a 2"]);
  });

  it("is not shared with a later one, however many runs there were", async () => {
    const { began, ask } = makeWorks();
    for (const name of ["a 1", "a 2", "a 3"]) {
      const asked = ask("a");
      began.at(-1)?.end();
      assert.equal(await asked, name);
      await nextTurn();
    }
  });

  it("fails for those who share it, and for no others", async () => {
    const { began, ask } = makeWorks();
    const first = ask("a");
    const shared = [ask("a"), ask("a")];
    began[0]?.fail();
    await assert.rejects(first, /a 1/);
    await nextTurn();
    const last = ask("a");
    began[1]?.end();
    assert.deepEqual(await Promise.all(shared), ["a 2", "a 2"]);
    await nextTurn();
    began[2]?.end();
    assert.equal(await last, "a 3");
  });
});
