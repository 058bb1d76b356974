import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import type { Role } from "../../../../shared/roles.ts";
import { pairKiosk, showCode } from "../../../support/kiosk.ts";
import { refuse, REFUSED } from "../../../support/outside/unread.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  const settings = { name: "Harbour House", languages: ["en", "nl"], timezone: "Europe/Amsterdam" };
  location = (await web.world.post("/companies", settings)).body._id;
});
after(() => web.close());

const open = async (path: string, role: Role = "local_admin"): Promise<{ page: Page; complaints: string[] }> => {
  const opened = await openAs(web, role, [location]);
  await opened.page.goto(`${web.url}/at/${location}/settings/${path}`);
  await opened.page.getByRole("heading", { level: 1 }).first().waitFor();
  return opened;
};

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+s");
  await page.getByText(/unsaved/).waitFor({ state: "detached" });
};

const readLocation = async () => (await web.world.get(`/companies/${location}`)).body;

const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n");

describe("the pages of agreements", () => {
  it("write a text by language as a new version, and tell who made each", async () => {
    const made = await web.world.post(`/companies/${location}/agreements`, { name: "Site rules" });
    const { page, complaints } = await open(`agreements/${made.body._id}`);
    await page
      .getByText("Even a small change creates a new version, which returning visitors are asked to sign again.")
      .waitFor();
    await page.getByLabel("Text, English").fill("Wear your badge.");
    await save(page);
    await page.getByText("Version 2").first().waitFor();
    await page.getByRole("listitem").filter({ hasText: "Version 2" }).getByText("Noor Janssen").waitFor();
    await expectAccessible(page);
    const { body } = await web.world.get(`/companies/${location}/agreements/${made.body._id}`);
    assert.deepEqual([body.version, body.agreement_text], [2, { en: "Wear your badge." }]);
    await page.getByRole("main").getByRole("link", { name: "Agreements" }).click();
    await page.getByText("Missing: Dutch").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("upload a PDF for a language", async () => {
    const made = await web.world.post(`/companies/${location}/agreements`, { name: "House rules" });
    const { page } = await open(`agreements/${made.body._id}`);
    await page.getByText("PDF", { exact: true }).click();
    const rules = { name: "rules.pdf", mimeType: "application/pdf", buffer: PDF };
    await page.locator("input[type=file][data-language=nl]").setInputFiles(rules);
    await page.getByText("rules.pdf").waitFor();
    await save(page);
    const { body } = await web.world.get(`/companies/${location}/agreements/${made.body._id}`);
    assert.deepEqual([body.type, body.pdf_files.nl.bytes], ["pdf", PDF.length]);
  });
});

describe("the page of entry points", () => {
  it("shows the poster in the location's languages, and replaces it after saying what that means", async () => {
    const door = await web.world.post(`/companies/${location}/entrypoints`, { name: "Main lobby" });
    const { page, complaints } = await open("entry-points");
    await page.getByRole("link", { name: "QR poster for Main lobby" }).click();
    const panel = page.getByRole("complementary");
    await panel.getByRole("img", { name: "QR code" }).waitFor();
    await panel.getByText("Scan en meld u aan").waitFor();
    await page.emulateMedia({ media: "print" });
    await page.getByRole("listitem").filter({ hasText: "Scan en meld u aan" }).waitFor();
    assert.equal(await page.getByRole("main").isVisible(), false);
    await page.emulateMedia({ media: "screen" });
    await expectAccessible(page);
    const before = (await web.world.get(`/companies/${location}/entrypoints/${door.body._id}/poster`)).body;
    await panel.getByRole("button", { name: "Replace" }).click();
    await page.getByRole("dialog").getByText("stop working immediately").waitFor();
    await page.getByRole("button", { name: "Replace poster" }).click();
    await page.getByText("Poster replaced").waitFor();
    const now = (await web.world.get(`/companies/${location}/entrypoints/${door.body._id}/poster`)).body;
    assert.equal(now.generation, before.generation + 1);
    assert.notEqual(now.url, before.url);
    assert.deepEqual(complaints, []);
  });
});

describe("the page of devices", () => {
  it("pairs the kiosk whose code is typed, and says below the form, in two lines at most, that a code is wrong", async () => {
    const { code } = await showCode(web.world);
    const { page, complaints } = await open("devices");
    await page.getByRole("button", { name: "Pair kiosk" }).click();
    const wrong = code.replaceAll(/\D/g, "") === "000001" ? "000002" : "000001";
    await page.getByLabel("Pairing code").fill(wrong);
    // A kiosk has a name: visits and notices call it by it.
    assert.ok(await page.getByRole("button", { name: "Pair", exact: true }).isDisabled());
    await page.getByLabel("Name").fill("Lobby left");
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    const problem = page.locator("form").getByRole("alert");
    const lines = await problem.evaluate((element) => element.getClientRects()[0]?.height ?? 0);
    assert.ok(lines <= 40, `the refusal takes ${lines} pixels`);
    await page.getByLabel("Pairing code").fill(code);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    await page.getByText("Lobby left paired").waitFor();
    const { body } = await web.world.get(`/companies/${location}/devices`);
    assert.deepEqual(
      body.map(({ name }: { name: string }) => name),
      ["Lobby left"],
    );
    assert.deepEqual(complaints, []);
  });

  it("ends a kiosk's access after asking", async () => {
    const { device, beat } = await pairKiosk(web.world, location, { name: "Car park" });
    await beat();
    const { page } = await open("devices");
    await page.getByText("Online", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Actions for Car park" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove kiosk" }).click();
    await page.getByText("Car park", { exact: true }).waitFor({ state: "detached" });
    assert.equal((await web.world.get(`/companies/${location}/devices/${device._id}`)).status, 404);
    assert.equal((await beat()).status, 403);
  });
});

describe("the general settings", () => {
  it("save what changed and nothing else, and take an emptied text away", async () => {
    await web.world.put(`/companies/${location}`, { address: "Quay 12" });
    const { page, complaints } = await open("general");
    await page.getByLabel("Street address").fill("");
    await page.getByLabel("Colour", { exact: true }).fill("#ff6600");
    await page.getByText("slightly darker").waitFor();
    await page.getByLabel("Show the welcome message for").fill("12");
    await page.getByLabel("Privacy notice, Dutch").fill("Wij bewaren dit 90 dagen.");
    await page.getByText("4 unsaved changes").waitFor();
    await expectAccessible(page);
    await save(page);
    const { address, colour, settings, translations, name } = await readLocation();
    assert.deepEqual([address, colour, name], [undefined, "#ff6600", "Harbour House"]);
    assert.deepEqual([settings.welcome_seconds, settings.kiosk_idle_seconds], [12, 60]);
    assert.deepEqual(translations.privacy_notice, { nl: "Wij bewaren dit 90 dagen." });
    assert.deepEqual(complaints, []);
  });

  it("leave what was not saved behind when another location is chosen", async () => {
    const other = (await web.world.post("/companies", { name: "Mill Lane" })).body._id;
    const { page, complaints } = await openAs(web, "local_admin", [location, other]);
    await page.goto(`${web.url}/at/${location}/settings/general`);
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("Quay House");
    await page.getByText("1 unsaved change").waitFor();
    await page.getByRole("button", { name: "Switch location" }).click();
    await page.getByRole("menuitem", { name: "Mill Lane" }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByText("1 change will be lost.").waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    assert.equal(await name.inputValue(), "Quay House");
    await page.getByRole("button", { name: "Switch location" }).click();
    await page.getByRole("menuitem", { name: "Mill Lane" }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(`**/at/${other}/settings/general`);
    await page.getByRole("button", { name: "Mill Lane" }).waitFor();
    assert.equal(await name.inputValue(), "Mill Lane");
    assert.equal(await page.getByText(/unsaved/).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("make a logo small before it is saved", async () => {
    const { page } = await open("general");
    const large = await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [900, 600];
      canvas.getContext("2d")?.fillRect(0, 0, 900, 600);
      return canvas.toDataURL("image/png");
    });
    const buffer = Buffer.from(large.split(",")[1] ?? "", "base64");
    await page
      .getByLabel("Logo", { exact: true })
      .locator("input")
      .setInputFiles({ name: "l.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Remove: Logo" }).waitFor();
    await save(page);
    const png = Buffer.from((await readLocation()).logo.split(",")[1], "base64");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [256, 171]);
  });

  it("offer plan and removal to a global administrator only (rules 4)", async () => {
    const { page } = await open("general");
    await page.getByRole("heading", { name: "Visits and invitations" }).waitFor();
    assert.equal(await page.getByRole("heading", { name: "Plan" }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Delete location" }).count(), 0);
  });

  it("remove a location only when its name is typed", async () => {
    const doomed = (await web.world.post("/companies", { name: "Old quay" })).body._id;
    const { page } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${doomed}/settings/general`);
    const question = page.getByRole("dialog");
    // Nothing is deleted whose visits can't be counted.
    await refuse(page, "**/visitors/bycompany/**");
    await page.getByRole("button", { name: "Delete location" }).click();
    await page.getByText(REFUSED).waitFor();
    assert.equal(await question.count(), 0);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Delete location" }).click();
    await question.getByText("This permanently deletes 0 visits").waitFor();
    await question.getByRole("button", { name: "Delete location" }).click();
    await page.getByText("The name doesn’t match").waitFor();
    assert.equal((await web.world.get(`/companies/${doomed}`)).status, 200);
    await page.getByLabel("Type Old quay to confirm").fill("Old quay");
    await question.getByRole("button", { name: "Delete location" }).click();
    await page.waitForURL(/\/locations$/);
    assert.equal((await web.world.get(`/companies/${doomed}`)).status, 403);
  });
});

describe("the page of retention", () => {
  it("counts what a shorter time erases, and asks before it is saved", async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const days of [40, 50, 5])
      await web.world.post("/visitors", { company_id: location, signed_in: at(days), signed_out: at(days - 1) });
    const { page, complaints } = await open("retention");
    await page.getByRole("heading", { name: "Tonight", exact: true }).waitFor();
    await page.getByRole("radio", { name: "Erase after" }).check();
    await page.getByLabel("Number of days visits are kept").fill("30");
    // What is said of tonight holds for what is saved, not for what is chosen above it.
    await page.getByRole("heading", { name: "Tonight, if you don’t save" }).waitFor();
    await page.getByText("Nothing is erased automatically.").waitFor();
    await page.getByText("2 visits are older than that.").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Erase 2 visits" }).waitFor();
    assert.equal((await readLocation()).settings.retention_days, null);
    await page.getByRole("button", { name: "Erase 2 visits" }).click();
    await page.getByText(/unsaved/).waitFor({ state: "detached" });
    assert.equal((await readLocation()).settings.retention_days, 30);
    await page.getByRole("heading", { name: "Tonight", exact: true }).waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe("the page of retention without the service", () => {
  it("says that it was not saved, and keeps what was chosen", async () => {
    const { page } = await open("retention");
    await page.getByRole("switch", { name: "Include registered visitors" }).press("Space");
    await page.getByText("1 unsaved change").waitFor();
    await page.route("**/api/companies/*", (route) => route.abort());
    await page.keyboard.press("Control+s");
    await page.getByRole("alert").getByText("Something went wrong").waitFor();
    assert.equal(await page.getByRole("switch", { name: "Include registered visitors" }).isChecked(), true);
  });
});

describe("a save that is asked for while another is in progress", () => {
  it("follows it with what was changed since, and asks about none of it", async () => {
    const { page, complaints } = await open("general");
    const sent: unknown[] = [];
    const held = Promise.withResolvers<undefined>();
    await page.route(`**/api/companies/${location}`, async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      sent.push(route.request().postDataJSON());
      await held.promise;
      return route.continue();
    });
    for (const name of ["Harbour House 1", "Harbour House 2"]) {
      await page.getByRole("textbox", { name: /^Name/ }).fill(name);
      await page.keyboard.press("Control+s");
      await page.getByRole("button", { name: "Save" }).and(page.locator("[aria-busy=true]")).waitFor();
    }
    held.resolve(undefined);
    await page.getByText(/unsaved/).waitFor({ state: "detached" });
    assert.deepEqual([(await readLocation()).name, sent.length], ["Harbour House 2", 2]);
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.deepEqual(complaints, []);
  });
});

describe("the settings on a phone", () => {
  it("are a list that leads to each page", async () => {
    const { page } = await openAs(web, "local_admin", [location], { viewport: { width: 390, height: 844 } });
    await page.goto(`${web.url}/at/${location}/settings`);
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await expectAccessible(page);
    assert.equal(await page.getByRole("main").getByRole("link", { name: "API keys" }).count(), 0);
    await page.getByRole("main").getByRole("link", { name: "Retention" }).click();
    await page.getByRole("heading", { level: 1, name: "Retention" }).waitFor();
  });
});
