import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makeUseMeter } from "../../../../server/platform/lib/work/use-meter.ts";

const makeClocked = () => {
  const clock = { now: 5_000 };
  return { clock, meter: makeUseMeter(() => clock.now) };
};

describe("who uses more than all others together", () => {
  it("is no one while nothing is used, nor a holder who is alone", () => {
    const { meter } = makeClocked();
    assert.equal(meter.isMajority("a"), false);
    meter.add("a", 900);
    assert.equal(meter.isMajority("a"), false);
  });

  it("is no one who is alone, however long the machine pauses between two looks at the clock", () => {
    let now = 5_000;
    const meter = makeUseMeter(() => (now += 50));
    for (let n = 0; n < 200; n += 1) {
      meter.add("a", 900);
      assert.equal(meter.isMajority("a"), false);
    }
  });

  it("is no one beside others who only call for a millisecond now and then", () => {
    const { clock, meter } = makeClocked();
    meter.add("a", 900);
    meter.add("b", 1);
    assert.equal(meter.isMajority("a"), false);
    clock.now += 500;
    meter.add("a", 900);
    meter.add("b", 1);
    assert.equal(meter.isMajority("a"), true);
  });

  it("is the one with more than half of what all have used lately", () => {
    const { meter } = makeClocked();
    meter.add("a", 100);
    meter.add("b", 60);
    assert.deepEqual(["a", "b"].map(meter.isMajority), [true, false]);
    meter.add("c", 50);
    assert.deepEqual(["a", "b", "c"].map(meter.isMajority), [false, false, false]);
  });

  it("counts half of what was used a second ago, so a later use weighs more than an equal one before it", () => {
    const { clock, meter } = makeClocked();
    meter.add("a", 100);
    clock.now += 1_000;
    meter.add("b", 60);
    assert.deepEqual(["a", "b"].map(meter.isMajority), [false, true]);
  });

  it("is no one any more when the others stopped calling", () => {
    const { clock, meter } = makeClocked();
    meter.add("b", 10);
    for (let second = 0; second < 12; second += 1) {
      meter.add("a", 1_000);
      assert.equal(meter.isMajority("a"), second < 4, `after ${second} s`);
      clock.now += 1_000;
    }
  });

  it("forgets holders, and what it knows of the others stays right", () => {
    const { clock, meter } = makeClocked();
    for (let n = 0; n < 1_500; n += 1) meter.add(`once ${n}`, 1);
    clock.now += 60_000;
    meter.add("a", 100);
    meter.add("b", 60);
    assert.deepEqual(["a", "b", "once 3"].map(meter.isMajority), [true, false, false]);
  });
});
