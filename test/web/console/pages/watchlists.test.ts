import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import type { Body } from "../../../support/world.ts";

let web: Web;
let location: string;
let visitType: string;

before(async () => {
  web = await startWeb();
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
  const type = { name: "Guest", screening: true, watchlist: true };
  visitType = (await web.world.post(`/companies/${location}/visittypes`, type)).body._id;
});
after(() => web.close());

const arrive = async (first_name: string, last_name: string): Promise<Body> =>
  (await web.world.post("/visitors", { company_id: location, visit_type: visitType, first_name, last_name })).body;

describe("the page of watch lists (docs/watchlist.md)", () => {
  it("makes a list and an entry, shows the visitor beside the entry, and lets the visit continue", async () => {
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/watchlists`);
    await page.getByRole("button", { name: "Add watch list" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Barred from the site");
    await page.getByRole("button", { name: "Add", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Add person" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Enter a name.").waitFor();
    await page.getByLabel("Names").fill("Viktor Halvorsen\nV. Halvorson");
    await page.getByLabel("Date of birth").fill("1979-03-14");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Viktor Halvorsen added").waitFor();
    await page.getByText("(V. Halvorson)").waitFor();

    const { _id, approval } = await arrive("Victor", "Halvorsen");
    assert.equal(approval, "pending");
    await page.goto(`${web.url}/at/${location}/settings/watchlists`);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("“Victor” is like “Viktor”").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save outcome" }).click();
    await page.getByText("Choose an outcome.").waitFor();
    await page.getByRole("radio", { name: "Let in this time" }).click();
    await page.getByLabel("Reason").fill("His lawyer is with him");
    await page.getByRole("button", { name: "Save outcome" }).click();
    await page.getByText("Let in", { exact: true }).waitFor();
    assert.equal((await web.world.post(`/visitors/${_id}/approve`)).status, 200);
    assert.deepEqual(complaints, []);
  });

  it("isn't there for a receptionist, who is told whom to ask about a visitor who waits", async () => {
    await arrive("Viktor", "Halvorsen");
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/reception`);
    await page.getByRole("button", { name: "Approve" }).first().click();
    const waiting = page.getByRole("list", { name: "Awaiting approval" });
    await waiting.getByText("Security looks at this visitor.").waitFor({ timeout: 20_000 });
    assert.equal(await page.getByRole("link", { name: "Watch lists" }).count(), 0);
  });
});
