import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueMessage } from "../../../../../server/resources/messages/queue.ts";
import { type Mailbox, openMailbox } from "../../../../support/outside/mailbox.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../../support/world.ts";
import { sendMails, sendSms } from "../../../../support/outside/sending.ts";
import { openSmsGateway, type SmsGateway } from "../../../../support/outside/sms-gateway.ts";

const TEXT = 'Leave by the <b>north</b> exit & "wait"\nat the car park.\n\n%email% {stay}';

let mailbox: Mailbox;
let world: World;
let plain: World;
let location: string;
let gateway: SmsGateway;

before(async () => {
  mailbox = await openMailbox();
  gateway = await openSmsGateway();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, SMS_GATEWAY_URL: gateway.url } });
  plain = await makeWorld();
});
after(async () => {
  await Promise.all([world.close(), plain.close()]);
  await mailbox.close();
  await gateway.close();
});
beforeEach(async () => {
  location = await buildLocation(world, { name: "Kade & Zonen", timezone: "Europe/Brussels", default_language: "nl" });
  await world.db.pool.query("delete from messages");
  mailbox.received.length = 0;
  gateway.received.length = 0;
});

const alarm = (body: unknown, options = {}) => world.post(`/companies/${location}/emergency`, body, options);
const visit = (overrides: Record<string, unknown>): Promise<Body> => buildVisit(world, location, overrides);
const outbox = async (): Promise<Body[]> => (await world.get(`/companies/${location}/outbox`)).body;
const recipients = async (): Promise<string[]> => (await outbox()).map(({ to }) => String(to)).toSorted();

