import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueNotifications } from "../../../server/jobs/notifications/notifications.ts";
import { invitationToken } from "../../../server/resources/messages/invitations/invitation-link.ts";
import { arrival, buildAgreement, buildSite, newestVisit, type Site } from "../../support/door.ts";
import { hostLinkOf } from "../../support/host-links.ts";
import { posterOf, tokenOf, visitorCall } from "../../support/visitor.ts";
import { expectAccessible, openPage, type Opened, startWeb, type Web } from "../../support/browser/web.ts";
import { type Body, buildRegistered } from "../../support/world.ts";

const HOUR_MS = 60 * 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let web: Web;
let site: Site;
let poster: string;
before(async () => {
  // The host is told, and can reply, only where there is a mail server; nothing is sent to this one.
  web = await startWeb({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  site = await buildSite(
    web.world,
    { fields: [{ label: "License plate", required: true }] },
    { languages: ["en", "nl"] },
  );
  poster = await posterOf(web.world, site.location, site.door);
});
after(() => web.close());

const openPoster = async (token = poster, phone: typeof PHONE & { locale?: string } = PHONE): Promise<Opened> => {
  const opened = await openPage(web, phone);
  await opened.page.goto(`${web.url}/visit/#p=${token}`);
  return opened;
};

/** Answers all questions of a site; the last page is left to be sent. */
const fillIn = async ({ page }: Opened, first = "Lena"): Promise<void> => {
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill("Vogt");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Your host’s name").fill("pet");
  await page.getByRole("button", { name: "Ann Peeters" }).click();
  await page.getByLabel("License plate").fill("1-ABC-234");
};

describe("the page behind a poster", () => {
  it("a text that changes after it was signed is signed again: the name is empty and the page says why", async () => {
    const own = await buildSite(web.world, { fields: [{ label: "License plate", required: true }] });
    const rules = await buildAgreement(web.world, own);
    const opened = await openPoster(await posterOf(web.world, own.location, own.door));
    const { page } = opened;
    await fillIn(opened);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Wear your badge.").waitFor();
    await page.getByRole("button", { name: "Continue to sign" }).click();
    await page.getByRole("button", { name: "Type your name instead" }).click();
    await page.getByRole("textbox").fill("Lena Vogt");
    const change = { agreement_text: { en: "I accept a penalty of 10,000 euros." } };
    await web.world.put(`/companies/${own.location}/agreements/${rules._id}`, change);
    await page.getByRole("button", { name: "Agree" }).click();
    await page.getByText("The text has changed. Please read and sign again.").waitFor();
    await page.getByText("I accept a penalty of 10,000 euros.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Continue to sign" }).click();
    assert.equal(await page.getByRole("textbox").inputValue(), "");
    await page.getByText("The text has changed. Please read and sign again.").waitFor();
    await page.getByRole("textbox").fill("Lena Vogt");
    await page.getByRole("button", { name: "Agree" }).click();
    await page.getByText("Welcome, Lena.").waitFor();
    const signed = "select version from signed_agreements where company_id = $1";
    assert.deepEqual((await web.world.db.pool.query(signed, [own.location])).rows, [{ version: 2 }]);
  });

  it("signs in at that door with source 2, and the same phone signs out again, also after the page was closed", async () => {
    const opened = await openPoster();
    const { page, complaints } = opened;
    await page.getByText("Come on in.").waitFor();
    await expectAccessible(page);
    await fillIn(opened);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Welcome, Lena.").waitFor();
    await page.getByText("This phone remembers your visit").waitFor();
    await expectAccessible(page);
    const link = await page.getByRole("link", { name: "See my data" }).getAttribute("href");
    const data = await visitorCall(web.world, "GET", "/data", { token: tokenOf(link ?? "") });
    assert.equal(data.body.visits[0].licenseplate, "1-ABC-234");
    const visit = await newestVisit(web.world, site);
    assert.deepEqual(
      [visit.first_name, visit.recipient, visit.licenseplate, visit.signed_in_source, visit.entrypoint_id],
      ["Lena", "Ann Peeters", "1-ABC-234", 2, site.door],
    );
    await page.reload();
    await page.getByText("You’re signed in, Lena.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Bye Lena").waitFor();
    assert.ok((await newestVisit(web.world, site)).signed_out);
    assert.equal(await page.evaluate(() => localStorage.getItem("foyer-visit")), null);
    await page.reload();
    await page.getByText("Come on in.").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("says at the field what is missing, goes back with what was typed, and changes the language without losing it", async () => {
    const { page, complaints } = await openPoster();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    const first = page.getByLabel("First name");
    assert.equal(await first.getAttribute("aria-invalid"), "true");
    assert.ok(await first.evaluate((field) => field === document.activeElement));
    await expectAccessible(page);
    await first.fill("Zoë");
    await page.getByLabel("Last name").fill("Peters");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Your host’s name").waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel("First name").inputValue(), "Zoë");
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("button", { name: "Nederlands" }).click();
    assert.equal(await page.getByLabel("Voornaam").inputValue(), "Zoë");
    assert.equal(await page.evaluate(() => document.documentElement.lang), "nl");
    await page.getByRole("button", { name: "Terug" }).click();
    await page.getByText("Welkom.").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("finds who is expected by name, and asks only what is not known; of others it learns nothing", async () => {
    await web.world.post("/knownvisitors", {
      company_id: site.location,
      first_name: "Rosa",
      last_name: "Parks",
      company: "Acme",
      recipient: "Ann Peeters",
      visit_type: site.type._id,
    });
    const { page, complaints } = await openPoster();
    await page.getByRole("button", { name: "I’m expected" }).click();
    await page.getByLabel("First name").fill("Nobody");
    await page.getByLabel("Last name").fill("Here");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("We can’t find you").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign in as a new visitor" }).click();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    assert.equal(await page.getByLabel("Last name").inputValue(), "Here", "what was typed need not be typed again");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "I’m expected" }).click();
    await page.getByLabel("First name").fill("rosa");
    await page.getByLabel("Last name").fill("parks");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Welcome, rosa").waitFor();
    assert.ok(!(await page.content()).includes("Acme"));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("License plate").fill("2-DEF-567");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This phone remembers your visit").waitFor();
    assert.equal(await page.getByRole("link", { name: "See my data" }).count(), 0, "a name is no proof");
    assert.equal((await newestVisit(web.world, site)).company, "Acme");
    assert.deepEqual(complaints, []);
  });

  it("a visitor who is inside can sign out, whatever becomes of the look-up of their visit", async () => {
    const { body } = await visitorCall(web.world, "POST", "/visits", {
      token: poster,
      body: arrival(site, { answers: { licenseplate: "1-ABC-234" } }),
    });
    const { page } = await openPage(web, PHONE);
    await page.addInitScript(
      (item) => localStorage.setItem("foyer-visit", item),
      JSON.stringify({ value: { token: body.token, name: "Jo", since: body.signed_in }, until: Date.now() + HOUR_MS }),
    );
    await page.route("**/visit/api/visits/state", (route) => route.abort());
    await page.route("**/visit/api/signout", (route) => route.fulfill({ status: 503, json: { message: "Busy." } }));
    await page.goto(`${web.url}/visit/#p=${poster}`);
    await page.getByText("You’re signed in, Jo.").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Something went wrong. Try again, or ask reception.").waitFor();
    await page.unroute("**/visit/api/signout");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Bye Jo").waitFor();
  });

  it("a visitor whose invitation can't be looked up is told so, and offered no sign-in as another", async () => {
    const { _id } = await buildRegistered(web.world, site.location, { visit_type: site.type._id });
    const code = invitationToken(
      web.world.context.secretKey,
      { location: site.location, registeredVisitorId: _id },
      { from: null, to: null, made: Date.now() },
    );
    const { page } = await openPage(web, PHONE);
    await page.addInitScript(
      (item) => localStorage.setItem("foyer-invitation", item),
      JSON.stringify({ value: { code }, until: Date.now() + HOUR_MS }),
    );
    await page.route("**/visit/api/recognise", (route) => route.abort());
    await page.goto(`${web.url}/visit/#p=${poster}`);
    await page.getByRole("heading", { name: "You’re offline" }).waitFor();
    await page.unroute("**/visit/api/recognise");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Sign in as Rosa" }).waitFor();
  });

  it("no name is called unknown before the service has said so", async () => {
    const strict = await buildSite(web.world, {}, { settings: { hosts_must_be_valid: true } });
    const { page } = await openPoster(await posterOf(web.world, strict.location, strict.door));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("First name").fill("Lena");
    await page.getByLabel("Last name").fill("Vogt");
    await page.getByRole("button", { name: "Continue" }).click();
    const { promise: seen, resolve: fail } = Promise.withResolvers<void>();
    await page.route("**/visit/api/hosts?q=*", async (route) => {
      await seen;
      await route.abort();
    });
    const asked = page.waitForRequest("**/visit/api/hosts?q=*");
    await page.getByLabel("Your host’s name").fill("ann");
    await asked;
    assert.equal(await page.getByText("No one by that name").count(), 0);
    fail();
    await page.getByText("The names aren’t available right now").waitFor();
    await page.unroute("**/visit/api/hosts?q=*");
    await page.getByLabel("Your host’s name").fill("zzz");
    await page.getByText("No one by that name").waitFor();
  });

  it("a poster that was replaced leads to a page that says what to do, like a link that never was", async () => {
    const { body: door } = await web.world.post(`/companies/${site.location}/entrypoints`, { name: "Back" });
    const old = await posterOf(web.world, site.location, door._id);
    await web.world.post(`/companies/${site.location}/entrypoints/${door._id}/poster`);
    for (const token of [old, "no.token"]) {
      const { page } = await openPoster(token);
      await page.getByRole("heading", { name: "This poster is no longer in use" }).waitFor();
      assert.ok(!(await page.content()).includes("Head office"));
      if (token === old) await expectAccessible(page);
    }
  });

  it("too many sign-ins from one address: a page says when to try again, and what was typed is still there", async () => {
    const own = await buildSite(web.world);
    const token = await posterOf(web.world, own.location, own.door);
    for (let n = 0; n < 30; n += 1) {
      const { status, text } = await visitorCall(web.world, "POST", "/visits", { token, body: arrival(own) });
      assert.equal(status, 200, text);
    }
    const opened = await openPoster(token);
    const { page } = opened;
    await fillIn(opened, "Late");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Too many attempts" }).waitFor();
    await page.getByText(/Try again in \d+ minutes/).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again" }).click();
    assert.equal(await page.getByLabel("License plate").inputValue(), "1-ABC-234");
  });
});

describe("approval by the link of a mail (interface 3)", () => {
  it("opening it decides nothing, one press does; the waiting phone is told, and the link shows the decision", async () => {
    const own = await buildSite(web.world, { screening: true });
    const opened = await openPoster(await posterOf(web.world, own.location, own.door));
    const { page: phone, complaints } = opened;
    await fillIn(opened, "Jorge");
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByText("We’ve asked Ann Peeters.").waitFor();
    await expectAccessible(phone);
    await queueNotifications(web.world.context);
    const outbox: Body[] = (await web.world.get(`/companies/${own.location}/outbox`)).body;
    const link = await hostLinkOf(web.world, outbox[0]);
    const host = await openPage(web, PHONE);
    await host.page.goto(`${web.url}${link}`);
    await host.page.getByRole("heading", { name: "Jorge Vogt" }).waitFor();
    assert.equal((await newestVisit(web.world, own)).approval, "pending");
    assert.equal(await host.page.evaluate(() => document.fonts.check("16px Geist")), true, "the house's font");
    await expectAccessible(host.page);
    await host.page.getByRole("button", { name: "Approve" }).click();
    await host.page.getByText("You approved this visit at").waitFor();
    await expectAccessible(host.page);
    await phone.getByText("Welcome, Jorge.").waitFor();
    await host.page.goto(`${web.url}${link}`);
    await host.page.getByText("You approved this visit at").waitFor();
    assert.equal(await host.page.getByRole("button", { name: /^(Approve|Reject)$/ }).count(), 0);
    assert.deepEqual([...complaints, ...host.complaints], []);
  });
});

describe("a reply by the link of a mail (interface 3)", () => {
  for (const viewport of [PHONE.viewport, { width: 1280, height: 800 }])
    it(`at ${viewport.width} px: the phone shows what the host replies, and then that a colleague was asked`, async () => {
      const own = await buildSite(web.world);
      await web.world.post("/visitees", { company_id: own.location, cn: "Bo Maes", mail: "bo@example.org" });
      const opened = await openPoster(await posterOf(web.world, own.location, own.door));
      await fillIn(opened, "Jorge");
      await opened.page.getByRole("button", { name: "Sign in" }).click();
      await opened.page.getByText("Ann Peeters knows").waitFor();
      await queueNotifications(web.world.context);
      const outbox: Body[] = (await web.world.get(`/companies/${own.location}/outbox`)).body;
      const host = await openPage(web, { viewport });
      await host.page.goto(`${web.url}${await hostLinkOf(web.world, outbox[0])}`);
      await expectAccessible(host.page);
      const boxes = await host.page
        .locator("form .buttons > *")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
      assert.ok(Math.max(...boxes) <= viewport.height, "every answer is on the first screen");
      await host.page.getByRole("button", { name: "I’m on my way" }).click();
      await host.page.getByText("You replied at").waitFor();
      await expectAccessible(host.page);
      await opened.page.getByText("Your host is on the way.").waitFor();
      await opened.page.getByText("Welcome Jorge, Ann Peeters knows").waitFor();
      await expectAccessible(opened.page);
      await host.page.getByRole("link", { name: "Ask a colleague" }).click();
      await host.page.getByLabel("Colleague’s name").fill("mae");
      await host.page.getByRole("button", { name: "Find" }).click();
      await expectAccessible(host.page);
      await host.page.getByRole("button", { name: "Bo Maes" }).click();
      await host.page.getByText("Bo Maes is looking after this visitor now.").waitFor();
      await opened.page.getByText("A colleague of your host will look after you.").waitFor();
      assert.equal((await newestVisit(web.world, own)).recipient, "Bo Maes");
      assert.deepEqual([...opened.complaints, ...host.complaints], []);
    });
});
