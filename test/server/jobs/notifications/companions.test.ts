import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { deleteOldArrivals } from "../../../../server/resources/visits/kiosk-arrivals.ts";
import { arrival, atKiosk, buildSite, newestVisit, type Site } from "../../../support/door.ts";
import { hostLinkOf } from "../../../support/host-links.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { sendMails } from "../../../support/outside/sending.ts";
import { posterOf, visitorCall } from "../../../support/visitor.ts";
import { type Body, logOf, makeWorld, type World } from "../../../support/world.ts";

const SECOND_MS = 1_000;
const STARTED = Date.parse("2026-11-23T16:34:00Z");

let world: World;
let mailbox: Mailbox;
let site: Site;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://visitors.example.org" } });
});
after(async () => {
  await world.close();
  await mailbox.close();
});
beforeEach(async () => {
  Object.assign(world.clock, { now: Date.now(), frozen: false });
  site = await buildSite(world, {}, { name: "Head office", timezone: "UTC" });
  Object.assign(world.clock, { now: STARTED, frozen: true });
  mailbox.received.length = 0;
});

type Arrived = { ref: string; visit: string };
type Person = { name?: string; with?: Arrived } & Record<string, unknown>;

const arrive = async ({ name = "Lead Seven", with: other, ...answers }: Person = {}): Promise<Arrived> => {
  const [first_name, last_name] = name.split(" ");
  const ref = randomUUID();
  // Visits are told apart by when they began.
  world.clock.now += 1;
  const body = arrival(site, {
    client_ref: ref,
    answers: { first_name, last_name, ...answers },
    ...(other && { companion_of: other.ref }),
  });
  const { status, text } = await atKiosk(world, site, "/visits", body);
  assert.equal(status, 200, text);
  return { ref, visit: (await newestVisit(world, site))._id };
};
const press = async ({ ref }: Arrived): Promise<void> => {
  assert.equal((await atKiosk(world, site, "/visits/companion", { client_ref: ref })).status, 200);
};
/** Signs in a companion after the press that announces them. */
const bring = async (other: Arrived, person: Person): Promise<Arrived> => {
  await press(other);
  return arrive({ ...person, with: other });
};
const outbox = async (): Promise<Body[]> => {
  await queueNotifications(world.context);
  return (await world.get(`/companies/${site.location}/outbox`)).body.toReversed();
};
/** The subjects of the mails, after this time, in which the job runs each second. */
const subjectsAfter = async (seconds: number): Promise<string[]> => {
  world.clock.now += seconds * SECOND_MS;
  return (await outbox()).filter(({ kind }) => kind === "mail").map(({ subject }) => subject);
};
const lead = (): Promise<Arrived> => arrive();
const three = async (): Promise<[Arrived, Arrived, Arrived]> => {
  const first = await lead();
  const second = await bring(first, { name: "Jo Janssens", company: "Acme" });
  return [first, second, await bring(second, { name: "Kim Maes" })];
};

const ALONE = "Lead Seven is here to see you";
const TWO = "Lead Seven and Jo Janssens are here to see you";
const THREE = "Lead Seven and 2 others are here to see you";

