import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { holdBack } from "../../../support/outside/unread.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import type { Body } from "../../../support/world.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  const settings = { name: "Harbour House", languages: ["en", "nl", "de"] };
  location = (await web.world.post("/companies", settings)).body._id;
});
after(() => web.close());

const FLOOR = {
  type: "dropdown",
  required: true,
  translations: {
    label: { en: "Which floor?", nl: "Welke verdieping?" },
    options: { en: ["Ground floor", "Roof"], nl: ["Begane grond", "Dak"] },
  },
};

const build = async (body: object = {}): Promise<Body> => {
  const made = await web.world.post(`/companies/${location}/visittypes`, { name: "Contractor", ...body });
  assert.equal(made.status, 200, made.text);
  return made.body;
};

const read = async ({ _id }: Body): Promise<Body> =>
  (await web.world.get(`/companies/${location}/visittypes/${_id}`)).body;

const open = async (type: Body, search = ""): Promise<{ page: Page; complaints: string[] }> => {
  const opened = await openAs(web, "local_admin", [location]);
  await opened.page.goto(`${web.url}/at/${location}/settings/visit-types/${type._id}${search}`);
  await opened.page.getByRole("heading", { level: 1, name: "Contractor" }).waitFor();
  return opened;
};

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+s");
  await page.getByText(/unsaved/).waitFor({ state: "detached" });
};

const floorRow = (page: Page) => page.getByRole("button", { name: /^Which floor/ });

