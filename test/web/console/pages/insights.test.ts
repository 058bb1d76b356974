import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

import type { Download, Page } from "playwright-core";

import { readSheets } from "../../../server/resources/exports/workbook.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;
let type: string;

const visit = (signed_in: string, more: object = {}) =>
  web.world.post("/visitors", { company_id: location, first_name: "Jo", signed_in, ...more });

before(async () => {
  web = await startWeb();
  Object.assign(web.world.clock, { now: Date.now(), frozen: false });
  location = (await web.world.post("/companies", { name: "Harbour House", timezone: "Europe/Brussels" })).body._id;
  type = (await web.world.post(`/companies/${location}/visittypes`, { name: "=Contractor" })).body._id;
  // 09:30 on a Wednesday there, and twice on the Wednesday five weeks before.
  await visit("2026-06-10T07:30:00Z", { visit_type: type });
  await visit("2026-06-10T08:30:00Z");
  for (let n = 0; n < 2; n += 1) await visit("2026-05-06T07:30:00Z", { visit_type: type });
});
after(() => web.close());

const address = (search: string): string => `${web.url}/at/${location}/insights${search}`;
const SPAN = "?range=2026-05-31..2026-06-29";

const save = async (page: Page, name: string): Promise<{ file: string; content: Buffer }> => {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  return { file: download.suggestedFilename(), content: await readFile(await download.path()) };
};

