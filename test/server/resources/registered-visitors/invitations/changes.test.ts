import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { sendMails } from "../../../../support/outside/sending.ts";
import { buildInvited, entryOf, sendAll, VISITING_ON } from "../../../../support/invited.ts";
import { type Mailbox, openMailbox, type ReceivedMail } from "../../../../support/outside/mailbox.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../../support/world.ts";

const LATER = { startDate: "2036-05-20T13:00:00.000Z", endDate: "2036-05-20T14:30:00.000Z" };

let world: World;
let mailbox: Mailbox;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  const env = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: "Desk <desk@example.org>",
    PUBLIC_URL: "https://visitors.example.org",
  };
  world = await makeWorld({ env });
  world.clock.now = Date.now();
  world.clock.frozen = true;
  location = await buildLocation(world, { name: "Kade", address: "Kade 1", city: "Gent" });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

const invite = (person?: Record<string, unknown>): Promise<Body> => buildInvited(world, mailbox, location, person);
const put = async ({ _id }: Body, change: Record<string, unknown>): Promise<Body> => {
  const { status, body, text } = await world.put(`/knownvisitors/${_id}`, change);
  assert.equal(status, 200, text);
  return body;
};
const sent = (): Promise<ReceivedMail[]> => sendAll(world, mailbox);
/** Changes one who was invited. @returns the emails that follow */
const sentAfter = async (
  change: Record<string, unknown>,
  person?: Record<string, unknown>,
): Promise<ReceivedMail[]> => {
  await put(await invite(person), change);
  return sent();
};
const only = (emails: readonly ReceivedMail[]): ReceivedMail => {
  assert.equal(emails.length, 1);
  return emails[0] ?? assert.fail();
};

