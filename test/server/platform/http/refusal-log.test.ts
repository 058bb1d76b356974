import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { bearer, buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const linesFrom = (from: string): Record<string, unknown>[] =>
  world.log.filter(({ address }) => String(address).startsWith(from));
const counted = (from: string): unknown[] =>
  linesFrom(from)
    .filter(({ msg }) => msg === "more requests refused")
    .map(({ requests }) => requests);

const times = async (count: number, call: () => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < count; n += 1) await call();
};

describe("refused calls of strangers in the log (docs/monitoring.md)", () => {
  it("after a 429 they are counted: one line a minute and address, however many", async () => {
    const from = "192.0.2.7";
    const call = () => world.get("/companiesList", { as: bearer("svc_wrong_wrong"), from });
    await times(30, call);
    assert.equal((await call()).status, 429);
    const before = linesFrom(from).length;
    assert.ok(before <= 31, String(before));
    await times(40, call);
    assert.equal(linesFrom(from).length, before);
    world.app.refusalLog.flush();
    assert.equal(counted(from).length, 1);
    await times(5, call);
    world.app.refusalLog.flush();
    assert.deepEqual([linesFrom(from).length, counted(from)[1]], [before + 2, 5]);
    world.app.refusalLog.flush();
    assert.equal(linesFrom(from).length, before + 2);
  });

  it("of addresses that lead nowhere, one caller has 30 lines a minute; the rest is counted", async () => {
    const remoteAddress = "192.0.2.8";
    await times(100, () => world.app.inject({ url: "/wp-login.php", remoteAddress }));
    assert.equal(linesFrom(remoteAddress).length, 30);
    world.app.refusalLog.flush();
    assert.deepEqual(counted(remoteAddress), [70]);
  });

  it("a caller with a credential has a line for each: who tries out IDs is seen", async () => {
    const from = "192.0.2.9";
    const key = await buildKey(world, [await buildLocation(world)]);
    await times(40, () => world.get(`/visitors/${"f".repeat(24)}`, { as: key, from }));
    assert.equal(linesFrom(from).filter(({ msg }) => msg === "request not carried out").length, 40);
  });

  it("each address is counted apart, a /64 of IPv6 as one", async () => {
    const call = (host: string) => () => world.app.inject({ url: "/nowhere", remoteAddress: `2001:db8:0:7::${host}` });
    await times(30, call("1"));
    await times(3, call("2"));
    await world.app.inject({ url: "/nowhere", remoteAddress: "2001:db8:0:8::1" });
    world.app.refusalLog.flush();
    assert.deepEqual(counted("2001:db8:0:7"), [3]);
    assert.equal(linesFrom("2001:db8:0:8").length, 1);
  });
});

describe("writes while the disk is full", () => {
  it("503: each is a line at info without a stack; the disk's own lines say when it began and ended", async () => {
    const full = await makeWorld({ diskSpace: { isLow: () => true, stop: () => undefined } });
    assert.equal((await full.post("/companies", { name: "Full" })).status, 503);
    const line = full.log.find(({ status }) => status === 503);
    assert.deepEqual([line?.["level"], line?.["reason"], line?.["stack"]], [30, "disk full", undefined]);
    await full.close();
  });
});
