import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makePerKeyThrottle } from "../../../../server/resources/webhooks/per-key-throttle.ts";

describe("how often a location is asked for a webhook", () => {
  it("once at once, and once more for all who ask within the pause; another location waits for none of it", async () => {
    const asked: string[] = [];
    const third = Promise.withResolvers<void>();
    const asking = makePerKeyThrottle(async (location) => {
      asked.push(location);
      if (asked.length === 3) third.resolve();
    }, 20);
    for (const location of ["a", "a", "a", "b"]) asking.about(location);
    assert.deepEqual(asked, ["a", "b"]);
    await third.promise;
    await asking.end();
    assert.deepEqual(asked, ["a", "b", "a"]);
  });

  it("ending cuts the pause short and waits for the question under way; nothing is asked afterwards", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let answered = 0;
    const asking = makePerKeyThrottle(async () => {
      await promise;
      answered += 1;
    }, 1_000_000);
    asking.about("a");
    asking.about("a");
    const ended = asking.end();
    resolve();
    await ended;
    asking.about("b");
    assert.equal(answered, 1);
  });
});