describe("Visitors who sign in together at a kiosk are one message to their host (decision 0048)", () => {
  it("200: an email with all names, and an SMS", async () => {
    await three();
    assert.deepEqual(await subjectsAfter(7), []);
    assert.deepEqual(await subjectsAfter(1), [THREE]);
    const [mail, sms, ...others] = (await outbox()).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    assert.deepEqual(others, []);
    const says = "Lead Seven and 2 others signed in at Head office at 16:34 and are here to see you.";
    assert.ok(mail.text.includes(says), mail.text);
    assert.match(mail.text, /Visitors: Lead Seven, Jo Janssens \(Acme\), Kim Maes\n/);
    assert.equal(sms.text, `${says} Reply: [link for the host]`);
    await sendMails(world.context);
    assert.deepEqual(
      mailbox.received.map(({ mail: { subject } }) => subject),
      [THREE],
    );
  });

  it("200: the timeline of each has the message", async () => {
    const all = await three();
    await subjectsAfter(8);
    for (const { visit } of all) {
      const { body } = await world.get(`/visitors/${visit}/timeline`);
      assert.equal(body.filter(({ what }: Body) => what === "host_told").length, 1);
    }
  });

  it("200: two are both named; the job may run before and between the sign-ins", async () => {
    const first = await lead();
    assert.deepEqual(await subjectsAfter(5), []);
    await press(first);
    assert.deepEqual(await subjectsAfter(60), []);
    await arrive({ name: "Jo Janssens", with: first });
    assert.deepEqual(await subjectsAfter(7), []);
    assert.deepEqual(await subjectsAfter(1), [TWO]);
  });

  it("200: alone, the message waits 8 seconds; after the press 2 minutes, and no longer", async () => {
    await lead();
    assert.deepEqual(await subjectsAfter(8), [ALONE]);
    const other = await arrive({ name: "Ann Other" });
    await press(other);
    assert.deepEqual(await subjectsAfter(119), [ALONE]);
    assert.deepEqual(await subjectsAfter(1), [ALONE, "Ann Other is here to see you"]);
  });

  it("200: the first is told after 2 minutes, however many come; who is late begins the next message", async () => {
    const first = await lead();
    await press(first);
    world.clock.now += 115 * SECOND_MS;
    const second = await arrive({ name: "Jo Janssens", with: first });
    await press(second);
    assert.deepEqual(await subjectsAfter(5), [TWO]);
    const third = await arrive({ name: "Kim Maes", with: second });
    await press(third);
    assert.deepEqual(await subjectsAfter(60), [TWO]);
    await arrive({ name: "Bo Late", with: third });
    assert.deepEqual(await subjectsAfter(8), [TWO, "Kim Maes and Bo Late are here to see you"]);
  });

  it("200: another host gets a message of their own", async () => {
    await world.post("/visitees", { company_id: site.location, cn: "Bo Maes", mail: "bo@example.org" });
    const first = await lead();
    await bring(first, { name: "Jo Janssens", recipient: "Bo Maes" });
    assert.deepEqual((await subjectsAfter(8)).toSorted(), ["Jo Janssens is here to see you", ALONE]);
  });

  it("200: strangers at one kiosk are messages of their own, and so are phones", async () => {
    const first = await lead();
    await arrive({ name: "Jo Janssens" });
    const token = await posterOf(world, site.location, site.door);
    const body = arrival(site, { companion_of: first.ref });
    assert.equal((await visitorCall(world, "POST", "/visits", { token, body })).status, 200);
    assert.equal((await subjectsAfter(8)).length, 3);
  });

  it("200: who needs approval is asked about at once and alone", async () => {
    const first = await lead();
    await press(first);
    await world.put(`/companies/${site.location}/visittypes/${site.type._id}`, { screening: true });
    await arrive({ name: "Jo Janssens", with: first });
    assert.deepEqual(await subjectsAfter(0), ["Can Jo Janssens come in?"]);
    assert.deepEqual((await subjectsAfter(120)).toSorted(), ["Can Jo Janssens come in?", ALONE]);
  });

  it("200: a sign-out isn't told before the sign-in", async () => {
    const first = await lead();
    await press(first);
    assert.deepEqual(await subjectsAfter(1), []);
    await world.post(`/visitors/${first.visit}/signout`);
    assert.deepEqual(await subjectsAfter(1), [ALONE, "Lead Seven has left"]);
    const second = await arrive({ name: "Jo Janssens" });
    await world.post(`/visitors/${second.visit}/signout`);
    assert.equal((await subjectsAfter(0)).length, 4);
  });

  it("200: an unknown reference, and one of long ago, are no group", async () => {
    assert.equal((await atKiosk(world, site, "/visits/companion", { client_ref: randomUUID() })).status, 200);
    const first = await lead();
    await subjectsAfter(11 * 60);
    await arrive({ name: "Jo Janssens", with: first });
    await arrive({ name: "Kim Maes", with: { ref: randomUUID(), visit: "" } });
    assert.equal((await subjectsAfter(8)).length, 3);
  });

  it("200: who sign in at once join the same message", async () => {
    const first = await lead();
    await press(first);
    const names = ["Jo Janssens", "Kim Maes", "Bo Late", "Li Wei"];
    await Promise.all([...names.map((name) => arrive({ name, with: first })), queueNotifications(world.context)]);
    assert.deepEqual(await subjectsAfter(8), ["Lead Seven and 4 others are here to see you"]);
  });

  it("200: an erased companion isn't named, neither before nor after the message was sent", async () => {
    const [, second, third] = await three();
    await world.remove(`/visitors/${third.visit}`);
    assert.deepEqual(await subjectsAfter(120), [TWO]);
    await sendMails(world.context);
    await world.remove(`/visitors/${second.visit}`);
    const text = (await outbox()).map((message) => message.text).find((one) => one.startsWith("Hello"));
    assert.match(text, /Lead Seven signed in/);
    assert.doesNotMatch(text, /Jo|Acme/);
  });

  it("200: if the first is erased, the host is told of the others", async () => {
    const [first] = await three();
    await queueNotifications(world.context);
    await world.remove(`/visitors/${first.visit}`);
    assert.deepEqual(await subjectsAfter(8), ["Jo Janssens and Kim Maes are here to see you"]);
  });

  it("200: so they are if the message was queued, but not if it was sent", async () => {
    const [first, second] = await three();
    await subjectsAfter(8);
    await world.remove(`/visitors/${first.visit}`);
    assert.deepEqual(await subjectsAfter(1), ["Jo Janssens and Kim Maes are here to see you"]);
    await sendMails(world.context);
    await world.db.pool.query("update messages set state = 'sent' where kind = 'sms'");
    await world.remove(`/visitors/${second.visit}`);
    assert.deepEqual(await subjectsAfter(1), []);
  });

  it("200: a visit type's own texts name them; where they have no place for it, the number is added", async () => {
    const path = `/companies/${site.location}/visittypes/${site.type._id}`;
    const own = {
      notification_sign_in_text: "%visitor% at the gate.",
      notification_sign_in_sms: "%first_name% is here.",
    };
    await world.put(path, own);
    await three();
    await subjectsAfter(8);
    const all = await outbox();
    assert.match(
      all.find(({ kind }) => kind === "mail")?.text,
      /Lead Seven and 2 others at the gate\.[^]*Visitors: Lead Seven, Jo Janssens/,
    );
    assert.equal(all.find(({ kind }) => kind === "sms")?.text, "Lead is here. (+2)");
  });
});

