import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { deliverNext } from "../../../../server/resources/webhooks/deliver.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";
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
const save = (location: string, body: Body = {}) => world.post(pathOf(location), { url: receiver.url, ...body });
const withWebhook = async (body: Body = {}): Promise<string> => {
  const location = await buildLocation(world);
  assert.equal((await save(location, body)).status, 200);
  return location;
};
/** Sends all that waits. @returns what arrived meanwhile */
const deliver = async (location: string): Promise<Record<string, string>[]> => {
  const from = receiver.got.length;
  while (await deliverNext(world.context, location));
  return receiver.got.slice(from).map(({ event }) => event);
};

describe("POST /companies/{company_id}/webhooks", () => {
  it("200: answers message and webhook_id; the next one keeps the id and replaces all the rest (interface 4.7)", async () => {
    const location = await buildLocation(world);
    const full = { http_method: "PUT", auth_username: "ann", auth_password: "geheim", enabled: true };
    const first = await save(location, full);
    assert.deepEqual(Object.keys(first.body).toSorted(), ["message", "webhook_id"]);
    assert.match(first.body.webhook_id, /^[0-9a-f]{24}$/);
    const second = await save(location, { url: `${receiver.url}?x=1` });
    assert.equal(second.body.webhook_id, first.body.webhook_id);
    const { body } = await world.get(pathOf(location));
    const { create_date: _created, mod_date: _changed, ...rest } = body;
    assert.deepEqual(rest, {
      _id: first.body.webhook_id,
      company_id: location,
      url: `${receiver.url}?x=1`,
      http_method: "POST",
      enabled: true,
    });
  });

  it("200: defaults are POST and enabled, also for null (rules 5)", async () => {
    const location = await withWebhook({ http_method: null, enabled: null, auth_username: null, auth_password: null });
    const { body } = await world.get(pathOf(location));
    assert.deepEqual([body.http_method, body.enabled, "auth_username" in body], ["POST", true, false]);
  });

  it("200: a form does the same, and its blank fields are as absent (interface 1, rules 2)", async () => {
    const location = await buildLocation(world);
    const form = `url=${encodeURIComponent(receiver.url)}&http_method=PATCH&auth_username=&auth_password=&enabled=true`;
    assert.equal((await world.call("POST", pathOf(location), { form })).status, 200);
    const { body } = await world.get(pathOf(location));
    assert.deepEqual([body.http_method, "auth_username" in body], ["PATCH", false]);
    await buildVisit(world, location);
    await deliver(location);
    assert.equal(receiver.got.at(-1)?.headers["authorization"], undefined);
  });

  for (const [name, body, word] of [
    ["no url", {}, "url"],
    ["a url that is none", { url: "not a url" }, "url"],
    ["another scheme", { url: "ftp://example.org/" }, "url"],
    ["user info", { url: "https://ann:x@example.org/" }, "url"],
    ["a number as url", { url: 7 }, "url"],
    ["another method", { url: "https://example.org/", http_method: "DELETE" }, "http_method"],
    ["a method in lower case", { url: "https://example.org/", http_method: "post" }, "http_method"],
    ["enabled as text", { url: "https://example.org/", enabled: "yes" }, "enabled"],
    ["a colon in the user name", { url: "https://example.org/", auth_username: "a:b" }, "auth_username"],
    ["a line break in the password", { url: "https://example.org/", auth_password: "a\nb" }, "auth_password"],
  ] as const)
    it(`400: ${name}; the message names the field and nothing is saved (interface 4.7, rules 5)`, async () => {
      const location = await buildLocation(world);
      const answer = await world.post(pathOf(location), body);
      assert.equal(answer.status, 400);
      assert.ok(answer.body.message.includes(`"${word}"`), answer.body.message);
      assert.deepEqual((await world.get(pathOf(location))).body, {});
    });

  it("400: an address that is not public; the message names WEBHOOK_ALLOWED_NETWORKS (interface 2.5, rules 5)", async () => {
    const location = await withWebhook();
    for (const url of ["http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/", "https://192.168.1.1:8443/x"]) {
      const answer = await world.post(pathOf(location), { url });
      assert.equal(answer.status, 400, url);
      assert.match(answer.body.message, /"url".*WEBHOOK_ALLOWED_NETWORKS/);
    }
    assert.equal((await world.get(pathOf(location))).body.url, receiver.url);
  });

  it("200: a name that does not resolve is accepted, and message says so (rules 5)", async () => {
    const location = await buildLocation(world);
    const answer = await world.post(pathOf(location), { url: "https://nowhere.invalid/hook" });
    assert.equal(answer.status, 200);
    assert.match(answer.body.message, /nowhere\.invalid did not resolve/);
    assert.deepEqual(answer.body.warnings, ["host_unresolved"]);
  });

  it("404: on plans without webhooks every configuration endpoint, whatever the body, and none on enterprise (interface 4.7)", async () => {
    const location = await withWebhook();
    const { _id } = (await world.post(`${pathOf(location)}/test`)).body;
    const all: [string, string, Body?][] = [
      ["GET", ""],
      ["POST", "", { url: "http://10.0.0.1/" }],
      ["POST", "/secret"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["POST", `/deliveries/${_id}/replay`],
    ];
    for (const tier of ["starter", "business"]) {
      await world.put(`/companies/${location}`, { tier });
      for (const [method, rest, body] of all) {
        const answer = await world.call(method, `${pathOf(location)}${rest}`, body === undefined ? {} : { body });
        assert.equal(answer.status, 404, `${tier}: ${method} ${rest}`);
        assert.equal(typeof answer.body.message, "string");
      }
    }
    await world.put(`/companies/${location}`, { tier: "enterprise" });
    assert.equal((await world.get(pathOf(location))).body.url, receiver.url);
  });

  it("403: for those who may not configure the location, before the body is looked at (interface 7, rules 4)", async () => {
    const location = await withWebhook();
    const as = await buildUser(world, "receptionist", [location]);
    const other = await buildKey(world, [await buildLocation(world)]);
    for (const caller of [as, other])
      assert.equal((await world.post(pathOf(location), { url: 1 }, { as: caller })).status, 403);
  });

  it("200: the same saved again keeps mod_date and leaves no log entry (rules 2.1)", async () => {
    const body = { auth_username: "ann", auth_password: "geheim" };
    const location = await withWebhook(body);
    const before = (await world.get(pathOf(location))).body;
    const entries = async () =>
      (
        await world.db.pool.query("select act from log where company_id = $1 and subject = 'webhook' order by seq", [
          location,
        ])
      ).rows;
    assert.equal((await save(location, body)).status, 200);
    assert.deepEqual((await world.get(pathOf(location))).body, before);
    assert.deepEqual(await entries(), [{ act: "webhook.create" }]);
    await save(location, { ...body, auth_password: "anders" });
    assert.deepEqual(await entries(), [{ act: "webhook.create" }, { act: "webhook.change" }]);
  });

  it("200: company_updated does not fire for it (rules 5)", async () => {
    const location = await withWebhook();
    await save(location, { http_method: "PUT" });
    assert.deepEqual(await deliver(location), []);
  });

  it("200: twenty first saves at once make one webhook, whose id all of them answer (interface 4.7)", async () => {
    const location = await buildLocation(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(location, { auth_username: `user-${n}` })),
    );
    for (const answer of answers) assert.equal(answer.status, 200, answer.text);
    assert.equal(new Set(answers.map(({ body }) => body.webhook_id)).size, 1);
  });
});