describe("POST /companies/{company_id}/emergency (rules 5)", () => {
  it("200: an email to all visitors inside with an address, an SMS to those with a number; the answer counts them (interface 3)", async () => {
    await visit({ email: "a@example.org", phone: "+32 470 00 00 01" });
    await visit({ email: "b@example.org" });
    await visit({ phone: "0032470000002" });
    await visit({ first_name: "Unreachable", phone: "call me" });
    const left = await visit({ email: "left@example.org" });
    await world.post(`/visitors/${left._id}/signout`);
    await visit({ email: "yesterday@example.org", signed_in: new Date(Date.now() - 2 * 86_400_000).toISOString() });
    const { status, body } = await alarm({ message: TEXT });
    assert.equal(status, 200);
    assert.deepEqual(body, { message: "Queued: 2 emails and 2 SMS.", mails: 2, sms: 2 });
    assert.deepEqual(await recipients(), ["+32470000001", "+32470000002", "a@example.org", "b@example.org"]);
  });

  it("200: who stays several days is inside, by the location's own interval (rules 3)", async () => {
    await world.put(`/companies/${location}`, { settings: { signout_days: 3 } });
    await visit({ email: "stays@example.org", signed_in: new Date(Date.now() - 2 * 86_400_000).toISOString() });
    assert.equal((await alarm({ message: "Out" })).body.mails, 1);
  });

  it("200: the administrators, receptionists and guards of the location get it too, in their language; no other staff", async () => {
    for (const [role, extra] of [
      ["security_guard", { email: "guard@example.org", language_id: "de" }],
      ["receptionist", { email: "desk@example.org" }],
      ["local_admin", { email: "boss@example.org", language_id: "fr" }],
      ["employee", { email: "employee@example.org" }],
      ["receptionist", { email: "asleep@example.org", active: false }],
    ] as const)
      await buildUser(world, role, [location], extra);
    await buildUser(world, "receptionist", [await buildLocation(world)], { email: "elsewhere@example.org" });
    assert.equal((await alarm({ message: TEXT, drill: false })).body.mails, 3);
    const languages = (await outbox()).map(({ to, language_id }) => `${to} ${language_id}`).toSorted();
    assert.deepEqual(languages, ["boss@example.org fr", "desk@example.org nl", "guard@example.org de"]);
  });

  it("200: an address or number that occurs twice gets it once, in whatever letter case and spelling", async () => {
    await buildUser(world, "receptionist", [location], { email: "shared-desk@example.org" });
    const first = await visit({ email: "Shared-Desk@example.org", phone: "+32 470 000 003", language_id: "fr" });
    await visit({ email: "shared-desk@example.org", phone: "0032470000003" });
    const { mails, sms } = (await alarm({ message: TEXT })).body;
    assert.deepEqual([mails, sms], [1, 1]);
    for (const message of await outbox())
      assert.deepEqual([message.subject_id, message.language_id], [first._id, "fr"]);
  });

  for (const [language, subject, drill, sms] of [
    [
      "en",
      "EMERGENCY at Kade & Zonen",
      "DRILL at Kade & Zonen",
      "DRILL at Kade & Zonen (this is not a real emergency):",
    ],
    ["nl-BE", "NOODGEVAL bij Kade & Zonen", "OEFENING bij Kade & Zonen", "OEFENING, geen noodgeval, bij"],
    ["fr", "URGENCE : Kade & Zonen", "EXERCICE : Kade & Zonen", "EXERCICE, pas d'urgence (Kade & Zonen) :"],
    ["de", "NOTFALL bei Kade & Zonen", "ÜBUNG bei Kade & Zonen", "ÜBUNG, kein Notfall, bei"],
  ] as const)
    it(`200: in ${language}, a drill is marked in the subject and before the text, an emergency is not`, async () => {
      await visit({ email: "jo@example.org", phone: "+32470000004", language_id: language });
      await alarm({ message: TEXT });
      await alarm({ message: TEXT, drill: true });
      await sendMails(world.context);
      await sendSms(world.context);
      const mails = mailbox.received
        .map(({ mail }) => mail)
        .toSorted((a, b) => Number(b.subject === subject) - Number(a.subject === subject));
      assert.deepEqual(
        mails.map((mail) => mail.subject),
        [subject, drill],
      );
      assert.match(mails[0]?.text ?? "", /^Leave by the <b>north/);
      assert.doesNotMatch(mails[1]?.text ?? "", /^Leave/);
      assert.equal(gateway.received.filter(({ text }) => text.startsWith(sms)).length, 1);
      assert.ok(gateway.received.every(({ to, text }) => to === "+32470000004" && text.endsWith(` ${TEXT}`)));
    });

  it("200: the text is shown as it was sent: escaped in HTML, its lines and placeholders kept, the location as the sender", async () => {
    await visit({ email: "jo@example.org" });
    await alarm({ message: TEXT });
    await sendMails(world.context);
    const { mail } = mailbox.received[0] ?? assert.fail("no mail");
    assert.equal(mail.from?.name, "Kade & Zonen");
    assert.match(mail.html ?? "", /&lt;b&gt;north&lt;\/b&gt; exit &amp; &quot;wait&quot;<br>at the car park\./);
    assert.match(mail.html ?? "", />%email% \{stay\}</);
    assert.ok((mail.text ?? "").replaceAll("\r\n", "\n").includes(TEXT));
    assert.equal((await outbox())[0].template, "emergency");
  });

  it("200: it goes out before everything that was queued earlier", async () => {
    const now = Date.now() - 3_600_000;
    for (let n = 0; n < 40; n += 1) {
      const parameters = { subject: "Later", text: "later" };
      await queueMessage(world.db, {
        location,
        kind: "mail",
        recipient: "x@example.org",
        template: "notice",
        parameters,
        now,
      });
    }
    await visit({ email: "jo@example.org" });
    await alarm({ message: TEXT });
    const waiting = (await outbox()).find(({ template }) => template === "emergency");
    assert.equal(waiting.next_attempt, waiting.create_date);
    await sendMails(world.context);
    const first = mailbox.received.slice(0, 10).map(({ to }) => to[0]);
    assert.ok(first.includes("jo@example.org"), String(first));
  });

  it("200: without a gateway no SMS is queued; the answer names the channel that isn't configured (rules 6)", async () => {
    const of = await buildLocation(plain);
    await buildVisit(plain, of, { email: "jo@example.org", phone: "+32470000005" });
    const { body } = await plain.post(`/companies/${of}/emergency`, { message: TEXT });
    assert.deepEqual([body.mails, body.sms], [1, 0]);
    assert.match(body.message, /SMTP_URL.*SMS_GATEWAY_URL/);
    assert.deepEqual(body.warnings, ["no_mail_server", "no_sms_gateway"]);
  });

  it("200: no visitor inside and no staff: nothing is queued, and the log still says that it was sent", async () => {
    const { body } = await alarm({ message: TEXT });
    assert.deepEqual([body.mails, body.sms, body.warnings], [0, 0, undefined]);
    assert.deepEqual(
      (await logOf(world, location)).map(({ act, event }) => [act, event]),
      [["emergency.send", null]],
    );
  });

  it("200: the log names who sent it, whether it was a drill and to how many, and not what it said", async () => {
    const guard = await buildUser(world, "security_guard", [location]);
    await visit({ email: "jo@example.org" });
    assert.equal((await alarm({ message: "secretwords", drill: true }, { as: guard })).status, 200);
    const entry = (await logOf(world, location)).find(({ act }) => act === "emergency.send");
    const { rows } = await world.db.pool.query("select body from log_bodies where company_id = $1 and seq = $2", [
      location,
      entry.seq,
    ]);
    assert.deepEqual([entry.actor_kind, entry.event, entry.subject], ["user", null, "location"]);
    assert.deepEqual(JSON.parse(rows[0].body), { after: { drill: true, mails: 2, sms: 0 } });
    assert.doesNotMatch(JSON.stringify(world.log), /secretwords/);
  });

  it("200: erasing a visit erases the message to its visitor", async () => {
    const { _id } = await visit({ email: "jo@example.org", phone: "+32470000006" });
    await alarm({ message: TEXT });
    assert.equal((await outbox()).length, 2);
    await world.remove(`/visitors/${_id}`);
    assert.deepEqual(await outbox(), []);
  });

  it("200: with an Idempotency-Key it is sent once, and the answer is the same (rules 2)", async () => {
    await visit({ email: "jo@example.org" });
    const headers = { "idempotency-key": "alarm" };
    const answers = [await alarm({ message: TEXT }, { headers }), await alarm({ message: TEXT }, { headers })];
    assert.deepEqual(answers[0]?.body, answers[1]?.body);
    assert.equal((await outbox()).length, 1);
  });

  it("200: a form does as well as JSON (interface 1); 2,000 characters are taken, astral ones too", async () => {
    await visit({ email: "jo@example.org" });
    assert.equal(
      (await world.call("POST", `/companies/${location}/emergency`, { form: "message=Out+now&drill=on" })).status,
      200,
    );
    assert.match((await outbox())[0].subject, /OEFENING/);
    assert.equal((await alarm({ message: "x".repeat(2_000) })).status, 200);
    assert.equal((await alarm({ message: "🚪".repeat(2_000) })).status, 200);
  });

  for (const [what, body] of [
    ["no message", {}],
    ["a null", { message: null }],
    ["an empty one", { message: "" }],
    ["a blank one", { message: " \n" }],
    ["a number", { message: 1 }],
    ["2,001 characters", { message: "x".repeat(2_001) }],
  ] as const)
    it(`400: ${what}; it names the field, and nothing is sent`, async () => {
      await visit({ email: "jo@example.org" });
      const answer = await alarm(body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /"message".*\/emergency in/);
      assert.deepEqual(await outbox(), []);
    });

  it('400: a drill that is neither true nor false names "drill": an emergency is never taken for one, nor a drill for an emergency', async () => {
    for (const drill of ["yes", 1, {}]) assert.match((await alarm({ message: TEXT, drill })).body.message, /"drill"/);
    assert.deepEqual(await outbox(), []);
  });

  it("403: an employee, and a key of another location (rules 4)", async () => {
    const employee = await buildUser(world, "employee", [location]);
    const key = await buildKey(world, [await buildLocation(world)]);
    for (const as of [employee, key]) assert.equal((await alarm({ message: TEXT }, { as })).status, 403);
    assert.deepEqual(await outbox(), []);
  });
});
