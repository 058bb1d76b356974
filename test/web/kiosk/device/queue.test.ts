import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { openQueue, type QueueOptions } from "../../../../web/kiosk/device/queue.ts";
import { until } from "../../../support/run/process.ts";

type Respond = (result: Awaited<ReturnType<QueueOptions["send"]>>) => void;

describe("the queue of a kiosk", () => {
  it("sends again what could not be sent, when it is asked to while it tries: the network may be back", async () => {
    const calls: Respond[] = [];
    const queue = await openQueue({
      store: undefined,
      location: () => "a",
      send: () => new Promise((respond) => calls.push(respond)),
      changed: () => undefined,
    });
    const nextCall = () => until("a call", async () => calls.shift());
    await queue.add({ path: "/visits", body: { client_ref: "one" }, queued_at: "2026-06-10T09:00:00Z" });
    const first = queue.flush();
    const whileOffline = await nextCall();
    const second = queue.flush();
    whileOffline({ failure: { status: 0 } });
    (await nextCall())({ failure: { status: 404 } });
    await Promise.all([first, second]);
    assert.deepEqual(queue.counts(), { waiting: 0, rejected: 0 });
  });
});
