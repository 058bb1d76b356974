import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { atKiosk, arrive, buildAgreement, buildSite, newestVisit, PICTURE, type Site } from "../../support/door.ts";
import { noonZone } from "../../support/browser/desk.ts";
import { inviteLeader, inviteVisitor, posterOf, visitorCall } from "../../support/visitor.ts";
import { expectAccessible, openPage, type Opened, startWeb, type Web } from "../../support/browser/web.ts";
import { type Body, eventsOf } from "../../support/world.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, acceptDownloads: true };
const HOUR_MS = 60 * 60_000;

let web: Web;
let site: Site;
before(async () => {
  web = await startWeb();
  const type = {
    photo: "optional",
    registered_visitors: true,
    fields: [
      { label: "How do you travel?", type: "radio", options: ["Train", "Car", "Bike"] },
      { label: "Vehicle registration", type: "text", required: true },
    ],
  };
  site = await buildSite(web.world, type, { name: "Harbour House", timezone: noonZone() });
  await buildAgreement(web.world, site);
});
after(() => web.close());

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const span = (fromHours: number, toHours: number) => ({
  visiting_on: {
    startDate: new Date(Date.now() + fromHours * HOUR_MS).toISOString(),
    endDate: new Date(Date.now() + toHours * HOUR_MS).toISOString(),
  },
});

const invite = (overrides: Record<string, unknown> = {}): Promise<{ visitor: Body; token: string }> =>
  inviteVisitor(web.world, site.location, {
    visit_type: site.type._id,
    recipient: "Ann Peeters",
    ...span(1, 3),
    ...overrides,
  });

const openInvitation = async (token: string): Promise<Opened> => {
  const opened = await openPage(web, PHONE);
  await opened.page.goto(`${web.url}/visit/#i=${token}`);
  return opened;
};

const proceed = ({ page }: Opened, name = "Continue") => page.getByRole("button", { name, exact: true }).click();

/** Goes through the whole invitation. */
const complete = async (opened: Opened, plate = "AB-482-X"): Promise<void> => {
  const { page } = opened;
  await proceed(opened);
  await page.getByLabel("Car").check();
  await page.getByLabel("Vehicle registration").fill(plate);
  await proceed(opened);
  await page.getByText("Wear your badge.").waitFor();
  await proceed(opened, "Continue to sign");
  await page.getByRole("button", { name: "Type your name" }).click();
  await page.getByLabel("Typing your full name").fill("Rosa Known");
  await proceed(opened, "Agree and continue");
  await page.getByText("Choose a photo instead.").waitFor();
  await page.locator("input[type=file]").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from(PICTURE.split(",")[1] ?? "", "base64"),
  });
  await page.getByRole("img", { name: "Your photo" }).waitFor();
  await proceed(opened, "Done");
  await page.getByText("You’re all set, Rosa.").waitFor();
};

