import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Client } from "pg";

import { makeClient } from "../../server/platform/db/embedded/client.ts";
import { urlOf } from "../cli/foyer.ts";
import { callOver, cleanUp } from "../support/run/process.ts";
import { makeWorld, type World } from "../support/world.ts";
import { admin, type Cluster, startCluster } from "./cluster.ts";
import { guarantees } from "./guarantees.ts";

let world: World;
let cluster: Cluster;
let client: Client;

before(async () => {
  world = await makeWorld();
  const connectionString = await urlOf(world.database);
  cluster = await startCluster({ DATABASE_URL: connectionString });
  client = makeClient({ connectionString });
  await client.connect();
});
after(async () => {
  await client.end();
  await cleanUp();
  await world.close();
});

describe("two processes of ROLE=api and one of ROLE=worker on one database (rules 6)", () => {
  guarantees(() => ({ cluster, client }));

  it("200: all answer /healthz, /readyz and /metrics; the worker nothing else, and it alone does background work", async () => {
    const works = async (url: string): Promise<boolean> =>
      /^foyer_(tick_runs|webhook_deliveries)_total\{/m.test((await callOver(url, "GET", "/metrics")).body);
    for (const { url } of [...cluster.apis, cluster.worker])
      for (const path of ["/healthz", "/readyz"]) assert.equal((await callOver(url, "GET", path)).status, 200);
    assert.deepEqual(await Promise.all(cluster.apis.map(({ url }) => works(url))), [false, false]);
    assert.equal(await works(cluster.worker.url), true);
    for (const path of ["/api/companiesList", "/", "/session", "/kiosk/api/me"]) {
      const { status, body } = await callOver(cluster.worker.url, "GET", path, { as: admin });
      assert.equal(status, 404, path);
      assert.match(body.message, /ROLE=worker/);
    }
    assert.match(cluster.worker.said().out, /Role {7}worker: background work, no requests/);
  });
});
