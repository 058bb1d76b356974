import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueNotifications } from "../../../server/jobs/notifications/notifications.ts";
import { buildAgreement, buildSite, newestVisit } from "../../support/door.ts";
import { hostLinkOf } from "../../support/host-links.ts";
import { draw, openKiosk, press, CAMERA, TABLET } from "../../support/browser/kiosk-page.ts";
import { expectAccessible, openPage, startWeb, type Web, WITHOUT_WORKER } from "../../support/browser/web.ts";
import { type Body, buildRegistered } from "../../support/world.ts";

let web: Web;

before(async () => {
  web = await startWeb({ flags: CAMERA });
});
after(() => web.close());

const FIELDS = [
  { field_name: "email", visible: true },
  { field_name: "phone", visible: true },
  {
    label: "How do you travel?",
    type: "radio",
    required: true,
    options: ["Train", "Car"],
    translations: { options: { nl: ["Trein", "Auto"] } },
  },
  { label: "What do you bring?", type: "checkbox", options: ["Laptop", "Tools"] },
  { label: "Shoes", type: "dropdown", options: ["Yes", "No"] },
  { label: "I know the site", type: "checkbox", required: true },
  { label: "Born", type: "date", required: true },
  { label: "Parcels", type: "number" },
  { label: "Remarks", type: "textarea" },
];

const PLACE = {
  languages: ["en", "nl"],
  translations: { privacy_notice: { en: "Only we see this.", nl: "Alleen wij zien dit." } },
};
const PLAIN = {
  fields: [
    { field_name: "company", visible: false },
    { field_name: "email", visible: false },
    { field_name: "phone", visible: false },
  ],
  badge: false,
};

/** The job that queues messages, this much later: what waits any longer isn't queued. */
const queueAfter = (ms: number): Promise<void> =>
  queueNotifications({ ...web.world.context, now: () => Date.now() + ms });

const nextUntil = async (page: Awaited<ReturnType<typeof openKiosk>>["page"], title: string): Promise<void> => {
  await press(page, "Continue");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
};

const typeName = async (
  page: Awaited<ReturnType<typeof openKiosk>>["page"],
  first: string,
  last: string,
): Promise<void> => {
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
};

describe("the kiosk: pairing", () => {
  it("shows a code, meets visitors once it was entered, and shows a new code at once when it is removed", async () => {
    const site = await buildSite(web.world);
    const { page, complaints } = await openPage(web, TABLET);
    await page.goto(`${web.url}/kiosk/`);
    const code = await page.getByText(/^\d{3} \d{3}$/).innerText();
    await expectAccessible(page);
    await page.reload();
    assert.equal(await page.getByText(/^\d{3} \d{3}$/).innerText(), code, "a reload asks for no other one");
    const added = await web.world.post(`/companies/${site.location}/devices`, { code, name: "Desk" });
    assert.equal(added.status, 200, added.text);
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    await expectAccessible(page);
    await web.world.remove(`/companies/${site.location}/devices/${added.body._id}`);
    await press(page, "Sign out");
    await typeName(page, "Jo", "Janssens");
    await press(page, "Sign out");
    await page.getByRole("heading", { name: /This kiosk has been removed/ }).waitFor();
    assert.notEqual(await page.getByText(/^\d{3} \d{3}$/).innerText(), code);
    assert.deepEqual(complaints, []);
  });
});

