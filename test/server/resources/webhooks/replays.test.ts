import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import { deliverNext, recoverAbandoned } from "../../../../server/resources/webhooks/deliver.ts";
import { replayNext } from "../../../../server/resources/webhooks/replays.ts";
import { takeReplay } from "../../../../server/resources/webhooks/replays-store.ts";
import { startDeliveries } from "../../../../server/resources/webhooks/worker.ts";
import {
  type Body,
  buildLocation,
  buildUser,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import { withLostStatement } from "../../../support/database/lost-statement.ts";
import { type Got, hang, openReceiver, type Receiver, status } from "./receiver.ts";

let world: World;
let receiver: Receiver;

before(async () => {
  world = await makeWorld();
  receiver = await openReceiver();
});
afterEach(() => {
  receiver.behave.run = status(200);
  receiver.got.length = 0;
});
after(async () => {
  await world.close();
  await receiver.close();
});

const pathOf = (location: string): string => `/companies/${location}/webhooks`;
const withWebhook = async (body: Body = {}): Promise<string> => {
  const location = await buildLocation(world);
  const { status: saved, text } = await world.post(pathOf(location), { url: receiver.url, ...body });
  assert.equal(saved, 200, text);
  return location;
};
/** Signs this many visitors in, with the receiver answering like this. @returns their IDs */
const happen = async (location: string, count: number, code: number): Promise<string[]> => {
  receiver.behave.run = status(code);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await buildVisit(world, location))._id);
  while (await deliverNext(world.context, location));
  receiver.behave.run = status(200);
  return ids;
};
const replayAll = async (location: string): Promise<Got[]> => {
  const from = receiver.got.length;
  while (await replayNext(world.context, location));
  return receiver.got.slice(from);
};
const replay = (location: string, body: Body = { since: "2020-01-01T00:00:00Z" }) =>
  world.post(`${pathOf(location)}/replay`, body);
const visitsIn = (got: readonly Got[]): unknown[] => got.map(({ event }) => event["visitorId"]);
const countOf = async (table: string, location: string): Promise<number> =>
  (await world.db.pool.query(`select 1 from ${table} where company_id = $1`, [location])).rowCount ?? 0;

