import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makePerKeyThrottle } from "../../../../server/resources/webhooks/per-key-throttle.ts";

describe("how often a location is asked for a webhook", () => {
  it("once at once, and once more for all who ask within the pause; another location waits for none of it", async () => {
    const asked: string[] = [];
    const third = Promise.withResolvers<void>();
    const throttle = makePerKeyThrottle(async (location) => {
      asked.push(location);
      if (asked.length === 3) third.resolve();
    }, 20);
    for (const location of ["a", "a", "a", "b"]) throttle.request(location);
    assert.deepEqual(asked, ["a", "b"]);
    await third.promise;
    await throttle.end();
    assert.deepEqual(asked, ["a", "b", "a"]);
  });

  it("ending cuts the pause short and waits for the question in progress; nothing is asked afterwards", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let answered = 0;
    const throttle = makePerKeyThrottle(async () => {
      await promise;
      answered += 1;
    }, 1_000_000);
    throttle.request("a");
    throttle.request("a");
    const ended = throttle.end();
    resolve();
    await ended;
    throttle.request("b");
    assert.equal(answered, 1);
  });
});
