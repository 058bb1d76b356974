import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildRegistered,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import { sendMails } from "../../../support/outside/sending.ts";

const MINUTE_MS = 60_000;

let world: World;
let mailbox: Mailbox;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://visitors.example.org" } });
});
after(async () => {
  await world.close();
  await mailbox.close();
});
beforeEach(async () => {
  location = await buildLocation(world, { name: "Kade 1", timezone: "Europe/Brussels" });
  await world.post("/visitees", {
    company_id: location,
    cn: "Ann Peeters",
    mail: "ann@example.org",
    mobile: "+32 470 12.34.56",
  });
  await world.db.pool.query("delete from messages");
  mailbox.received.length = 0;
  world.clock.frozen = false;
});

/** The messages of the location, oldest first, after everything was looked at. */
const told = async (): Promise<Body[]> => {
  await queueNotifications(world.context);
  return (await world.get(`/companies/${location}/outbox`)).body.toReversed();
};
/** What was queued for whom; an email and an SMS of one event have the same time, in any order. */
const kinds = (messages: Body[]): string[] =>
  messages.map(({ kind, template, to }) => `${kind} ${template} ${to}`).toSorted();
const only = (messages: Body[], kind: string): Body => messages.find((message) => message.kind === kind);
const type = async (body: Record<string, unknown>): Promise<string> =>
  (await world.post(`/companies/${location}/visittypes`, { name: "Guest", ...body })).body._id;
const forAnn = (more: Record<string, unknown> = {}): Promise<Body> =>
  buildVisit(world, location, { recipient: "Ann Peeters", ...more });
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

const MAIL_IN = "mail visitor_arrived ann@example.org";
const SMS_IN = "sms visitor_arrived +32470123456";
const MAIL_OUT = "mail visitor_left ann@example.org";

