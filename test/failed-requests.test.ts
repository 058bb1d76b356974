import assert from "node:assert/strict";
import { it } from "node:test";

import { makeWorld } from "./support/world.ts";

it("a request of a test that is answered 500 is printed with what PostgreSQL says, which its answer keeps to itself", async (t) => {
  const world = await makeWorld();
  try {
    const print = t.mock.method(console, "error", () => undefined);
    await world.db.pool.query("alter table users rename column language_id to language");
    const { status, text } = await world.get("/users");
    assert.deepEqual([status, text.includes("language_id")], [500, false]);
    const printed = String(print.mock.calls[0]?.arguments[0]);
    assert.match(printed, /^GET \/api\/users was answered 500:\nerror: column .*language_id.* does not exist\n/);
    assert.match(printed, /\n {4}code: 42703/);
    assert.equal(print.mock.callCount(), 1);
  } finally {
    await world.close();
  }
});
