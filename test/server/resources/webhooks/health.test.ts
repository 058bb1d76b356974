import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { deliverNext } from "../../../../server/resources/webhooks/deliver.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { openReceiver, type Receiver, status } from "./receiver.ts";

let world: World;
let receiver: Receiver;

before(async () => {
  world = await makeWorld();
  receiver = await openReceiver();
});
after(async () => {
  await world.close();
  await receiver.close();
});

const pathOf = (location: string): string => `/companies/${location}/webhooks`;
const withWebhook = async (body: Body = {}): Promise<string> => {
  const location = await buildLocation(world);
  const answer = await world.post(pathOf(location), { url: receiver.url, ...body });
  assert.equal(answer.status, 200, answer.text);
  return location;
};
const healthOf = async (location: string): Promise<Body> => {
  const { status: code, body, text } = await world.get(`${pathOf(location)}/health`);
  assert.equal(code, 200, text);
  return body;
};
/** Signs this many visitors in, with the receiver answering like this. */
const happen = async (location: string, count: number, code: number): Promise<void> => {
  receiver.behave.run = status(code);
  for (let n = 0; n < count; n += 1) await buildVisit(world, location, { first_name: "Lena", last_name: "Vogt" });
  while (await deliverNext(world.context, location));
  receiver.behave.run = status(200);
};

describe("GET /companies/{company_id}/webhooks/health", () => {
  it("200: none, with nothing counted, before there is a webhook", async () => {
    const body = await healthOf(await buildLocation(world));
    const nothing = { failures: 0, waiting: 0, delivered_today: 0, failed_today: 0 };
    assert.deepEqual(body, { status: "none", has_password: false, has_secret: false, ...nothing });
  });

  it("200: what is configured, without the password and the secret (rules 5)", async () => {
    const location = await withWebhook({ http_method: "PUT", auth_username: "ann", auth_password: "geheim" });
    const { mod_date: _changed, ...body } = await healthOf(location);
    assert.deepEqual(body, {
      status: "enabled",
      url: receiver.url,
      http_method: "PUT",
      auth_username: "ann",
      has_password: true,
      has_secret: true,
      failures: 0,
      waiting: 0,
      delivered_today: 0,
      failed_today: 0,
    });
  });

  it("200: counts failures in a row with the last error; one success clears them (interface 6.3)", async () => {
    const location = await withWebhook();
    await happen(location, 2, 500);
    const { failures, last_error, failed_today, delivered_today } = await healthOf(location);
    assert.deepEqual(
      [failures, last_error, failed_today, delivered_today],
      [2, "The endpoint responded with 500.", 2, 0],
    );
    await happen(location, 1, 200);
    const after_ = await healthOf(location);
    assert.deepEqual([after_.failures, after_.last_error, after_.delivered_today], [0, undefined, 1]);
    assert.equal(typeof after_.typical_ms, "number");
  });

  it("200: disabled after the fifth, since when and why; a test in between changes neither (interface 6.3)", async () => {
    const location = await withWebhook();
    await happen(location, 5, 503);
    const { body: deliveries } = await world.get(`${pathOf(location)}/deliveries`);
    receiver.behave.run = status(404);
    await world.post(`${pathOf(location)}/test`);
    receiver.behave.run = status(200);
    const { status: state, failures, last_error, last_status, disabled_at, url } = await healthOf(location);
    assert.deepEqual(
      [state, failures, last_error, last_status],
      ["disabled", 5, "The endpoint responded with 503.", 503],
    );
    assert.deepEqual([disabled_at, url], [deliveries[0].create_date, receiver.url]);
  });

  it("200: off when an administrator switched it off; nothing waits there (rules 5)", async () => {
    const location = await withWebhook();
    await buildVisit(world, location);
    assert.equal((await healthOf(location)).waiting, 1);
    await world.put(pathOf(location), { enabled: false });
    const { status: state, waiting, disabled_at } = await healthOf(location);
    assert.deepEqual([state, waiting, disabled_at], ["off", 0, undefined]);
  });

  it("200: until when the secret before signs along, and no longer than that", async () => {
    const location = await withWebhook();
    const { body } = await world.post(`${pathOf(location)}/secret`);
    assert.equal((await healthOf(location)).previous_secret_ends, body.previous_secret_ends);
    const past = "update webhooks set previous_secret_ends_at = now() - interval '1 hour' where company_id = $1";
    await world.db.pool.query(past, [location]);
    assert.equal((await healthOf(location)).previous_secret_ends, undefined);
  });

  it("200: today begins at midnight at the location (rules 3)", async () => {
    const location = await withWebhook();
    await world.post(`${pathOf(location)}/test`);
    assert.equal((await healthOf(location)).delivered_today, 1);
    const id = (Math.floor(Date.now() / 1000) - 2 * 86_400).toString(16);
    await world.db.pool.query(
      "update deliveries set create_date = now() - interval '2 days', _id = $2 || substr(_id, 9) where company_id = $1",
      [location, id],
    );
    assert.equal((await healthOf(location)).delivered_today, 0);
  });

  it("404: on plans without webhooks (interface 4.7)", async () => {
    const location = await withWebhook();
    await world.put(`/companies/${location}`, { tier: "business" });
    assert.equal((await world.get(`${pathOf(location)}/health`)).status, 404);
  });
});

