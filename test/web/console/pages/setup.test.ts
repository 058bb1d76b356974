import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { setupToken } from "../../../../server/areas/setup/link.ts";
import { backUp, cleanUpPlaces, newFolder } from "../../../server/jobs/backup/places.ts";
import { holdBack } from "../../../support/outside/unread.ts";
import { templateBody } from "../../../support/templates.ts";
import { expectAccessible, openAs, openPage, startWeb, type Web } from "../../../support/browser/web.ts";
import type { Body } from "../../../support/world.ts";

let web: Web;
let folder: string;

const CLICKS_MAX = 12;
const DEVICE = { viewport: { width: 1280, height: 832 }, timezoneId: "Europe/Amsterdam" };

before(async () => {
  folder = await newFolder();
  web = await startWeb({ env: { BACKUP_DIR: folder } });
});
after(async () => {
  await cleanUpPlaces();
  await web.close();
});

/** A service without users, and the link that it prints. */
const newLink = async (): Promise<string> => {
  await web.world.db.pool.query("delete from users");
  return `${web.url}/setup#${setupToken(web.world.context.secretKey, Date.now())}`;
};

const type = async (page: Page, ...texts: readonly string[]): Promise<void> => {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
};

describe("the way back in the setup", () => {
  it("goes back to the location that was made, corrects it, and says that no mail server is set up", async () => {
    const made = await web.world.post("/companies", { name: "Quay Huose", timezone: "Europe/Brussels" });
    const { page, complaints } = await openAs(web, "global_admin", [made.body._id], DEVICE);
    await page.goto(`${web.url}/setup/${made.body._id}?step=hosts`);
    await page.getByText("No mail server is set up yet").waitFor();
    await page.getByLabel("Hosts").fill("nonsense@@");
    await page.getByText("“nonsense@@” has no name or no valid email address").waitFor();
    await page.getByRole("button", { name: "Skip for now" }).waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("heading", { name: "How long should visits be kept?" }).waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("heading", { name: "Where do people visit you?" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Back" }).count(), 0);
    const name = page.getByLabel("Location name");
    assert.equal(await name.inputValue(), "Quay Huose");
    await expectAccessible(page);
    await name.fill("");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator("input:focus[aria-invalid=true]").waitFor();
    await page.keyboard.type("Quay House");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "How long should visits be kept?" }).waitFor();
    assert.equal((await web.world.get(`/companies/${made.body._id}`)).body.name, "Quay House");
    // The steps that are done lead back, too; the account is created only once.
    await page.goto(`${web.url}/setup/${made.body._id}?step=door`);
    await page.getByRole("heading", { name: "How do visitors sign in?" }).waitFor();
    assert.deepEqual(await page.getByRole("banner").getByRole("link").allInnerTexts(), [
      "Location",
      "Hosts",
      "Visit type",
    ]);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Location" }).click();
    await page.getByRole("heading", { name: "Where do people visit you?" }).waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe("the visit types of the setup", () => {
  it("are those that were chosen: a Delivery asks for the carrier, parcels and the host, in that order", async () => {
    const { _id } = (await web.world.post("/companies", { name: "Parcel Quay", languages: ["en", "fr"] })).body;
    const { page, complaints } = await openAs(web, "global_admin", [_id], DEVICE);
    await page.goto(`${web.url}/setup/${_id}?step=types`);
    await page.getByLabel("Delivery").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "How do visitors sign in?" }).waitFor();
    const [visitor, delivery] = (await web.world.get(`/companies/${_id}/visittypes`)).body;
    assert.deepEqual([visitor.name, delivery.name], ["Visitor", "Delivery"]);
    const asked = delivery.fields.filter(({ visible }: Body) => visible);
    assert.deepEqual(
      asked.map(({ field_name, label, required }: Body) => [field_name, label, required]),
      [
        ["company", "Carrier", true],
        ["numberofparcels", "Number of parcels", false],
        ["recipient", "Who is it for?", false],
      ],
    );
    assert.equal(asked[0].translations.label.fr, "Transporteur");
    assert.equal(delivery.translations.notification_sign_in_subject.fr, "Livraison{ (%company%)}");
    assert.deepEqual(complaints, []);
  });
});

describe("the first visit of the setup", () => {
  it("has its visit type and entry point also when Enter is faster than their reading", async () => {
    const { _id } = (await web.world.post("/companies", { name: "Hasty Quay" })).body;
    const type = await web.world.post(`/companies/${_id}/visittypes`, { name: "Visitor" });
    const entryPoint = await web.world.post(`/companies/${_id}/entrypoints`, { name: "Front door" });
    const { page } = await openAs(web, "global_admin", [_id], DEVICE);
    const letGo = await holdBack(page, /\/(visittypes|entrypoints)\b/);
    await page.goto(`${web.url}/setup/${_id}?step=visit`);
    await page.getByLabel("First name").fill("Sofie");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign in" }).and(page.locator("[aria-busy=true]")).waitFor();
    letGo();
    await page.getByText("Sofie signed in").waitFor();
    const [visit] = (await web.world.get(`/visitors/signed_current/${_id}`)).body;
    assert.deepEqual([visit.visit_type, visit.entrypoint_id], [type.body._id, entryPoint.body._id]);
  });

  it("is of a visit type that asks for a name, not a delivery", async () => {
    const { _id } = (await web.world.post("/companies", { name: "Parcel Pier" })).body;
    await web.world.post(`/companies/${_id}/visittypes`, templateBody("delivery"));
    const type = await web.world.post(`/companies/${_id}/visittypes`, { name: "Visitor" });
    const { page, complaints } = await openAs(web, "global_admin", [_id], DEVICE);
    await page.goto(`${web.url}/setup/${_id}?step=visit`);
    await page.getByLabel("First name").fill("Sofie");
    await page.keyboard.press("Enter");
    await page.getByText("Sofie signed in").waitFor();
    const [visit] = (await web.world.get(`/visitors/signed_current/${_id}`)).body;
    assert.equal(visit.visit_type, type.body._id);
    assert.deepEqual(complaints, []);
  });
});

describe("the first run (issue: at most 12 clicks from the link to the first visit)", () => {
  it("leads from the printed link to the first visit; every step is accessible", async (t) => {
    const { page, complaints } = await openPage(web, DEVICE);
    let clicks = 0;
    const click = async (name: string): Promise<void> => {
      clicks += 1;
      await page.getByRole("button", { name }).click();
    };
    const title = async (name: string): Promise<void> => {
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await expectAccessible(page);
    };
    await page.goto(await newLink());
    await title("Who looks after Foyer?");
    await type(page, "Claire Dubois", "claire.dubois@meridian.example", "four words of mine");
    await click("Create account and continue");
    await title("Where do people visit you?");
    assert.equal(new URL(page.url()).hash, "");
    assert.match(await page.getByRole("combobox", { name: "Time zone" }).inputValue(), /^Europe\/Amsterdam, \d\d:\d\d/);
    await page.getByLabel("Location name").focus();
    await type(page, "Harbour House");
    clicks += 1;
    await page.getByLabel("Nederlands").check();
    await click("Continue");
    await title("How long should visits be kept?");
    await click("Continue");
    await title("Who do visitors come to see?");
    await page.getByLabel("Hosts").fill("Name;Mail\nAnke Müller;anke@example.org\nRuben Hofstra, +32 470 00 00 01");
    await click("Add 2 hosts");
    await title("Why do people visit?");
    await click("Continue");
    await title("How do visitors sign in?");
    await page.emulateMedia({ media: "print" });
    await page.getByText("Harbour House").last().waitFor();
    await page.emulateMedia({ media: "screen" });
    await click("Continue");
    await title("Sign in your first visitor");
    await page.getByLabel("First name").focus();
    await type(page, "Sofie", "De Smet", "Anke Müller");
    await page.keyboard.press("Escape");
    await click("Sign in");
    await page
      .getByRole("region", { name: "Inside now" })
      .getByRole("button", { name: "Sofie De Smet", exact: true })
      .waitFor();
    t.diagnostic(`${clicks} clicks`);
    assert.ok(clicks <= CLICKS_MAX, `${clicks} clicks`);
    assert.deepEqual(complaints, []);
  });

  it("has stored what was answered: account, location, hosts, visit type, door, and the visit with its host", async () => {
    const { rows } = await web.world.db.pool.query("select first_name, last_name, role from users");
    assert.deepEqual(rows, [{ first_name: "Claire", last_name: "Dubois", role: "global_admin" }]);
    const [location] = (await web.world.db.pool.query("select * from companies where name = 'Harbour House'")).rows;
    assert.deepEqual(
      [location.timezone, location.languages, location.default_language, location.settings.phone_country],
      ["Europe/Amsterdam", ["en", "nl"], "en", "NL"],
    );
    assert.equal(location.settings.retention_days, 90);
    const rowsOf = async (query: string) =>
      (await web.world.db.pool.query(`${query} where company_id = $1`, [location._id])).rows;
    const hosts = (await rowsOf("select cn, mail, mobile from hosts")).toSorted((a, b) => (a.cn < b.cn ? -1 : 1));
    assert.deepEqual(hosts, [
      { cn: "Anke Müller", mail: "anke@example.org", mobile: null },
      { cn: "Ruben Hofstra", mail: null, mobile: "+32 470 00 00 01" },
    ]);
    const [visitType] = await rowsOf("select name, welcome_message from visit_types");
    assert.deepEqual(visitType.name, { en: "Visitor", nl: "Bezoeker" });
    assert.equal(visitType.welcome_message.nl, "Neem intussen plaats.");
    const [visit] = await rowsOf("select recipient_mail, visit_type, entrypoint_id from visits");
    assert.equal(visit.recipient_mail, "anke@example.org");
    assert.ok(visit.visit_type !== null && visit.entrypoint_id !== null);
  });

  it("says what is wrong with an address or password, in words of the language chosen", async () => {
    const { page, complaints } = await openPage(web, DEVICE);
    await page.goto(await newLink());
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Wer kümmert sich um Foyer?" }).waitFor();
    await page.locator("input[type=email]").fill("claire");
    await page.locator("input[type=password]").fill("short");
    await page.getByRole("button", { name: "Anlegen und weiter" }).click();
    await page.getByText("Geben Sie eine Adresse wie ann@example.org ein").waitFor();
    await page.locator("input[type=email]").fill("claire@example.org");
    await page.getByRole("button", { name: "Anlegen und weiter" }).click();
    await page.getByText("12 Zeichen oder mehr").waitFor();
    await page.locator("input[type=password]").fill("password123456");
    await page.getByRole("button", { name: "Anlegen und weiter" }).click();
    await page.getByText("zu leicht zu erraten").waitFor();
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("offers the backups there are, and asks before one takes the place of what is there", async () => {
    await backUp(web.world, folder, "daily-20260101T020000Z.foyer");
    const { page, complaints } = await openPage(web, DEVICE);
    await page.goto(await newLink());
    await page.getByRole("heading", { name: "Or restore a backup" }).waitFor();
    assert.match(await page.getByRole("combobox", { name: "Backup" }).inputValue(), /\d+ visits?$/);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("dialog").getByText("including accounts and passwords", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.deepEqual(complaints, []);
  });

  it("a link that has expired, was cut, or is invalid says so and shows nothing else", async () => {
    const link = await newLink();
    const old = setupToken(web.world.context.secretKey, Date.now() - 31 * 60_000);
    for (const address of [
      link.slice(0, -2),
      `${web.url}/setup#${old}`,
      `${web.url}/setup`,
      `${web.url}/setup?step=location`,
    ]) {
      const { page, context } = await openPage(web, DEVICE);
      await page.goto(address);
      await page.getByRole("heading", { name: "This link has expired" }).waitFor();
      assert.equal(await page.getByRole("textbox").count(), 0);
      await context.close();
    }
  });
});
