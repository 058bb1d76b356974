import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

import type { Page, Route } from "playwright-core";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { holdBack } from "../../../support/outside/unread.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;
let contractor: string;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const visit = async (first_name: string, rest: Record<string, unknown> = {}): Promise<string> => {
  const body = { company_id: location, first_name, last_name: "Maes", notify_host: false, ...rest };
  const answer = await web.world.post("/visitors", body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body._id;
};

before(async () => {
  web = await startWeb();
  location = (await web.world.post("/companies", { name: "Harbour House", timezone: "UTC" })).body._id;
  const types = `/companies/${location}/visittypes`;
  contractor = (await web.world.post(types, { name: "Contractor", fields: [{ label: "Licence plate" }] })).body._id;
  await visit("Sofie", { company: "Atelier Noord", visit_type: contractor, licenceplate: "1-KLM-204" });
  await visit("Rik", { company: "Bosman", recipient: "Anke Müller" });
  await visit("Olivier", { signed_in: ago(2 * DAY_MS), signed_out: ago(2 * DAY_MS - HOUR_MS) });
  await visit("Bram", { signed_in: ago(3 * DAY_MS) });
});
after(() => web.close());

const open = async (search = "", role: Parameters<typeof openAs>[1] = "local_admin", device = {}) => {
  const opened = await openAs(web, role, [location], device);
  await opened.page.goto(`${web.url}/at/${location}/log${search}`);
  await opened.page.getByRole("heading", { name: "Visitor log" }).waitFor();
  return opened;
};

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: `${name} Maes` });
const untilOnly = async (page: Page, names: readonly string[]): Promise<void> => {
  await page.getByText(names.length === 1 ? "1 visit" : `${names.length} visits`, { exact: true }).waitFor();
  for (const name of names) await row(page, name).waitFor();
};

