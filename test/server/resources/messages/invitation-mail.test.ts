import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Email } from "postal-mime";
import { decodeQR } from "qr/decode.js";

import { calendarIn, type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { pixelsOf } from "../../../support/png.ts";
import { tokenOf, visitorCall } from "../../../support/visitor.ts";
import { buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { sendMails } from "../../../support/outside/sending.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PUBLIC_URL = "https://visitors.example.org";
const visiting_on = { startDate: "2036-05-19T07:00:00Z", endDate: "2036-05-19T12:30:00Z" };

let world: World;
let mailbox: Mailbox;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "desk@example.org", PUBLIC_URL } });
  location = await buildLocation(world, {
    name: "Kade & Zonen",
    timezone: "Europe/Brussels",
    default_language: "nl-BE",
    address: "Kade 1",
    zip_code: "9000",
    city: "Gent",
  });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

/** Registers and invites a visitor. @returns their id and the mail they got, parsed and as it came */
const invite = async (
  person: Record<string, unknown> = {},
  of = location,
): Promise<{ id: string; mail: Email; raw: string }> => {
  const body = { company_id: of, email: "jo@example.org", first_name: "Jo", recipient: "Ann Peeters", ...person };
  const registered = await world.post("/knownvisitors", body);
  assert.equal(registered.status, 200, registered.text);
  const { _id } = registered.body;
  await world.post(`/companies/${of}/knownvisitors/sendinvites`, [_id]);
  mailbox.received.length = 0;
  await sendMails(world.context);
  const { mail, raw } = mailbox.received[0] ?? assert.fail("no mail");
  return { id: _id, mail, raw };
};

const attached = (mail: Email, type: string) => mail.attachments.find(({ mimeType }) => mimeType === type);
const linkIn = (mail: Email): string => /https:\/\/\S+\/visit\/#i=\S+/.exec(mail.text ?? "")?.[0] ?? "";

