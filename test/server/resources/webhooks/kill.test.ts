import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";

import { startDeliveries } from "../../../../server/resources/webhooks/worker.ts";
import { PROJECT, urlOf } from "../../../cli/foyer.ts";
import { connectTo } from "../../../support/run/lock.ts";
import { openListener } from "../../../support/outside/mailbox.ts";
import { cleanUp, COMPILED, startReady, undoLater, until } from "../../../support/run/process.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { hang, openReceiver, type Receiver, status } from "./receiver.ts";

/** What a process that takes over needs: the end of the lease, and a look every second. */
const TAKE_OVER_MS_MAX = 15_000;
const LOOK_MS = 1_000;

let world: World;
let receiver: Receiver;
let settings: Record<string, string>;

before(async () => {
  world = await makeWorld();
  receiver = await openReceiver();
  settings = {
    DATABASE_URL: await urlOf(world.database),
    SECRET_KEY: world.context.secretKey,
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
  };
});
afterEach(() => {
  receiver.got.length = 0;
  receiver.behave.run = status(200);
});
after(async () => {
  await cleanUp();
  await world.close();
  await receiver.close();
});

const withWebhook = async (url = receiver.url): Promise<string> => {
  const location = await buildLocation(world);
  assert.equal((await world.post(`/companies/${location}/webhooks`, { url })).status, 200);
  return location;
};
const webhookOf = async (location: string): Promise<Body> =>
  (
    await world.db.pool.query(
      "select *, extract(epoch from lease_until - clock_timestamp()) * 1000 as lease_ms from webhooks where company_id = $1",
      [location],
    )
  ).rows[0];
const statesOf = async (location: string): Promise<string[]> =>
  (await world.get(`/companies/${location}/webhooks/deliveries`)).body.map(({ state }: Body) => state);

/** The service without its launcher, which would let it end in order when it is killed itself. */
const startAlone = async (): Promise<{ kill: () => Promise<void> }> => {
  const env = { ...COMPILED, ...settings, PATH: process.env["PATH"], PORT: "0" };
  const child = spawn(process.execPath, [join(PROJECT, "cli/main.ts"), "start"], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  undoLater(kill);
  return { kill };
};

/** What waits for a lock in the database of this file: other files use the same server. */
const WAITING_HERE = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Another process takes over once the lease has run out, which is made to happen now; then the next event is sent. */
const takeOver = async (location: string): Promise<void> => {
  const { inflight, lease_ms } = await webhookOf(location);
  assert.ok(inflight !== null && Number(lease_ms) + LOOK_MS <= TAKE_OVER_MS_MAX, `a lease of ${lease_ms} ms`);
  await world.db.pool.query("update webhooks set lease_until = clock_timestamp() where company_id = $1", [location]);
  receiver.behave.run = status(200);
  await world.db.pool.query("update webhooks set url = $2 where company_id = $1", [location, receiver.url]);
  await buildVisit(world, location);
  const stop = startDeliveries(world.context, { pollMs: 20 });
  await until("the next event", async () => ((await statesOf(location)).length === 2 ? true : undefined));
  await stop();
  assert.deepEqual(await statesOf(location), ["delivered", "unknown"]);
  const { failures, enabled } = await webhookOf(location);
  assert.deepEqual([failures, enabled], [0, true]);
};

describe("kill -9 of the service while an event is on its way", () => {
  it("after it was taken and before it was sent: it never arrives, is logged as unknown, and the rest follows", async () => {
    const connected = Promise.withResolvers<void>();
    const listener = await openListener(() => connected.resolve());
    const location = await withWebhook(`https://127.0.0.1:${listener.port}/`);
    const service = await startAlone();
    await buildVisit(world, location);
    await connected.promise;
    await service.kill();
    await listener.close();
    await takeOver(location);
    assert.equal(receiver.got.length, 1);
  });

  it("after it was sent and before it was answered: it arrived once, and is not sent again", async () => {
    const location = await withWebhook();
    receiver.behave.run = hang;
    const service = await startAlone();
    const { _id } = await buildVisit(world, location);
    await receiver.calls(1);
    await service.kill();
    await takeOver(location);
    const ids = receiver.got.map(({ event }) => event["visitorId"]);
    assert.deepEqual([ids.length, ids[0], new Set(ids).size], [2, _id, 2]);
  });

  it("after it was answered and before that was written down: the counter does not move, and it is not sent again", async () => {
    const location = await withWebhook();
    const service = await startAlone();
    const client = await connectTo(world);
    const held = Promise.withResolvers<void>();
    receiver.behave.run = async (response) => {
      await client.query("begin");
      await client.query("select 1 from webhooks where company_id = $1 for update", [location]);
      response.writeHead(500).end();
      held.resolve();
    };
    await buildVisit(world, location);
    await held.promise;
    await until("the outcome to wait for the row", async () => {
      const { rows } = await world.db.pool.query(`select 1 ${WAITING_HERE}`);
      return rows.length > 0 ? true : undefined;
    });
    await service.kill();
    // The database would go on with a statement that it has read.
    await world.db.pool.query(`select pg_terminate_backend(pid) ${WAITING_HERE}`);
    await client.query("rollback");
    await client.end();
    await takeOver(location);
    assert.equal(receiver.got.length, 2);
  });
});

describe("the service as it runs (interface 6)", () => {
  it("delivers what it commits, and SIGTERM waits for the call in progress", async () => {
    const location = await withWebhook();
    const service = await startReady(settings);
    const answered = Promise.withResolvers<void>();
    receiver.behave.run = (response) => answered.promise.then(() => response.end());
    await buildVisit(world, location);
    await receiver.calls(1);
    service.child.kill("SIGTERM");
    answered.resolve();
    assert.equal((await service.exited).code, 0);
    assert.deepEqual(await statesOf(location), ["delivered"]);
  });
});