const pressLink = async (link: string, payload: string): Promise<number> => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await world.app.inject({ method: "POST", url: link, headers, payload })).statusCode;
};
const open = async (link: string): Promise<string> => (await world.app.inject({ method: "GET", url: link })).body;
const replies = async (): Promise<string[]> => {
  const all: Body[] = (await world.get(`/companies/${site.location}/visitors/hostreplies`)).body;
  return all.map(({ visitor_id, reply }) => `${visitor_id} ${reply}`).toSorted();
};
const linkAfter = async (seconds: number): Promise<string> => {
  await subjectsAfter(seconds);
  return hostLinkOf(
    world,
    (await outbox()).find(({ kind }) => kind === "mail"),
  );
};

describe("A host's reply to visitors who came together", () => {
  it("303: one reply reaches all, is audited for each, and the page says whom it is for", async () => {
    const all = await three();
    const link = await linkAfter(10);
    assert.match(await open(link), /<h1>Lead Seven and 2 others<\/h1>/);
    assert.equal(await pressLink(link, "reply=coming"), 303);
    assert.deepEqual(await replies(), all.map(({ visit }) => `${visit} coming`).toSorted());
    assert.match(await open(link), /All of them can see this\./);
    const entries = (await logOf(world, site.location)).filter(({ act }) => act === "visit.reply");
    assert.deepEqual(
      entries.map(({ subject_id }) => String(subject_id)).toSorted(),
      all.map(({ visit }) => visit).toSorted(),
    );
  });

  it("303: who has left, or has another host by now, isn't replied to; the link works while one is there", async () => {
    const [first, second, third] = await three();
    const link = await linkAfter(10);
    await world.put(`/visitors/${third.visit}`, { recipient: "Bo Maes" });
    await world.post(`/visitors/${first.visit}/signout`);
    assert.match(await open(link), /<h1>Jo Janssens<\/h1>/);
    await pressLink(link, "reply=wait");
    assert.deepEqual(await replies(), [`${second.visit} wait`]);
    await world.remove(`/visitors/${first.visit}`);
    assert.match(await open(link), /<h1>Jo Janssens<\/h1>/);
  });

  it("303: a colleague gets one message about all of them", async () => {
    await world.post("/visitees", { company_id: site.location, cn: "Bo Maes", mail: "bo@example.org" });
    await three();
    const link = await linkAfter(10);
    assert.equal(await pressLink(link, "colleague=Bo+Maes"), 303);
    const mails = (await outbox()).filter(({ to }) => to === "bo@example.org");
    assert.deepEqual([mails.length, mails[0].subject.endsWith("and 2 others are here to see you")], [1, true]);
    assert.match(mails[0].text, /asked you to look after these visitors/);
  });

  it("the first is forgotten with its links; companions stay as long as their visits", async () => {
    await three();
    await queueNotifications(world.context);
    const later = (hours: number) => new Date(STARTED + hours * 3_600_000 + SECOND_MS).toISOString();
    const count = async () =>
      (await world.db.pool.query("select 1 from kiosk_arrivals where company_id = $1", [site.location])).rowCount;
    await deleteOldArrivals(world.db, later(47));
    assert.equal(await count(), 3);
    await deleteOldArrivals(world.db, later(48));
    assert.equal(await count(), 2);
  });
});
