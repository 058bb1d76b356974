import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { type ConnectionQuota, makeQuotas } from "../../../../server/platform/db/connection-quota.ts";

const WORK_MS = 20;
const WORKS = 16;
const work = (): Promise<void> => wait(WORK_MS);

/** How long the works take on one connection, and with some room on four. */
const ON_ONE = WORKS * WORK_MS;
const ON_FOUR = ON_ONE / 2;

const timeOf = async (share: ConnectionQuota): Promise<number> => {
  const began = performance.now();
  await Promise.all(Array.from({ length: WORKS }, () => share.run(work)));
  return performance.now() - began;
};

/** The least of several times: a busy machine only adds to it. */
const leastOf = async (shareOf: () => ConnectionQuota): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) times.push(await timeOf(shareOf()));
  return Math.min(...times);
};

const make = () => makeQuotas({ most: 4, mostLists: 2 });

describe("a holder who uses more than all others together (rules 2)", () => {
  it("has one connection at a time while another one calls", async () => {
    const quotas = make();
    await quotas.of("quiet").run(work);
    // The first four begin before anything is known of their holder.
    assert.ok((await timeOf(quotas.of("greedy"))) > 0.7 * ON_ONE);
  });

  it("has more as soon as a request has waited for a second, so that none is refused for it", async () => {
    const quotas = makeQuotas({ most: 4, mostLists: 2, waitMs: 2_000 });
    const calling = setInterval(() => void quotas.of("quiet").run(work), WORK_MS);
    const works = Array.from({ length: 20 }, () => quotas.of("greedy").run(() => wait(200)));
    await Promise.all(works).finally(() => clearInterval(calling));
  });

  it("has all of its connections while no one else calls", async () => {
    assert.ok((await leastOf(() => make().of("greedy"))) < ON_FOUR);
  });

  it("neither is background work slowed, nor does it slow a holder", async () => {
    const { background, of } = make();
    await background.of("ticks").run(work);
    assert.ok((await leastOf(() => of("greedy"))) < ON_FOUR);
    assert.ok((await leastOf(() => background.of("ticks"))) < ON_FOUR);
  });
});