describe("the page of insights", () => {
  it("counts by day, weekday, hour, type and door on the location's clock, beside the same weekdays before", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(address(SPAN));
    await page.getByText("2 visits").waitFor();
    const row = (table: string, name: string) =>
      page
        .getByRole("region", { name: `${table}, as a table` })
        .getByRole("row")
        .filter({ hasText: name });
    assert.equal(await row("By day of the week", "Wednesday").textContent(), "Wednesday2");
    assert.equal(await row("By hour", "09:00–10:00").textContent(), "09:00–10:001");
    assert.equal(await row("By visit type", "=Contractor").textContent(), "=Contractor1");
    assert.equal(await row("By entrance", "No entrance").textContent(), "No entrance2");
    await page.getByLabel("Compare with previous period").check();
    await row("By day of the week", "Wednesday220").waitFor();
    assert.equal(await row("By day", "Wed 10 Jun").textContent(), "Wed 10 Jun220");
    assert.match(page.url(), /compare/);
    await expectAccessible(page);
    const pressed = [page.getByRole("link", { name: "Reception" }), page.getByRole("button", { name: "Export" })];
    for (const one of pressed) assert.equal(await one.first().isVisible(), true);
    await page.emulateMedia({ media: "print" });
    await page.getByText("Harbour House", { exact: true }).last().waitFor();
    for (const one of pressed) assert.equal(await one.first().isVisible(), false);
    const hidden = `[...document.querySelectorAll("table")].filter((table) => {
      for (let part = table.parentElement; part !== null; part = part.parentElement)
        if (part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== "visible") return true;
      return false;
    }).length`;
    assert.equal(await page.evaluate(hidden), 0, "every row of every table is on the paper");
    assert.deepEqual(complaints, []);
  });

  it("says how long visits lasted and waited, who never came, and which hosts and companies have most visits", async () => {
    const { body } = await web.world.post("/companies", { name: "Quay House", timezone: "Europe/Brussels" });
    const company_id: string = body._id;
    const at = { company_id, recipient: "Anke Willems", company: "Acme" };
    for (const [from, to] of [
      ["07:00", "08:00"],
      ["07:00", "08:10"],
      ["07:00", "10:30"],
    ])
      await web.world.post("/visitors", {
        ...at,
        signed_in: `2026-06-10T${from}:00Z`,
        signed_out: `2026-06-10T${to}:00Z`,
      });
    const visiting_on = { startDate: "2026-06-10T07:00:00Z", endDate: "2026-06-10T08:00:00Z" };
    for (const last_name of ["Came", "Missed", "Missed too"]) {
      const expected = await web.world.post("/knownvisitors", { company_id, last_name, visiting_on });
      const known_visitor_id = expected.body._id;
      const visitOf = { company_id, known_visitor_id, signed_in: "2026-06-10T07:30:00Z" };
      if (last_name === "Came") await web.world.post("/visitors", visitOf);
    }
    const { page, complaints } = await openAs(web, "receptionist", [company_id]);
    await page.goto(`${web.url}/at/${company_id}/insights${SPAN}`);
    const figure = (name: string) => page.locator("dl > div").filter({ hasText: name });
    await figure("Visit duration").getByText("1 h 10 min median, 9 in 10 within 3 h 30 min").waitFor();
    await figure("No-shows").getByText("67% 2 of 3 expected visitors").waitFor();
    assert.equal(await figure("Wait for approval").count(), 0);
    await expectAccessible(page);
    const table = (name: string) => page.getByRole("region", { name: `${name}, as a table` });
    assert.equal(await table("By company").getByRole("row").filter({ hasText: "Acme" }).textContent(), "Acme3");
    await table("By host").getByRole("link", { name: "Anke Willems" }).click();
    await page.getByText("3 visits", { exact: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("host"), "Anke Willems");
    assert.deepEqual(complaints, []);
  });

  it("says how many were inside at the same time at most, in which hour of which day", async () => {
    const { body } = await web.world.post("/companies", { name: "Lock House", timezone: "Europe/Brussels" });
    const company_id: string = body._id;
    for (const [date, from, to] of [
      ["2026-06-09", "07:05", "07:40"],
      ["2026-06-10", "07:05", "08:10"],
      ["2026-06-10", "07:30", "07:50"],
      ["2026-05-06", "07:30", "07:50"],
    ])
      await web.world.post("/visitors", {
        company_id,
        signed_in: `${date}T${from}:00Z`,
        signed_out: `${date}T${to}:00Z`,
      });
    const { page, complaints } = await openAs(web, "receptionist", [company_id]);
    const here = `${web.url}/at/${company_id}/insights`;
    await page.goto(`${here}${SPAN}&compare=1`);
    await page.getByText("Busiest time: Wed 10 Jun, 09:00–10:00, with 2 visitors inside").waitFor();
    const table = page.getByRole("region", { name: "Most visitors inside at the same time, as a table" });
    const row = (name: string) => table.getByRole("row").filter({ hasText: name });
    await row("09:00–10:00").getByText("+1").waitFor();
    assert.equal(await row("09:00–10:00").textContent(), "09:00–10:0021+1Wed 10 Jun");
    assert.equal(await row("10:00–11:00").textContent(), "10:00–11:0010+1Wed 10 Jun");
    assert.equal(await row("11:00–12:00").textContent(), "11:00–12:00000");
    const { content } = await save(page, "Download Most visitors inside at the same time as CSV");
    assert.match(content.toString(), /^\uFEFF?Hour,Visitors,Previous period,Day\r\n/);
    await expectAccessible(page);
    await row("09:00–10:00").getByRole("link").click();
    await page.waitForURL(/when=2026-06-10\.\.2026-06-10/);
    await page.goto(`${here}?range=2025-01-01..2026-06-29`);
    await page.getByText("Choose at most 416 days to see this.").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("leads from a bar to the visits that it counts", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(address(SPAN));
    const table = (name: string) => page.getByRole("region", { name: `${name}, as a table` });
    await table("By visit type").getByRole("link", { name: "=Contractor" }).click();
    await page.getByText("1 visit", { exact: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("types"), type);
    await page.goto(address(SPAN));
    await table("By day").getByRole("link", { name: "Wed 10 Jun" }).click();
    await page.getByText("2 visits", { exact: true }).waitFor();
    assert.match(page.url(), /when=2026-06-10\.\.2026-06-10/);
    await page.goto(address(SPAN));
    await table("By month").getByRole("link", { name: "June 2026" }).click();
    await page.waitForURL(/when=2026-06-01\.\.2026-06-29/);
    await page.goto(address(SPAN));
    await table("By entrance").getByText("No entrance").waitFor();
    assert.equal(await table("By entrance").getByRole("link").count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("saves what is shown as CSV without formulas, and as a workbook with a sheet per chart", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(address(SPAN));
    await page.getByText("2 visits").waitFor();
    const csv = await save(page, "Download By visit type as CSV");
    assert.equal(csv.file, "Harbour House By visit type 2026-05-31 2026-06-29.csv");
    assert.equal(
      csv.content.toString().replace("\uFEFF", ""),
      "Visit type,Visits\r\n'=Contractor,1\r\nNo visit type,1\r\n",
    );
    const book = await save(page, "Export to Excel");
    assert.match(book.file, /\.xlsx$/);
    const sheets = readSheets(book.content);
    assert.deepEqual(
      sheets.map(({ sheet }) => sheet),
      ["Day", "Inside at the same time", "Weekday", "Hour", "Visit type", "Entrance", "Host", "Company", "Month"],
    );
    // A text, no formula.
    assert.deepEqual(sheets[4]?.rows.slice(0, 2), [
      [
        { kind: "text", value: "Visit type" },
        { kind: "text", value: "Visits" },
      ],
      [
        { kind: "text", value: "=Contractor" },
        { kind: "number", value: 1 },
      ],
    ]);
  });

  it("emails the report of each month to the user who turns it on, and says what couldn't be saved", async () => {
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    const subscriptions = async (): Promise<number> =>
      (await web.world.db.pool.query("select 1 from report_subscriptions where company_id = $1", [location])).rows
        .length;
    await page.goto(address(SPAN));
    const mailMe = page.getByLabel("Email me this report on the first of each month");
    const saved = () => page.waitForResponse((answer) => answer.request().method() === "PUT");
    for (const [turn, kept] of [
      ["check", 1],
      ["uncheck", 0],
    ] as const) {
      await Promise.all([saved(), mailMe[turn]()]);
      assert.equal(await subscriptions(), kept);
    }
    await Promise.all([saved(), mailMe.check()]);
    await page.reload();
    await page.getByRole("switch", { name: "Email me this report", checked: true }).waitFor();
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
    await page.route("**/monthlyreport", (route) => route.fulfill({ status: 500, json: {} }));
    // Not `uncheck`, which wants to find it so afterwards: the refusal may come first.
    await mailMe.press("Space");
    await page.getByRole("switch", { name: "Email me this report", checked: true }).waitFor();
    await page.getByRole("status").getByText("Something went wrong").waitFor();
    assert.equal(await subscriptions(), 1);
  });

  it("is not there for an employee, nor drawn without visits (rules 4)", async () => {
    const { page } = await openAs(web, "employee", [location]);
    await page.goto(address(""));
    await page.getByText("You don’t have access to this page").waitFor();
    const { body: other } = await web.world.post("/companies", { name: "New House" });
    const desk = await openAs(web, "receptionist", [other._id]);
    await desk.page.goto(`${web.url}/at/${other._id}/insights`);
    await desk.page.getByText("No visits yet").waitFor();
    await expectAccessible(desk.page);
  });
});
