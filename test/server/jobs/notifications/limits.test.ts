import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { arrival, buildSite, type Site } from "../../../support/door.ts";
import { posterOf, visitorCall } from "../../../support/visitor.ts";
import { type Body, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let site: Site;
let poster: string;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.clock.frozen = false;
  await world.db.pool.query("delete from refusals");
  site = await buildSite(world, {}, { timezone: "UTC" });
  poster = await posterOf(world, site.location, site.door);
});

const byPoster = async (times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    const { status, text } = await visitorCall(world, "POST", "/visits", { token: poster, body: arrival(site) });
    assert.equal(status, 200, text);
  }
};
const outbox = async (): Promise<Body[]> => {
  await queueNotifications(world.context);
  return (await world.get(`/companies/${site.location}/outbox`)).body;
};
const counts = (messages: Body[]): Record<string, number> =>
  Object.fromEntries(
    ["mail", "sms"].flatMap((kind) =>
      ["visitor_arrived", "more_visitors"].map((template) => [
        `${kind} ${template}`,
        messages.filter((one) => one.kind === kind && one.template === template).length,
      ]),
    ),
  );
const settings = (changed: Record<string, unknown>) => world.put(`/companies/${site.location}`, { settings: changed });

describe("Messages caused by strangers (rules 5)", () => {
  it("of visitors with a poster one host gets 5 messages in 10 minutes, then one that says how many more there are", async () => {
    await byPoster(8);
    const first = await outbox();
    const expected = {
      "mail visitor_arrived": 5,
      "mail more_visitors": 1,
      "sms visitor_arrived": 5,
      "sms more_visitors": 1,
    };
    assert.deepEqual(counts(first), expected);
    await byPoster(4);
    const second = await outbox();
    assert.deepEqual(counts(second), expected, "the one that waits counts them, too");
    for (const { text } of second.filter(({ template }) => template === "more_visitors"))
      assert.match(text, /More visitors have signed in for you at .*: 7\. Reception can see them all\./);
  });

  it("the message that counts waits for the end of a rush, a minute at most; the next one comes 10 minutes later", async () => {
    world.clock.now = Date.parse("2026-05-04T09:00:00Z");
    world.clock.frozen = true;
    await byPoster(6);
    const due = async (): Promise<string[]> =>
      (await outbox())
        .filter(({ kind, template }) => kind === "mail" && template === "more_visitors")
        .map(({ _id }) => _id);
    const nextAt = async (id: string | undefined): Promise<string> =>
      (await world.db.pool.query("select next_at from messages where _id = $1", [id])).rows[0]?.next_at;
    const [id] = await due();
    assert.equal(new Date(await nextAt(id)).toISOString(), "2026-05-04T09:00:10.000Z");
    for (const second of [8, 55]) {
      world.clock.now = Date.parse("2026-05-04T09:00:00Z") + second * 1000;
      await byPoster(1);
      await outbox();
    }
    assert.equal(new Date(await nextAt(id)).toISOString(), "2026-05-04T09:01:00.000Z");
    await world.db.pool.query("update messages set state = 'sent', next_at = null where company_id = $1", [
      site.location,
    ]);
    await byPoster(1);
    const [later, ...others] = await due();
    assert.equal(new Date(await nextAt(later)).toISOString(), "2026-05-04T09:10:00.000Z");
    assert.deepEqual(others, [id]);
    world.clock.now += 11 * MINUTE_MS;
    await byPoster(1);
    assert.equal(counts(await outbox())["mail visitor_arrived"], 6, "ten minutes later a host is told again");
  });

  it("another host, and visitors whom reception signs in, are not held up by them", async () => {
    await byPoster(7);
    await world.post("/visitees", { company_id: site.location, cn: "Bo Maes", mail: "bo@example.org" });
    const body = arrival(site, { answers: { recipient: "Bo Maes" } });
    await visitorCall(world, "POST", "/visits", { token: poster, body });
    await buildVisit(world, site.location, { recipient: "Ann Peeters" });
    const messages = await outbox();
    assert.equal(messages.filter(({ to }) => to === "bo@example.org").length, 1);
    assert.equal(counts(messages)["mail visitor_arrived"], 7);
  });
});

describe("The SMS of a day (rules 4: sms_per_day)", () => {
  it("beyond them an SMS isn't sent and the outbox says why; the email is; tomorrow there are new ones", async () => {
    await settings({ sms_per_day: 2 });
    world.clock.now = Date.parse("2026-05-04T23:00:00Z");
    world.clock.frozen = true;
    for (let n = 0; n < 3; n += 1) await buildVisit(world, site.location, { recipient: "Ann Peeters" });
    const messages = await outbox();
    const sms = messages.filter(({ kind }) => kind === "sms").map(({ state }): string => state);
    assert.deepEqual(sms.toSorted(), ["failed", "queued", "queued"]);
    const { error, next_attempt } = messages.find(({ state }) => state === "failed");
    assert.deepEqual(
      [error, next_attempt],
      ["This location's 2 SMS of today have been used (setting sms_per_day).", undefined],
    );
    assert.equal(messages.filter(({ kind }) => kind === "mail").length, 3);
    const { body } = await world.get(`/companies/${site.location}/outbox/health`);
    assert.deepEqual([body.sms_today, body.sms_per_day], [2, 2]);
    world.clock.now += 2 * 60 * MINUTE_MS;
    await buildVisit(world, site.location, { recipient: "Ann Peeters" });
    assert.equal((await outbox()).filter(({ kind, state }) => kind === "sms" && state === "queued").length, 3);
  });

  it("are 500 unless the location says otherwise; 400 for what isn't a number", async () => {
    const { body } = await world.get(`/companies/${site.location}/outbox/health`);
    assert.deepEqual([body.sms_today, body.sms_per_day], [0, 500]);
    for (const sms_per_day of [-1, 1.5, "many"]) assert.equal((await settings({ sms_per_day })).status, 400);
  });
});

describe("The country of telephone numbers (rules 4: phone_country)", () => {
  it("a host's national mobile number is sent SMS by it, and none without it", async () => {
    await world.put(`/visitees/${site.host["_id"]}`, { mobile: "0470 12 34 56" });
    await buildVisit(world, site.location, { recipient: "Ann Peeters" });
    assert.equal((await outbox()).filter(({ kind }) => kind === "sms").length, 0);
    const answer = await settings({ phone_country: "BE" });
    assert.equal(answer.body.settings.phone_country, "BE");
    await buildVisit(world, site.location, { recipient: "Ann Peeters" });
    assert.deepEqual(
      (await outbox()).filter(({ kind }) => kind === "sms").map(({ to }) => to),
      ["+32470123456"],
    );
    assert.equal("phone_country" in (await settings({ phone_country: null })).body.settings, false);
  });

  it("400: what isn't a country with telephone numbers", async () => {
    for (const phone_country of ["be", "Belgium", "XX", 32]) {
      const { status, body } = await settings({ phone_country });
      assert.deepEqual([status, body.field], [400, "settings.phone_country"], String(phone_country));
    }
  });
});
