import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { isLostConnection } from "../../../../server/platform/db/lost-connection.ts";
import { makeClient } from "../../../../server/platform/db/embedded/client.ts";
import { makeWorld, type World } from "../../../support/world.ts";
import { testServer } from "../../../support/database/server.ts";

let world: World;
before(async () => void (world = await makeWorld()));
after(() => world.close());

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail("it went through"),
    (error: unknown) => error,
  );

describe("a connection that was lost", () => {
  it("is told by what the driver says of the next statement, not by a refusal of the database", async () => {
    const client = makeClient({ ...(await testServer()), database: world.database });
    await client.connect();
    assert.equal(isLostConnection(await errorOf(client.query("select 1 / 0"))), false);
    const { rows } = await client.query("select pg_backend_pid() as pid");
    const ended = new Promise<void>((resolve) => client.on("end", resolve));
    await world.db.pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
    await ended;
    assert.equal(isLostConnection(await errorOf(client.query("select 1"))), true);
    assert.equal(isLostConnection(await errorOf(client.query("rollback"))), true);
  });
});
