import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { nextTask } from "../../../../web/shared/next-task.ts";
import { takeTurns } from "../../../../web/console/data/take-turns.ts";

/** Names each call as it is sent. */
const recording = () => {
  const sent: string[] = [];
  const send = takeTurns(async (input) => {
    sent.push(typeof input === "string" ? input : "");
    return new Response();
  });
  return { sent, send };
};

describe("takeTurns (console)", () => {
  it("starts two reads in a task, the others after it, in their order", async () => {
    const { sent, send } = recording();
    const reads = ["a", "b", "c", "d", "e"].map((name) => send(name));
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    assert.ok(sent.length <= 2, sent.join());
    await nextTask();
    assert.ok(sent.length <= 4, sent.join());
    await Promise.all(reads);
    assert.deepEqual(sent, ["a", "b", "c", "d", "e"]);
  });

  it("sends a write at once, however many reads wait", () => {
    const { sent, send } = recording();
    for (const name of ["a", "b", "c"]) void send(name);
    void send("sign-out", { method: "POST" });
    assert.deepEqual(sent, ["sign-out"]);
  });
});