describe("PUT /companies/{company_id}/webhooks", () => {
  const full = { http_method: "PATCH", auth_username: "ann", auth_password: "geheim" };
  const basic = (name: string, password: string): string =>
    `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

  it("200: what is absent stays, the password too; the id is the same (rules 2.1)", async () => {
    const location = await withWebhook(full);
    const before_ = (await world.get(pathOf(location))).body;
    const { body } = await world.put(pathOf(location), { auth_username: "bob" });
    assert.equal(body.webhook_id, before_._id);
    const { body: now } = await world.get(pathOf(location));
    assert.deepEqual({ ...now, mod_date: 0 }, { ...before_, auth_username: "bob", mod_date: 0 });
    await happen(location, 1, 200);
    assert.deepEqual(
      [receiver.got.at(-1)?.method, receiver.got.at(-1)?.headers["authorization"]],
      ["PATCH", basic("bob", "geheim")],
    );
  });

  it("200: null takes the credentials away, and method and switch back to what they are at first (rules 2.1)", async () => {
    const location = await withWebhook({ ...full, enabled: false });
    const nothing = { http_method: null, auth_username: null, auth_password: null, enabled: null };
    assert.equal((await world.put(pathOf(location), nothing)).status, 200);
    const { status: state, http_method, auth_username, has_password } = await healthOf(location);
    assert.deepEqual([state, http_method, auth_username, has_password], ["enabled", "POST", undefined, false]);
  });

  it("200: switches one on again that was turned off after five failures, from the next event on (interface 4.7)", async () => {
    const location = await withWebhook(full);
    await happen(location, 5, 500);
    await buildVisit(world, location);
    assert.equal((await world.put(pathOf(location), { enabled: true })).status, 200);
    assert.equal(await deliverNext(world.context, location), false);
    const { status: state, failures, has_password } = await healthOf(location);
    assert.deepEqual([state, failures, has_password], ["enabled", 0, true]);
  });

  it("200: saving any part turns on one that Foyer turned off, but not one that a user turned off (interface 4.7)", async () => {
    const [failed, off, kept] = [await withWebhook(), await withWebhook({ enabled: false }), await withWebhook()];
    for (const location of [failed, kept]) await happen(location, 5, 500);
    for (const location of [failed, off]) await world.put(pathOf(location), { url: receiver.url });
    await world.put(pathOf(kept), { url: receiver.url, enabled: false });
    const states = await Promise.all([failed, off, kept].map(healthOf));
    assert.deepEqual(
      states.map(({ status }) => status),
      ["enabled", "off", "off"],
    );
  });

  it("400: a url that is not publicly reachable, or none; nothing is saved (rules 5)", async () => {
    const location = await withWebhook();
    for (const url of ["http://10.0.0.1/", "nowhere", null]) {
      const answer = await world.put(pathOf(location), { url, auth_username: "bob" });
      assert.equal(answer.status, 400, String(url));
      assert.match(answer.body.message, /"url"/);
    }
    const { url, auth_username } = await healthOf(location);
    assert.deepEqual([url, auth_username], [receiver.url, undefined]);
  });

  it("404: without a webhook, and on plans without webhooks (interface 4.7)", async () => {
    assert.equal((await world.put(pathOf(await buildLocation(world)), { enabled: true })).status, 404);
    const location = await withWebhook();
    await world.put(`/companies/${location}`, { tier: "starter" });
    assert.equal((await world.put(pathOf(location), { enabled: true })).status, 404);
  });
});

describe("GET /companies/{company_id}/webhooks/deliveries (rules 5)", () => {
  it("200: outcome gives those that arrived, or those that did not, paged as all are; another word is 400", async () => {
    const location = await withWebhook();
    await happen(location, 2, 500);
    await happen(location, 1, 200);
    const states = async (query: string) =>
      (await world.get(`${pathOf(location)}/deliveries?${query}`)).body.map(({ state }: Body) => state);
    assert.deepEqual(await states(""), ["delivered", "failed", "failed"]);
    assert.deepEqual(await states("outcome=undelivered"), ["failed", "failed"]);
    assert.deepEqual(await states("outcome=undelivered&count=1&page=3"), []);
    assert.deepEqual(await states("outcome=delivered"), ["delivered"]);
    assert.equal((await world.get(`${pathOf(location)}/deliveries?outcome=lost`)).status, 400);
  });

  it("200: what was resent with success is recovered, and neither listed nor counted as failed (rules 5)", async () => {
    const location = await withWebhook();
    await happen(location, 2, 500);
    const deliveries = `${pathOf(location)}/deliveries`;
    const [second, first] = (await world.get(deliveries)).body;
    for (const code of [200, 500]) {
      receiver.behave.run = status(code);
      await world.post(`${deliveries}/${code === 200 ? first._id : second._id}/replay`);
    }
    const { body } = await world.get(deliveries);
    assert.deepEqual(
      body.map(({ kind, state, recovered }: Body) => [kind, state, recovered]),
      [
        ["replay", "failed", undefined],
        ["replay", "delivered", undefined],
        ["event", "failed", undefined],
        ["event", "failed", true],
      ],
    );
    assert.equal((await world.get(`${deliveries}?outcome=undelivered`)).body.length, 2);
    assert.equal((await healthOf(location)).failed_today, 2);
    receiver.behave.run = status(200);
  });

  it("200: says whom the event is about, though nothing but ids was sent (interface 6.1)", async () => {
    const location = await withWebhook();
    await happen(location, 1, 200);
    await world.post(`${pathOf(location)}/test`);
    const { body } = await world.get(`${pathOf(location)}/deliveries`);
    assert.deepEqual(
      body.map(({ subject_name }: Body) => subject_name),
      [undefined, "Lena Vogt"],
    );
    assert.ok(!JSON.stringify(receiver.got).includes("Vogt"));
    const { visitorId } = body[1].payload;
    await world.post(`/visitors/${visitorId}/signout`);
    assert.equal((await world.call("DELETE", `/visitors/${visitorId}`)).status, 200);
    assert.ok(!(await world.get(`${pathOf(location)}/deliveries`)).text.includes("Vogt"));
  });
});
