import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildInvited, entryOf, sendAll, VISITING_ON } from "../../../../support/invited.ts";
import { atKiosk, buildSite, type Site } from "../../../../support/door.ts";
import { type Mailbox, openMailbox, type ReceivedMail } from "../../../../support/outside/mailbox.ts";
import { tokenOf, visitorCall } from "../../../../support/visitor.ts";
import { type Body, makeWorld, type World } from "../../../../support/world.ts";

const LATER = { startDate: "2036-05-20T13:00:00.000Z", endDate: "2036-05-20T14:30:00.000Z" };
const STRANGER = "stranger@example.org";
const RIGHT = "right@example.org";

let world: World;
let mailbox: Mailbox;
let site: Site;

before(async () => {
  mailbox = await openMailbox();
  const env = { SMTP_URL: mailbox.url, MAIL_FROM: "desk@example.org", PUBLIC_URL: "https://visitors.example.org" };
  world = await makeWorld({ env });
  world.clock.now = Date.now();
  world.clock.frozen = true;
  site = await buildSite(world, { fields: [{ label: "Plate" }] });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

/** The token in the link of an email. */
const tokenIn = ({ mail }: ReceivedMail): string =>
  tokenOf(/https:\S+\/visit\/#i=\S+/.exec(mail.text ?? "")?.[0] ?? "");
/** Invites a visitor at the wrong address. @returns the record, and the stranger's token */
const invite = async (person: Record<string, unknown> = {}): Promise<{ visitor: Body; token: string }> => {
  const given = { email: STRANGER, visit_type: site.type._id, ...person };
  const visitor = await buildInvited(world, mailbox, site.location, given);
  return { visitor, token: tokenIn(mailbox.received[0] ?? assert.fail()) };
};
const put = async ({ _id }: Body, change: Record<string, unknown>): Promise<Body> => {
  const { status, body, text } = await world.put(`/knownvisitors/${_id}`, change);
  assert.equal(status, 200, text);
  return body;
};
const sent = (): Promise<ReceivedMail[]> => sendAll(world, mailbox);
const summary = (emails: readonly ReceivedMail[]) =>
  emails
    .map((email) => [...email.to, ...entryOf(email, "METHOD", "SEQUENCE")])
    .toSorted(([a = ""], [b = ""]) => a.localeCompare(b));
const call = (path: string, token: string) => visitorCall(world, "GET", path, { token });
const statuses = async (token: string): Promise<number[]> => [
  (await call("/invitation", token)).status,
  (await call("/data", token)).status,
];

describe("An invited visitor whose address changes (rules 5.5)", () => {
  it("403: the links sent before end at once, with them the code, and the new ones work", async () => {
    const { visitor, token } = await invite({ visiting_on: undefined });
    const recognised = async (code: string) => (await atKiosk(world, site, "/recognise", { code })).body.outcome;
    assert.deepEqual(await statuses(token), [200, 200]);
    assert.equal(await recognised(token), "expected");
    const changed = await put(visitor, { email: RIGHT });
    assert.equal(changed.status, "invited");
    assert.deepEqual(await statuses(token), [403, 403]);
    assert.equal(await recognised(token), "unknown");
    const fresh = (await sent()).find(({ to }) => to[0] === RIGHT) ?? assert.fail();
    assert.deepEqual(await statuses(tokenIn(fresh)), [200, 200]);
    assert.equal(await recognised(tokenIn(fresh)), "expected");
    assert.equal(tokenOf((await call("/invitation", tokenIn(fresh))).body.code), tokenIn(fresh));
  });

  it("takes the entry back at the old address and invites at the new one, each under the same UID", async () => {
    const { visitor } = await invite();
    await put(visitor, { email: RIGHT });
    assert.equal(
      (await world.get(`/knownvisitors/${visitor._id}`)).body.invited_date,
      new Date(world.clock.now).toISOString(),
    );
    const emails = await sent();
    assert.deepEqual(summary(emails), [
      [RIGHT, "REQUEST", "1"],
      [STRANGER, "CANCEL", "1"],
    ]);
    for (const email of emails) assert.deepEqual(entryOf(email, "UID"), [`${visitor._id}@example.org`]);
    const old = emails.find(({ to }) => to[0] === STRANGER) ?? assert.fail();
    assert.match(old.mail.subject ?? "", /no longer applies at this address$/);
    assert.doesNotMatch(`${old.mail.text}${old.raw}`, /right@|#i=/);
    assert.deepEqual(await sent(), []);
  });

  it("says the new time to the new address alone, where both change, and in one email what changes within a minute", async () => {
    const { visitor } = await invite();
    await put(visitor, { email: "another@example.org", visiting_on: LATER });
    await put(visitor, { email: RIGHT });
    await put(visitor, { recipient: "Ann Peeters" });
    const emails = await sent();
    assert.deepEqual(summary(emails), [
      [RIGHT, "REQUEST", "2"],
      [STRANGER, "CANCEL", "1"],
    ]);
    const fresh = emails.find(({ to }) => to[0] === RIGHT) ?? assert.fail();
    assert.deepEqual(entryOf(fresh, "DTSTART"), ["20360520T130000Z"]);
    assert.match(fresh.mail.text ?? "", /Ann Peeters/);
    await put(visitor, { visiting_on: VISITING_ON });
    assert.deepEqual(summary(await sent()), [[RIGHT, "REQUEST", "3"]]);
  });

  it("is invited anew at an address that is put back; a link that has ended stays ended", async () => {
    const { visitor, token } = await invite();
    await put(visitor, { email: RIGHT });
    await put(visitor, { email: STRANGER });
    const [again, ...others] = await sent();
    assert.ok(again && others.length === 0);
    assert.deepEqual(summary([again]), [[STRANGER, "REQUEST", "1"]]);
    assert.deepEqual([...(await statuses(token)), ...(await statuses(tokenIn(again)))], [403, 403, 200, 200]);
    await put(visitor, { email: RIGHT });
    await sent();
    await put(visitor, { email: STRANGER });
    assert.deepEqual(summary(await sent()), [
      [RIGHT, "CANCEL", "3"],
      [STRANGER, "REQUEST", "3"],
    ]);
  });

  it("is no longer invited without an address, and nothing follows from one that is added later", async () => {
    const { visitor, token } = await invite();
    const { status, invited_date } = await put(visitor, { email: null });
    assert.deepEqual([status, invited_date], ["created", undefined]);
    assert.deepEqual(summary(await sent()), [[STRANGER, "CANCEL", "1"]]);
    await put(visitor, { email: RIGHT });
    assert.deepEqual(await sent(), []);
    assert.deepEqual(await statuses(token), [403, 403]);
    await world.post(`/companies/${site.location}/knownvisitors/sendinvites`, [visitor._id]);
    assert.deepEqual(summary(await sent()), [[RIGHT, "REQUEST", "2"]]);
  });

  it("keeps the link and gets no email where only the case or the blanks of the address change", async () => {
    const { visitor, token } = await invite();
    await put(visitor, { email: "Stranger@Example.org" });
    assert.deepEqual(await sent(), []);
    assert.deepEqual(await statuses(token), [200, 200]);
  });

  it("is asked anew for what was signed before the visit: the link it came through was another's", async () => {
    const { visitor, token } = await invite();
    const saved = await visitorCall(world, "PUT", "/invitation", { token, body: { answers: { plate: "1-ABC-234" } } });
    assert.equal(saved.body.status, "preregistered", saved.text);
    const { status, preregistered_date } = await put(visitor, { email: RIGHT });
    assert.deepEqual([status, preregistered_date], ["invited", undefined]);
    const { rows } = await world.db.pool.query("select 1 from preregistrations where registered_visitor_id = $1", [
      visitor._id,
    ]);
    assert.deepEqual(rows, []);
    await sent();
  });

  it("is sent the invitation once where it is sent again by hand within the minute", async () => {
    const { visitor } = await invite();
    await put(visitor, { email: RIGHT });
    await world.post(`/companies/${site.location}/knownvisitors/sendinvites`, [visitor._id]);
    assert.deepEqual(summary(await sent()), [
      [RIGHT, "REQUEST", "2"],
      [STRANGER, "CANCEL", "1"],
    ]);
  });

  it("gets no more than the location's limit, and is then no longer invited", async () => {
    const { visitor } = await invite();
    const limit = async (most: number) =>
      world.put(`/companies/${site.location}`, { settings: { invite_cap_per_day: most } });
    await limit(1);
    assert.equal((await put(visitor, { email: RIGHT })).status, "created");
    await limit(500);
    assert.deepEqual(summary(await sent()), [[STRANGER, "CANCEL", "1"]]);
  });

  it("is called off where the invitation stands, when they are removed: never twice at the old address", async () => {
    const { visitor } = await invite();
    await put(visitor, { email: RIGHT });
    await sent();
    await world.remove(`/knownvisitors/${visitor._id}`);
    assert.deepEqual(summary(await sent()), [[RIGHT, "CANCEL", "2"]]);
  });

  it("gets no email once their visit has begun, though the code ends", async () => {
    const { visitor, token } = await invite();
    await world.post(`/knownvisitors/${visitor._id}/signin`);
    const { status } = await put(visitor, { email: RIGHT });
    assert.equal(status, "invited");
    assert.deepEqual(await sent(), []);
    assert.deepEqual(await statuses(token), [403, 403]);
  });
});

describe("The UID of an invitation (RFC 5545, 3.8.4.7)", () => {
  it("is the one it was sent with, also for those that an earlier version sent before PUBLIC_URL has moved", async () => {
    const { visitor } = await invite();
    await world.db.pool.query("update messages set parameters = parameters - 'uid' where subject_id = $1", [
      visitor._id,
    ]);
    await world.db.pool.query(
      "insert into earlier_calendar_host (host) values ('old.example.org') on conflict (one) do update set host = excluded.host",
    );
    await put(visitor, { visiting_on: LATER });
    const [email] = await sent();
    assert.deepEqual(entryOf(email ?? assert.fail(), "UID"), [`${visitor._id}@old.example.org`]);
    await world.db.pool.query("update earlier_calendar_host set host = 'moved.example.org'");
    await world.remove(`/knownvisitors/${visitor._id}`);
    const [ending] = await sent();
    assert.deepEqual(entryOf(ending ?? assert.fail(), "UID", "METHOD"), [`${visitor._id}@old.example.org`, "CANCEL"]);
    assert.match(ending?.raw ?? "", /^Message-ID: <[0-9a-f]{24}@example\.org>/m);
  });
});