describe("POST /companies/{company_id}/webhooks/replay (rules 5)", () => {
  it("200: what failed is sent again in order, with the same id and marked, outside of the counter", async () => {
    const location = await withWebhook();
    const failed = await happen(location, 4, 500);
    const first = [...receiver.got];
    const { body } = await replay(location, { since: "2020-01-01T00:00:00Z", state: "failed" });
    assert.equal(body.queued, 4);
    const got = await replayAll(location);
    assert.deepEqual(visitsIn(got), failed);
    const idOf = ({ headers }: Got) => headers["webhook-id"];
    assert.deepEqual(got.map(idOf), first.map(idOf));
    assert.ok(got.every(({ headers }) => headers["foyer-replay"] === "true"));
    const { body: health } = await world.get(`${pathOf(location)}/health`);
    assert.equal(health.failures, 4);
    const { body: list } = await world.get(`${pathOf(location)}/deliveries?count=4&page=1`);
    assert.deepEqual(new Set(list.map(({ kind, state }: Body) => `${kind} ${state}`)), new Set(["replay delivered"]));
    assert.equal((await logOf(world, location)).at(-1)?.act, "webhook.replay");
  });

  it("200: what has arrived since is left out, and what waits already is not queued twice", async () => {
    const location = await withWebhook();
    const [, second] = await happen(location, 2, 500);
    const { body: list } = await world.get(`${pathOf(location)}/deliveries`);
    await world.post(`${pathOf(location)}/deliveries/${list[1]._id}/replay`);
    assert.equal((await replay(location)).body.queued, 1);
    assert.equal((await replay(location)).body.queued, 0);
    assert.deepEqual(visitsIn(await replayAll(location)), [second]);
    assert.equal((await replay(location)).body.queued, 0);
  });

  it("200: since and until bound the time at which they failed; unknown ones are sent when they are asked for", async () => {
    const location = await withWebhook();
    await happen(location, 3, 500);
    const { body: list } = await world.get(`${pathOf(location)}/deliveries`);
    const at = ["2026-01-03T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"];
    for (const [n, { _id }] of list.entries())
      await world.db.pool.query("update deliveries set create_date = $2, state = $3 where _id = $1", [
        _id,
        at[n],
        n === 0 ? "unknown" : "failed",
      ]);
    const queued = async (body: Body): Promise<number> => (await replay(location, body)).body.queued;
    assert.equal(await queued({ since: at[2], until: at[1] }), 1);
    assert.equal(await queued({ since: at[1] }), 1);
    assert.equal(await queued({ since: at[1], state: "undelivered" }), 1);
    assert.equal((await replayAll(location)).length, 3);
  });

  for (const [what, body, names] of [
    ["no since", {}, /"since"/],
    ["a since that is no date", { since: "yesterday" }, /"since"/],
    ["an until that is no date", { since: "2026-01-01T00:00:00Z", until: "2026-02-30T00:00:00Z" }, /"until"/],
    ["an until before since", { since: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z" }, /"since".*"until"/],
    ["a since in the future", { since: "2999-01-01T00:00:00Z" }, /"since".*now/],
    ["another state", { since: "2026-01-01T00:00:00Z", state: "delivered" }, /"state"/],
  ] as const)
    it(`400: ${what}; the message names the field`, async () => {
      const answer = await replay(await withWebhook(), body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, names);
    });

  it("200: since is a timestamp in any notation that is taken, or a day of the location", async () => {
    const location = await withWebhook();
    await world.db.pool.query("update companies set timezone = 'America/New_York' where _id = $1", [location]);
    const [visit] = await happen(location, 1, 500);
    await world.db.pool.query("update deliveries set create_date = '2026-01-02T04:59:59Z' where company_id = $1", [
      location,
    ]);
    const until = "2026-01-02T06:00:00+01";
    for (const since of ["2026-01-02", "2026-01-02T06:00:00,5+01"])
      assert.deepEqual([(await replay(location, { since })).body.queued, since], [0, since]);
    assert.equal((await replay(location, { since: "2026-01-01", until })).body.queued, 1);
    assert.deepEqual(visitsIn(await replayAll(location)), [visit]);
  });

  it("404: on a plan without webhooks", async () => {
    const location = await withWebhook();
    await world.db.pool.query("update companies set tier = 'business' where _id = $1", [location]);
    const answer = await replay(location);
    assert.deepEqual([answer.status, answer.body.code], [404, "no_webhooks"]);
  });

  it("404: without a webhook", async () => {
    assert.equal((await replay(await buildLocation(world))).status, 404);
  });

  it("five failures in a row end it; the rest stays failed and can be sent again", async () => {
    const location = await withWebhook();
    const failed = [...(await happen(location, 4, 500)), ...(await happen(location, 1, 200))].slice(0, 4);
    failed.push(...(await happen(location, 3, 500)));
    assert.equal((await replay(location)).body.queued, 7);
    receiver.behave.run = status(500);
    assert.equal((await replayAll(location)).length, 5);
    receiver.behave.run = status(200);
    assert.deepEqual(await replayAll(location), []);
    assert.equal((await replay(location)).body.queued, 7);
    assert.deepEqual(visitsIn(await replayAll(location)), failed);
  });

  it("the worker sends it, new events first, also to a webhook that was turned off after five failures", async () => {
    const location = await withWebhook();
    const failed = await happen(location, 5, 500);
    assert.deepEqual((await world.get(pathOf(location))).body, {});
    receiver.got.length = 0;
    await replay(location);
    const stop = startDeliveries(world.context, { pollMs: 10 });
    try {
      assert.deepEqual(visitsIn(await receiver.calls(5)), failed);
    } finally {
      await stop();
    }
  });

  it("its outcome is recorded although the database fails for a moment", async () => {
    const location = await withWebhook();
    await happen(location, 1, 500);
    await replay(location);
    const recording = { lock: "deliveries in share mode", statement: "insert into deliveries" };
    await withLostStatement(world, recording, () => replayNext(world.context, location));
    const { body } = await world.get(`${pathOf(location)}/deliveries`);
    assert.deepEqual(
      body.map(({ kind, state }: Body) => [kind, state]),
      [
        ["replay", "delivered"],
        ["event", "failed"],
      ],
    );
    assert.equal((await replay(location)).body.queued, 0);
  });

  it("one whose process ended is not sent twice: it stays failed, and the location goes on", async () => {
    const location = await withWebhook();
    const [, second] = await happen(location, 2, 500);
    await replay(location);
    assert.ok(await takeReplay(world.db, location, { by: "gone", ms: 0 }));
    assert.equal(await replayNext(world.context, location), false);
    await recoverAbandoned(world.context, location);
    assert.deepEqual(visitsIn(await replayAll(location)), [second]);
    assert.equal((await replay(location)).body.queued, 1);
  });
});

describe("DELETE /companies/{company_id}/webhooks (rules 5)", () => {
  it("200: nothing of it is left but in the audit log; GET is {}, and nothing more is sent", async () => {
    const location = await withWebhook({ auth_username: "ann", auth_password: "geheim" });
    await happen(location, 1, 500);
    await replay(location);
    await buildVisit(world, location);
    receiver.got.length = 0;
    const answer = await world.remove(pathOf(location));
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body), ["message"]);
    assert.deepEqual((await world.get(pathOf(location))).body, {});
    assert.equal((await world.get(`${pathOf(location)}/health`)).body.status, "none");
    assert.deepEqual((await world.get(`${pathOf(location)}/deliveries`)).body, []);
    for (const table of ["webhooks", "deliveries", "webhook_replays"]) assert.equal(await countOf(table, location), 0);
    assert.equal((await logOf(world, location)).at(-1)?.act, "webhook.remove");
    assert.equal(await deliverNext(world.context, location), false);
    assert.equal(await replayNext(world.context, location), false);
    assert.deepEqual(receiver.got, []);
  });

  it("404: without one, for all that concerns it; saving makes another, to which nothing old is sent", async () => {
    const location = await withWebhook();
    const old = (await world.get(pathOf(location))).body._id;
    await world.remove(pathOf(location));
    assert.equal((await world.remove(pathOf(location))).status, 404);
    assert.equal((await world.put(pathOf(location), { enabled: true })).status, 404);
    await buildVisit(world, location);
    const { body } = await world.post(pathOf(location), { url: receiver.url });
    assert.notEqual(body.webhook_id, old);
    assert.equal(await deliverNext(world.context, location), false);
  });

  it("404: code erased for a save that is repeated with its key afterwards, also when there is another", async () => {
    const location = await buildLocation(world);
    const save = () =>
      world.post(pathOf(location), { url: receiver.url }, { headers: { "idempotency-key": "removed webhook" } });
    await save();
    await world.remove(pathOf(location));
    assert.deepEqual([(await save()).status, (await save()).body.code], [404, "erased"]);
    await world.post(pathOf(location), { url: receiver.url });
    assert.equal((await save()).body.code, "erased");
  });

  it("a call in progress comes to its end and is not written down", async () => {
    const location = await withWebhook();
    receiver.behave.run = hang;
    await buildVisit(world, location);
    const delivering = deliverNext(world.context, location, { deadlineMs: 300, leaseMs: 13_000 });
    await receiver.calls(1);
    assert.equal((await world.remove(pathOf(location))).status, 200);
    assert.equal(await delivering, true);
    assert.equal(await countOf("deliveries", location), 0);
  });

  it("403: for those who may not configure the location", async () => {
    const location = await withWebhook();
    const as = await buildUser(world, "receptionist", [location]);
    assert.equal((await world.remove(pathOf(location), { as })).status, 403);
    assert.equal((await world.post(`${pathOf(location)}/replay`, { since: "x" }, { as })).status, 403);
    assert.equal(await countOf("webhooks", location), 1);
  });
});

