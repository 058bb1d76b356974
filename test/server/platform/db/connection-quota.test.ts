import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { type ConnectionQuota, makeQuotas } from "../../../../server/platform/db/connection-quota.ts";

const WORK_MS = 20;
const WORKS = 8;
const work = (): Promise<void> => wait(WORK_MS);

/** The most works of a share that were in progress at the same time. */
const mostTogether = async (share: ConnectionQuota): Promise<number> => {
  let [running, most] = [0, 0];
  const counted = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await work();
    running -= 1;
  };
  await Promise.all(Array.from({ length: WORKS }, () => share.run(counted)));
  return most;
};

const make = () => makeQuotas({ most: 4, mostLists: 2 });

describe("a holder who uses more than all others together (rules 2)", () => {
  it("has one connection at a time while another one calls", async () => {
    const quotas = make();
    await quotas.of("quiet").run(work);
    // Nothing is known of a holder before they have used some.
    await mostTogether(quotas.of("greedy"));
    assert.equal(await mostTogether(quotas.of("greedy")), 1);
  });

  it("has more as soon as a request has waited for a second, so that none is refused for it", async () => {
    const quotas = makeQuotas({ most: 4, mostLists: 2, waitMs: 2_000 });
    const calling = setInterval(() => void quotas.of("quiet").run(work), WORK_MS);
    const works = Array.from({ length: 20 }, () => quotas.of("greedy").run(() => wait(200)));
    await Promise.all(works).finally(() => clearInterval(calling));
  });

  it("has all of its connections while no one else calls", async () => {
    const share = make().of("greedy");
    assert.deepEqual([await mostTogether(share), await mostTogether(share)], [4, 4]);
  });

  it("neither is background work slowed, nor does it slow a holder", async () => {
    const { background, of } = make();
    for (const share of [background.of("ticks"), of("greedy"), background.of("ticks"), of("greedy")])
      assert.equal(await mostTogether(share), 4);
  });
});