describe("The invitation that sendinvites mails (interface 4.6)", () => {
  it("carries the location's logo within the mail, where mail readers show its kind", async () => {
    const logo = `data:image/png;base64,${PNG}`;
    const own = await buildLocation(world, { name: "Own", logo });
    const { mail } = await invite({}, own);
    assert.match(mail.html ?? "", /<img src="cid:logo"/);
    const found = mail.attachments.find(({ contentId }) => contentId === "<logo>");
    assert.deepEqual(found && [found.mimeType, found.disposition], ["image/png", "inline"]);
    const other = await buildLocation(world, { name: "Other", logo: "data:image/webp;base64,UklGRgAAAABXRUJQ" });
    assert.doesNotMatch((await invite({}, other)).mail.html ?? "", /cid:logo/);
  });

  it("has its button in the location's colour, with ink on a light one, in dark too", async () => {
    const yellow = await buildLocation(world, { name: "Yellow", colour: "#ffd400" });
    const { mail } = await invite({}, yellow);
    assert.match(mail.html ?? "", /background:#ffd400;color:#211f1c/);
    assert.match(mail.html ?? "", /\.door\{background:#ffd400!important/);
    assert.doesNotMatch(mail.html ?? "", /#2543c6|#375ce0/);
  });

  it("names location, host and the time in the location's zone, in the location's language", async () => {
    const { mail } = await invite({ visiting_on });
    assert.equal(mail.from?.name, "Kade & Zonen");
    assert.equal(mail.subject, "Uw bezoek aan Kade & Zonen op maandag 19 mei 2036");
    for (const part of [
      "Goedendag Jo,",
      "Ann Peeters verwacht u bij Kade & Zonen.",
      "Wanneer: maandag 19 mei 2036, 09:00 tot 14:30 (tijd in Brussel)",
      "Waar: Kade & Zonen, Kade 1, 9000 Gent",
    ])
      assert.ok(mail.text?.includes(part), `${part} is not in ${mail.text}`);
    assert.match(mail.html ?? "", /<html lang="nl">/);
    assert.ok(mail.html?.includes("Kade &amp; Zonen, Kade 1, 9000 Gent"));
  });

  it("is in the visitor's own language before the location's, and in English where neither is known", async () => {
    const english = await buildLocation(world, { default_language: "tlh" });
    const subject = async (person: object, of?: string) => (await invite({ ...person }, of)).mail.subject;
    assert.equal(await subject({ language_id: "fr" }), "Votre visite\u00A0: Kade & Zonen");
    assert.equal(await subject({ language_id: "de-AT" }), "Ihr Besuch bei Kade & Zonen");
    assert.equal(await subject({ language_id: "ja" }), "Uw bezoek aan Kade & Zonen");
    assert.equal(await subject({}, english), "Your visit to Head office");
  });

  it("carries a personal link, its QR code within the text, and the page behind it knows when", async () => {
    const { mail, id } = await invite({ visiting_on, last_name: "Janssens" });
    const link = linkIn(mail);
    assert.ok(link.startsWith(`${PUBLIC_URL}/visit/#i=${location}-${id}.`));
    assert.ok(mail.html?.includes(`href="${link}"`));
    const picture = attached(mail, "image/png") ?? assert.fail("no picture");
    assert.equal(picture.disposition, "inline");
    assert.ok(mail.html?.includes(`src="cid:${picture.contentId?.replaceAll(/[<>]/g, "")}"`));
    assert.equal(decodeQR(pixelsOf(Buffer.from(picture.content as ArrayBuffer))), link);
    const { status, body } = await visitorCall(world, "GET", "/invitation", { token: tokenOf(link) });
    assert.deepEqual([status, body.visiting_on.startDate], [200, "2036-05-19T07:00:00.000Z"]);
  });

  it("carries a calendar entry for the visitor when it is dated, and none otherwise", async () => {
    const { mail, id, raw } = await invite({ visiting_on, last_name: "Janssens" });
    assert.equal(attached(mail, "application/ics")?.filename, "visit.ics");
    assert.match(raw, /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r\n/m);
    const text = calendarIn(raw);
    for (const line of [
      "METHOD:REQUEST",
      `UID:${id}@example.org`,
      "SEQUENCE:0",
      'ORGANIZER;CN="Kade & Zonen":mailto:desk@example.org',
      'ATTENDEE;CN="Jo Janssens";RSVP=FALSE:mailto:jo@example.org',
      "DTSTART:20360519T070000Z",
      "DTEND:20360519T123000Z",
      "SUMMARY:Bezoek aan Kade & Zonen",
      `DESCRIPTION:Ann Peeters verwacht u bij Kade & Zonen.\\n\\nOpen deze link om uw code te zien. Toon de code bij aankomst\\; ze is alleen voor u.\\n${linkIn(mail)}`,
      `URL:${linkIn(mail)}`,
    ])
      assert.ok(text.includes(`\r\n${line}\r\n`), `${line} is not in ${text}`);
    assert.doesNotMatch((await invite()).raw, /calendar|\.ics/);
  });

  it("names the entrance, in the visitor's language", async () => {
    const name = { name: "North gate", translations: { name: { nl: "Noorderpoort" } } };
    const gate = await world.post(`/companies/${location}/entrypoints`, name);
    const { mail, raw } = await invite({ visiting_on, entrypoint_id: gate.body._id });
    assert.ok(mail.text?.includes("Waar: Kade & Zonen, Noorderpoort, Kade 1, 9000 Gent"), mail.text);
    assert.match(calendarIn(raw), /^LOCATION:Kade & Zonen\\, Noorderpoort\\, Kade 1\\, 9000 Gent$/m);
  });

  it("is answered to the host, as far as the location has one of that name, with an address", async () => {
    const own = await buildLocation(world);
    await world.post("/visitees", { company_id: own, cn: "Ann Peeters", mail: "ann.peeters@example.org" });
    const repliesTo = async (recipient?: string): Promise<unknown> =>
      (await invite({ recipient }, own)).mail.replyTo?.map(({ address }) => address);
    assert.deepEqual(await repliesTo("Ann Peeters"), ["ann.peeters@example.org"]);
    assert.equal(await repliesTo("Bob Maes"), undefined);
    assert.equal(await repliesTo(), undefined);
  });

  it("without a name, host and date it still reads well", async () => {
    const { mail } = await invite({ first_name: undefined, recipient: undefined, language_id: "en" });
    assert.equal(mail.subject, "Your visit to Kade & Zonen");
    assert.ok(mail.text?.startsWith("Hello,\n\nYou're expected at Kade & Zonen.\n\nWhere: "));
    assert.doesNotMatch(mail.text ?? "", /When|Host|null|undefined|%|\{|\}/);
  });

  it("hostile names stay text: no markup, no header, no placeholder", async () => {
    const nasty = `<img src=x onerror=alert(1)>"'&%host%{x}\r\nBcc: x@example.org`;
    const own = await buildLocation(world, { name: nasty });
    const { mail } = await invite({ first_name: nasty, recipient: nasty }, own);
    assert.deepEqual([mail.to?.length, mail.bcc], [1, undefined]);
    assert.ok(!mail.html?.includes("<img src=x"));
    assert.ok(mail.text?.replaceAll("\n", "\r\n").includes(nasty.trim()));
    assert.ok(mail.subject?.includes("%host%{x}"));
  });

  it("loads nothing from elsewhere and runs nothing", async () => {
    const { mail } = await invite({ visiting_on });
    const html = mail.html ?? "";
    assert.doesNotMatch(html, /<script|<link|<iframe|url\(|@import/i);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = ""]) => address);
    assert.ok(addresses.every((address) => address.startsWith("cid:") || address.startsWith(PUBLIC_URL)));
  });

  it("an erased visitor's mail is not sent any more", async () => {
    const person = { company_id: location, email: "gone@example.org" };
    const { _id } = (await world.post("/knownvisitors", person)).body;
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [_id]);
    await world.remove(`/knownvisitors/${_id}`);
    mailbox.received.length = 0;
    await sendMails(world.context);
    assert.deepEqual(mailbox.received, []);
    const { rows } = await world.db.pool.query("select 1 from messages where subject_id = $1", [_id]);
    assert.deepEqual(rows, []);
  });
});
