import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Body } from "../../../support/world.ts";
import { expectAccessible, openAs, startWeb, untilLive, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb({ heartbeatMs: 500 });
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
  await web.world.post("/visitees", { company_id: location, cn: "Anke Müller", mail: "anke@example.org" });
  await web.world.post("/visitees", { company_id: location, cn: "John Barlow", telephoneNumber: "214" });
});
after(() => web.close());

const hosts = async (): Promise<Body[]> => (await web.world.get(`/visitees/bycompany/${location}`)).body;
const address = (search = ""): string => `${web.url}/at/${location}/hosts${search}`;

describe("the page of hosts", () => {
  it("finds without accents, adds, pins with a way back, changes and removes a host", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(address());
    await page.getByLabel("Search by name, email or phone").fill("mull");
    await page.getByRole("row").filter({ hasText: "John Barlow" }).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "Anke Müller" }).waitFor();
    await page.getByLabel("Search by name, email or phone").fill("");
    const add = page.getByRole("button", { name: "Add host" });
    await add.press("Enter");
    await page.getByLabel("Full name").press("Escape");
    await add.and(page.locator(":focus")).waitFor();
    await add.click();
    await page.getByLabel("Full name").fill("Priya Raman");
    await page.getByLabel("Email address").fill("Priya@Example.org");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Priya Raman added").waitFor();
    assert.equal((await hosts()).find(({ cn }) => cn === "Priya Raman").mail, "priya@example.org");
    const pin = page.getByRole("button", { name: "Pin Priya Raman on the kiosk" });
    await pin.click();
    await page.getByText("Priya Raman pinned on the kiosk").waitFor();
    assert.equal(await pin.getAttribute("aria-pressed"), "true");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator('[aria-label="Pin Priya Raman on the kiosk"][aria-pressed="false"]').waitFor();
    await page.getByRole("row").filter({ hasText: "Priya Raman" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Remove host" }).click();
    await page.getByText("Priya Raman removed").waitFor();
    assert.equal(
      (await hosts()).some(({ cn }) => cn === "Priya Raman"),
      false,
    );
    assert.deepEqual(complaints, []);
  });

  it("a dialog over its panel takes one Escape and gives the keyboard back; the row below takes it from one that is removed", async () => {
    await web.world.post("/visitees", { company_id: location, cn: "Brief Stay" });
    const { page } = await openAs(web, "receptionist", [location], { reducedMotion: "reduce" });
    await page.goto(address());
    await page.getByRole("row").filter({ hasText: "Brief Stay" }).press("Enter");
    const remove = page.getByRole("button", { name: "Remove", exact: true });
    await remove.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("form button:focus", { hasText: "Remove" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove host" }).press("Enter");
    await page.locator("[role=row]:focus", { hasText: "John Barlow" }).waitFor();
  });

  it("what opens from a menu gives the keyboard back to its button, and an address to which nothing leads a way back", async () => {
    const { page } = await openAs(web, "receptionist", [location], { reducedMotion: "reduce" });
    await page.goto(`${web.url}/at/${location}/no-such-page`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    const account = page.getByRole("button", { name: /^Account/ });
    await account.press("ArrowDown");
    await page.getByRole("menu").press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await account.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).press("Enter");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("aside button[aria-haspopup=menu]:focus").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Reception" }).click();
    await page.getByRole("region", { name: "Inside now" }).waitFor();
  });

  it("a location that is removed while its page is open says so, without being loaded, and leads to the others", async () => {
    const { body: closing } = await web.world.post("/companies", { name: "Closing Down" });
    const { page } = await openAs(web, "local_admin", [closing._id, location]);
    await page.goto(`${web.url}/at/${closing._id}/reception`);
    await untilLive(page);
    const removed = await web.world.call("DELETE", `/companies/${closing._id}`, { body: { name: closing.name } });
    assert.equal(removed.status, 200);
    await page.getByRole("heading", { name: "You don’t have access to this page" }).waitFor();
    await page.getByRole("link", { name: "All locations" }).click();
    await page.getByRole("link", { name: "Harbour House" }).waitFor();
    assert.equal(await page.getByText("Closing Down").count(), 0);
  });

  it("says at the field that a name or an address is missing, and keeps what was typed", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(address("?host=new"));
    await page.getByLabel("Email address").fill("no address");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Enter the host’s name").waitFor();
    await page.getByLabel("Full name").fill("Somebody");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator('input[type="email"][aria-invalid="true"]').waitFor();
    assert.equal(await page.getByLabel("Email address").inputValue(), "no address");
  });

  it("imports a directory's file: columns are matched, bad rows named, and only what is replaced is asked about (rules 5)", async () => {
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    await page.goto(address("?host=import"));
    await page.getByText("Each import replaces the last one.").waitFor();
    const csv = "Nom;Courriel;Portable\nZoë Petit;zoe@example.org;+33 6\nLéa Roux;no-address;\n;nobody@example.org;\n";
    await page.getByLabel("Or paste the rows here").fill(csv);
    await page.getByRole("button", { name: "Preview rows" }).click();
    await page.getByText("2 rows can’t be imported").waitFor();
    await page.getByText("The email address isn’t valid").waitFor();
    await expectAccessible(page);
    // Nothing was imported before, so nothing is lost.
    await page.getByRole("button", { name: "Import 1 host" }).click();
    await page.getByText("1 host imported.", { exact: true }).waitFor();
    await page.getByText("and 1 imported").waitFor();
    await page.goto(address("?host=import"));
    await page.getByLabel("Or paste the rows here").fill(csv.replace("Zoë Petit", "Zoé Petit"));
    await page.getByRole("button", { name: "Preview rows" }).click();
    await page.getByRole("button", { name: "Replace with 1 host" }).click();
    const question = page.getByRole("dialog", { name: "Replace the imported host?" });
    await question.getByText("who aren’t in this file").waitFor();
    await question.getByRole("button", { name: "Replace with 1 host" }).click();
    await page.getByText("1 host imported.", { exact: true }).waitFor();
    const { rows } = await web.world.db.pool.query(
      "select cn, mail, mobile from hosts where company_id = $1 and external",
      [location],
    );
    assert.deepEqual(rows, [{ cn: "Zoé Petit", mail: "zoe@example.org", mobile: "+33 6" }]);
    assert.deepEqual(complaints, []);
  });

  it("says of imported hosts, where a search finds none or there are no others, that they aren't listed", async () => {
    const { body: annex } = await web.world.post("/companies", { name: "Annex" });
    await web.world.post(`/companies/${annex._id}/visitees/bulk`, [{ cn: "Ada Byron" }]);
    const { page, complaints } = await openAs(web, "local_admin", [annex._id]);
    await page.goto(`${web.url}/at/${annex._id}/hosts`);
    const why = page.getByText("but they aren’t listed here", { exact: false });
    await page.getByText("All hosts are imported").waitFor();
    await why.waitFor();
    await expectAccessible(page);
    await web.world.post("/visitees", { company_id: annex._id, cn: "Anke Müller" });
    await page.reload();
    await page.getByRole("row").filter({ hasText: "Anke Müller" }).waitFor();
    assert.equal(await why.count(), 0);
    await page.getByLabel("Search by name, email or phone").fill("byron");
    await why.waitFor();
    assert.deepEqual(complaints, []);
  });

  it("asks before an import replaces hosts that another client brought, and where their number can't be read (rules 5)", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    const bulk = `/companies/${location}/visitees/bulk`;
    const preview = async (): Promise<void> => {
      await page.getByLabel("Or paste the rows here").fill("Nom;Courriel\nZoë Petit;zoe@example.org\n");
      await page.getByRole("button", { name: "Preview rows" }).click();
    };
    await web.world.post(`${bulk}?confirm=true`, []);
    await page.goto(address());
    await page.getByRole("row").filter({ hasText: "Anke Müller" }).waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Each import replaces the last one.").waitFor();
    await web.world.post(bulk, [{ cn: "Ada Byron" }, { cn: "Alan Kay" }]);
    await preview();
    await page.getByRole("button", { name: "Replace with 1 host" }).click();
    const first = page.getByRole("dialog", { name: "Replace the 2 imported hosts?" });
    await first.getByRole("button", { name: "Replace with 1 host" }).click();
    // The service has refused to remove both of them, so the page asks about that.
    const second = page.getByRole("dialog", { name: "Remove many of the imported hosts?" });
    await second.getByText("More than a fifth").waitFor();
    await first.waitFor({ state: "hidden" });
    await expectAccessible(page);
    const count = async (): Promise<number> => (await web.world.get(bulk)).body.count;
    assert.equal(await count(), 2);
    await second.getByRole("button", { name: "Remove and replace" }).click();
    await page.getByText("1 host imported.", { exact: true }).waitFor();
    assert.equal(await count(), 1);
    await page.route(`**${bulk}`, (route) => route.fulfill({ status: 403, json: { statusCode: 403, message: "No." } }));
    await page.goto(address("?host=import"));
    await preview();
    await page.getByRole("button", { name: "Replace with 1 host" }).click();
    await page.getByRole("dialog", { name: "Replace the imported hosts?" }).waitFor();
  });

  it("an employee reads hosts and changes none; a guard does not see the page (rules 4)", async () => {
    const { page } = await openAs(web, "employee", [location]);
    await page.goto(address());
    await page.getByRole("row").filter({ hasText: "Anke Müller" }).click();
    await page.getByRole("heading", { name: "Anke Müller" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /Add host|Import|Pin|Save/ }).count(), 0);
    const guard = await openAs(web, "security_guard", [location]);
    await guard.page.goto(address());
    await guard.page.getByText("You don’t have access to this page").waitFor();
  });

  it("says that it could not be read, and reads again", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.route("**/api/visitees/bycompany/**", (route) =>
      route.fulfill({ status: 503, json: { message: "Not available", code: "unavailable" } }),
    );
    await page.goto(address());
    await page.getByText("This couldn’t be loaded").waitFor();
    await page.unroute("**/api/visitees/bycompany/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("row").filter({ hasText: "Anke Müller" }).waitFor();
  });
});