describe("GET /companies/{company_id}/webhooks", () => {
  it("200: {} when there is none, and when it is not enabled (interface 4.7)", async () => {
    const location = await buildLocation(world);
    assert.deepEqual((await world.get(pathOf(location))).body, {});
    await save(location, { enabled: false });
    assert.deepEqual((await world.get(pathOf(location))).body, {});
    await save(location);
    assert.equal((await world.get(pathOf(location))).body.enabled, true);
  });

  it("200: the password is write-only: not here, not in the audit log, not in clear in the database (rules 5, 6)", async () => {
    const password = "kanarie-wachtwoord";
    const location = await withWebhook({ auth_username: "ann", auth_password: password });
    await save(location, { auth_username: "bob", auth_password: `${password}2` });
    const seen = [(await world.get(pathOf(location))).text, (await world.get(`/companies/${location}/audit`)).text];
    for (const table of ["webhooks", "log", "log_bodies"])
      seen.push(
        JSON.stringify((await world.db.pool.query(`select * from ${table} where company_id = $1`, [location])).rows),
      );
    for (const text of [...seen, JSON.stringify(world.log)]) assert.ok(!text.includes("wachtwoord"), text);
    assert.ok(seen[1]?.includes('"webhook.change"') && seen[1].includes('"bob"'));
  });
});

