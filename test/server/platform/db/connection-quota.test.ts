import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { type ConnectionQuota, makeQuotas } from "../../../../server/platform/db/connection-quota.ts";

const WORK_MS = 20;
const WORKS = 8;
const work = (): Promise<void> => wait(WORK_MS);

/** The most works of a quota that were in progress at the same time. */
const mostTogether = async (quota: ConnectionQuota): Promise<number> => {
  let [running, most] = [0, 0];
  const counted = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await work();
    running -= 1;
  };
  await Promise.all(Array.from({ length: WORKS }, () => quota.run(counted)));
  return most;
};

describe("the connections of one location (rules 2)", () => {
  it("are no more than its limit; lists have one of their own", async () => {
    const quotas = makeQuotas(4, 2);
    assert.equal(await mostTogether(quotas.of("a")), 4);
    assert.equal(await mostTogether(quotas.ofLists("a")), 2);
  });

  it("are its own: another location begins at once", async () => {
    const quotas = makeQuotas(1, 1);
    const busy = mostTogether(quotas.of("greedy"));
    let isDone = false;
    void busy.then(() => (isDone = true));
    await quotas.of("quiet").run(work);
    assert.equal(isDone, false);
    assert.equal(await busy, 1);
  });

  it("are free again after a failure, in the order of the callers", async () => {
    const quota = makeQuotas(1, 1).of("a");
    const order: string[] = [];
    const note = (name: string) => quota.run(async () => void order.push(name));
    const failed = quota.run(() => work().then(() => assert.fail("on purpose")));
    const others = [note("first"), note("second")];
    await assert.rejects(failed, /on purpose/);
    await Promise.all(others);
    assert.deepEqual(order, ["first", "second"]);
  });

  it("503: who waits for three seconds is refused; who comes after them isn't", async () => {
    const quota = makeQuotas(1, 1).of("a");
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const stuck = quota.run(() => promise);
    await assert.rejects(quota.run(work), { status: 503 });
    const next = quota.run(work);
    resolve(undefined);
    await Promise.all([stuck, next]);
  });
});
