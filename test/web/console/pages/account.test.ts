import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { until } from "../../../support/run/process.ts";
import { buildLocation, buildVisit } from "../../../support/world.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

const PASSWORD = "a-password-of-some-length";
const NEW = "another-password-of-length";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  location = await buildLocation(web.world, { name: "Harbour House" });
});
after(() => web.close());

describe("the page of the account", () => {
  it("changes name, language, colours and keys of the user, at once where it can", async () => {
    const { page, complaints, user } = await openAs(web, "security_guard", [location]);
    await page.goto(`${web.url}/account`);
    await page.getByLabel("First name").fill("Ines");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("1 unsaved change").waitFor({ state: "detached" });
    await page.getByText("Dark", { exact: true }).click();
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
    await page.getByRole("switch", { name: "Single-key shortcuts" }).click();
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "Nederlands" }).click();
    await page.getByRole("heading", { name: "Wachtwoord", exact: true }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "nl");
    const cookies = await page.context().cookies();
    assert.equal(cookies.find(({ name }) => name === "foyer_language")?.value, "nl");
    await page.reload();
    await page.getByRole("heading", { name: "Wachtwoord", exact: true }).waitFor();
    await page.getByText("Licht", { exact: true }).click();
    await expectAccessible(page);
    const { body } = await web.world.get(`/users/${user._id}`);
    assert.deepEqual([body.first_name, body.language_id, body.role], ["Ines", "nl", "security_guard"]);
    assert.deepEqual(complaints, []);
  });

  it("makes the rows of lists compact in this browser, but on a phone", async () => {
    const listed = await buildLocation(web.world, { name: "Dock" });
    await buildVisit(web.world, listed, { last_name: "Parks", company: "Acme" });
    const { page, complaints } = await openAs(web, "security_guard", [listed]);
    const row = page.getByRole("row", { name: /Parks/ });
    const height = async (): Promise<number | undefined> => (await row.boundingBox())?.height;
    await page.goto(`${web.url}/at/${listed}/log`);
    await row.waitFor();
    assert.equal(await height(), 50);
    await page.goto(`${web.url}/account`);
    await page.getByRole("switch", { name: "Compact rows" }).click();
    await page.goto(`${web.url}/at/${listed}/log`);
    await row.waitFor();
    assert.equal(await height(), 38);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await until("the rows of a phone", async () => ((await height()) === 66 ? true : undefined));
    assert.deepEqual(complaints, []);
  });

  it("changes the password by the present one; a wrong one is said at its field", async () => {
    const { page, context, user } = await openAs(web, "employee", [location]);
    await page.goto(`${web.url}/account`);
    await page.getByLabel("Current password").fill("not-the-present-one");
    await page.getByLabel("New password", { exact: true }).fill(NEW);
    await page.getByLabel("Confirm new password").fill("something-else");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The passwords don’t match").waitFor();
    await page.getByLabel("Confirm new password").fill(NEW);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("This isn’t your current password").waitFor();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed").waitFor();
    const headers = { origin: web.url };
    const data = { email: user.email, password: NEW };
    assert.equal((await context.request.get(`${web.url}/session`)).status(), 200);
    assert.equal((await context.request.post(`${web.url}/session`, { data, headers })).status(), 200);
  });

  it("shows where one is logged in, and logs another browser out", async () => {
    const { page, user } = await openAs(web, "employee", [location]);
    const other = await web.browser.newContext();
    const data = { email: user.email, password: PASSWORD };
    await other.request.post(`${web.url}/session`, { data, headers: { origin: web.url } });
    await page.goto(`${web.url}/account`);
    await page.getByText("This browser").waitFor();
    await page.getByRole("button", { name: /^Log out (?!everywhere)./ }).click();
    await page.getByText(/^Logged out of /).waitFor();
    assert.equal((await other.request.get(`${web.url}/session`)).status(), 403);
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await page.waitForURL(/\/login/);
  });

  it("logs out where the service can't be told, forgets what was read, and tells it as soon as it can", async () => {
    const { page, context } = await openAs(web, "employee", [location]);
    await page.goto(`${web.url}/account`);
    await page.route(`${web.url}/session`, (route) => route.abort());
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await page.waitForURL(/\/login/);
    assert.equal((await context.request.get(`${web.url}/session`)).status(), 200);
    await page.goto(`${web.url}/account`);
    await page.waitForURL(/\/login/);
    await page.unroute(`${web.url}/session`);
    await page.goto(`${web.url}/account`);
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    assert.equal((await context.request.get(`${web.url}/session`)).status(), 403);
  });
});

describe("the page of locations", () => {
  it("adds a location, and opens the one that is chosen with its counts of today", async () => {
    await web.world.post("/visitors", { company_id: location, first_name: "Sofie" });
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/locations`);
    const row = page.getByRole("row").filter({ hasText: "Harbour House" });
    await row.getByText("1 inside").waitFor();
    await page.getByRole("button", { name: "Add location" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Enter a location name").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Name", { exact: true }).fill("Dock 7");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForURL(/\/at\/[0-9a-f]{24}\/settings/);
    const { body } = await web.world.get("/companiesList");
    assert.ok(body.some(({ name }: { name: string }) => name === "Dock 7"));
    await page.goto(`${web.url}/locations`);
    await page.getByLabel("Search by name").fill("harb");
    await page.getByRole("row").filter({ hasText: "Dock 7" }).waitFor({ state: "detached" });
    await row.click();
    await page.waitForURL(new RegExp(`/at/${location}/reception`));
    assert.deepEqual(complaints, []);
  });

  it("offers no new location to a local admin (rules 4)", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/locations?location=new`);
    await page.getByRole("row").filter({ hasText: "Harbour House" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /Add/ }).count(), 0);
  });

  it("says how to begin where there is no location at all", async () => {
    const empty = await startWeb();
    const { page } = await openAs(empty, "global_admin", []);
    await page.goto(empty.url);
    await page.getByRole("button", { name: "Add your first location" }).click();
    await page.getByLabel("Name", { exact: true }).waitFor();
    await page.context().close();
    await empty.world.close();
  });
});