describe("the visitor log", () => {
  it("shows every visit under its day, with its state, and is accessible", async () => {
    const { page, complaints } = await open();
    await untilOnly(page, ["Sofie", "Rik", "Olivier", "Bram"]);
    await row(page, "Sofie").getByText("Inside").waitFor();
    await row(page, "Bram").getByText("Should have left").waitFor();
    await row(page, "Olivier").getByText("1 h").waitFor();
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("finds words in any field while they are typed, and keeps them in the address", async () => {
    const { page } = await open();
    await page.keyboard.press("/");
    await page.keyboard.type("noord sof");
    await page.waitForURL(/q=noord(\+|%20)sof/);
    await untilOnly(page, ["Sofie"]);
    await page.reload();
    await untilOnly(page, ["Sofie"]);
    assert.equal(await page.getByRole("searchbox", { name: "Search any field" }).inputValue(), "noord sof");
    await page.getByRole("searchbox").fill("klm-204");
    await untilOnly(page, ["Sofie"]);
  });

  it("while a search is in progress the rows before are dimmed, without a count; what took too long is not asked again", async () => {
    const { page } = await open();
    await untilOnly(page, ["Sofie", "Rik", "Olivier", "Bram"]);
    const letCome = await holdBack(page, /search=sofie/);
    await page.getByRole("searchbox").fill("sofie");
    await page.getByText("Searching …").waitFor();
    await page.waitForFunction(() => {
      const row = document.querySelector("[role=table] [data-row]");
      return row !== null && Number(getComputedStyle(row.closest("[role=rowgroup]") ?? row).opacity) < 1;
    });
    assert.equal(await page.getByText("4 visits", { exact: true }).count(), 0);
    letCome();
    await untilOnly(page, ["Sofie"]);
    assert.equal(await page.getByText("Searching …").count(), 0);
    let asked = 0;
    await page.route(/search=rik/, (route) => {
      asked += 1;
      return route.fulfill({ status: 503, json: { message: "Not now.", code: "indexing" } });
    });
    await page.getByRole("searchbox").fill("rik");
    await page.getByText("Visits are still being indexed, so this search took too long.").waitFor();
    assert.equal(asked, 1);
  });

  it("narrows by filters that are chips, by keyboard too, and says when nothing matches", async () => {
    const { page, complaints } = await open();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Visit type", exact: true }).click();
    await page.getByRole("checkbox", { name: "Contractor" }).check();
    await untilOnly(page, ["Sofie"]);
    await expectAccessible(page);
    await page.reload();
    const chip = page.getByRole("button", { name: "Change Visit type filter: Contractor" });
    await chip.press("Enter");
    await page.getByRole("checkbox", { name: "Contractor" }).waitFor();
    await page.keyboard.press("Escape");
    await chip.and(page.locator(":focus")).waitFor();
    const add = page.getByRole("button", { name: "Add filter" });
    await add.click();
    await page.getByRole("menuitem", { name: "Company" }).click();
    await page.getByRole("textbox", { name: "Company" }).press("Escape");
    await add.and(page.locator(":focus")).waitFor();
    await add.click();
    await page.getByRole("menuitem", { name: "Company" }).click();
    await page.getByRole("textbox", { name: "Company" }).fill("Bosman");
    await page.keyboard.press("Enter");
    await page.getByText("No results").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await untilOnly(page, ["Sofie", "Rik", "Olivier", "Bram"]);
    assert.deepEqual(complaints, []);
  });

  it("tells those inside, those who never signed out and those of a span apart", async () => {
    const { page } = await open("?state=inside");
    await untilOnly(page, ["Sofie", "Rik"]);
    await page.getByRole("link", { name: "Should have left" }).click();
    await untilOnly(page, ["Bram"]);
    assert.equal(await page.getByRole("link", { name: "Should have left" }).getAttribute("aria-current"), "page");
    assert.equal(await page.getByRole("link", { name: "All visits" }).getAttribute("aria-current"), null);
    const day = (ms: number): string => ago(ms).slice(0, 10);
    await page.goto(`${web.url}/at/${location}/log?when=${day(3 * DAY_MS)}..${day(2 * DAY_MS)}`);
    await untilOnly(page, ["Olivier", "Bram"]);
  });

  it("keeps a set of filters as a tab, and lets go of it", async () => {
    const { page } = await open(`?types=${contractor}`);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Contractors");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Contractors" }).and(page.locator(":focus")).waitFor();
    await page.goto(`${web.url}/at/${location}/log`);
    await page.getByRole("link", { name: "Contractors" }).click();
    await untilOnly(page, ["Sofie"]);
    await page.getByRole("button", { name: "Remove view Contractors" }).click();
    await untilOnly(page, ["Sofie", "Rik", "Olivier", "Bram"]);
    assert.equal(await page.getByRole("link", { name: "Contractors" }).count(), 0);
  });

  it("sorts by a column and shows the columns that were chosen", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Licence plate" }).check();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await row(page, "Sofie").getByText("1-KLM-204").waitFor();
    await page.getByRole("columnheader", { name: "Host" }).getByRole("button").click();
    await page.waitForURL(/sort=recipient/);
    await page.getByRole("columnheader", { name: "Host" }).and(page.locator("[aria-sort=ascending]")).waitFor();
    await page.getByRole("row").nth(1).filter({ hasText: "Rik" }).waitFor();
  });

  it("goes from the search to the rows by an arrow, and through them by J, K, Enter and Escape, with the visit beside them", async () => {
    const { page, complaints } = await open();
    await row(page, "Sofie").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sofie Maes" }).waitFor();
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: "Rik Maes" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Rik Maes" }).waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).search, "");
    assert.deepEqual(complaints, []);
  });

  it("shows a new visit by itself", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/log`);
    await row(page, "Sofie").waitFor();
    const id = await visit("Lena");
    await row(page, "Lena").waitFor();
    await web.world.remove(`/visitors/${id}`);
  });

  it("signs out and erases those that were chosen, after saying what goes", async () => {
    const ids = [await visit("Ann"), await visit("Ben")];
    const { page, complaints } = await open("", "local_admin");
    for (const name of ["Ann", "Ben"]) {
      await row(page, name).hover();
      await row(page, name).getByRole("checkbox").check();
    }
    await page.getByRole("button", { name: "Sign out 2" }).click();
    await row(page, "Ann").getByText("Signed out").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, "Ann").getByText("Inside").waitFor();
    for (const name of ["Ann", "Ben"]) {
      await row(page, name).hover();
      await row(page, name).getByRole("checkbox").check();
    }
    await page.getByRole("button", { name: "Erase 2" }).click();
    await page.getByRole("dialog").getByText("This permanently erases 2 visits").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Erase 2 visits" }).click();
    await page.getByText("2 visits erased").waitFor();
    for (const id of ids) assert.equal((await web.world.get(`/visitors/${id}`)).status, 404);
    assert.deepEqual(complaints, []);
  });

  it("chooses with Shift all between two rows, and takes them back, without opening one", async () => {
    const { page, complaints } = await open("", "receptionist");
    const box = (name: string) => row(page, name).getByRole("checkbox");
    const chosen = (count: number) => page.getByRole("status").getByText(`${count} selected`);
    await row(page, "Bram").hover();
    await box("Bram").click();
    await chosen(1).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Erase/ }).count(), 0);
    await box("Rik").click({ modifiers: ["Shift"] });
    await box("Olivier").and(page.locator(":checked")).waitFor();
    const between = await page.getByRole("checkbox", { checked: true }).count();
    assert.ok(between >= 3);
    await chosen(between).waitFor();
    assert.equal(await page.evaluate("getSelection().toString()"), "");
    await box("Bram").click({ modifiers: ["Shift"] });
    await chosen(between).waitFor({ state: "detached" });
    assert.doesNotMatch(page.url(), /visit=/);
    assert.deepEqual(complaints, []);
  });

  it("exports what is shown, for those who may (rules 4)", async () => {
    const { page } = await open("?q=atelier");
    await untilOnly(page, ["Sofie"]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Excel, columns shown" }).click();
    assert.match((await download).suggestedFilename(), /^visitors-Harbour-House-[\d-]+\.xlsx$/);
    await page.getByText("Exporting 1 visit to Excel").waitFor();
    const { page: other } = await open("", "security_guard");
    await row(other, "Sofie").waitFor();
    assert.equal(await other.getByRole("button", { name: "Export" }).count(), 0);
    assert.equal(await other.getByRole("checkbox").count(), 0);
  });

  it("reads a long list as it is scrolled and exports all of it, and a failure can be tried again", async () => {
    const { page } = await open();
    await page.route("**/visitors/bycompany/**", (route) => route.abort());
    await page.getByRole("link", { name: "Should have left" }).click();
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await untilOnly(page, ["Bram"]);
    const many = (await web.world.post("/companies", { name: "Many", timezone: "UTC" })).body._id;
    await web.world.db.pool.query(
      `insert into visits (company_id, _id, first_name, signed_in, signed_in_source, create_date, mod_date)
       select $1, left($2, 20) || lpad(to_hex(n), 4, '0'), 'N' || n, now() - n * interval '1 minute', 0, now(), now()
       from generate_series(1, 250) n`,
      [many, newId(many)],
    );
    const { page: long } = await openAs(web, "local_admin", [many]);
    // A visit that begins between two pages, and that no event tells of, moves the last row of the first one to the second.
    const begin = async (route: Route): Promise<void> => {
      await web.world.post("/visitors", { company_id: many, first_name: "New", notify_host: false });
      await route.continue();
    };
    await long.route("**/events?*", (route) => route.abort());
    await long.route(/[?&]page=2(&|$)/, begin, { times: 1 });
    await long.goto(`${web.url}/at/${many}/log`);
    await long.getByText("250 visits").waitFor();
    const download = long.waitForEvent("download");
    await long.getByRole("button", { name: "Export" }).click();
    await long.getByRole("menuitem", { name: "CSV, columns shown" }).click();
    const file = await readFile(await (await download).path(), "utf8");
    assert.equal(file.trimEnd().split("\r\n").length, 251);
    assert.match(file, /^\ufeffFirst name,Last name,Company,Host,Visit type,[^\n]*\r\n/);
    await long.getByText("Exporting 250 visits as CSV").waitFor();
    const archive = long.waitForEvent("download");
    await long.getByRole("button", { name: "Export" }).click();
    await long.getByRole("menuitem", { name: "archive" }).click();
    assert.match((await archive).suggestedFilename(), /^archive-Many-[\d-]+\.zip$/);
    const table = long.getByRole("table");
    await table.hover();
    for (let tries = 0; tries < 60 && (await long.getByText("N250", { exact: true }).count()) === 0; tries += 1)
      await long.mouse.wheel(0, 900);
    await long.getByText("N250", { exact: true }).waitFor();
    await long.getByText("250 visits", { exact: true }).waitFor();
  });

  it("is two lines a row on a phone, and the visit is a page there", async () => {
    const { page, complaints } = await open("", "receptionist", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await row(page, "Sofie")
      .getByText(/Atelier Noord, \d\d:\d\d/)
      .waitFor();
    await expectAccessible(page);
    await row(page, "Sofie").click();
    await page.getByRole("heading", { name: "Sofie Maes" }).waitFor();
    const box = await page.getByRole("region", { name: "Visit" }).boundingBox();
    assert.equal(box?.width, 390);
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });
});