describe("the page behind an invitation", () => {
  it("shows the visit on top, asks what is asked, and gives a code with which the kiosk lets in: nothing is asked twice", async () => {
    const { visitor, token } = await invite();
    const opened = await openInvitation(token);
    const { page, complaints } = opened;
    await page.getByText("Ann Peeters is expecting you").waitFor();
    assert.equal(await page.getByLabel("First name").inputValue(), "Rosa");
    await expectAccessible(page);
    await complete(opened);
    await expectAccessible(page);
    const stored = (await web.world.get(`/knownvisitors/${visitor._id}`)).body;
    assert.deepEqual(
      [stored.status, stored.vehicleregistration, stored.howdoyoutravel],
      ["preregistered", "AB-482-X", "Car"],
    );
    const fired = (await eventsOf(web.world, site.location)).filter((name) =>
      name.startsWith("registered_visitor_pre"),
    );
    assert.equal(fired.length, 1);
    const code = `${web.url}/visit/#i=${token}`;
    const seen = (await atKiosk(web.world, site, "/recognise", { code })).body;
    assert.deepEqual([seen.outcome, seen.signed.length, seen.photo], ["expected", 1, true]);
    await arrive(web.world, site, { recognition: seen.recognition, answers: seen.answers });
    const visit = await newestVisit(web.world, site);
    assert.deepEqual(
      [visit.known_visitor_id, visit.vehicleregistration, visit.agreements.length],
      [visitor._id, "AB-482-X", 1],
    );
    assert.ok(visit.photo);
    assert.deepEqual(complaints, []);
  });

  it("hands over a calendar entry, and the answers can be changed until the visit; the event fires once", async () => {
    const { visitor, token } = await invite({ email: "second@example.org", ...span(24, 26) });
    const opened = await openInvitation(token);
    const { page, complaints } = opened;
    await complete(opened);
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Add to calendar" }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), "visit.ics");
    await page.reload();
    await page.getByRole("button", { name: "Change my answers" }).click();
    await proceed(opened);
    assert.ok(await page.getByLabel("Car").isChecked());
    await page.getByLabel("Vehicle registration").fill("");
    await proceed(opened);
    assert.equal(await page.getByLabel("Vehicle registration").getAttribute("aria-invalid"), "true");
    await page.getByLabel("Vehicle registration").fill("ZZ-999-Z");
    await proceed(opened);
    // What was signed is not asked again; the photo is there to be seen, and can be taken back.
    await page.getByRole("img", { name: "Your photo" }).waitFor();
    assert.equal((await visitorCall(web.world, "GET", "/invitation", { token })).body.has_photo, true);
    await page.getByRole("button", { name: "Retake photo" }).click();
    await page.getByText("Choose a photo instead.").waitFor();
    await proceed(opened, "Done");
    await page.getByText("You’re all set, Rosa.").waitFor();
    const stored = (await web.world.get(`/knownvisitors/${visitor._id}`)).body;
    assert.equal(stored.vehicleregistration, "ZZ-999-Z");
    assert.equal((await visitorCall(web.world, "GET", "/invitation", { token })).body.has_photo, false);
    assert.deepEqual(complaints, []);
  });

  it("the poster at the door knows the phone that pre-registered: two presses, and the visitor is in", async () => {
    const { visitor, token } = await invite({ email: "third@example.org" });
    const opened = await openInvitation(token);
    const { page, complaints } = opened;
    await complete(opened, "PH-001-N");
    await page.goto("about:blank");
    await page.goto(`${web.url}/visit/#p=${await posterOf(web.world, site.location, site.door)}`);
    await page.getByRole("button", { name: "Sign in as Rosa" }).click();
    await page.getByText("Welcome, Rosa", { exact: true }).waitFor();
    await expectAccessible(page);
    await proceed(opened, "Sign in");
    await page.getByText("Welcome, Rosa.").waitFor();
    const visit = await newestVisit(web.world, site);
    assert.deepEqual([visit.known_visitor_id, visit.signed_in_source], [visitor._id, 2]);
    assert.deepEqual(complaints, []);
  });

  it("what was typed is kept as it grows, and taken back when it is emptied", async () => {
    const { visitor, token } = await invite({ email: "fourth@example.org", company: "Acme", ...span(24, 26) });
    const opened = await openInvitation(token);
    const { page } = opened;
    await page.getByLabel("Company").fill("");
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await proceed(opened);
    assert.equal((await saved).status(), 200);
    const stored = (await web.world.get(`/knownvisitors/${visitor._id}`)).body;
    assert.deepEqual([stored.status, "company" in stored], ["invited", false]);
  });

  it("times name their zone on a phone whose clock shows another, as the emails do, and on no other", async () => {
    const place = `/companies/${site.location}`;
    await web.world.put(place, { timezone: "Europe/Brussels" });
    const { visitor, token } = await invite({ email: "abroad@example.org" });
    const read = async (timezoneId: string, text: RegExp): Promise<void> => {
      const { page } = await openPage(web, { ...PHONE, timezoneId });
      await page.goto(`${web.url}/visit/#i=${token}`);
      await page.getByText(text).waitFor();
    };
    await read("America/New_York", /^\w+, \d\d:\d\d \(Brussels time\)$/);
    await read("Europe/Amsterdam", /^\w+, \d\d:\d\d$/);
    assert.equal((await web.world.post(`/knownvisitors/${visitor._id}/signin`)).status, 200);
    await read("America/New_York", /^Signed in since \d\d:\d\d \(Brussels time\)\.$/);
    await web.world.put(place, { timezone: noonZone() });
  });

  it("the leader of a group fills in names, and takes back what they added", async () => {
    const { group, token } = await inviteLeader(web.world, site.location, {
      visit_type: site.type._id,
      ...span(24, 26),
    });
    const body = { answers: { vehicleregistration: "JO-1" } };
    assert.equal((await visitorCall(web.world, "PUT", "/invitation", { token, body })).body.status, "preregistered");
    const opened = await openInvitation(token);
    const { page, complaints } = opened;
    await page.getByRole("button", { name: "Fill in 2 more names" }).click();
    await page.getByText("2 people in your group still need a name.").waitFor();
    await expectAccessible(page);
    await page.getByLabel("First name").fill("Rosa");
    await proceed(opened, "Add name");
    assert.equal(await page.getByLabel("Last name").getAttribute("aria-invalid"), "true");
    await page.getByLabel("Last name").fill("Known");
    await page.getByLabel("Email").fill("rosa@example.org");
    await proceed(opened, "Add name");
    await page.getByText("One person in your group still needs a name.").waitFor();
    assert.equal(await page.getByLabel("First name").inputValue(), "");
    await page.getByLabel("First name").fill("Bo");
    await page.getByLabel("Last name").fill("Baker");
    await proceed(opened, "Add name");
    await page.getByText("Everyone in your group has a name.").waitFor();
    await expectAccessible(page);
    await proceed(opened, "Remove Bo Baker");
    await page.getByText("One person in your group still needs a name.").waitFor();
    const stored = (await web.world.get(`/groups/${group._id}`)).body;
    const names = stored.members.map(({ first_name }: Body) => first_name);
    assert.deepEqual([stored.unnamed, names], [1, ["Max", "Rosa"]]);
    await proceed(opened, "Back");
    await page.getByRole("button", { name: "Fill in one more name" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("the link goes on to work while the visit does: since when, how to leave, and the visitor's own data", async () => {
    const { visitor, token } = await invite({ email: "inside@example.org" });
    assert.equal((await web.world.post(`/knownvisitors/${visitor._id}/signin`)).status, 200);
    const { page, complaints } = await openInvitation(token);
    await page.getByRole("heading", { name: "You’re signed in, Rosa Known." }).waitFor();
    await page.getByText(/^Signed in since \d\d:\d\d/).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "See my data" }).click();
    await page.getByRole("heading", { name: "Your data" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("a phone on which the link was opened during the visit signs out at the poster, as its page says", async () => {
    const { visitor, token } = await invite({ email: "leaving@example.org" });
    assert.equal((await web.world.post(`/knownvisitors/${visitor._id}/signin`)).status, 200);
    const { page, complaints } = await openInvitation(token);
    await page.getByText("by scanning the poster at the entrance").waitFor();
    await page.goto("about:blank");
    await page.goto(`${web.url}/visit/#p=${await posterOf(web.world, site.location, site.door)}`);
    await page.getByRole("heading", { name: "You’re signed in, Rosa." }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Bye Rosa").waitFor();
    assert.ok((await newestVisit(web.world, site)).signed_out);
    assert.deepEqual(complaints, []);
  });

  it("a visit without sign-out goes on as long as it counts as inside, and says the day on which it began (rules 3)", async () => {
    const { visitor, token } = await invite({ email: "slept@example.org", visiting_on: { startDate: hoursAgo(48) } });
    await web.world.db.pool.query(
      "update registered_visitors set invited_date = now() - interval '3 days' where _id = $1",
      [visitor._id],
    );
    const { body: visit } = await web.world.post(`/knownvisitors/${visitor._id}/signin`);
    assert.equal((await web.world.put(`/visitors/${visit._id}`, { signed_in: hoursAgo(30) })).status, 200);
    const place = `/companies/${site.location}`;
    await web.world.put(place, { settings: { signout_days: 2 } });
    const { page } = await openInvitation(token);
    await page.getByText(/^Signed in since \d+ \w+, \d\d:\d\d/).waitFor();
    await web.world.put(place, { settings: { signout_days: 0 } });
    await page.reload();
    await page.getByRole("heading", { name: "Your visit is over" }).waitFor();
  });

  it("an earlier visit doesn't make an invitation that has ended a used one", async () => {
    const { visitor, token } = await invite({ email: "unused@example.org" });
    const earlier = { known_visitor_id: visitor._id, signed_in: hoursAgo(30), signed_out: hoursAgo(29) };
    const made = await web.world.post("/visitors", { company_id: site.location, ...earlier });
    assert.equal(made.status, 200, made.text);
    await web.world.put(`/knownvisitors/${visitor._id}`, span(-3, -1));
    const { page } = await openInvitation(token);
    await page.getByRole("heading", { name: "This link has expired" }).waitFor();
    assert.equal(await page.getByText("has been used").count(), 0);
  });

  it("a link that has ended says so, like one that never was, and names no visitor", async () => {
    const { visitor, token } = await invite({ email: "gone@example.org" });
    await web.world.remove(`/knownvisitors/${visitor._id}`);
    for (const bad of [token, "no.token"]) {
      const { page } = await openInvitation(bad);
      await page.getByRole("heading", { name: "This link has expired" }).waitFor();
      await page.getByText("ask your host for a new invitation").waitFor();
      assert.doesNotMatch(await page.content(), /Rosa|Harbour House/);
      if (bad === token) await expectAccessible(page);
    }
  });
});