describe("the editor of a visit type", () => {
  it("writes a question in all languages, and the preview shows what is written in its language", async () => {
    const type = await build({ fields: [FLOOR] });
    const { page, complaints } = await open(type);
    await floorRow(page).click();
    await page.getByLabel("Question, Dutch").fill("Op welke verdieping werkt u?");
    const screen = page.locator("[data-device] [lang=nl]");
    await screen.getByText("Op welke verdieping werkt u?").waitFor();
    await screen.getByText("Begane grond").waitFor();
    // What the door says itself comes from its own texts, in the same language.
    await screen.getByText("Verder", { exact: true }).waitFor();
    await expectAccessible(page);
    await save(page);
    const { fields } = await read(type);
    const floor = fields.find(({ field_name }: Body) => field_name === "whichfloor");
    assert.deepEqual(floor.translations.label, { en: "Which floor?", nl: "Op welke verdieping werkt u?" });
    assert.deepEqual(floor.translations.options, FLOOR.translations.options);
    assert.deepEqual(complaints, []);
  });

  it("keeps what another user changed meanwhile, and asks before it overwrites the same text", async () => {
    const type = await build({ fields: [FLOOR] });
    const { page } = await open(type);
    await floorRow(page).click();
    await page.getByLabel("Question, Dutch").fill("Op welke verdieping werkt u?");
    await web.world.put(`/companies/${location}/visittypes/${type._id}`, { badge: true });
    await page.keyboard.press("Control+s");
    await page.getByText("1 unsaved change").waitFor({ state: "detached" });
    const question = async (): Promise<string> =>
      (await read(type)).fields.find(({ field_name }: Body) => field_name === "whichfloor").translations.label.nl;
    assert.deepEqual([(await read(type)).badge, await question()], [true, "Op welke verdieping werkt u?"]);
    await page.getByLabel("Question, Dutch").fill("Op welke etage werkt u?");
    const { fields } = await read(type);
    const others = fields.map((field: Body) =>
      field.field_name === "whichfloor"
        ? { ...field, translations: { ...field.translations, label: { en: "Which floor?", nl: "Verdieping?" } } }
        : field,
    );
    assert.equal(
      (await web.world.put(`/companies/${location}/visittypes/${type._id}`, { fields: others })).status,
      200,
    );
    await page.keyboard.press("Control+s");
    const asked = page.getByRole("dialog", { name: /^Overwrite .*change\?$/ });
    await asked.getByRole("button", { name: "Cancel" }).click();
    await asked.waitFor({ state: "detached" });
    assert.equal(await question(), "Verdieping?");
    await page.keyboard.press("Control+s");
    await asked.getByRole("button", { name: "Save anyway" }).click();
    await page.getByText("1 unsaved change").waitFor({ state: "detached" });
    assert.equal(await question(), "Op welke etage werkt u?");
  });

  it("calls the window by the type, then by the list it is in", async () => {
    const type = await build({});
    const { page } = await open(type);
    await page.waitForFunction(() => document.title === "Contractor · Visit types · Harbour House · Foyer");
  });

  it("keeps what is typed while it saves", async () => {
    const type = await build({ fields: [FLOOR] });
    const { page } = await open(type);
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/visittypes\/[^/]+$/, async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      asked.resolve();
      await released.promise;
      return route.continue();
    });
    await floorRow(page).click();
    const field = page.getByLabel("Question, Dutch");
    await field.fill("Op welke verdieping werkt u?");
    await page.keyboard.press("Control+s");
    await asked.promise;
    await field.fill("Op welke etage werkt u?");
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
    released.resolve();
    await saved;
    await page.getByText("1 unsaved change").waitFor();
    assert.equal(await field.inputValue(), "Op welke etage werkt u?");
    await page.unroute(/\/visittypes\/[^/]+$/);
    await save(page);
    const question = (await read(type)).fields.find(({ field_name }: Body) => field_name === "whichfloor");
    assert.equal(question.translations.label.nl, "Op welke etage werkt u?");
  });

  it("says which language is incomplete, and leads to the first empty field", async () => {
    const translations = { name: { nl: "Extern bedrijf" } };
    const { page } = await open(await build({ fields: [FLOOR], translations }));
    const notice = page.getByRole("note").filter({ hasText: "German isn’t complete" });
    await notice.getByText("1 question, 2 choices and 1 text are shown in English.").waitFor();
    await notice.getByRole("button", { name: "Add missing text" }).click();
    const field = page.getByLabel("Question, German");
    await field.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Question, German");
    assert.equal(await field.getAttribute("placeholder"), "Uses the English text until you fill this in");
  });

  it("moves a question by the keyboard, tells where it is, and keeps the order", async () => {
    const type = await build({ fields: [FLOOR] });
    const { page } = await open(type);
    await page.getByRole("button", { name: "Move Which floor?" }).press("ArrowUp");
    await page.getByText("Which floor? moved to position 2 of 3").waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Move Which floor?");
    assert.equal(await focused(), "Move Which floor?");
    await save(page);
    const { fields } = await read(type);
    const names = fields.filter(({ visible }: Body) => visible).map(({ field_name }: Body) => field_name);
    assert.deepEqual(names, ["first_name", "last_name", "company", "whichfloor", "recipient"]);
  });

  it("adds a question with choices, and takes another away", async () => {
    const type = await build({ fields: [FLOOR] });
    const { page } = await open(type);
    await floorRow(page).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Add question" }).click();
    await page.getByRole("menuitem", { name: "Single choice" }).click();
    await page.getByLabel("Question, English").fill("Do you drive?");
    await page.getByLabel("Choice 1, English").fill("Yes");
    await page.getByLabel("Choice 2, English").fill("No");
    await page.getByLabel("Choice 1, Dutch").fill("Ja");
    await save(page);
    const custom = (await read(type)).fields.filter(({ _id }: Body) => _id !== undefined);
    const [question] = custom;
    assert.deepEqual([custom.length, question.field_name, question.type], [1, "doyoudrive", "radio"]);
    // A language is read as a whole: what it lacks is shown in English.
    assert.deepEqual(question.translations.options, { en: ["Yes", "No"], nl: ["Ja", "No"] });
  });

  it("offers agreements, photo and signature before the many kinds of questions", async () => {
    await web.world.post(`/companies/${location}/agreements`, { name: "Site rules" });
    const type = await build();
    const { page } = await open(type);
    await page.getByRole("button", { name: "Add question" }).click();
    const items = page.getByRole("menuitem");
    await items.first().getByText("Site rules").waitFor();
    assert.deepEqual((await items.allInnerTexts()).slice(0, 4), ["Site rules", "Photo", "Signature", "Short text"]);
    await items.first().click();
    await save(page);
    const [agreement] = (await read(type)).agreements;
    assert.equal(agreement, (await web.world.get(`/companies/${location}/agreements`)).body[0]._id);
  });

  it("says at a question that it needs two choices, and saves it once it has them", async () => {
    const type = await build();
    const { page } = await open(type);
    await page.getByRole("button", { name: "Add question" }).click();
    await page.getByRole("menuitem", { name: "Single choice" }).click();
    await page.getByLabel("Question, English").fill("Do you drive?");
    await page.getByLabel("Choice 1, English").fill("Yes");
    await page.keyboard.press("Control+s");
    const choices = page.getByRole("group", { name: "Choices" });
    await choices.getByRole("alert").filter({ hasText: "Add at least two choices" }).waitFor();
    await expectAccessible(page);
    assert.equal((await read(type)).fields.filter(({ _id }: Body) => _id !== undefined).length, 0);
    await page.getByLabel("Choice 2, English").fill("No");
    await save(page);
    const question = (await read(type)).fields.find(({ _id }: Body) => _id !== undefined);
    assert.deepEqual(question.options, ["Yes", "No"]);
  });

  it("puts a value into a message where the cursor is, and shows it filled in", async () => {
    const type = await build();
    const { page, complaints } = await open(type, "?tab=texts");
    const field = page.getByLabel("Welcome message, English");
    await field.fill("Welcome, .");
    await field.press("ArrowLeft");
    await page.getByRole("group", { name: "Insert" }).first().getByRole("button", { name: "First name" }).click();
    await page.getByText("knows you’re here. Welcome, Lena.").waitFor();
    await expectAccessible(page);
    await save(page);
    assert.equal((await read(type)).welcome_message, "Welcome, %first_name%.");
    assert.deepEqual(complaints, []);
  });

  it("shows a refusal at its field, and keeps what was typed", async () => {
    const type = await build({ screening: true });
    const { page } = await open(type, "?tab=screening");
    await page.getByLabel("Approval email address").fill("claire@");
    await page.keyboard.press("Control+s");
    await page.getByText("Enter a full email address").waitFor();
    assert.equal(await page.getByLabel("Approval email address").inputValue(), "claire@");
    assert.equal((await read(type)).screening_mail, undefined);
    await page.getByRole("link", { name: "Questions" }).click();
    await page.getByRole("alert").getByText("Couldn’t save your changes").waitFor();
  });

  it("gives no number of the visits that stay before they are counted", async () => {
    const { page } = await open(await build());
    const letGo = await holdBack(page, "**/visitors/bycompany/**");
    await page.reload();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Visits of this type are kept.").waitFor();
    letGo();
    await dialog.getByText("The 0 visits of this type are kept.").waitFor();
  });

  it("discards what is not saved", async () => {
    const { page } = await open(await build(), "?tab=notifications");
    await page.getByRole("switch", { name: "Email the host when the visitor signs in" }).click();
    await page.getByText("1 unsaved change").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText(/unsaved/).waitFor({ state: "detached" });
    assert.equal(
      await page.getByRole("switch", { name: "Email the host when the visitor signs in" }).isChecked(),
      true,
    );
  });
});

