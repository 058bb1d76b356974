import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makePasswordQueue } from "../../../../server/platform/auth/passwords/password-queue.ts";
import { HttpError } from "../../../../server/platform/lib/errors.ts";

const WAITING_MAX = 64;

/** A queue of width one that is held up, and a way to wait in it; `done` says who had their turn, in order. */
const heldUp = () => {
  const queue = makePasswordQueue(1);
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const refused: string[] = [];
  const all: Promise<unknown>[] = [queue({ source: "first", isKnown: false }, () => gate.promise)];
  const wait = (source: string, isKnown = false): void => {
    const turn = queue({ source, isKnown }, async () => void done.push(source)).catch((error: unknown) => {
      assert.ok(error instanceof HttpError && error.status === 503);
      refused.push(source);
    });
    all.push(turn);
  };
  const finish = async (): Promise<void> => {
    gate.resolve();
    await Promise.all(all);
  };
  return { wait, finish, done, refused };
};

const times = (n: number, act: (n: number) => void): void => Array.from({ length: n }, (_, one) => one).forEach(act);

describe("the queue in front of password checks", () => {
  it("addresses take turns, however many each sends; within one the first comes first", async () => {
    const { wait, finish, done } = heldUp();
    times(20, () => wait("flood"));
    wait("one");
    wait("two");
    wait("two");
    await finish();
    assert.deepEqual(done.slice(0, 6), ["flood", "one", "two", "flood", "two", "flood"]);
    assert.equal(done.length, 23);
  });

  it("known browsers and addresses go before all strangers, and have room of their own", async () => {
    const { wait, finish, done, refused } = heldUp();
    times(WAITING_MAX, (n) => wait(`stranger ${n}`));
    wait("owner", true);
    wait("colleague", true);
    await finish();
    assert.deepEqual([done.slice(0, 2), refused], [["owner", "colleague"], []]);
  });

  it("503: when it is full the address with the most gives way to one with fewer; of equals the last is refused", async () => {
    const { wait, finish, done, refused } = heldUp();
    times(WAITING_MAX, () => wait("flood"));
    wait("one");
    wait("flood");
    assert.equal(done.length, 0);
    await finish();
    assert.deepEqual([refused, done.indexOf("one"), done.length], [["flood", "flood"], 1, WAITING_MAX]);
    const even = heldUp();
    times(WAITING_MAX, (n) => even.wait(`address ${n}`));
    even.wait("late");
    await even.finish();
    assert.deepEqual(even.refused, ["late"]);
  });

  it("goes on after work that failed", async () => {
    const queue = makePasswordQueue(1);
    const line = { source: "a", isKnown: false };
    const failing = queue(line, () => Promise.reject(new Error("no memory")));
    const next = queue(line, async () => "next");
    await assert.rejects(failing, /no memory/);
    assert.equal(await next, "next");
  });
});