describe("when events begin and end (interface 3, 6; rules 5)", () => {
  it("what occurs before there is an enabled webhook is never delivered; what comes after is, in order (interface 6)", async () => {
    const location = await buildLocation(world);
    await buildVisit(world, location);
    await save(location);
    const { _id } = await buildVisit(world, location);
    await world.post(`/visitors/${_id}/signout`);
    assert.deepEqual(await deliver(location), [
      { eventName: "visitor_signed_in", companyId: location, visitorId: _id },
      { eventName: "visitor_signed_out", companyId: location, visitorId: _id },
    ]);
  });

  it("what occurs while it is turned off is never delivered (rules 5)", async () => {
    const location = await withWebhook();
    await save(location, { enabled: false });
    await buildVisit(world, location);
    assert.deepEqual(await deliver(location), []);
    await save(location);
    assert.deepEqual(await deliver(location), []);
    const { _id } = await buildVisit(world, location);
    assert.deepEqual(
      (await deliver(location)).map(({ visitorId }) => visitorId),
      [_id],
    );
  });

  it("waiting ones go by the configuration at sending (rules 5)", async () => {
    const location = await withWebhook({ url: `${receiver.url}/old` });
    await buildVisit(world, location);
    await save(location, { url: `${receiver.url}/new`, http_method: "PATCH" });
    assert.equal((await deliver(location)).length, 1);
    const got = receiver.got.at(-1);
    assert.deepEqual([got?.method, got?.url], ["PATCH", "/hook/new"]);
  });

  it("what occurs on a plan without webhooks is delivered neither then nor later (interface 4.7)", async () => {
    const location = await withWebhook();
    await world.put(`/companies/${location}`, { tier: "business" });
    await buildVisit(world, location);
    assert.deepEqual(await deliver(location), []);
    await world.put(`/companies/${location}`, { tier: "enterprise" });
    await buildVisit(world, location);
    const names = (await deliver(location)).map(({ eventName }) => eventName);
    assert.deepEqual(names, ["company_updated", "visitor_signed_in"]);
  });

  it("another location's events never come along (interface 1)", async () => {
    const [one, two] = [
      await withWebhook({ url: `${receiver.url}/1` }),
      await withWebhook({ url: `${receiver.url}/2` }),
    ];
    await buildVisit(world, one);
    await buildVisit(world, two);
    assert.deepEqual(
      (await deliver(one)).map(({ companyId }) => companyId),
      [one],
    );
  });
});

describe("POST /companies/{company_id}/webhooks/test (rules 5)", () => {
  it("200: calls with eventName webhook_test and answers what became of it", async () => {
    const location = await withWebhook({ url: `${receiver.url}/t` });
    receiver.behave.run = status(201, "got it");
    const { body } = await world.post(`${pathOf(location)}/test`);
    receiver.behave.run = status(200);
    assert.deepEqual(receiver.got.at(-1)?.event, { eventName: "webhook_test", companyId: location });
    assert.deepEqual([body.kind, body.state, body.status, body.response], ["test", "delivered", 201, "got it"]);
    assert.deepEqual((await world.get(`${pathOf(location)}/deliveries`)).body, [body]);
  });

  it("200: outside the counter: five failures of tests switch nothing off, a success clears nothing", async () => {
    const location = await withWebhook();
    const failures = async () =>
      (await world.db.pool.query("select failures from webhooks where company_id = $1", [location])).rows[0].failures;
    receiver.behave.run = status(500);
    for (let n = 0; n < 6; n += 1) assert.equal((await world.post(`${pathOf(location)}/test`)).body.state, "failed");
    assert.deepEqual([(await world.get(pathOf(location))).body.enabled, await failures()], [true, 0]);
    await buildVisit(world, location);
    await deliver(location);
    receiver.behave.run = status(200);
    await world.post(`${pathOf(location)}/test`);
    assert.equal(await failures(), 1);
  });

  it("404: without a webhook", async () => {
    assert.equal((await world.post(`${pathOf(await buildLocation(world))}/test`)).status, 404);
  });

  it("503: a second one at the same location while the first is in progress; one after it is made", async () => {
    const location = await withWebhook();
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.behave.run = (response) => promise.then(() => response.end());
    const count = receiver.got.length;
    const first = world.post(`${pathOf(location)}/test`);
    await receiver.calls(count + 1);
    assert.equal((await world.post(`${pathOf(location)}/test`)).status, 503);
    resolve();
    assert.equal((await first).body.state, "delivered");
    receiver.behave.run = status(200);
    assert.equal((await world.post(`${pathOf(location)}/test`)).status, 200);
  });
});