describe("Notifying the host (interface 3, 2.1, 2.2; rules 4: visit type)", () => {
  it("mail and SMS at sign-in, mail at sign-out, each once: recipient_mail and the host's mobile (interface 2.2)", async () => {
    const visit = await forAnn({ company: "Acme" });
    assert.deepEqual(kinds(await told()), [MAIL_IN, SMS_IN]);
    await world.post(`/visitors/${visit._id}/signout`);
    await world.post(`/visitors/${visit._id}/signout`);
    await told();
    const all = await told();
    assert.deepEqual(kinds(all), [MAIL_IN, MAIL_OUT, SMS_IN]);
    for (const { subject_id, language_id } of all) assert.deepEqual([subject_id, language_id], [visit._id, "en"]);
  });

  it("each switch of host_notifications works alone", async () => {
    for (const [key, left] of [
      ["email_in", [MAIL_OUT, SMS_IN]],
      ["sms_in", [MAIL_IN, MAIL_OUT]],
      ["email_out", [MAIL_IN, SMS_IN]],
    ] as const) {
      await world.db.pool.query("delete from messages");
      const visit_type = await type({ host_notifications: { [key]: false } });
      const visit = await forAnn({ visit_type });
      await world.post(`/visitors/${visit._id}/signout`);
      assert.deepEqual(kinds(await told()), left, key);
    }
  });

  it("notify_host: false keeps the sign-in quiet and is not stored; the sign-out is told (rules 4)", async () => {
    const visit = await forAnn({ notify_host: false });
    assert.equal("notify_host" in visit, false);
    assert.deepEqual(kinds(await told()), []);
    await world.post(`/visitors/${visit._id}/signout`);
    assert.deepEqual(kinds(await told()), [MAIL_OUT]);
    await forAnn({ notify_host: true });
    assert.deepEqual(kinds(await told()), [MAIL_IN, MAIL_OUT, SMS_IN]);
  });

  it("a registered visitor's sign-in tells the host, unless notify_host is false (interface 4.6a)", async () => {
    const quiet = await buildRegistered(world, location, { recipient: "Ann Peeters", notify_host: true });
    await world.post(`/knownvisitors/${quiet._id}/signin`, { notify_host: false });
    assert.deepEqual(kinds(await told()), []);
    const known = await buildRegistered(world, location, { recipient: "Ann Peeters" });
    await world.post(`/knownvisitors/${known._id}/signin`, {});
    assert.deepEqual(kinds(await told()), [MAIL_IN, SMS_IN]);
  });

  it("recipient_mail decides where the mail goes, also without a host of that name (interface 2.1)", async () => {
    await forAnn({ recipient_mail: "desk@example.org" });
    await forAnn({ recipient: "Nobody Known", recipient_mail: "other@example.org" });
    await forAnn({ recipient: "An Peeters" });
    await buildVisit(world, location);
    assert.deepEqual(kinds(await told()), [
      "mail visitor_arrived desk@example.org",
      "mail visitor_arrived other@example.org",
      SMS_IN,
    ]);
  });

  it("of namesakes the first host is told, an external one too (interface 2.2; rules 4)", async () => {
    await world.post("/visitees", {
      company_id: location,
      cn: "Ann Peeters",
      mail: "b@example.org",
      mobile: "+4420000002",
    });
    await world.post(`/companies/${location}/visitees/bulk`, [
      { cn: "Ext", mail: "ext@example.org", mobile: "+4420000003" },
    ]);
    await forAnn();
    await forAnn({ recipient: "Ext" });
    assert.deepEqual(
      kinds(await told()),
      [MAIL_IN, "mail visitor_arrived ext@example.org", SMS_IN, "sms visitor_arrived +4420000003"].toSorted(),
    );
  });

  it("no host is notified of what was recorded more than an hour later, or with both its times", async () => {
    await forAnn({ signed_in: ago(61) });
    await forAnn({ signed_in: ago(20), signed_out: ago(10) });
    const forgotten = await forAnn({ signed_in: ago(200) });
    await world.post(`/visitors/${forgotten._id}/signout`, { signed_out: ago(100) });
    assert.deepEqual(kinds(await told()), []);
    const late = await forAnn({ signed_in: ago(59) });
    await world.put(`/visitors/${late._id}`, { signed_out: ago(1) });
    assert.deepEqual(kinds(await told()), [MAIL_IN, MAIL_OUT, SMS_IN]);
  });

  it("a visit that began and ended before the job looked is notified twice", async () => {
    const visit = await forAnn();
    await world.post(`/visitors/${visit._id}/signout`);
    assert.deepEqual(kinds(await told()), [MAIL_IN, MAIL_OUT, SMS_IN]);
  });

  it("an erased visit is not told of, and takes its messages along", async () => {
    const early = await forAnn();
    await world.remove(`/visitors/${early._id}`);
    assert.deepEqual(await told(), []);
    const visit = await forAnn();
    assert.equal((await told()).length, 2);
    await world.remove(`/visitors/${visit._id}`);
    assert.deepEqual(await told(), []);
  });

  it("a message never goes to what is neither an address nor an international number", async () => {
    for (const [n, mobile] of ["0470 12 34 56", "+32", "call me", "+0470123456", "+32470123456789012"].entries()) {
      await world.post("/visitees", { company_id: location, cn: `Host ${n}`, mobile });
      await forAnn({ recipient: `Host ${n}` });
    }
    const { _id } = await forAnn({ recipient: "Host 0", recipient_mail: "host@example.org" });
    await world.db.pool.query("update visits set recipient_mail = 'a b@c' where _id = $1", [_id]);
    assert.deepEqual(kinds(await told()), []);
    await world.post("/visitees", { company_id: location, cn: "Host 9", mobile: "0044 (0)20-7946 09.58" });
    await forAnn({ recipient: "Host 9" });
    assert.deepEqual(kinds(await told()), ["sms visitor_arrived +442079460958"]);
  });

  it("without SMS gateway an SMS waits in the outbox with the reason", async () => {
    await forAnn();
    const sms = only(await told(), "sms");
    assert.deepEqual([sms.state, sms.error], ["queued", "No SMS gateway is set up. Set SMS_GATEWAY_URL."]);
  });
});

