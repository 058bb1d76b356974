import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { after, afterEach, before, describe, it } from "node:test";

import { deliverNext, DELIVERY_TIMEOUTS as USUAL } from "../../../../server/resources/webhooks/deliver.ts";
import { deleteOldDeliveries } from "../../../../server/resources/webhooks/deliveries.ts";
import { CERTIFICATE, KEY } from "../../../cli/pem.ts";
import { openMailbox } from "../../../support/outside/mailbox.ts";
import {
  type Body,
  buildLocation,
  buildRegistered,
  buildUser,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import {
  type Behaviour,
  type Got,
  hang,
  huge,
  openReceiver,
  type Receiver,
  reset,
  status,
  trickle,
} from "./receiver.ts";

/** Short, so that what hangs is not waited for. */
const PACE = { deadlineMs: 300, leaseMs: 13_000 };

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
afterEach(() => {
  receiver.behave.run = status(200);
  world.clock.frozen = false;
});

const pathOf = (location: string): string => `/companies/${location}/webhooks`;
const save = async (location: string, body: Body = {}): Promise<void> => {
  const answer = await world.post(pathOf(location), { url: receiver.url, ...body });
  assert.equal(answer.status, 200, answer.text);
};
const withWebhook = async (body: Body = {}): Promise<string> => {
  const location = await buildLocation(world);
  await save(location, body);
  return location;
};
const deliver = async (location: string): Promise<Got[]> => {
  const from = receiver.got.length;
  while (await deliverNext(world.context, location, PACE));
  return receiver.got.slice(from);
};
const one = async (location: string): Promise<Got> => {
  await buildVisit(world, location);
  const [got] = await deliver(location);
  assert.ok(got !== undefined);
  return got;
};
const deliveriesOf = async (location: string): Promise<Body[]> =>
  (await world.get(`${pathOf(location)}/deliveries`)).body;
const counterOf = async (location: string): Promise<Body> =>
  (await world.db.pool.query("select failures, enabled, inflight from webhooks where company_id = $1", [location]))
    .rows[0];
const mailsOf = async (location: string): Promise<Body[]> => (await world.get(`/companies/${location}/outbox`)).body;

/** A receiver's side of Standard Webhooks, written from its specification. */
const verifies = (secret: string, { headers }: Got, payload: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const text = [headers["webhook-id"], headers["webhook-timestamp"], payload].join(".");
  const expected = createHmac("sha256", key).update(text).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((part) => {
    const [version, given = ""] = part.split(",");
    const bytes = Buffer.from(given, "base64");
    return version === "v1" && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
};

describe("the time a call may take (rules 5)", () => {
  it("is ten seconds in all, within the lease of the process that makes it", () => {
    assert.equal(USUAL.deadlineMs, 10_000);
    assert.ok(USUAL.leaseMs > USUAL.deadlineMs && USUAL.leaseMs <= 14_000);
  });
});

describe("the form of a call (interface 6.1)", () => {
  for (const http_method of ["POST", "PUT", "PATCH"])
    it(`${http_method}: the event is the JSON body, just eventName, companyId and its ids (interface 6.1, 6.2)`, async () => {
      const location = await withWebhook({ http_method });
      const known = await buildRegistered(world, location);
      const { _id } = await buildVisit(world, location, { known_visitor_id: known._id });
      const [created, signedIn, ...more] = await deliver(location);
      assert.deepEqual(more, []);
      assert.equal(
        created?.body,
        `{"eventName":"registered_visitor_created","companyId":"${location}","knownVisitorId":"${known._id}"}`,
      );
      assert.deepEqual(JSON.parse(signedIn?.body ?? ""), {
        eventName: "visitor_signed_in",
        companyId: location,
        visitorId: _id,
        knownVisitorId: known._id,
      });
      assert.deepEqual([signedIn?.method, signedIn?.headers["content-type"]], [http_method, "application/json"]);
    });

  it("GET: the same fields after the URL's own query, without a body (interface 6.1, rules 5)", async () => {
    const location = await withWebhook({
      http_method: "GET",
      url: `${receiver.url}?key=a%20b&eventName=mine&empty=#part`,
    });
    const { _id } = await buildVisit(world, location);
    const [got] = await deliver(location);
    assert.equal(
      got?.url,
      `/hook?key=a%20b&eventName=mine&empty=&eventName=visitor_signed_in&companyId=${location}&visitorId=${_id}`,
    );
    assert.deepEqual([got?.method, got?.body, got?.headers["content-type"]], ["GET", "", undefined]);
  });

  it("an event without ids has none, one with a value that is not an id keeps it (interface 6.2)", async () => {
    const location = await withWebhook();
    const type = (await world.post(`/companies/${location}/visittypes`, { name: "Guest", screening: true })).body._id;
    const { _id } = await buildVisit(world, location, { visit_type: type });
    await world.post(`/visitors/${_id}/approve`);
    assert.deepEqual(
      (await deliver(location)).map(({ event }) => event),
      [
        { eventName: "company_updated", companyId: location },
        { eventName: "visitor_signed_in", companyId: location, visitorId: _id, visitTypeId: type },
        { eventName: "visitor_screening_approved", companyId: location, visitorId: _id, approvalStatus: "approved" },
      ],
    );
  });

  it("carries HTTP Basic credentials when they are configured, in UTF-8, and none otherwise (interface 5.9, 2.5)", async () => {
    const location = await withWebhook({ auth_username: "Zoë", auth_password: "p:ä ß" });
    assert.equal(
      (await one(location)).headers["authorization"],
      `Basic ${Buffer.from("Zoë:p:ä ß").toString("base64")}`,
    );
    for (const half of [{}, { auth_username: "Zoë" }, { auth_password: "p" }]) {
      await save(location, half);
      assert.equal((await one(location)).headers["authorization"], undefined);
    }
  });

  it("is signed as Standard Webhooks describes it; an own implementation of a receiver agrees", async () => {
    const location = await withWebhook();
    const { body } = await world.post(`${pathOf(location)}/secret`);
    assert.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const got = await one(location);
    assert.ok(verifies(body.secret, got, got.body));
    assert.ok(!verifies(body.secret, got, `${got.body} `));
    assert.ok(Math.abs(Number(got.headers["webhook-timestamp"]) * 1_000 - Date.now()) < 60_000);
  });

  it("with GET the query is signed exactly as it is in the URL", async () => {
    const location = await withWebhook({ http_method: "GET", url: `${receiver.url}?a=%C3%A9` });
    const { secret } = (await world.post(`${pathOf(location)}/secret`)).body;
    const got = await one(location);
    assert.ok(verifies(secret, got, got.url.split("?")[1] ?? ""));
  });

  it("webhook-id is the id of the event's entry in the audit log, another for each event", async () => {
    const location = await withWebhook();
    const ids = [(await one(location)).headers["webhook-id"], (await one(location)).headers["webhook-id"]];
    const audit = (await world.get(`/companies/${location}/audit`)).body.filter(
      ({ event }: Body) => event !== undefined,
    );
    assert.deepEqual(ids, audit.map(({ _id }: Body) => _id).toReversed());
  });
});

describe("POST /companies/{company_id}/webhooks/secret", () => {
  it("200: for 24 hours the secret before signs too, then the new one alone; saving keeps it", async () => {
    const location = await withWebhook();
    const old = (await world.post(`${pathOf(location)}/secret`)).body.secret;
    const { secret, previous_secret_ends } = (await world.post(`${pathOf(location)}/secret`)).body;
    await save(location, { http_method: "PUT" });
    const during = await one(location);
    assert.deepEqual([verifies(old, during, during.body), verifies(secret, during, during.body)], [true, true]);
    world.clock.now = Date.parse(previous_secret_ends) + 1;
    world.clock.frozen = true;
    const later = await one(location);
    assert.deepEqual([verifies(old, later, later.body), verifies(secret, later, later.body)], [false, true]);
    assert.equal(later.headers["webhook-signature"]?.split(" ").length, 1);
  });

  it("200: repeated with its Idempotency-Key it is not shown again (rules 2); 404 without a webhook", async () => {
    const location = await withWebhook();
    const headers = { "idempotency-key": "secret" };
    const first = await world.post(`${pathOf(location)}/secret`, undefined, { headers });
    const again = await world.post(`${pathOf(location)}/secret`, undefined, { headers });
    assert.ok("secret" in first.body && !("secret" in again.body));
    const got = await one(location);
    assert.ok(verifies(first.body.secret, got, got.body));
    assert.equal((await world.post(`${pathOf(await buildLocation(world))}/secret`)).status, 404);
  });
});

const FAILURES: [string, Behaviour, RegExp][] = [
  ["300", status(300), /300\. Foyer doesn't follow/],
  ["a redirect", status(302, "", { location: "/elsewhere" }), /302\. Foyer doesn't follow/],
  ["304", status(304, ""), /304/],
  ["400", status(400), /400/],
  ["404", status(404), /404/],
  ["500", status(500), /500/],
  ["a huge 500", huge(500), /500/],
  ["no answer", hang, /0\.3 seconds/],
  ["a connection that is reset", reset, /an incomplete HTTP response/],
  ["an answer that trickles", trickle, /0\.3 seconds/],
  ["no HTTP", (response) => response.socket?.end("hello\r\n\r\n"), /an incomplete HTTP response/],
];

describe("what is a failure (interface 6.3)", () => {
  for (const [name, behaviour, error] of FAILURES)
    it(`${name} is one, is not retried, and the next event follows (interface 6.3)`, async () => {
      const location = await withWebhook();
      receiver.behave.run = behaviour;
      await one(location);
      assert.deepEqual(await counterOf(location), { failures: 1, enabled: true, inflight: null });
      const [logged] = await deliveriesOf(location);
      assert.equal(logged.state, "failed");
      assert.match(logged.error, error);
      receiver.behave.run = status(204, "");
      const [next, ...more] = [await one(location), ...(await deliver(location))];
      assert.deepEqual([next.event["eventName"], more], ["visitor_signed_in", []]);
    });

  for (const [name, behaviour] of [
    ["200", status(200)],
    ["201", status(201)],
    ["204", status(204, "")],
    ["299", status(299)],
    ["a 200 of a gigabyte, of which 64 KiB are read", huge(200)],
  ] as [string, Behaviour][])
    it(`${name} is a success and resets the counter to zero (interface 6.3)`, async () => {
      const location = await withWebhook();
      receiver.behave.run = status(500);
      for (let n = 0; n < 4; n += 1) await one(location);
      assert.equal((await counterOf(location)).failures, 4);
      receiver.behave.run = behaviour;
      await one(location);
      assert.deepEqual(await counterOf(location), { failures: 0, enabled: true, inflight: null });
    });

  it("an unreachable host, a name that does not resolve and an untrusted certificate are failures (interface 6.3)", async () => {
    const secure = await openReceiver({ key: KEY, cert: CERTIFICATE });
    for (const [url, code, error] of [
      ["http://127.0.0.1:9/", "unreachable", /could not be reached/],
      ["http://nowhere.invalid/", "unresolved", /did not resolve/],
      [secure.url, "tls", /No secure connection/],
      [receiver.url.replace("http:", "https:"), "tls", /No secure connection/],
    ] as const) {
      const location = await withWebhook({ url });
      await buildVisit(world, location);
      await deliver(location);
      const [delivery] = await deliveriesOf(location);
      assert.match(delivery.error, error, url);
      assert.equal(delivery.error_code, code, url);
      assert.equal((await counterOf(location)).failures, 1);
    }
    assert.deepEqual(secure.got, []);
    await secure.close();
  });

  it("an address that has become forbidden since it was saved is one, and no connection is made (rules 5)", async () => {
    const location = await withWebhook();
    await world.db.pool.query("update webhooks set url = 'http://10.1.2.3/' where company_id = $1", [location]);
    await buildVisit(world, location);
    assert.deepEqual(await deliver(location), []);
    assert.match((await deliveriesOf(location))[0].error, /WEBHOOK_ALLOWED_NETWORKS/);
  });

  it("credentials sealed with another SECRET_KEY are one, with a sentence that says so; saving again helps", async () => {
    const location = await withWebhook({ auth_username: "a", auth_password: "b" });
    await buildVisit(world, location);
    const context = { ...world.context, secretKey: "another-secret-key-another-secret-key" };
    const from = receiver.got.length;
    await deliverNext(context, location, PACE);
    assert.equal(receiver.got.length, from);
    assert.match((await deliveriesOf(location))[0].error, /SECRET_KEY/);
    await save(location, { auth_username: "a", auth_password: "c" });
    assert.ok((await one(location)).headers["authorization"]?.endsWith(Buffer.from("a:c").toString("base64")));
  });
});

describe("secrets that were sealed with another SECRET_KEY", () => {
  for (const [name, path, body] of [
    ["saving the same again", "", () => ({ url: receiver.url })],
    ["making a new secret", "/secret", () => undefined],
  ] as [string, string, () => Body][])
    it(`${name} helps: the calls are signed again`, async () => {
      const location = await withWebhook();
      await world.db.pool.query("update webhooks set secret = 'AAAA' where company_id = $1", [location]);
      assert.equal((await world.post(`${pathOf(location)}${path}`, body())).status, 200);
      assert.match((await one(location)).headers["webhook-signature"] ?? "", /^v1,\S+$/);
    });
});

const failTimes = async (location: string, times: number): Promise<void> => {
  receiver.behave.run = status(503, "sorry");
  for (let n = 0; n < times; n += 1) await buildVisit(world, location);
  await deliver(location);
};

describe("the fifth failure in a row (interface 3, 6.3)", () => {
  it("disables at exactly the fifth; waiting events are not sent, GET gives {} (interface 6.3, 4.7)", async () => {
    const location = await withWebhook();
    await failTimes(location, 4);
    assert.equal((await world.get(pathOf(location))).body.enabled, true);
    assert.deepEqual(await mailsOf(location), []);
    const from = receiver.got.length;
    await failTimes(location, 3);
    assert.equal(receiver.got.length - from, 1);
    assert.deepEqual(await counterOf(location), { failures: 5, enabled: false, inflight: null });
    assert.deepEqual((await world.get(pathOf(location))).body, {});
    assert.equal((await deliveriesOf(location)).length, 5);
  });

  it("four failures, a success and four failures disable nothing (interface 6.3)", async () => {
    const location = await withWebhook();
    await failTimes(location, 4);
    receiver.behave.run = status(200);
    await one(location);
    await failTimes(location, 4);
    assert.deepEqual(await counterOf(location), { failures: 4, enabled: true, inflight: null });
  });

  it("mails each global admin the last error once, in their language, without secrets, and no other user (interface 6.3)", async () => {
    const location = await buildLocation(world, { name: "Gent" });
    await save(location, {
      url: `${receiver.url}/secret-path?token=geheim`,
      auth_username: "u",
      auth_password: "wachtwoord",
    });
    await buildUser(world, "global_admin", [], { language_id: "nl-BE", email: "nele@example.org" });
    await buildUser(world, "global_admin", [], { active: false, email: "gone@example.org" });
    await buildUser(world, "local_admin", [location]);
    await failTimes(location, 6);
    const mails = await mailsOf(location);
    assert.equal(mails.length, 2);
    assert.deepEqual(new Set(mails.map(({ to }) => to)), new Set(["admin@example.org", "nele@example.org"]));
    for (const { text, subject } of mails) {
      assert.ok(text.includes("503") && text.includes("127.0.0.1") && subject.includes("Gent"), text);
      assert.ok(!/geheim|secret-path|wachtwoord|sorry/.test(text));
    }
    assert.match(mails.find(({ to }) => to.startsWith("nele")).subject, /uitgeschakeld/);
    await world.db.pool.query("delete from users where email like 'nele%'");
  });

  it("leaves one log entry of the service itself, webhook.disable, and fires no event", async () => {
    const location = await withWebhook();
    await failTimes(location, 5);
    const audit = (await world.get(`/companies/${location}/audit?act=webhook.disable`)).body;
    assert.equal(audit.length, 1);
    assert.deepEqual(
      [audit[0].actor.kind, audit[0].before.enabled, audit[0].after.enabled, audit[0].event],
      ["system", true, false, undefined],
    );
  });

  it("saving re-enables it with counter 0; events of the meantime are never sent; the next fifth mails again (interface 4.7)", async () => {
    const location = await withWebhook();
    await failTimes(location, 7);
    receiver.behave.run = status(200);
    await save(location);
    assert.deepEqual(await counterOf(location), { failures: 0, enabled: true, inflight: null });
    assert.deepEqual(await deliver(location), []);
    await failTimes(location, 5);
    assert.equal((await mailsOf(location)).length, 2);
  });

  it("saving an enabled one clears its counter too (interface 4.7)", async () => {
    const location = await withWebhook();
    await failTimes(location, 4);
    await save(location);
    await failTimes(location, 4);
    assert.deepEqual(await counterOf(location), { failures: 4, enabled: true, inflight: null });
  });
});

describe("a delivery in progress when the configuration is saved (rules 5)", () => {
  for (const [name, behaviour] of [
    ["fails", status(500)],
    ["succeeds", status(200)],
  ] as [string, Behaviour][])
    it(`does not touch the new counter when it ${name}; it is logged, and the next event follows`, async () => {
      const location = await withWebhook();
      receiver.behave.run = status(500);
      await one(location);
      const { promise, resolve } = Promise.withResolvers<void>();
      receiver.behave.run = async (response, got) => (await promise, behaviour(response, got));
      await buildVisit(world, location);
      const count = receiver.got.length;
      const running = deliverNext(world.context, location, { ...PACE, deadlineMs: 5_000 });
      await receiver.calls(count + 1);
      await save(location);
      await world.db.pool.query("update webhooks set failures = 2 where company_id = $1", [location]);
      resolve();
      await running;
      assert.deepEqual(await counterOf(location), { failures: 2, enabled: true, inflight: null });
      assert.equal((await deliveriesOf(location)).length, 2);
      receiver.behave.run = status(200);
      assert.equal((await one(location)).event["eventName"], "visitor_signed_in");
    });

  it("nor when it is saved just as it was", async () => {
    const location = await withWebhook();
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.behave.run = async (response) => {
      await promise;
      response.writeHead(500).end();
    };
    await buildVisit(world, location);
    const count = receiver.got.length;
    const running = deliverNext(world.context, location, { ...PACE, deadlineMs: 5_000 });
    await receiver.calls(count + 1);
    await save(location);
    resolve();
    await running;
    assert.deepEqual(await counterOf(location), { failures: 0, enabled: true, inflight: null });
  });

  it("a fifth failure of the configuration before switches nothing off, and no mail is sent", async () => {
    const location = await withWebhook();
    await failTimes(location, 4);
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.behave.run = async (response) => {
      await promise;
      response.writeHead(500).end();
    };
    await buildVisit(world, location);
    const count = receiver.got.length;
    const running = deliverNext(world.context, location, { ...PACE, deadlineMs: 5_000 });
    await receiver.calls(count + 1);
    await save(location, { http_method: "PUT" });
    resolve();
    await running;
    assert.deepEqual(await counterOf(location), { failures: 0, enabled: true, inflight: null });
    assert.deepEqual(await mailsOf(location), []);
  });

  it("when it is turned off meanwhile its outcome is still logged, and nothing more is sent", async () => {
    const location = await withWebhook();
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.behave.run = (response) => promise.then(() => response.end());
    await buildVisit(world, location);
    await buildVisit(world, location);
    const count = receiver.got.length;
    const running = deliverNext(world.context, location, { ...PACE, deadlineMs: 5_000 });
    await receiver.calls(count + 1);
    await save(location, { enabled: false });
    resolve();
    await running;
    assert.deepEqual(
      (await deliveriesOf(location)).map(({ state }) => state),
      ["delivered"],
    );
    assert.equal(await deliverNext(world.context, location, PACE), false);
  });
});

describe("GET /companies/{company_id}/webhooks/deliveries (rules 5)", () => {
  it("200: what was sent, when, how long it took and what came back, newest first", async () => {
    const location = await withWebhook({ http_method: "PUT" });
    const { _id } = await buildVisit(world, location);
    receiver.behave.run = status(418, "I am a teapot\0ü");
    const [got] = await deliver(location);
    const [first] = await deliveriesOf(location);
    assert.deepEqual(
      [first.kind, first.state, first.status, first.eventName, first.url, first.http_method, first.response],
      ["event", "failed", 418, "visitor_signed_in", receiver.url, "PUT", "I am a teapot ü"],
    );
    assert.deepEqual(first.payload, { eventName: "visitor_signed_in", companyId: location, visitorId: _id });
    assert.equal(first.event_id, got?.headers["webhook-id"]);
    assert.ok(first.duration_ms >= 0 && Date.parse(first.started) <= Date.parse(first.create_date));
    await world.post(`/visitors/${_id}/signout`);
    await deliver(location);
    assert.deepEqual(
      (await deliveriesOf(location)).map(({ eventName }) => eventName),
      ["visitor_signed_out", "visitor_signed_in"],
    );
  });

  it("200: a plain array with count and page; 400 for a bad one", async () => {
    const location = await withWebhook();
    for (let n = 0; n < 5; n += 1) await buildVisit(world, location);
    await deliver(location);
    const all = await deliveriesOf(location);
    const page = async (query: string) => (await world.get(`${pathOf(location)}/deliveries?${query}`)).body;
    assert.deepEqual(await page("count=2&page=2"), all.slice(2, 4));
    assert.deepEqual(await page("count=3"), all.slice(0, 3));
    assert.deepEqual(await page("count=2&page=9007199254740991"), []);
    assert.equal((await world.get(`${pathOf(location)}/deliveries?count=0`)).status, 400);
  });

  it("200: the first KiB of an answer, and no credentials that the receiver sent back", async () => {
    const location = await withWebhook({ auth_username: "ann", auth_password: "hunter-two" });
    const { secret } = (await world.post(`${pathOf(location)}/secret`)).body;
    receiver.behave.run = (response, { headers }) =>
      response.end(JSON.stringify([headers["authorization"], "hunter-two", secret, "x".repeat(5_000)]));
    await one(location);
    const [{ response }] = await deliveriesOf(location);
    assert.ok(response.length <= 1_024 && response.includes("[hidden]"));
    for (const hidden of ["hunter-two", secret, Buffer.from("ann:hunter-two").toString("base64")])
      assert.ok(!response.includes(hidden));
  });

  it("200: they are kept for 30 days", async () => {
    const location = await withWebhook();
    await one(location);
    const made = Date.parse((await deliveriesOf(location))[0].create_date);
    const days = 24 * 60 * 60_000;
    await deleteOldDeliveries({ db: world.db, now: () => made + 30 * days });
    assert.equal((await deliveriesOf(location)).length, 1);
    await deleteOldDeliveries({ db: world.db, now: () => made + 30 * days + 1 });
    assert.equal((await deliveriesOf(location)).length, 0);
  });

  it("an answer that arrives when its visit has been erased is not kept", async () => {
    const location = await withWebhook();
    const { _id } = await buildVisit(world, location);
    receiver.behave.run = async (response) => {
      await world.remove(`/visitors/${_id}`);
      response.end("Jo Janssens");
    };
    await deliverNext(world.context, location, { ...PACE, deadlineMs: 5_000 });
    const [delivery] = await deliveriesOf(location);
    assert.deepEqual([delivery.state, delivery.response], ["delivered", undefined]);
  });

  it("an event whose claim took so long that the lease could end during the call is claimed anew, and sent once", async () => {
    const location = await withWebhook();
    await buildVisit(world, location);
    assert.equal(await deliverNext(world.context, location, { deadlineMs: 300, leaseMs: 300 }), true);
    assert.deepEqual(
      receiver.got.filter(({ event }) => event["companyId"] === location),
      [],
    );
    assert.equal((await deliver(location)).length, 1);
    assert.deepEqual(
      (await deliveriesOf(location)).map(({ state }) => state),
      ["delivered"],
    );
  });

  it("an event that has waited for 24 hours is logged as expired, is not sent and does not count", async () => {
    const location = await withWebhook();
    const { _id } = await buildVisit(world, location);
    const { rows } = await world.db.pool.query("select at from log where company_id = $1 and subject_id = $2", [
      location,
      _id,
    ]);
    world.clock.frozen = true;
    world.clock.now = Date.parse(rows[0].at) + 24 * 60 * 60_000;
    assert.deepEqual(await deliver(location), []);
    const [delivery] = await deliveriesOf(location);
    assert.deepEqual(
      [delivery.state, "started" in delivery, (await counterOf(location)).failures],
      ["expired", false, 0],
    );
    await buildVisit(world, location);
    world.clock.now += 24 * 60 * 60_000 - 1_000;
    assert.equal((await deliver(location)).length, 1);
  });
});

describe("POST /companies/{company_id}/webhooks/deliveries/{id}/replay (rules 5)", () => {
  it("200: the same call again, marked, to the webhook as it is now; outside the counter", async () => {
    const location = await withWebhook({ url: `${receiver.url}/old` });
    await failTimes(location, 1);
    const [failed] = await deliveriesOf(location);
    await save(location, { url: `${receiver.url}/new` });
    receiver.behave.run = status(500);
    const { body } = await world.post(`${pathOf(location)}/deliveries/${failed._id}/replay`);
    const [got] = receiver.got.slice(-1);
    assert.deepEqual([got?.event, got?.url, got?.headers["foyer-replay"]], [failed.payload, "/hook/new", "true"]);
    assert.equal(got?.headers["webhook-id"], failed.event_id);
    assert.deepEqual(
      [body.kind, body.state, body.replay_of, body.event_id],
      ["replay", "failed", failed._id, failed.event_id],
    );
    assert.equal((await counterOf(location)).failures, 0);
    assert.deepEqual(await deliveriesOf(location), [body, failed]);
  });

  it("200: an event that is sent by itself is not marked", async () => {
    assert.equal((await one(await withWebhook())).headers["foyer-replay"], undefined);
  });

  it("404: for a delivery that is not there or of another location", async () => {
    const [mine, other] = [await withWebhook(), await withWebhook()];
    await one(other);
    const [{ _id }] = await deliveriesOf(other);
    for (const id of [_id, "0".repeat(24)])
      assert.equal((await world.post(`${pathOf(mine)}/deliveries/${id}/replay`)).status, 404);
  });
});

describe("the mail about a webhook that was turned off", () => {
  it("goes out through the mail server, one a reader (interface 6.3)", async () => {
    const { sendMails, withChannels } = await import("../../../support/outside/sending.ts");
    const mailbox = await openMailbox();
    const location = await withWebhook();
    await world.db.pool.query("delete from messages");
    await failTimes(location, 5);
    const context = withChannels(world.context, { mail: { SMTP_URL: mailbox.url, MAIL_FROM: "" } });
    await sendMails(context);
    await sendMails(context);
    await mailbox.close();
    assert.deepEqual(
      mailbox.received.map(({ to, mail }) => [to, mail.subject]),
      [[["admin@example.org"], "Webhook for Head office turned off"]],
    );
    assert.match(mailbox.received[0]?.mail.text ?? "", /Last error: The endpoint responded with 503\./);
  });
});