describe("An invited visitor whose visit changes (rules 5.5)", () => {
  it("is emailed the new day and time, with a calendar entry that replaces the earlier one", async () => {
    const visitor = await invite();
    await put(visitor, { visiting_on: LATER });
    const email = only(await sent());
    const { mail, raw } = email;
    assert.equal(mail.subject, "Changed: your visit to Kade on Tuesday 20 May 2036");
    for (const part of [
      "Hello Jo,",
      "The day or time of your visit to Kade has changed. Here are the details as they are now.",
      "When: Tuesday 20 May 2036, 13:00 to 14:30",
    ])
      assert.ok(mail.text?.includes(part), mail.text);
    assert.match(raw, /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r\n/m);
    assert.deepEqual(entryOf(email, "UID", "SEQUENCE", "DTSTART", "DTEND", "METHOD"), [
      `${visitor._id}@example.org`,
      "1",
      "20360520T130000Z",
      "20360520T143000Z",
      "REQUEST",
    ]);
    assert.deepEqual(entryOf(email, "ORGANIZER", "ATTENDEE"), [
      'CN="Kade":mailto:desk@example.org',
      'CN="Jo Janssens";RSVP=FALSE:mailto:jo@example.org',
    ]);
    assert.match(mail.text ?? "", /https:\/\/visitors\.example\.org\/visit\/#i=/);
  });

  it("is emailed another host, whom replies go to", async () => {
    await world.post("/visitees", { company_id: location, cn: "Ann Peeters", mail: "ann@example.org" });
    const { mail } = only(await sentAfter({ recipient: "Ann Peeters" }, { recipient: "Bob Maes" }));
    assert.match(mail.text ?? "", /Your host has changed\. [^]*Host: Ann Peeters/);
    assert.deepEqual(
      mail.replyTo?.map(({ address }) => address),
      ["ann@example.org"],
    );
  });

  it("is emailed another entrance, and a corrected name", async () => {
    const gate = (await world.post(`/companies/${location}/entrypoints`, { name: "North gate" })).body;
    const { mail } = only(await sentAfter({ entrypoint_id: gate._id, last_name: "Jansen" }));
    assert.match(mail.text ?? "", /The place of your visit has changed\. Your name has been corrected\./);
    assert.match(mail.text ?? "", /Visitor: Jo Jansen\n[^]*Where: Kade, North gate, Kade 1, Gent/);
  });

  for (const [language, subject, sentence] of [
    ["de", "Geändert: Ihr Besuch bei Kade am Dienstag, 20. Mai 2036", "Der Termin Ihres Besuchs bei Kade hat sich"],
    ["fr", "Votre visite du mardi 20 mai 2036 est modifiée\u00A0: Kade", "La date ou l’heure de votre visite"],
    ["nl", "Gewijzigd: uw bezoek aan Kade op dinsdag 20 mei 2036", "De dag of het tijdstip van uw bezoek aan Kade"],
  ] as const)
    it(`reads it in their own language: ${language}`, async () => {
      const { mail } = only(await sentAfter({ visiting_on: LATER }, { language_id: language }));
      assert.equal(mail.subject, subject);
      assert.ok(mail.text?.includes(sentence), mail.text);
    });

  it("gets no email about phone, company or own keys that change", async () => {
    const change = { phone: "+3225550100", company: "Acme", notes: "vegetarian", shoes: 42 };
    assert.deepEqual(await sentAfter(change), []);
    assert.deepEqual(await sentAfter({ first_name: "Jo", visiting_on: VISITING_ON }), []);
  });

  it("gets one email for several changes within a minute, and none for what was taken back", async () => {
    const visitor = await invite();
    await put(visitor, { visiting_on: LATER });
    await sendMails(world.context);
    await put(visitor, { recipient: "Ann Peeters" });
    const email = only(await sent());
    assert.match(email.mail.text ?? "", /The day or time of [^]*Your host has changed/);
    assert.deepEqual(entryOf(email, "SEQUENCE"), ["1"]);
    await put(visitor, { visiting_on: VISITING_ON });
    await put(visitor, { visiting_on: LATER });
    assert.deepEqual(await sent(), []);
  });

  it("gets the next SEQUENCE with each email, invitations included", async () => {
    const visitor = await invite();
    await put(visitor, { visiting_on: LATER });
    assert.deepEqual(entryOf(only(await sent()), "SEQUENCE"), ["1"]);
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [visitor._id]);
    assert.deepEqual(entryOf(only(await sent()), "SEQUENCE"), ["2"]);
    await put(visitor, { visiting_on: VISITING_ON });
    assert.deepEqual(entryOf(only(await sent()), "SEQUENCE", "METHOD"), ["3", "REQUEST"]);
  });

  it("is invited to the new time where the invitation had not gone out, and only once", async () => {
    const person = { company_id: location, email: "jo@example.org", visiting_on: VISITING_ON };
    const { body: visitor } = await world.post("/knownvisitors", person);
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [visitor._id]);
    await put(visitor, { visiting_on: LATER });
    const email = only(await sent());
    assert.equal(email.mail.subject, "Your visit to Kade on Tuesday 20 May 2036");
    assert.deepEqual(entryOf(email, "SEQUENCE", "DTSTART"), ["0", "20360520T130000Z"]);
  });

  it("needs no email about a change that a new invitation says", async () => {
    const visitor = await invite();
    await put(visitor, { visiting_on: LATER });
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [visitor._id]);
    assert.equal(only(await sent()).mail.subject, "Your visit to Kade on Tuesday 20 May 2036");
  });

  it("has the entry taken back with the date, and a new one with a new date", async () => {
    const visitor = await invite();
    await put(visitor, { visiting_on: null });
    const email = only(await sent());
    assert.match(email.mail.text ?? "", /no longer has a fixed time/);
    assert.doesNotMatch(email.mail.text ?? "", /When:/);
    assert.deepEqual(entryOf(email, "METHOD", "STATUS", "SEQUENCE"), ["CANCEL", "CANCELLED", "1"]);
    await put(visitor, { visiting_on: LATER });
    assert.deepEqual(entryOf(only(await sent()), "METHOD", "SEQUENCE"), ["REQUEST", "2"]);
  });

  it("gets no email when the visit is over, has begun, or is moved into the past", async () => {
    const past = { startDate: "2020-05-19T09:00:00Z", endDate: "2020-05-19T10:00:00Z" };
    assert.deepEqual(await sentAfter({ recipient: "Ann" }, { visiting_on: past }), []);
    const moved = await invite();
    await put(moved, { visiting_on: LATER });
    await put(moved, { visiting_on: past });
    assert.deepEqual(await sent(), []);
    const visitor = await invite();
    world.clock.now += 1_000;
    assert.equal((await world.post(`/knownvisitors/${visitor._id}/signin`, {})).status, 200);
    await put(visitor, { visiting_on: LATER });
    assert.deepEqual(await sent(), []);
  });

  it("gets no email when they were never invited by one", async () => {
    const person = { company_id: location, email: "jo@example.org", visiting_on: VISITING_ON };
    for (const status of ["created", "invited"]) {
      await put((await world.post("/knownvisitors", { ...person, status })).body, { visiting_on: LATER });
      assert.deepEqual(await sent(), [], status);
    }
  });

  it("gets one email from two changes at once, and its record shows nothing of it", async () => {
    const visitor = await invite();
    const answers = await Promise.all([
      put(visitor, { visiting_on: LATER }),
      put(visitor, { recipient: "Ann Peeters" }),
    ]);
    assert.equal((await sent()).length, 1);
    for (const answer of answers) assert.doesNotMatch(JSON.stringify(answer), /sequence|changes/);
  });

  it("is emailed the location's new name and address, with the others who are still to come", async () => {
    const own = await buildLocation(world, { name: "Kade", address: "Kade 1", city: "Gent" });
    const { _id } = await buildInvited(world, mailbox, own);
    await buildInvited(world, mailbox, own, { email: "an@example.org", visiting_on: LATER });
    const past = { startDate: "2020-05-19T09:00:00Z", endDate: "2020-05-19T10:00:00Z" };
    await buildInvited(world, mailbox, own, { email: "past@example.org", visiting_on: past });
    await world.put(`/companies/${own}`, { colour: "#ffd400", timezone: "Europe/Brussels" });
    assert.deepEqual(await sent(), []);
    await world.put(`/companies/${own}`, { name: "Dok", address: "Dok 7" });
    const emails = await sent();
    assert.deepEqual(emails.flatMap(({ to }) => to).toSorted(), ["an@example.org", "jo@example.org"]);
    const email = emails.find(({ to }) => to.includes("jo@example.org")) ?? assert.fail();
    assert.match(email.mail.text ?? "", /The place of your visit has changed\.[^]*Where: Dok, Dok 7, Gent/);
    assert.deepEqual(entryOf(email, "SEQUENCE", "LOCATION"), ["1", "Dok\\, Dok 7\\, Gent"]);
    await world.put(`/knownvisitors/${_id}`, { phone: "+3225550100" });
    assert.deepEqual(await sent(), []);
  });

  it("counts on from the minute that earlier versions had as SEQUENCE", async () => {
    const visitor = await invite();
    await world.db.pool.query("update messages set parameters = parameters - 'sequence' where subject_id = $1", [
      visitor._id,
    ]);
    await put(visitor, { visiting_on: LATER });
    const minutes = Math.floor((world.clock.now - 60_000 - Date.UTC(2020, 0, 1)) / 60_000);
    assert.deepEqual(entryOf(only(await sent()), "SEQUENCE"), [String(minutes + 1)]);
  });
});