describe("What the host reads", () => {
  const texts = async (default_language: string) => {
    await world.put(`/companies/${location}`, { default_language });
    const visit = await forAnn({ company: "Acme", visit_type: await type({ name: "Gast" }), signed_in: ago(3) });
    await world.post(`/visitors/${visit._id}/signout`);
    await told();
    await sendMails(world.context);
    const sms = (await told()).find(({ kind }) => kind === "sms");
    const mails = mailbox.received
      .map(({ mail }) => mail)
      .toSorted((a, b) => (String(a.date) < String(b.date) ? -1 : 1));
    return { mails, sms };
  };

  for (const [language, subjects, hello, sms] of [
    [
      "en",
      ["Jo Janssens is here to see you", "Jo Janssens has left"],
      "Hello Ann Peeters,",
      /^Jo Janssens \(Acme\) signed in at Kade 1 at \d\d:\d\d and is here to see you\. Reply: \[link for the host\]$/,
    ],
    [
      "nl-BE",
      ["Jo Janssens is gearriveerd", "Jo Janssens is vertrokken"],
      "Goedendag Ann Peeters,",
      /^Jo Janssens \(Acme\) heeft zich om \d\d:\d\d aangemeld bij Kade 1/,
    ],
    [
      "fr",
      ["Votre visiteur est là\u00A0: Jo Janssens", "Départ\u00A0: Jo Janssens"],
      "Bonjour Ann Peeters,",
      /^Jo Janssens \(Acme\) vous attend \(Kade 1, depuis \d\d:\d\d\)\. Répondez ici \[lien pour l'hote\]$/,
    ],
    [
      "de",
      ["Jo Janssens ist eingetroffen", "Jo Janssens ist gegangen"],
      "Guten Tag Ann Peeters,",
      /^Jo Janssens \(Acme\) hat sich um \d\d:\d\d bei Kade 1 angemeldet/,
    ],
  ] as const)
    it(`the location's default language: ${language}`, async () => {
      const { mails, sms: short } = await texts(language);
      assert.deepEqual(mails.map(({ subject }) => String(subject)).toSorted(), [...subjects].toSorted());
      for (const { text, html, from } of mails) {
        assert.match(text ?? "", new RegExp(`^${hello}\n`));
        assert.match(html ?? "", new RegExp(`<html lang="${language.slice(0, 2)}">`));
        assert.match(text ?? "", /: Acme\n.*: Gast\n.*: Ann Peeters\n/);
        assert.equal(from?.name, "Kade 1");
      }
      assert.match(short.text, sms);
      assert.doesNotMatch(JSON.stringify([mails, short]), /%\w+%|[{}] |undefined|null null/);
    });

  it("a segment goes when there is nothing to say; who gave no name is a visitor", async () => {
    await buildVisit(world, location, { first_name: null, last_name: null, recipient: "Ann Peeters" });
    const first = await told();
    assert.equal(only(first, "mail").subject, "A visitor is here to see you");
    assert.match(only(first, "mail").text, /\nA visitor signed in at Kade 1\.\n/);
    assert.match(only(first, "sms").text, /^A visitor signed in at Kade 1 at/);
    await world.db.pool.query("delete from messages");
    await buildVisit(world, location, { first_name: null, last_name: null, company: "Acme", recipient: "Ann Peeters" });
    assert.match(only(await told(), "mail").text, /\nAcme signed in at Kade 1\.\n/);
  });

  it("what a visitor types is shown as typed, escaped, on one line and cut; it is never a placeholder or a header", async () => {
    const first_name = "<b>%company%</b>\r\nBcc: x@example.org";
    await forAnn({ first_name, last_name: "L".repeat(500), company: "{ %visitor% }" });
    const sms = only(await told(), "sms");
    await sendMails(world.context);
    const { mail, to } = mailbox.received[0] ?? assert.fail();
    assert.deepEqual(to, ["ann@example.org"]);
    assert.match(mail.subject ?? "", /^<b>%company%<\/b> Bcc: x@example\.org L+ is here to see you$/);
    assert.ok((mail.subject ?? "").length < 350);
    assert.match(mail.html ?? "", /&lt;b&gt;%company%&lt;\/b&gt; Bcc: x@example\.org L+ from \{ %visitor% \}/);
    assert.ok(sms.text.replace(/ Reply: .+$/, "").length < 250, sms.text);
  });

  it("the log of the service holds neither names nor addresses", async () => {
    await forAnn({ first_name: "Kanarie", recipient_mail: "kanarie@example.org" });
    await told();
    await sendMails(world.context);
    assert.doesNotMatch(JSON.stringify(world.log), /kanarie|Peeters|\+3247/i);
  });
});

describe("Screened visits (interface 3; rules 4: screening_mail)", () => {
  const screened = (more: Record<string, unknown> = {}): Promise<string> =>
    type({ screening: true, screening_mail: "gate@example.org", ...more });

  it("the host is asked, by mail and SMS, instead of only told", async () => {
    await forAnn({ visit_type: await screened() });
    const asked = await told();
    const [mail, sms] = [only(asked, "mail"), only(asked, "sms")];
    assert.deepEqual(kinds(asked), ["mail visitor_to_decide ann@example.org", "sms visitor_to_decide +32470123456"]);
    assert.match(mail.text, /Approve:\n\[link for the host\]\n\nReject:\n\[link for the host\]\n/);
    assert.match(sms.text, / \[link for the host\]$/);
    await sendMails(world.context);
    const sent = mailbox.received[0]?.mail.text ?? "";
    assert.match(sent, /Approve:\nhttps:\/\/visitors\.example\.org\/decide\?token=\S+&choice=approve\n/);
    assert.match(sent, /Reject:\nhttps:\/\/visitors\.example\.org\/decide\?token=\S+&choice=reject\n/);
  });

  it("without a mail to the host the confirmation address is asked; without that the reception decides", async () => {
    const visit_type = await screened();
    await buildVisit(world, location, { visit_type });
    await forAnn({ visit_type: await screened({ host_notifications: { email_in: false, sms_in: false } }) });
    const ASKED = "mail visitor_to_decide gate@example.org";
    assert.deepEqual(kinds(await told()), [ASKED, ASKED]);
    await buildVisit(world, location, { visit_type: await type({ screening: true }) });
    await buildVisit(world, location, { visit_type: await screened({ screening: false }) });
    await buildVisit(world, location, { visit_type, notify_host: false });
    assert.equal((await told()).length, 2);
  });

  for (const verb of ["approve", "reject"] as const)
    it(`${verb}: the result is mailed once to the confirmation address, with who decided (interface 3)`, async () => {
      const { _id } = await forAnn({
        visit_type: await screened({ host_notifications: { email_in: false, sms_in: false } }),
      });
      await told();
      await world.put("/users/" + (await world.get("/users/me")).body._id, { first_name: "Rita", last_name: "Desk" });
      await world.post(`/visitors/${_id}/${verb}`);
      await world.post(`/visitors/${_id}/${verb}`);
      await told();
      const [, result, ...more] = await told();
      const word = verb === "approve" ? "approved" : "rejected";
      assert.deepEqual([kinds([result]), more], [[`mail visitor_${word} gate@example.org`], []]);
      assert.match(result.text, new RegExp(`^Hello,\n\nRita Desk ${word} Jo Janssens\\.`));
    });

  it("a key that decides is the reception; without a confirmation address no mail is sent", async () => {
    const key = await buildKey(world, [location]);
    const told_ = await forAnn({ visit_type: await screened() });
    const untold = await forAnn({ visit_type: await type({ screening: true }) });
    await told();
    for (const { _id } of [told_, untold]) await world.post(`/visitors/${_id}/approve`, undefined, { as: key });
    const results = (await told()).filter(({ template }) => template === "visitor_approved");
    assert.equal(results.length, 1);
    assert.match(results[0].text, /Reception approved Jo Janssens/);
  });
});
