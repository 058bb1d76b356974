import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { PoolClient } from "pg";

import { toHttpError } from "../../../../server/platform/http/output/error-handler.ts";
import { makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const endBackend = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  // Not events.once: the error that comes before the end would reject it.
  const gone = new Promise((resolve) => client.once("end", resolve));
  await world.db.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await gone;
};

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail("it did not fail"),
    (error: unknown) => error,
  );

describe("a lost database (rules 1)", () => {
  it("503: when the connection was lost between two statements of a transaction", async () => {
    const client = await world.db.pool.connect();
    await client.query("begin");
    await endBackend(client);
    const failure = toHttpError(await failureOf(client.query("select 1")));
    client.release(true);
    assert.equal(failure.status, 503);
    assert.ok("retry-after" in failure.headers);
  });

  it("503: when it is lost during a statement", async () => {
    const client = await world.db.pool.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const waiting = failureOf(client.query("select pg_sleep(60)"));
    await world.db.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    const failure = toHttpError(await waiting);
    client.release(true);
    assert.equal(failure.status, 503);
  });
});
