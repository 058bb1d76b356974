import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Role } from "../../../../shared/roles.ts";
import type { Body } from "../../../support/world.ts";
import { holdBack, untilDrawn } from "../../../support/outside/unread.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

/** The most visits that are read for a name (web/console/data/lists/visits.ts). */
const NAMED_MAX = 50;
const PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 48'><rect width='40' height='48'/></svg>";

let web: Web;
let location: string;
let type: string;
let agreement: string;

const made = async (path: string, body: unknown): Promise<Body> => {
  const answer = await web.world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

const visit = (rest: Record<string, unknown> = {}): Promise<Body> =>
  made("/visitors", {
    company_id: location,
    first_name: "Sofie",
    last_name: "De Smet",
    company: "Atelier Noord",
    recipient: "Anke Müller",
    visit_type: type,
    floor: "Fourth",
    ...rest,
  });

before(async () => {
  web = await startWeb();
  const settings = { retention_days: 90 };
  location = (await made("/companies", { name: "Harbour House", timezone: "UTC", settings }))._id;
  type = (await made(`/companies/${location}/visittypes`, { name: "Contractor", fields: [{ label: "Floor" }] }))._id;
  agreement = (
    await made(`/companies/${location}/agreements`, {
      name: "Site rules",
      agreement_text: { en: "Wear it", nl: "Draag hem" },
      expiry_days: 365,
    })
  )._id;
  await made("/visitees", { company_id: location, cn: "Anke Müller", telephoneNumber: "214" });
});
after(() => web.close());

const open = async ({ _id }: Body, role: Role = "receptionist") => {
  const opened = await openAs(web, role, [location]);
  await opened.page.goto(`${web.url}/at/${location}/log?visit=${_id}`);
  await opened.page.getByRole("heading", { name: /De Smet/ }).waitFor();
  return opened;
};

describe("the panel of a visit", () => {
  it("lists the other visits of the same person, with their usual host, and leads to each", async () => {
    const person = { first_name: "Ines", last_name: "De Smet-Roy", company: "Roy & Co" };
    const days = ["2026-03-02", "2026-03-03", "2026-03-04"];
    for (const day of days) await visit({ ...person, signed_in: `${day}T09:00:00Z`, signed_out: `${day}T10:00:00Z` });
    await visit({ ...person, company: "Another firm", signed_in: "2026-03-05T09:00:00Z" });
    const shown = await visit({ ...person, company: "ROY & CO", recipient: undefined });
    const { page, complaints } = await open(shown);
    await page.getByRole("heading", { name: "3 other visits" }).waitFor();
    await page.getByText("Usually visiting Anke Müller").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "4 Mar, 09:00" }).click();
    await page.waitForURL(/\/visits\//);
    await page.getByRole("heading", { name: "3 other visits" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("gives no number of other visits where not all were read, and leads to the log", async () => {
    const person = { first_name: "Remy", last_name: "De Smet-Loo", company: "Loo & Co" };
    const shown = await visit(person);
    for (let day = 0; day < NAMED_MAX; day += 1) {
      const signed_in = new Date(Date.UTC(2026, 0, 1 + day, 9)).toISOString();
      await visit({ ...person, signed_in, signed_out: signed_in.replace("T09", "T10") });
    }
    const { page } = await open(shown);
    await page.getByRole("heading", { name: "Other visits", exact: true }).waitFor();
    await page.getByRole("link", { name: "Show all in the visitor log" }).waitFor();
    assert.equal(await page.getByRole("heading", { name: /\d+ other visits/ }).count(), 0);
  });

  it("says who it is, what was answered and signed, what happened, and when it will be erased", async () => {
    const signature = `data:image/svg+xml,${encodeURIComponent(PICTURE)}`;
    const { page, complaints } = await open(
      await visit({ agreements: [agreement], language_id: "nl", photo: signature, signature }),
    );
    const panel = page.getByRole("region", { name: "Visit" });
    for (const text of ["Anke Müller", "Desk phone 214", "Contractor", "Fourth", "Site rules, version 1"])
      await panel.getByText(text, { exact: true }).waitFor();
    await panel.getByText(/^Signed the Dutch version, valid until \d+ \w+ \d{4}$/).waitFor();
    await panel.getByText("Inside for 1 min", { exact: true }).waitFor();
    await panel.getByRole("listitem").filter({ hasText: "Signed in at reception" }).waitFor();
    await panel.getByText(/^Will be erased on \d+ \w+ \d{4}$/).waitFor();
    await panel.getByRole("img", { name: "Signature of Sofie De Smet" }).waitFor();
    await panel.getByRole("button", { name: "Photo of Sofie De Smet" }).click();
    const photo = panel.getByRole("img", { name: "Photo of Sofie De Smet" });
    await photo.waitFor();
    assert.ok(await photo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0));
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("names no answer by its key while the questions are read", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    const reading = Promise.withResolvers<void>();
    await page.route(/\/companies\/\w+\/fields\b/, async (route) => {
      await reading.promise;
      await route.continue();
    });
    const { _id } = await visit({ agreements: [agreement] });
    await page.goto(`${web.url}/at/${location}/log?visit=${_id}`);
    const panel = page.getByRole("region", { name: "Visit" });
    await panel.getByText("Site rules, version 1").waitFor();
    assert.equal(await panel.getByText("Fourth").count(), 0);
    reading.resolve();
    await panel.getByText("Fourth").waitFor();
    assert.equal(await panel.getByText("Floor", { exact: true }).count(), 1);
  });

  it("gives the signed agreement as PDF", async () => {
    const { page } = await open(await visit({ agreements: [agreement] }));
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Site rules (PDF)" }).click();
    assert.match((await download).suggestedFilename(), /^signed-agreement-.*\.pdf$/);
  });

  it("changes details in place, beginning with the one that is clicked, and Undo puts them back", async () => {
    const subject = await visit();
    const { page, complaints } = await open(subject);
    await page.getByRole("region", { name: "Visit" }).getByText("Atelier Noord", { exact: true }).click();
    const company = page.getByRole("textbox", { name: "Company" });
    await company.and(page.locator(":focus")).fill("Studio Marini");
    await page.getByRole("textbox", { name: "Floor" }).fill("");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("Sofie De Smet updated").waitFor();
    const stored = async (): Promise<Body> => (await web.world.get(`/visitors/${subject._id}`)).body;
    assert.deepEqual([(await stored()).company, (await stored()).floor], ["Studio Marini", undefined]);
    const undone = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.keyboard.press("z");
    await undone;
    assert.deepEqual([(await stored()).company, (await stored()).floor], ["Atelier Noord", "Fourth"]);
    const hostless = await visit({ recipient: undefined });
    await page.goto(`${web.url}/at/${location}/log?visit=${hostless._id}`);
    await page.getByRole("button", { name: "Add host" }).press("Enter");
    await page.locator("[data-field=recipient] input:focus").fill("Anke Müller");
    await page.keyboard.press("Escape");
    assert.deepEqual(complaints, []);
  });

  it("says below a field what another user made of it meanwhile, and asks before a save overwrites it", async () => {
    const subject = await visit({ first_name: "Yves" });
    const { page, complaints } = await open(subject);
    const other = await openAs(web, "receptionist", [location]);
    const colleague = `${other.user.first_name} ${other.user.last_name}`;
    await page.getByRole("button", { name: "Edit details" }).click();
    const first = page.getByRole("textbox", { name: "First name" });
    await first.fill("Yvesss");
    await other.page.goto(`${web.url}/at/${location}/log?visit=${subject._id}`);
    await other.page.getByRole("button", { name: "Edit details" }).click();
    await other.page.getByRole("textbox", { name: "First name" }).fill("Ivo");
    await other.page.getByRole("textbox", { name: "Company" }).fill("Studio Marini");
    await other.page.getByRole("button", { name: "Save" }).click();
    await other.page.getByRole("status").getByText("Ivo De Smet updated").waitFor();
    // What was not touched follows; what was touched stays, with whose change it is.
    await page.getByText(`${colleague} changed this to “Ivo”`).waitFor();
    assert.equal(await first.inputValue(), "Yvesss");
    assert.equal(await page.getByRole("textbox", { name: "Company" }).inputValue(), "Studio Marini");
    await expectAccessible(page);
    await first.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Overwrite ${colleague}’s change?` });
    await dialog.getByText("Replaces “Ivo” with “Yvesss”.").waitFor();
    const stored = async (): Promise<Body> => (await web.world.get(`/visitors/${subject._id}`)).body;
    assert.equal((await stored()).first_name, "Ivo");
    await dialog.getByRole("button", { name: "Save anyway" }).click();
    await page.getByRole("status").getByText("Yvesss De Smet updated").waitFor();
    assert.deepEqual([(await stored()).first_name, (await stored()).company], ["Yvesss", "Studio Marini"]);
    const undone = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.keyboard.press("z");
    await undone;
    assert.equal((await stored()).first_name, "Ivo");
    assert.deepEqual(complaints, []);
  });

  it("shows a refusal at its field, and Escape leaves everything as it was", async () => {
    const { page } = await open(await visit());
    await page.getByRole("button", { name: "Edit details" }).click();
    const mail = page.getByRole("textbox", { name: "Email" });
    await mail.fill("sofie@");
    await mail.evaluate((input) => input.closest("form")?.setAttribute("novalidate", ""));
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".mantine-InputWrapper-error").waitFor();
    assert.equal(await mail.getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit details" }).and(page.locator(":focus")).waitFor();
    assert.equal(await mail.count(), 0);
    await page.getByRole("heading", { name: "Sofie De Smet" }).waitFor();
  });

  it("signs out at once on the page, sends it when the offer to undo has passed", async () => {
    const subject = await visit();
    const { page } = await open(subject);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("region", { name: "Visit" }).getByText("Signed out", { exact: true }).waitFor();
    const sent = page.waitForResponse((answer) => answer.url().endsWith("/signout"));
    await page.getByRole("button", { name: "Sign in again" }).waitFor();
    assert.equal((await web.world.get(`/visitors/${subject._id}`)).body.signed_out, undefined);
    await page.evaluate(() => globalThis.dispatchEvent(new Event("pagehide")));
    await sent;
    assert.ok((await web.world.get(`/visitors/${subject._id}`)).body.signed_out !== undefined);
  });

  it("signs in again who has left: a new visit with the same answers", async () => {
    const subject = await visit({
      first_name: "Wiktor",
      signed_in: "2026-03-01T09:00:00Z",
      signed_out: "2026-03-01T10:00:00Z",
    });
    const { page } = await open(subject);
    await page.getByRole("button", { name: "Sign in again" }).click();
    await page.getByRole("status").getByText("Wiktor De Smet signed in").waitFor();
    const { body } = await web.world.get(`/visitors/bycompany/${location}?count=5&page=1&filter[first_name]=wiktor`);
    assert.equal(body.total, 2);
    assert.deepEqual([body.visitors[0].floor, body.visitors[0].signed_out], ["Fourth", undefined]);
  });

  it("decides who is screened", async () => {
    const screened = (await made(`/companies/${location}/visittypes`, { name: "Screened", screening: true }))._id;
    const subject = await visit({ visit_type: screened });
    const { page } = await open(subject);
    await page.getByRole("button", { name: "Approve" }).click();
    const sent = page.waitForResponse((answer) => answer.url().endsWith("/approve"));
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    // Leaving the page ends the offer to undo.
    await page.evaluate(() => globalThis.dispatchEvent(new Event("pagehide")));
    assert.equal((await sent).status(), 200);
    assert.equal((await web.world.get(`/visitors/${subject._id}`)).body.approval, "approved");
  });

  it("erases after counting what goes, and the panel closes", async () => {
    const photo = `data:image/svg+xml,${encodeURIComponent(PICTURE)}`;
    const subject = await visit({ agreements: [agreement], photo });
    const { page } = await open(subject, "local_admin");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Erase" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase visit data for Sofie De Smet?" });
    await dialog
      .getByText("This permanently erases 1 visit, 1 photo and 1 signed agreement. Visit totals are kept.")
      .waitFor();
    await dialog.getByRole("button", { name: "Erase 1 visit" }).click();
    await page.getByRole("region", { name: "Visit" }).waitFor({ state: "detached" });
    assert.equal((await web.world.get(`/visitors/${subject._id}`)).status, 404);
  });

  it("erases the other visits of the same person with it where that is asked for, and no other person's", async () => {
    const person = { first_name: "Marie", last_name: "De Smet-Roy" };
    const [first, second, subject] = [await visit(person), await visit(person), await visit(person)];
    const another = await visit({ ...person, company: "Another firm" });
    const { page } = await open(subject, "local_admin");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Erase" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase visit data for Marie De Smet-Roy?" });
    await dialog.getByRole("button", { name: "Erase 1 visit" }).waitFor();
    await dialog.getByLabel("Also erase 2 other visits that seem to be by the same person").check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Erase 3 visits" }).click();
    await page.getByText("3 visits erased").waitFor();
    for (const { _id } of [first, second, subject]) assert.equal((await web.world.get(`/visitors/${_id}`)).status, 404);
    assert.equal((await web.world.get(`/visitors/${another._id}`)).status, 200);
  });

  it("names all that may go with an erased visit until what goes is counted", async () => {
    const subject = await visit({ agreements: [agreement] });
    const { page } = await open(subject, "local_admin");
    await page.getByRole("button", { name: "More", exact: true }).waitFor();
    const letGo = await holdBack(page, "**/agreements");
    await page.reload();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Erase" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase visit data for Sofie De Smet?" });
    await dialog.getByText("1 visit, with its photo, signature and signed agreements.").waitFor();
    letGo();
    await dialog.getByText("This permanently erases 1 visit and 1 signed agreement.").waitFor();
  });

  it("offers a guard to mark safe and an employee nothing (rules 4)", async () => {
    const subject = await visit();
    const { page } = await open(subject, "security_guard");
    await page.getByRole("button", { name: "Mark safe" }).click();
    await page.getByRole("button", { name: "Mark not safe" }).waitFor();
    await page.getByRole("status").getByText("Sofie De Smet marked safe").waitFor();
    assert.equal((await web.world.get(`/visitors/${subject._id}`)).body.safe, true);
    for (const name of ["Sign out", "More"])
      assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0);
    const { page: other } = await open(subject, "employee");
    await other.getByText("Contractor", { exact: true }).first().waitFor();
    assert.equal(await other.getByRole("group", { name: "Actions" }).count(), 0);
  });
});

describe("the page of a visit", () => {
  it("shows the same at an address of its own, and says when the visit is gone", async () => {
    const subject = await visit({ agreements: [agreement] });
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/visits/${subject._id}`);
    await page.getByRole("heading", { level: 2, name: "Sofie De Smet" }).waitFor();
    await page.getByText("Site rules, version 1").waitFor();
    await page.getByRole("link", { name: "Change history" }).waitFor();
    await expectAccessible(page);
    await web.world.remove(`/visitors/${subject._id}`);
    await page.reload();
    await page.getByText("This visit no longer exists").waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe("the page of a badge", () => {
  it("prints a label with name, company, host, type and code when it is opened, and one for each of several visits", async () => {
    const subject = await visit();
    const { page, context, complaints } = await openAs(web, "receptionist", [location]);
    await context.addInitScript("globalThis.print = () => { globalThis.printed = true; };");
    await page.goto(`${web.url}/at/${location}/badge/${subject._id}`);
    await page.waitForFunction(() => "printed" in globalThis);
    const label = page.getByRole("article", { name: "Badge for Sofie De Smet" });
    for (const text of ["Sofie De Smet", "Atelier Noord", "Anke Müller", "Contractor", "Harbour House"])
      await label.getByText(text, { exact: true }).waitFor();
    await label.getByRole("img", { name: "Sign-out code" }).waitFor();
    await expectAccessible(page);
    const other = await visit({ first_name: "Jo", last_name: "Janssens" });
    await page.goto(`${web.url}/at/${location}/badge/${subject._id},${other._id}`);
    await page.waitForFunction(() => "printed" in globalThis);
    await page.getByRole("heading", { name: "Badges", exact: true }).waitFor();
    await page.getByRole("article", { name: "Badge for Jo Janssens" }).waitFor();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(pdf.match(/\/MediaBox/g)?.length, 2, "a label each");
    assert.deepEqual(complaints, []);
  });

  it("doesn't print before the visit type is read, which is on the badge", async () => {
    const subject = await visit();
    const { page } = await openAs(web, "receptionist", [location]);
    await page.addInitScript("globalThis.print = () => { globalThis.printed = document.body.innerText; };");
    const letGo = await holdBack(page, "**/visittypes*");
    const code = page.waitForResponse(/\/badge$/);
    await page.goto(`${web.url}/at/${location}/badge/${subject._id}`);
    await (await code).finished();
    await untilDrawn(page);
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    await untilDrawn(page);
    letGo();
    await page.waitForFunction(() => "printed" in globalThis);
    assert.match(await page.evaluate<string>("globalThis.printed"), /Contractor/);
  });

  it("is as large as the label on paper: one page of 62 x 100 or 54 × 101 mm", async () => {
    const subject = await visit();
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/badge/${subject._id}`);
    await page.getByRole("article").waitFor();
    const boxes = async (): Promise<string[]> => {
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, wide, high]) =>
        [wide, high].map((points) => Math.round((Number(points) / 72) * 25.4)).join(" x "),
      );
    };
    assert.deepEqual(await boxes(), ["62 x 100"]);
    await page.getByText("54 × 101 mm").click();
    assert.deepEqual(await boxes(), ["54 x 101"]);
  });
});
