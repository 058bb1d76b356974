import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";

import type { Client } from "pg";

import { makeClient } from "../../../../../server/platform/db/embedded/client.ts";
import { startEmbedded } from "../../../../../server/platform/db/embedded/embedded.ts";

describe("the log of the embedded PostgreSQL", () => {
  it("0 values after errors, warnings, time-outs and a deadlock, with the settings it runs with", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "foyer-privacy-"));
    const secret = `canary${randomBytes(6).toString("hex")}`;
    const server = await startEmbedded({ dataDir });
    const connect = async (): Promise<Client> => {
      const client = makeClient({ host: server.socketDir, user: server.user, database: server.database });
      await client.connect();
      return client;
    };
    const [one, two] = [await connect(), await connect()];
    const tried = (client: Client, sql: string, values: string[] = []): Promise<unknown> =>
      client.query(sql, values).catch((error: unknown) => error);
    await one.query("create table t (a text primary key, b int); insert into t values ('x', 1), ('y', 1)");
    await tried(one, "insert into t values ($1, 1), ($1, 2)", [secret]);
    await tried(one, "select $1::int", [secret]);
    await tried(one, `select '${secret}' from nowhere`);
    await tried(one, `do $$ begin raise warning '${secret}'; raise log '${secret}'; end $$`);
    await tried(one, `set statement_timeout = 20; select pg_sleep(1), '${secret}'`);
    await one.query(
      "set statement_timeout = 0; set deadlock_timeout = '10ms'; begin; update t set b = 2 where a = 'x'",
    );
    await two.query("set deadlock_timeout = '10ms'; begin; update t set b = 2 where a = 'y'");
    await Promise.all([
      tried(one, `update t set b = 3 where a = 'y' and '${secret}' <> $1`, [secret]),
      tried(two, `update t set b = 3 where a = 'x' and '${secret}' <> $1`, [secret]),
    ]);
    await Promise.all([one.end(), two.end()]);
    await server.stop();
    const text = await readFile(join(dataDir, "pg/postgresql.log"), "utf8");
    await rm(dataDir, { recursive: true, force: true });
    assert.ok(text.length > 0);
    assert.ok(!text.includes(secret), text);
  });
});
