import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { expire } from "../../../../../server/resources/registered-visitors/removal.ts";
import { systemContext } from "../../../../../server/platform/http/request-context.ts";
import { inTransaction } from "../../../../../server/platform/http/in-transaction.ts";
import { giveUpOldMessages } from "../../../../../server/resources/messages/delivery.ts";
import { buildInvited, entryOf, sendAll, VISITING_ON } from "../../../../support/invited.ts";
import { type Mailbox, openMailbox, type ReceivedMail } from "../../../../support/outside/mailbox.ts";
import { tokenOf, visitorCall } from "../../../../support/visitor.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../../support/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let mailbox: Mailbox;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://visitors.example.org" } });
  world.clock.now = Date.now();
  world.clock.frozen = true;
  location = await buildLocation(world, { name: "Kade" });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

const invite = (person?: Record<string, unknown>): Promise<Body> => buildInvited(world, mailbox, location, person);
const sent = (): Promise<ReceivedMail[]> => sendAll(world, mailbox);
const remove = async ({ _id }: Body): Promise<void> => {
  assert.equal((await world.remove(`/knownvisitors/${_id}`)).status, 200);
};
const removeMany = (visitors: readonly Body[]) =>
  world.post(
    `/companies/${location}/knownvisitors/delete`,
    visitors.map(({ _id }) => _id),
  );
const messagesOf = async ({ _id }: Body): Promise<unknown[]> =>
  (await world.db.pool.query("select 1 from messages where subject_id = $1", [_id])).rows;

describe("An invited visitor who is removed before their visit (rules 5.5)", () => {
  it("is emailed that it is off, with a CANCEL of the entry and the next SEQUENCE", async () => {
    const visitor = await invite({ recipient: "Ann Peeters" });
    await world.put(`/knownvisitors/${visitor._id}`, { recipient: "Bob Maes" });
    await sent();
    await remove(visitor);
    const [email, ...others] = await sent();
    assert.ok(email && others.length === 0);
    const { mail, raw, to } = email;
    assert.deepEqual([to, mail.subject], [["jo@example.org"], "Cancelled: your visit to Kade on Monday 19 May 2036"]);
    assert.match(
      mail.text ?? "",
      /Hello Jo,\n\nYour visit to Kade has been cancelled\. You don't need to do anything\./,
    );
    assert.match(mail.text ?? "", /When: Monday 19 May 2036, 09:00 to 10:00/);
    assert.doesNotMatch(mail.text ?? "", /\/visit\//);
    assert.doesNotMatch(mail.html ?? "", /cid:code/);
    assert.match(raw, /^Content-Type: text\/calendar; charset=utf-8; method=CANCEL\r\n/m);
    assert.deepEqual(entryOf(email, "UID", "METHOD", "STATUS", "SEQUENCE", "ORGANIZER", "ATTENDEE"), [
      `${visitor._id}@visitors.example.org`,
      "CANCEL",
      "CANCELLED",
      "2",
      'CN="Kade":mailto:no-reply@visitors.example.org',
      'CN="Jo Janssens";RSVP=FALSE:mailto:jo@example.org',
    ]);
  });

  it("is emailed once, when several are removed together too, and nothing of them stays once it has gone out", async () => {
    const visitors = [await invite({ email: "an@example.org" }), await invite({ email: "bo@example.org" })];
    await removeMany(visitors);
    await removeMany(visitors);
    const emails = await sent();
    assert.deepEqual(emails.flatMap(({ to }) => to).toSorted(), ["an@example.org", "bo@example.org"]);
    for (const visitor of visitors) assert.deepEqual(await messagesOf(visitor), []);
    assert.deepEqual(await sent(), []);
  });

  it("leaves nothing either when the email is refused, or can't be sent for a day", async () => {
    const [refused, late] = [await invite({ email: "gone@example.org" }), await invite({ email: "late@example.org" })];
    await removeMany([refused, late]);
    mailbox.refuse.recipient = (address) =>
      address === "gone@example.org" ? { code: 550, words: "no such user" } : { code: 451, words: "later" };
    assert.deepEqual(await sent(), []);
    assert.deepEqual([(await messagesOf(refused)).length, (await messagesOf(late)).length], [0, 1]);
    world.clock.now += DAY_MS;
    await giveUpOldMessages(world.context);
    mailbox.refuse.recipient = undefined;
    assert.deepEqual(await messagesOf(late), []);
  });

  it("gets no email when the invitation had not gone out, or had no date", async () => {
    const person = { company_id: location, email: "jo@example.org", visiting_on: VISITING_ON };
    const { body: visitor } = await world.post("/knownvisitors", person);
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [visitor._id]);
    await remove(visitor);
    await remove(await invite({ visiting_on: undefined }));
    await remove((await world.post("/knownvisitors", person)).body);
    assert.deepEqual(await sent(), []);
  });

  it("gets no email when the visit is over, or has begun", async () => {
    await remove(await invite({ visiting_on: { startDate: "2020-05-19T09:00:00Z", endDate: "2020-05-19T10:00:00Z" } }));
    const visitor = await invite();
    world.clock.now += 1_000;
    const { body: visit } = await world.post(`/knownvisitors/${visitor._id}/signin`, {});
    await world.post(`/visitors/${visit._id}/signout`);
    await remove(visitor);
    assert.deepEqual(await sent(), []);
  });

  it("of a visit without an end: is emailed until the day is over", async () => {
    const today = new Date(world.clock.now).toISOString().slice(0, 10);
    const earlier = await invite({ visiting_on: { startDate: `${today}T00:00:00Z` } });
    await remove(earlier);
    assert.equal((await sent()).length, 1);
  });

  it("gets no email when retention or their own request erases them", async () => {
    const expired = await invite();
    const context = systemContext(world.context, "retention");
    const all = { before: "2050-01-01T00:00:00.000Z", after: "", limit: 100 };
    await inTransaction(context, (inner) => expire(inner, location, all));
    assert.equal((await world.get(`/knownvisitors/${expired._id}`)).status, 404);

    mailbox.received.length = 0;
    const visitor = await buildInvited(world, mailbox, location);
    const link = /https:\/\/\S+\/visit\/#i=\S+/.exec(mailbox.received[0]?.mail.text ?? "")?.[0] ?? "";
    assert.equal((await visitorCall(world, "POST", "/data/erasure", { token: tokenOf(link) })).status, 200);
    const [request] = (await world.get(`/companies/${location}/erasurerequests`)).body;
    assert.equal((await world.post(`/companies/${location}/erasurerequests/${request._id}/confirm`)).status, 200);
    assert.equal((await world.get(`/knownvisitors/${visitor._id}`)).status, 404);
    assert.deepEqual(
      (await sent()).filter(({ to }) => to.includes("jo@example.org")),
      [],
    );
  });
});
