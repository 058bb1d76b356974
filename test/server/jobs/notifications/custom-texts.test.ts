import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { sendMails } from "../../../support/outside/sending.ts";

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
    mobile: "+32470123456",
    telephoneNumber: "02 555 12 34",
  });
  await world.db.pool.query("delete from messages");
  mailbox.received.length = 0;
});

const type = async (body: Record<string, unknown>): Promise<string> => {
  const answer = await world.post(`/companies/${location}/visittypes`, { name: "Guest", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body._id;
};
const told = async (): Promise<Body[]> => {
  await queueNotifications(world.context);
  return (await world.get(`/companies/${location}/outbox`)).body.toReversed();
};
const visit = (visit_type: string, more: Record<string, unknown> = {}): Promise<Body> =>
  buildVisit(world, location, { visit_type, recipient: "Ann Peeters", ...more });
/** Subject and text of the only message of a kind and template. */
const of = (messages: Body[], kind: string, template: string): Body =>
  messages.find((message) => message.kind === kind && message.template === template) ?? assert.fail(template);
/** The text before the button and the footer. */
const opening = ({ text }: Body): string =>
  text.split(/\n\nReply to your visitor:\n\[link for the host\](?=\n)|\n\n-- \n/)[0];
/** What the first mail to the host says with these texts, for a visit with these keys. */
const mailOf = async (texts: Record<string, unknown>, keys: Record<string, unknown> = {}): Promise<Body> => {
  await world.db.pool.query("delete from messages");
  await visit(await type(texts), keys);
  return of(await told(), "mail", "visitor_arrived");
};

describe("A visit type's own texts in notifications (rules 4; interface 3)", () => {
  it("sign-in: subject and text of the mail, and the SMS, in place of ours", async () => {
    await visit(
      await type({
        notification_sign_in_subject: "%first_name% for you",
        notification_sign_in_text: "Dear %recipient%,\n\n%visitor% is at the gate.\nPlease come.",
        notification_sign_in_sms: "Gate: %visitor%",
      }),
    );
    const messages = await told();
    const mail = of(messages, "mail", "visitor_arrived");
    assert.equal(mail.subject, "Jo for you");
    assert.equal(opening(mail), "Dear Ann Peeters,\n\nJo Janssens is at the gate.\nPlease come.");
    assert.equal(of(messages, "sms", "visitor_arrived").text, "Gate: Jo Janssens");
  });

  it("sign-out: subject and text; what has no own text stays ours", async () => {
    const { _id } = await visit(await type({ notification_sign_out_subject: "%last_name% is off" }));
    await world.post(`/visitors/${_id}/signout`);
    const messages = await told();
    const left = of(messages, "mail", "visitor_left");
    assert.equal(left.subject, "Janssens is off");
    assert.match(left.text, /^Hello Ann Peeters,\n\nJo Janssens signed out at Kade 1\.\n/);
    assert.equal(of(messages, "mail", "visitor_arrived").subject, "Jo Janssens is here to see you");
    const again = await visit(await type({ notification_sign_out_text: "Bye %visitor%" }));
    await world.post(`/visitors/${again._id}/signout`);
    const bye = (await told()).findLast(({ template }) => template === "visitor_left");
    assert.deepEqual([bye.subject, opening(bye)], ["Jo Janssens has left", "Bye Jo Janssens"]);
  });

  it("screening: own subject, opening and SMS; facts, both buttons and the SMS's link are always there", async () => {
    const visit_type = await type({
      screening: true,
      notification_screening_subject: "Check %visitor%",
      notification_screening_text: "Look at the list first.",
      notification_screening_sms: "Check %visitor%:",
      notification_sign_in_subject: "not this",
      notification_sign_in_sms: "not this",
    });
    await visit(visit_type, { company: "Acme" });
    const messages = await told();
    const mail = of(messages, "mail", "visitor_to_decide");
    assert.equal(mail.subject, "Check Jo Janssens");
    assert.match(mail.text, /^Look at the list first\.\n\nVisitor: Jo Janssens\nCompany: Acme\n/);
    assert.match(mail.text, /Approve:\n\[link for the host\]\n\nReject:\n\[link for the host\]\n/);
    assert.match(of(messages, "sms", "visitor_to_decide").text, /^Check Jo Janssens: \[link for the host\]$/);
  });

  for (const [verb, word] of [
    ["approve", "approved"],
    ["reject", "rejected"],
  ] as const)
    it(`confirmation: own subject and text, with what was decided (${word}) and by whom`, async () => {
      const visit_type = await type({
        screening: true,
        screening_mail: "gate@example.org",
        notification_confirmation_subject: "%visitor%: %decision%",
        notification_confirmation_text: "%decided_by% %approval% %visitor%.",
      });
      const { _id } = await visit(visit_type);
      await world.post(`/visitors/${_id}/${verb}`);
      const mail = of(await told(), "mail", `visitor_${word}`);
      assert.deepEqual([mail.to, mail.subject], ["gate@example.org", `Jo Janssens: ${word}`]);
      assert.equal(opening(mail), `admin@example.org ${word} Jo Janssens.`);
    });

  it("language: the location's default one, else English, else the first there is", async () => {
    const texts = (by: Record<string, string>) => ({ translations: { notification_sign_in_subject: by } });
    const all = { en: "here", de: "da", nl: "er", "nl-BE": "er, zulle", es: "aquí" };
    for (const [language, expected] of [
      ["en", "here"],
      ["nl", "er"],
      ["nl-BE", "er, zulle"],
      ["nl-NL", "er"],
      ["es", "aquí"],
      ["it", "here"],
    ]) {
      await world.put(`/companies/${location}`, { default_language: language });
      assert.equal((await mailOf(texts(all))).subject, expected, language);
    }
    assert.equal((await mailOf(texts({ de: "da" }))).subject, "da");
    assert.equal((await mailOf(texts({ de: "da", fr: "là", en: "here" }))).subject, "here");
  });

  it("placeholders: documented fields, custom answers, extra keys, host's telephone, day of the location, names and times", async () => {
    const keys = {
      company: "Acme",
      plate: "1-ABC",
      "a.b": "never",
      floors: [1, "two"],
      signed_in: new Date(Date.now() - 60_000).toISOString(),
    };
    const fields = [{ label: "Plate" }];
    const text =
      "%company%|%plate%|%floors%|%telephone_number%|%sys_day%.%sys_month%.%sys_year%|%visit_type%|%location%|%unknown%|";
    const mail = await mailOf({ name: "Guest", fields, notification_sign_in_text: text }, keys);
    const [year, month, day] = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Brussels" })
      .format(Date.parse(mail.create_date))
      .split("-");
    assert.equal(opening(mail), `Acme|1-ABC|1, two|02 555 12 34|${day}.${month}.${year}|Guest|Kade 1||`);
    const timed = await mailOf({ notification_sign_in_text: "%signed_in%|%time%" }, keys);
    const time = new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/Brussels",
      hour: "2-digit",
      minute: "2-digit",
    }).format(Date.parse(keys.signed_in));
    assert.match(opening(timed), new RegExp(`^\\w+ \\d+ \\w+ \\d{4}, ${time}\\|${time}$`));
  });

  it("a custom answer goes before our name of the same spelling; the host's telephone never comes from a visitor", async () => {
    const fields = [{ label: "Location" }];
    const text = { fields, notification_sign_in_text: "%location% %telephone_number%" };
    const mail = await mailOf(text, { location: "Building 4", telephone_number: "0900 1234" });
    assert.equal(opening(mail), "Building 4 02 555 12 34");
  });

  it("a segment disappears whole when a placeholder in it is empty", async () => {
    const text = "%first_name%{ of %company%}{ (%plate%)} is here{, call %telephone_number%}.";
    const own = { notification_sign_in_text: text };
    assert.equal(opening(await mailOf(own)), "Jo is here, call 02 555 12 34.");
    const full = await mailOf(own, { company: "Acme", plate: "1-ABC", recipient: "Nobody", recipient_mail: "x@y.org" });
    assert.equal(opening(full), "Jo of Acme (1-ABC) is here.");
  });

  it("a text of which nothing is left is ours again", async () => {
    const mail = await mailOf({
      notification_sign_in_subject: "{%plate%}",
      notification_sign_in_text: " \n ",
    });
    assert.equal(mail.subject, "Jo Janssens is here to see you");
    assert.match(mail.text, /^Hello Ann Peeters,\n/);
  });

  it("a change of text applies to the next visit; what is queued stays as it was", async () => {
    const visit_type = await type({ notification_sign_in_subject: "first" });
    await visit(visit_type);
    assert.equal(of(await told(), "mail", "visitor_arrived").subject, "first");
    const subject = { notification_sign_in_subject: "second" };
    await world.put(`/companies/${location}/visittypes/${visit_type}`, subject);
    await visit(visit_type);
    const subjects = (await told()).filter(({ kind }) => kind === "mail").map((mail) => mail.subject);
    assert.deepEqual(subjects, ["first", "second"]);
  });

  it("another visit type, and a visit without one, keep our texts", async () => {
    await type({ notification_sign_in_subject: "only there" });
    await visit(await type({ name: "Other" }));
    await buildVisit(world, location, { recipient: "Ann Peeters" });
    for (const { kind, subject } of await told())
      if (kind === "mail") assert.equal(subject, "Jo Janssens is here to see you");
  });
});

