import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type QueuedMessage, queueMessages } from "../../../../server/resources/messages/queue.ts";
import { type Body, buildKey, buildLocation, buildUser, makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld({ env: { PUBLIC_URL: "https://visitors.example.org" } });
});
after(() => world.close());

const fill = (location: string, texts: readonly string[], overrides: Partial<QueuedMessage> = {}): Promise<void> =>
  queueMessages(
    world.db,
    texts.map(
      (text, n) =>
        ({
          location,
          kind: "mail",
          recipient: "jo@example.org",
          template: "notice",
          parameters: { subject: `On ${text}`, text },
          now: Date.parse("2026-05-01T10:00:00Z") + n * 1000,
          ...overrides,
        }) as QueuedMessage,
    ),
  );
const outbox = async (location: string, query = ""): Promise<Body[]> => {
  const { status, body, text } = await world.get(`/companies/${location}/outbox${query}`);
  assert.equal(status, 200, text);
  return body;
};

describe("POST /companies/{company_id}/outbox/{id}/resend", () => {
  const failed = async (location: string): Promise<string> => {
    await fill(location, ["first"]);
    await world.db.pool.query(
      "update messages set state = 'failed', attempts = 6, error = 'refused' where company_id = $1",
      [location],
    );
    return (await outbox(location))[0]?._id;
  };
  const resend = (location: string, id: string, body: object = {}) =>
    world.post(`/companies/${location}/outbox/${id}/resend`, body);

  it("200: the same message is queued anew in the place of the failed one, with a day to go out", async () => {
    const location = await buildLocation(world);
    const id = await failed(location);
    const { status, body } = await resend(location, id);
    assert.equal(status, 200);
    assert.deepEqual([body.to, body.subject, body.state, body.attempts], ["jo@example.org", "On first", "queued", 0]);
    assert.ok(Date.parse(body.create_date) > Date.now() - 60_000);
    const all = await outbox(location);
    assert.deepEqual(
      all.map(({ _id }) => _id),
      [body._id],
    );
    assert.notEqual(body._id, id);
    const { body: entries } = await world.get(`/companies/${location}/audit`);
    assert.deepEqual([entries[0].act, entries[0].subject_id], ["message.send", body._id]);
    assert.equal(entries[0].after.to, "j…@example.org", "masked: the entry outlives the visit");
    assert.equal(JSON.stringify(entries[0]).includes("jo@example.org"), false);
  });

  it("200: to another address; 400: to an invalid one", async () => {
    const location = await buildLocation(world);
    const id = await failed(location);
    const wrong = await resend(location, id, { to: "no address" });
    assert.deepEqual([wrong.status, wrong.body.code, wrong.body.field], [400, "wrong_format", "to"]);
    assert.equal((await resend(location, id, { to: " ann@example.org " })).body.to, "ann@example.org");
  });

  it("404: one that hasn't failed, one that was sent again already, and none", async () => {
    const location = await buildLocation(world);
    await fill(location, ["first"]);
    const [queued] = await outbox(location);
    assert.equal((await resend(location, queued?._id)).status, 404);
    const other = await buildLocation(world);
    const id = await failed(other);
    const both = await Promise.all([resend(other, id), resend(other, id)]);
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    );
    assert.equal((await outbox(other)).length, 1);
  });
});

