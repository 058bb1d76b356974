import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makeKeyedQueue } from "../../../../server/platform/lib/async/keyed-queue.ts";

const refuse = (): Error => new Error("refused");
const patient = { waitingMax: 100, waitMs: 60_000, refuse };

describe("turns: works of one name one after the other", () => {
  it("runs them in the order in which they came, whatever becomes of those before", async () => {
    const inTurn = makeKeyedQueue(patient);
    const began: number[] = [];
    const all = await Promise.allSettled(
      [0, 1, 2, 3].map((n) =>
        inTurn("a", async () => {
          began.push(n);
          await Promise.resolve();
          assert.equal(began.at(-1), n, "nothing else began meanwhile");
          if (n % 2 === 0) throw new Error("failed");
          return n;
        }),
      ),
    );
    assert.deepEqual(began, [0, 1, 2, 3]);
    assert.deepEqual(
      all.map((one) => (one.status === "fulfilled" ? one.value : "failed")),
      ["failed", 1, "failed", 3],
    );
  });

  it("lets other names pass", async () => {
    const inTurn = makeKeyedQueue(patient);
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = inTurn("a", () => promise);
    assert.equal(await inTurn("b", async () => "passed"), "passed");
    resolve();
    await held;
  });

  it("refuses one that waited too long, and those behind it do not pass the one before it", async () => {
    const inTurn = makeKeyedQueue({ ...patient, waitMs: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const ran: string[] = [];
    const first = inTurn("a", () => promise);
    await assert.rejects(
      inTurn("a", async () => ran.push("late")),
      /refused/,
    );
    await assert.rejects(
      inTurn("a", async () => ran.push("later")),
      /refused/,
    );
    assert.equal(ran.length, 0);
    resolve();
    await first;
    await inTurn("a", async () => ran.push("after"));
    assert.deepEqual(ran, ["after"]);
  });

  it("refuses at once when too many wait", async () => {
    const inTurn = makeKeyedQueue({ ...patient, waitingMax: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const [first, second] = [inTurn("a", () => promise), inTurn("a", async () => "second")];
    await assert.rejects(
      inTurn("a", async () => "third"),
      /refused/,
    );
    resolve();
    await first;
    assert.equal(await second, "second");
  });
});