describe("Hostile values in own texts", () => {
  const arrived = async (texts: Record<string, unknown>, keys: Record<string, unknown> = {}) => {
    await mailOf(texts, keys);
    await sendMails(world.context);
    return mailbox.received.at(-1) ?? assert.fail("no mail");
  };

  it("HTML in text and value is shown as it was typed, never as HTML", async () => {
    const { mail } = await arrived(
      { notification_sign_in_text: '<a href="http://x">%first_name%</a>\n<script>1</script>' },
      { first_name: "<img src=x onerror=alert(1)>" },
    );
    assert.match(
      mail.html ?? "",
      /&lt;a href=&quot;http:\/\/x&quot;&gt;&lt;img src=x onerror=alert\(1\)&gt;&lt;\/a&gt;<br>&lt;script&gt;/,
    );
    assert.doesNotMatch(mail.html ?? "", /<img src=x|<script|href="http:\/\/x/);
    assert.match(mail.text ?? "", /^<a href="http:\/\/x"><img src=x onerror=alert\(1\)><\/a>\n<script>/);
  });

  it("line breaks in a subject, by text or value, make no header and no recipient", async () => {
    const { mail, to, raw } = await arrived(
      { notification_sign_in_subject: "A\r\nBcc: evil@example.org\r\n\r\n%first_name%" },
      { first_name: "x\r\nCc: worse@example.org" },
    );
    assert.equal(mail.subject, "A Bcc: evil@example.org x Cc: worse@example.org");
    assert.deepEqual(to, ["ann@example.org"]);
    assert.doesNotMatch(raw, /^(bcc|cc):/im);
  });

  it("line breaks of a text stay, those of a value only in a mail; other control characters go", async () => {
    const texts = { notification_sign_in_text: "A\r\n%first_name%\u0007", notification_sign_in_sms: "A\n%first_name%" };
    const first_name = "x\r\ny\u0007z";
    assert.equal(opening(await mailOf(texts, { first_name })), "A\nx\ny z");
    assert.equal(of(await told(), "sms", "visitor_arrived").text, "A\nx y z");
  });

  it("a lone % and braces without a partner stay; values are never read as placeholders", async () => {
    const { mail } = await arrived(
      { notification_sign_in_text: "50 % of 80% { open } x } %% %first_name%" },
      { first_name: "%email%{ %company% }" },
    );
    assert.match(mail.text ?? "", /^50 % of 80%  open  x } %% %email%\{ %company% \}\n/);
  });

  it("prototype names are not placeholders; nothing of another kind is printed", async () => {
    const { mail } = await arrived(
      { notification_sign_in_text: "[%constructor%|%toString%|%hasOwnProperty%|%deep%]" },
      { deep: { a: 1 } },
    );
    assert.match(mail.text ?? "", /^\[\|\|\|\]\n/);
  });

  it("long values are cut: per value, and the subject and SMS as a whole", async () => {
    const first_name = `😀${"L".repeat(498)}`;
    const texts = {
      notification_sign_in_subject: "%first_name%".repeat(16),
      notification_sign_in_sms: "%first_name%".repeat(40),
      notification_sign_in_text: "%first_name%".repeat(400),
    };
    const mail = await mailOf(texts, { first_name });
    assert.ok(mail.subject.length <= 300);
    assert.ok(mail.text.length < 21_000);
    const sms = of(await told(), "sms", "visitor_arrived").text;
    // Cut to 480, before the ellipses are written in the letters of an SMS.
    assert.deepEqual([sms.length < 500, sms.slice(0, 62)], [true, `😀${"L".repeat(57)}...`]);
    assert.ok(sms.isWellFormed() && mail.text.isWellFormed());
  });
});