describe("the kiosk: sign in", () => {
  it("a visitor answers every kind of question, signs, is photographed, and is in with source 1", async () => {
    const site = await buildSite(web.world, { fields: FIELDS, photo: "required", signature: "required" }, PLACE);
    const rules = await buildAgreement(web.world, site);
    const { page, complaints } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    await page.getByText("Only we see this.").waitFor();
    await nextUntil(page, "What’s your name");
    // By key: a second tap on the same place, so soon, is a double tap.
    await page.getByRole("button", { name: "Continue" }).press("Enter");
    assert.equal(await page.getByText("Fill this in").count(), 2, "names are required");
    await expectAccessible(page);
    await typeName(page, "Lena", "Vogt");
    await page.getByLabel("Company").fill("Sauter");
    await nextUntil(page, "How can we reach you");
    await page.getByLabel("Email").fill("lena@");
    await press(page, "Continue");
    await page.getByText("Enter a full email address").waitFor();
    await page.getByLabel("Email").fill("lena@example.org");
    await nextUntil(page, "Who are you here to see");
    await page.getByLabel("Your host’s name").fill("Anne Peters");
    await expectAccessible(page);
    await press(page, "Ann Peeters");
    await page.getByRole("heading", { level: 1, name: "A few more questions" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Car" }).click();
    await page.getByRole("checkbox", { name: "Tools" }).press("Enter");
    await page.getByRole("radio", { name: "No" }).click();
    await nextUntil(page, "I know the site");
    await page.getByRole("button", { name: "Continue" }).press("Enter");
    await page.getByText("Tick this box to continue").waitFor();
    await page.getByRole("checkbox", { name: "Yes" }).click();
    await press(page, "Continue");
    await page.getByLabel("Day").fill("31");
    await page.getByLabel("Month").fill("2");
    await page.getByLabel("Year").fill("1990");
    await page.getByLabel("Parcels").fill("2,5");
    await press(page, "Continue");
    await page.getByText("Enter a real date").waitFor();
    await page.getByLabel("Day").fill("28");
    await nextUntil(page, "Remarks");
    await page.getByRole("textbox", { name: "Remarks" }).fill("None");
    await nextUntil(page, "Read and sign");
    await press(page, "Agree");
    await page.getByText("Sign here, or type your name").waitFor();
    await draw(page);
    await expectAccessible(page);
    await press(page, "Agree");
    await press(page, "Take photo");
    await expectAccessible(page);
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    await expectAccessible(page);
    const visit = await newestVisit(web.world, site);
    const { signature, photo, ...rest } = visit;
    assert.deepEqual(
      [
        rest.first_name,
        rest.company,
        rest.recipient,
        rest.howdoyoutravel,
        rest.whatdoyoubring,
        rest.shoes,
        rest.iknowthesite,
        rest.born,
        rest.parcels,
        rest.remarks,
      ],
      ["Lena", "Sauter", "Ann Peeters", "Car", ["Tools"], "No", true, "1990-02-28", "2,5", "None"],
    );
    assert.deepEqual([rest.signed_in_source, rest.entrypoint_id, rest.agreements], [1, site.door, [rules._id]]);
    assert.match(signature, /png/);
    assert.match(photo, /jpeg/);
    assert.deepEqual(complaints, []);
  });

  it("a text that changes after it was signed is signed again: the pad is empty and the screen says why", async () => {
    const site = await buildSite(web.world, PLAIN);
    const rules = await buildAgreement(web.world, site);
    const { page, complaints } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    await typeName(page, "Lena", "Vogt");
    await press(page, "Continue");
    await page.getByLabel("Your host’s name").fill("Ann");
    await press(page, "Ann Peeters");
    await draw(page);
    const change = { agreement_text: { en: "I accept a penalty of 10,000 euros." } };
    await web.world.put(`/companies/${site.location}/agreements/${rules._id}`, change);
    await press(page, "Agree");
    await page.getByText("The text has changed. Please read and sign again.").waitFor();
    await page.getByText("I accept a penalty of 10,000 euros.").waitFor();
    await expectAccessible(page);
    // By key: a second tap on the same place, so soon, is a double tap.
    await page.getByRole("button", { name: "Agree" }).press("Enter");
    await page.getByText("The text has changed. Please read and sign again.").waitFor();
    await draw(page);
    await page.getByText("The text has changed").waitFor({ state: "detached" });
    await press(page, "Agree");
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    const signed = "select version from signed_agreements where company_id = $1";
    assert.deepEqual((await web.world.db.pool.query(signed, [site.location])).rows, [{ version: 2 }]);
    assert.equal(complaints.filter((line) => !line.includes("400")).length, 0);
  });

  it("the language changes on any screen, what was typed stays, and a choice is stored in the last one", async () => {
    const site = await buildSite(web.world, { ...PLAIN, fields: [...PLAIN.fields, FIELDS[2], FIELDS[8]] }, PLACE);
    const { page, complaints } = await openKiosk(web, site.kiosk);
    await press(page, "Nederlands");
    await press(page, "Aanmelden");
    await page.getByText("Alleen wij zien dit.").waitFor();
    await press(page, "Verder");
    await page.getByLabel("Voornaam").fill("Sofie");
    await press(page, "Taal");
    await press(page, "English");
    assert.equal(await page.getByLabel("First name").inputValue(), "Sofie");
    await page.getByLabel("Last name").fill("De Smet");
    await press(page, "Continue");
    await page.getByLabel("Your host’s name").fill("Ann");
    await press(page, "Ann Peeters");
    await page.getByRole("radio", { name: "Car" }).click();
    await page.getByRole("heading", { level: 1, name: "Remarks" }).waitFor();
    await press(page, "Back");
    await press(page, "Language");
    await press(page, "Nederlands");
    assert.equal(await page.getByRole("radio", { name: "Auto" }).getAttribute("aria-checked"), "true");
    await press(page, "Verder");
    await page.getByRole("textbox", { name: "Remarks" }).fill("Geen");
    await press(page, "Aanmelden");
    await page.getByRole("heading", { name: "Welkom, Sofie." }).waitFor();
    const { howdoyoutravel, language_id } = await newestVisit(web.world, site);
    assert.deepEqual([howdoyoutravel, language_id], ["Auto", "nl"]);
    await press(page, "Klaar");
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("a language we have no words in is marked on the location’s own texts, and our English ones stay English", async () => {
    const notice = "نحن فقط نرى هذا";
    const site = await buildSite(web.world, PLAIN, {
      languages: ["en", "ar"],
      translations: { privacy_notice: { en: "Only we see this.", ar: notice } },
    });
    const { page } = await openKiosk(web, site.kiosk);
    await page.locator("header [lang=ar]:visible").click();
    await press(page, "Sign in");
    const text = page.getByText(notice);
    const marks = await text.evaluate((element) => [
      element.closest("[lang]")?.getAttribute("lang"),
      getComputedStyle(element).direction,
    ]);
    assert.deepEqual(marks, ["ar", "rtl"]);
    assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]), [
      "en",
      "ltr",
    ]);
  });

  it("a name that no host has leads nowhere where hosts must be valid, and the kiosk's own keyboard types it", async () => {
    const site = await buildSite(web.world, PLAIN, { settings: { kiosk_keyboard: true } });
    const { page, complaints } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    const key = (name: string) =>
      page.getByRole("region", { name: "Keyboard" }).getByRole("button", { name, exact: true });
    await key("L").click();
    await key("e").click();
    await key("Next").click();
    await key("V").click();
    assert.equal(await page.getByLabel("First name").inputValue(), "Le");
    assert.equal(await page.getByLabel("Last name").inputValue(), "V");
    await expectAccessible(page);
    await press(page, "Continue");
    await page.getByLabel("Your host’s name").fill("Zz");
    await page.getByText("No one by that name").waitFor();
    assert.equal(await page.getByRole("listitem").count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("no name is called unknown before the hosts are read, nor one that only a pinned host has, and Enter chooses no other", async () => {
    const site = await buildSite(web.world, PLAIN);
    await web.world.put(`/visitees/${site.host._id}`, { sticky: true });
    const { page } = await openKiosk(web, site.kiosk, {
      device: WITHOUT_WORKER,
      before: (page) => page.route("**/kiosk/api/hosts/all*", (route) => route.fulfill({ status: 500, json: {} })),
    });
    await press(page, "Sign in");
    await typeName(page, "Kim", "Keys");
    await press(page, "Continue");
    const name = page.getByLabel("Your host’s name");
    await name.fill("ann");
    await page.getByText("The names aren’t available right now").waitFor();
    await page.unroute("**/kiosk/api/hosts/all*");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    const ann = page.getByRole("button", { name: "Ann Peeters" });
    await ann.waitFor();
    assert.equal(await page.getByText("No one by that name").count(), 0);
    await name.fill("Zz");
    await page.getByText("No one by that name").waitFor();
    await name.press("Enter");
    await ann.click();
    await page.getByRole("heading", { name: "Welcome, Kim." }).waitFor();
  });

  it("a companion whose host was removed meanwhile is asked whom they visit", async () => {
    const site = await buildSite(web.world, PLAIN);
    await web.world.post("/visitees", { company_id: site.location, cn: "Bo Maes", mail: "bo@example.org" });
    const { page } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    await typeName(page, "Kim", "Keys");
    await press(page, "Continue");
    await page.getByLabel("Your host’s name").fill("ann");
    await press(page, "Ann Peeters");
    await press(page, "Someone is with me");
    await page.getByText("You’re visiting Ann Peeters too.").waitFor();
    assert.equal((await web.world.remove(`/visitees/${site.host._id}`)).status, 200);
    await typeName(page, "Lou", "Keys");
    await press(page, "Sign in");
    await page.getByText("Check this again").waitFor();
    await page.getByLabel("Your host’s name").fill("bo");
    await press(page, "Bo Maes");
    await page.getByRole("heading", { name: "Welcome, Lou." }).waitFor();
    assert.equal((await newestVisit(web.world, site)).recipient, "Bo Maes");
  });

  it("companions are one message to their host, which waits from the press on", async () => {
    const site = await buildSite(web.world, PLAIN);
    const { page, complaints } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    await typeName(page, "Kim", "Keys");
    await press(page, "Continue");
    await page.getByLabel("Your host’s name").fill("ann");
    await press(page, "Ann Peeters");
    for (const name of ["Lou", "Sam"]) {
      const pressed = page.waitForResponse((response) => response.url().endsWith("/kiosk/api/visits/companion"));
      await press(page, "Someone is with me");
      assert.equal((await pressed).status(), 200);
      await queueAfter(60_000);
      await typeName(page, name, "Keys");
      await press(page, "Sign in");
      await page.getByRole("heading", { name: `Welcome, ${name}.` }).waitFor();
    }
    await queueAfter(60_000);
    const outbox: Body[] = (await web.world.get(`/companies/${site.location}/outbox`)).body;
    assert.deepEqual(outbox.map(({ kind }) => String(kind)).toSorted(), ["mail", "sms"]);
    for (const { text } of outbox) assert.match(text, /^(Hello .*\n\n)?Kim Keys and 2 others signed in at /);
    assert.deepEqual(complaints, []);
  });

  it("nothing but keys is needed from the first screen to the last", async () => {
    const site = await buildSite(web.world, PLAIN);
    const { page } = await openKiosk(web, site.kiosk);
    await page.getByRole("button", { name: /^Sign in/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("First name").waitFor();
    const hints = await page
      .locator("main input")
      .evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.enterKeyHint));
    assert.deepEqual(hints, ["next", "go"]);
    await page.keyboard.type("Kim");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Keys");
    await page.keyboard.press("Enter");
    await page.getByLabel("Your host’s name").waitFor();
    await page.keyboard.type("ann");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Welcome, Kim." }).waitFor();
  });

  it("a screened visitor sees the answer on the kiosk while it is shown, and on a phone by its code; the kiosk is free after 15 seconds", async () => {
    const site = await buildSite(web.world, { ...PLAIN, screening: true });
    const { page, complaints } = await openKiosk(web, site.kiosk);
    const arrive = async (first: string, last: string): Promise<string> => {
      await press(page, "Sign in");
      await typeName(page, first, last);
      await press(page, "Continue");
      await page.getByLabel("Your host’s name").fill("Ann");
      const arrived = page.waitForResponse((response) => response.url().endsWith("/kiosk/api/visits"));
      await press(page, "Ann Peeters");
      const { answer_page }: { answer_page: string } = await (await arrived).json();
      await page.getByText("We’ve asked Ann Peeters").waitFor();
      return `${web.url}/visit/${new URL(answer_page).hash}`;
    };
    const answerPage = await arrive("Sam", "Screened");
    await page.getByRole("img", { name: "Code to see the answer on your phone" }).waitFor();
    await queueNotifications(web.world.context);
    const outbox: Body[] = (await web.world.get(`/companies/${site.location}/outbox`)).body;
    const link = await hostLinkOf(web.world, outbox[0]);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = (body: string) => fetch(`${web.url}${link}`, { method: "POST", headers, body });
    await answer("reply=wait");
    await page.getByText("Your host asks you to wait about 5 minutes.").waitFor();
    await expectAccessible(page);
    await answer("choice=approve");
    await page.getByRole("heading", { name: "Welcome, Sam." }).waitFor();
    const phone = await page.context().newPage();
    await phone.goto(answerPage);
    await phone.getByRole("heading", { name: "You can come in." }).waitFor();
    await expectAccessible(phone);
    await phone.close();
    await page.getByRole("button", { name: "Done" }).click();
    await page.clock.install();
    await arrive("Wim", "Waiting");
    await page.clock.fastForward(16_000);
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe("the kiosk: expected, and out", () => {
  it("an expected visitor is in with their name and one press, and out by name", async () => {
    const site = await buildSite(web.world, PLAIN);
    await buildRegistered(web.world, site.location, { visit_type: site.type._id, recipient: "Ann Peeters" });
    const { page, complaints } = await openKiosk(web, site.kiosk);
    await press(page, "I’m expected");
    await typeName(page, "Nobody", "Here");
    await press(page, "Continue");
    await page.getByText("We can’t find you").waitFor();
    await expectAccessible(page);
    await press(page, "Sign in as a new visitor");
    assert.equal(await page.getByLabel("Last name").inputValue(), "Here", "what was typed need not be typed again");
    await press(page, "Back");
    await press(page, "I’m expected");
    await typeName(page, "rosa", "KNOWN");
    await press(page, "Continue");
    await page.getByRole("heading", { name: /Welcome, rosa/i }).waitFor();
    await page.getByText("Is this right? Then one tap signs you in.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign in" }).press("Enter");
    await page.getByRole("heading", { name: /Welcome, rosa/i }).waitFor();
    await page.getByRole("button", { name: "Done" }).press("Enter");
    assert.ok((await newestVisit(web.world, site)).known_visitor_id, "it is the visit of the registered visitor");
    await press(page, "Sign out");
    await typeName(page, "Rosa", "Known");
    await press(page, "Sign out");
    await page.getByRole("heading", { name: /Goodbye/ }).waitFor();
    assert.equal((await newestVisit(web.world, site)).signed_out_source, 1);
    assert.deepEqual(complaints, []);
  });
});

describe("the kiosk: an expected visitor with a question to answer", () => {
  it("is promised no single press", async () => {
    const site = await buildSite(web.world, { ...PLAIN, fields: [{ label: "Purpose", required: true }] });
    await buildRegistered(web.world, site.location, { visit_type: site.type._id, recipient: "Ann Peeters" });
    const { page } = await openKiosk(web, site.kiosk);
    await press(page, "I’m expected");
    await typeName(page, "Rosa", "Known");
    await press(page, "Continue");
    await page.getByText("Is this right?", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Continue" }).press("Enter");
    await page.getByRole("heading", { name: "Purpose" }).waitFor();
  });
});

describe("the kiosk: idle", () => {
  it("asks after the time-out less 15 s, goes on with what was typed, and drops it without an answer", async () => {
    const site = await buildSite(web.world, PLAIN, { settings: { kiosk_idle_seconds: 60 } });
    const { page } = await openKiosk(web, site.kiosk, { before: (page) => page.clock.install() });
    await press(page, "Sign in");
    await page.clock.runFor(1000);
    await page.getByLabel("First name").fill("Lena");
    await page.clock.runFor(46_000);
    await page.getByRole("dialog", { name: "Are you still there?" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("First name").inputValue(), "Lena");
    await page.clock.runFor(46_000);
    await page.getByRole("dialog").waitFor();
    await page.clock.runFor(16_000);
    await press(page, "Sign in");
    await page.clock.runFor(1000);
    assert.equal(await page.getByLabel("First name").inputValue(), "");
  });

  it("goes back to the location's language on the first screen, too", async () => {
    const site = await buildSite(web.world, PLAIN, {
      languages: ["en", "fr"],
      default_language: "en",
      settings: { kiosk_idle_seconds: 60 },
    });
    const { page } = await openKiosk(web, site.kiosk, { before: (page) => page.clock.install() });
    await page.getByRole("button", { name: "Français" }).click();
    await page.locator("html[lang=fr]").waitFor();
    await page.clock.runFor(62_000);
    await page.locator("html[lang=en]").waitFor();
  });
});