describe("the list of visit types", () => {
  it("creates one in its place, and turns it off with a way back", async () => {
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/visit-types`);
    const add = page.getByRole("button", { name: "New visit type" });
    await add.press("Enter");
    await page.getByRole("menuitem", { name: "Empty" }).click();
    await page.getByLabel("Visit type name").press("Escape");
    await add.and(page.locator(":focus")).waitFor();
    await add.click();
    await page.getByRole("menuitem", { name: "Empty" }).click();
    await page.getByLabel("Visit type name").fill("Interview");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "Interview" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Visit types" }).click();
    await page.getByRole("switch", { name: "Offer Interview at sign-in" }).press("Space");
    await page.getByText("Interview turned off").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[aria-label^="Offer Interview"]')?.checked,
    );
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("makes one from a template of the setup, in every language of the location, and opens it", async () => {
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/visit-types`);
    await page.getByRole("button", { name: "New visit type" }).click();
    await page.getByRole("menuitem", { name: "Empty" }).waitFor();
    const offered = await page.getByRole("menuitem").allInnerTexts();
    assert.deepEqual(offered, ["Visitor", "Contractor", "Interview", "Delivery", "Empty"]);
    await page.getByRole("menuitem", { name: "Delivery" }).click();
    await page.getByRole("heading", { level: 1, name: "Delivery" }).waitFor();
    await page.getByRole("button", { name: /^Carrier/ }).waitFor();
    await expectAccessible(page);
    const types = (await web.world.get(`/companies/${location}/visittypes`)).body;
    const made = types.find(({ name }: Body) => name === "Delivery");
    assert.deepEqual(made.translations.name, { en: "Delivery", nl: "Levering", de: "Lieferung" });
    assert.equal(made.translations.notification_sign_in_subject.nl, "Levering{ van %company%}");
    assert.deepEqual([made.badge, made.photo, made.signature, made.agreements], [false, "off", "off", []]);
    assert.deepEqual([made.registered_visitors, made.host_notifications.email_out], [false, false]);
    assert.equal(made.index, types.length - 1);
    assert.deepEqual(complaints, []);
  });

  it("on a phone is turned off by a finger that is beside the switch, not on its 20 pixels", async () => {
    await build({ name: "Thumb" });
    const { page } = await openAs(web, "local_admin", [location], { viewport: { width: 390, height: 844 } });
    await page.goto(`${web.url}/at/${location}/settings/visit-types`);
    const turn = page.getByRole("switch", { name: "Offer Thumb at sign-in" });
    await turn.waitFor({ state: "attached" });
    await turn.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await turn.boundingBox()) ?? assert.fail();
    await page.mouse.click(x + width / 2, y + height / 2 - 20);
    await page.getByText("Thumb turned off").waitFor();
  });

  it("is not there for who may not set up a location (rules 4)", async () => {
    await build();
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/settings/visit-types`);
    await page.getByText("You don’t have access to this page").waitFor();
    assert.equal(await page.getByRole("switch").count(), 0);
  });
});
