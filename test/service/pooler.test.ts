import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Client } from "pg";

import { makeClient } from "../../server/platform/db/embedded/client.ts";
import { foyer, urlOf } from "../cli/foyer.ts";
import { startPgBouncer } from "../support/database/pgbouncer.ts";
import { cleanUp } from "../support/run/process.ts";
import { testServer } from "../support/database/server.ts";
import { makeWorld, type World } from "../support/world.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { guarantees } from "./guarantees.ts";

let world: World;
let cluster: Cluster;
let client: Client;
let url: string;

before(async () => {
  world = await makeWorld();
  const [urlBehind, connectionString] = [await startPgBouncer(await testServer()), await urlOf(world.database)];
  url = urlBehind(world.database);
  cluster = await startCluster({ DATABASE_URL: url, DATABASE_DIRECT_URL: connectionString, DB_PREPARE: "off" });
  client = makeClient({ connectionString });
  await client.connect();
});
after(async () => {
  await client.end();
  await cleanUp();
  await world.close();
});

describe("three processes behind PgBouncer that pools by the transaction (DB_PREPARE=off, rules 6)", () => {
  guarantees(() => ({ cluster, client }));

  it("200: sign-ins and reads from many sides at once never get each other's rows (interface 4.2)", async () => {
    const { _id: company_id } = await cluster.ok("POST", "/companies", { name: "Many" });
    const { key } = await cluster.ok("POST", "/apikeys", { name: "k", companies: [company_id] });
    const as = { authorization: `Bearer ${key}` };
    const one = async (n: number): Promise<void> => {
      const { _id } = await cluster.ok("POST", "/visitors", { company_id, last_name: `Müller ${n}` }, as);
      const read = await cluster.ok("GET", `/visitors/${_id}`, undefined, as);
      assert.deepEqual([read._id, read.last_name], [_id, `Müller ${n}`]);
      await cluster.ok("GET", `/visitors/signed_current/${company_id}`, undefined, as);
    };
    await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)));
    const query = `count=100&page=1&filter[last_name]=${encodeURIComponent("MÜLLER 1")}`;
    const { total } = await cluster.ok("GET", `/visitors/bycompany/${company_id}?${query}`, undefined, as);
    assert.equal(total, 11);
  });

  it("announcements between processes go past it by DATABASE_DIRECT_URL (docs/scaling.md)", async () => {
    const text =
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'foyer changes'";
    assert.equal((await client.query(text)).rows.length, 3);
  });

  it("0: commands work there; the doctor says which time-outs are missing", async () => {
    const env = { DATABASE_URL: url, DB_PREPARE: "off" };
    const { code, stderr } = await foyer(["migrate"], { env });
    assert.equal(code, 0, stderr);
    const { stdout } = await foyer(["doctor"], { env });
    assert.match(
      stdout,
      /! Time-outs +the pooler ignores Foyer's timeouts[^]*alter role "\w+" set[^]*statement_timeout/,
    );
  });
});