describe("GET /companies/{company_id}/outbox (rules 5)", () => {
  it("200: a plain array, newest first, with state and readable text", async () => {
    const location = await buildLocation(world);
    await fill(location, ["first", "second"]);
    const [newest, oldest, ...more] = await outbox(location);
    assert.equal(more.length, 0);
    const { _id, mod_date, text, ...rest } = newest;
    assert.match(_id, /^[0-9a-f]{24}$/);
    assert.equal(mod_date, rest.create_date);
    assert.match(text, /^second\n/);
    assert.deepEqual(rest, {
      company_id: location,
      kind: "mail",
      to: "jo@example.org",
      template: "notice",
      subject: "On second",
      state: "queued",
      attempts: 0,
      error: "No mail server is set up. Set SMTP_URL.",
      create_date: "2026-05-01T10:00:01.000Z",
    });
    assert.match(oldest.text, /^first\n/);
  });

  it("200: one that has gone out shows when and no error, one that failed keeps its own (rules 5)", async () => {
    const location = await buildLocation(world);
    await fill(location, ["first", "second"]);
    const set =
      "update messages set state = $2, error = $3, sent_at = $4 where company_id = $1 and parameters ->> 'text' = $5";
    await world.db.pool.query(set, [location, "sent", null, "2026-05-01T11:00:00Z", "first"]);
    await world.db.pool.query(set, [location, "failed", "refused", null, "second"]);
    const [failed, sent] = await outbox(location);
    assert.deepEqual([sent.state, sent.error, sent.sent_at], ["sent", undefined, "2026-05-01T11:00:00.000Z"]);
    assert.deepEqual([failed.state, failed.error, failed.sent_at], ["failed", "refused", undefined]);
  });

  it("200: state gives those in it alone, paged as all are; another word is 400 (rules 5)", async () => {
    const location = await buildLocation(world);
    await fill(location, ["first", "second", "third"]);
    const set = "update messages set state = 'failed' where company_id = $1 and parameters ->> 'text' <> 'second'";
    await world.db.pool.query(set, [location]);
    const subjects = async (query: string) => (await outbox(location, query)).map(({ subject }) => subject);
    assert.deepEqual(await subjects("?state=failed"), ["On third", "On first"]);
    assert.deepEqual(await subjects("?state=failed&count=1&page=2"), ["On first"]);
    assert.deepEqual(await subjects("?state=queued"), ["On second"]);
    assert.equal((await world.get(`/companies/${location}/outbox?state=lost`)).status, 400);
  });

  it("200: an SMS has a text and no subject (rules 5: mails and SMS)", async () => {
    const location = await buildLocation(world);
    await fill(location, ["Ann is here"], { kind: "sms", recipient: "+3212345678" });
    const [{ kind, to, subject, text, error }] = await outbox(location);
    assert.deepEqual([kind, to, subject, text], ["sms", "+3212345678", undefined, "Ann is here"]);
    assert.match(error, /SMS_GATEWAY_URL/);
  });

  it("200: an invitation is shown with the link that its mail has (promises, ease of use 1)", async () => {
    const location = await buildLocation(world);
    const person = { company_id: location, email: "jo@example.org", first_name: "Jo", language_id: "fr" };
    const { _id } = (await world.post("/knownvisitors", person)).body;
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [_id]);
    const [{ text, subject_id, language_id, template }] = await outbox(location);
    assert.deepEqual([subject_id, language_id, template], [_id, "fr", "registered_visitor_invitation"]);
    const [, token = ""] = /\/visit\/#i=(\S+)/.exec(text) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await world.app.inject({ url: "/visit/api/invitation", headers })).statusCode, 200);
  });

  it("200: count and page are optional; past the end it is empty (rules 2)", async () => {
    const location = await buildLocation(world);
    await fill(
      location,
      Array.from({ length: 60 }, (_, n) => `m${n}`),
    );
    const subjects = async (query: string) => (await outbox(location, query)).map(({ subject }) => subject);
    assert.equal((await subjects("")).length, 60);
    assert.deepEqual(await subjects("?count=2&page=2"), ["On m57", "On m56"]);
    assert.equal((await subjects("?page=1")).length, 50);
    assert.deepEqual(await subjects("?count=10000&page=9007199254740991"), []);
    assert.equal((await world.get(`/companies/${location}/outbox?count=0`)).status, 400);
    assert.equal((await world.get(`/companies/${location}/outbox?count=10001`)).status, 400);
  });

  it("403: for roles that do not set a location up, and for other locations (rules 4)", async () => {
    const [location, other] = [await buildLocation(world), await buildLocation(world)];
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(`/companies/${location}/outbox`, { as })).status, 403, role);
    }
    const as = await buildKey(world, [location]);
    assert.equal((await world.get(`/companies/${location}/outbox`, { as })).status, 200);
    assert.equal((await world.get(`/companies/${other}/outbox`, { as })).status, 403);
  });

  it("a location's messages go with it", async () => {
    const location = await buildLocation(world, { name: "Gone" });
    await fill(location, ["x"]);
    await world.call("DELETE", `/companies/${location}`, { body: { name: "Gone" } });
    const { rows } = await world.db.pool.query("select 1 from messages where company_id = $1", [location]);
    assert.deepEqual(rows, []);
  });
});

describe("GET /companies/{company_id}/outbox/health", () => {
  it("200: says what can be sent, and counts what waits and what was given up, of this location alone", async () => {
    const [location, other] = [await buildLocation(world), await buildLocation(world)];
    await fill(other, ["elsewhere"]);
    await fill(location, ["first", "second", "third", "fourth"]);
    const set = "update messages set state = $2 where company_id = $1 and parameters ->> 'text' = $3";
    for (const [state, text] of [
      ["failed", "first"],
      ["sending", "second"],
      ["sent", "third"],
    ])
      await world.db.pool.query(set, [location, state, text]);
    const { body } = await world.get(`/companies/${location}/outbox/health`);
    assert.deepEqual(body, {
      mail_configured: false,
      sms_configured: false,
      waiting: 2,
      failed: 1,
      sms_today: 0,
      sms_per_day: 500,
    });
  });
});