describe("PUT /companies/{company_id}/webhooks: the stored password (rules 5)", () => {
  const secure = { auth_username: "ann", auth_password: "geheim" };
  const sentBy = async (location: string): Promise<string | undefined> => {
    await happen(location, 1, 200);
    return receiver.got.at(-1)?.headers["authorization"];
  };

  it("200: goes to another path of the same host, and is cleared with another scheme, host or port; message says so", async () => {
    const other = await openReceiver();
    try {
      const location = await withWebhook(secure);
      const same = await world.put(pathOf(location), { url: `${receiver.url}/other?x=1` });
      assert.deepEqual([same.body.message, same.body.warnings], ["The webhook was saved.", undefined]);
      assert.ok(await sentBy(location));
      const moved = await world.put(pathOf(location), { url: other.url });
      assert.match(moved.body.message, /password was cleared/);
      assert.deepEqual(moved.body.warnings, ["password_cleared"]);
      await buildVisit(world, location);
      while (await deliverNext(world.context, location));
      assert.equal(other.got.at(-1)?.headers["authorization"], undefined);
      assert.equal((await world.get(`${pathOf(location)}/health`)).body.has_password, false);
      assert.equal((await world.get(pathOf(location))).body.auth_username, "ann");
    } finally {
      await other.close();
    }
  });

  for (const [what, change] of [
    ["another scheme", (url: string) => url.replace("http:", "https:")],
    ["another host", (url: string) => url.replace("127.0.0.1", "127.0.0.2")],
    ["another port", (url: string) => url.replace(/:\d+/, ":9")],
  ] as const)
    it(`200: ${what} without auth_password clears it, with one stores that`, async () => {
      const location = await withWebhook(secure);
      const has = async (): Promise<unknown> => (await world.get(`${pathOf(location)}/health`)).body.has_password;
      await world.put(pathOf(location), { url: change(receiver.url), auth_password: "neu" });
      assert.equal(await has(), true);
      await world.put(pathOf(location), { url: receiver.url });
      assert.equal(await has(), false);
    });

  it("200: a host in capitals and a port that is the usual one are the same", async () => {
    const location = await withWebhook({ ...secure, url: "http://localhost:80/a" });
    await world.put(pathOf(location), { url: "http://LOCALHOST/b" });
    assert.equal((await world.get(`${pathOf(location)}/health`)).body.has_password, true);
  });

  it("200: POST without auth_password clears it whatever the address", async () => {
    const location = await withWebhook(secure);
    await world.post(pathOf(location), { url: receiver.url, auth_username: "ann" });
    assert.equal((await world.get(`${pathOf(location)}/health`)).body.has_password, false);
  });
});
