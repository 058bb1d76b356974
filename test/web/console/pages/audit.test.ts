import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { sealAll } from "../../../../server/resources/audit/seals.ts";
import { pairKiosk } from "../../../support/kiosk.ts";
import { holdBack } from "../../../support/outside/unread.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import { buildLocation, buildVisit } from "../../../support/world.ts";

let web: Web;

before(async () => (web = await startWeb()));
after(() => web.close());

const openPage = async (location: string, query = "") => {
  const opened = await openAs(web, "local_admin", [location]);
  await opened.page.goto(`${web.url}/at/${location}/settings/audit${query}`);
  return opened;
};

describe("the page of the audit log", () => {
  it("shows who changed what, field by field, before and after", async () => {
    const location = await buildLocation(web.world);
    await web.world.put(`/companies/${location}`, { city: "Gent", settings: { welcome_seconds: 12 } });
    const { page, complaints } = await openPage(location);
    await page.getByRole("row").filter({ hasText: "Location changed" }).click();
    const panel = page.getByRole("complementary").filter({ hasText: "Changes" });
    await panel.getByText("Welcome message, seconds").waitFor();
    const field = panel.locator("dl > div").filter({ hasText: "Welcome message, seconds" });
    assert.equal((await field.locator("del").innerText()).replace("Before:", "").trim(), "8");
    assert.equal((await field.locator("ins").innerText()).replace("After:", "").trim(), "12");
    assert.equal(await panel.getByText("mod_date").count(), 0);
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("tells a drill from an evacuation, safe from not safe, and which kiosk it was, without the names of fields in the interface", async () => {
    const location = await buildLocation(web.world);
    const { _id } = await buildVisit(web.world, location, { first_name: "Lena", last_name: "Vogt" });
    const evacuations = `/companies/${location}/evacuations`;
    for (const drill of [true, false]) {
      const { body } = await web.world.post(evacuations, { drill });
      await web.world.post(`/companies/${location}/visitors/safe`, { ids: [_id] });
      await web.world.post(`${evacuations}/${body._id}/end`);
    }
    await web.world.post(`/visitors/${_id}/signout`);
    const kiosk = await pairKiosk(web.world, location, { name: "Gate 7" });
    await kiosk.beat();
    const { page } = await openPage(location);
    for (const words of ["Drill started", "Drill ended", "Evacuation started", "Evacuation ended", "Marked not safe"])
      await page.getByRole("row").filter({ hasText: words }).first().waitFor();
    await page.getByRole("row").filter({ hasText: "Kiosk came online" }).getByText("Gate 7").first().waitFor();
    assert.match(
      await page.getByRole("row").filter({ hasText: "Drill ended" }).innerText(),
      /Started today, \d\d:\d\d/,
    );
    await page.getByRole("row").filter({ hasText: "Signed out" }).click();
    await page.getByText("Signed out at", { exact: true }).last().waitFor();
    await page
      .locator("ins")
      .filter({ hasText: /Reception$/ })
      .waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /signed_out_|median_seconds/);
  });

  it("says since when nothing was changed past it, and that an entry was", async () => {
    const location = await buildLocation(web.world);
    await web.world.put(`/companies/${location}`, { city: "Gent" });
    await sealAll(web.world.context);
    const { page } = await openPage(location);
    await page.getByText("No tampering found since").waitFor();
    await web.world.db.pool.query("update log set act = 'visit.safe' where company_id = $1", [location]);
    await page.reload();
    await page.getByRole("alert").getByText("1 part of this log has been altered").waitFor();
    assert.equal(await page.getByText("No tampering found since").count(), 0);
    await expectAccessible(page);
  });

  it("finds what was done, and keeps the filter in the address", async () => {
    const location = await buildLocation(web.world);
    const { _id } = await buildVisit(web.world, location, { first_name: "Lena", last_name: "Vogt" });
    await web.world.post(`/visitors/${_id}/signout`);
    const { page } = await openPage(location);
    await page.getByRole("combobox", { name: "What" }).click();
    await page.getByRole("option", { name: "Signed out", exact: true }).click();
    await page.getByRole("row").filter({ hasText: "Signed in" }).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "Signed out" }).getByText("Lena Vogt").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("act"), "visit.sign_out");
    await page.reload();
    await page.getByRole("row").filter({ hasText: "Signed out" }).waitFor();
    assert.equal(await page.getByRole("combobox", { name: "What" }).inputValue(), "Signed out");
  });

  it("while other entries are looked for, those before are dimmed, and it says so", async () => {
    const location = await buildLocation(web.world);
    const { _id } = await buildVisit(web.world, location, { first_name: "Lena", last_name: "Vogt" });
    await web.world.post(`/visitors/${_id}/signout`);
    const { page } = await openPage(location);
    const letCome = await holdBack(page, /act=visit\.sign_out/);
    await page.getByRole("combobox", { name: "What" }).click();
    await page.getByRole("option", { name: "Signed out", exact: true }).click();
    await page.getByText("Searching …").waitFor();
    const signedIn = page.getByRole("row").filter({ hasText: "Signed in" });
    assert.equal(await signedIn.count(), 1);
    letCome();
    await signedIn.waitFor({ state: "detached" });
    assert.equal(await page.getByText("Searching …").count(), 0);
  });

  it("shows everything about one record, and nothing of others", async () => {
    const location = await buildLocation(web.world);
    const { _id } = await buildVisit(web.world, location, { first_name: "Lena", last_name: "Vogt" });
    await buildVisit(web.world, location, { first_name: "Nadia", last_name: "Bellamy" });
    await web.world.put(`/visitors/${_id}`, { phone: "+32470550184" });
    const { page } = await openPage(location);
    await page.getByRole("row").filter({ hasText: "Visit changed" }).click();
    await page.getByRole("button", { name: "Show all activity for this record" }).click();
    await page.getByRole("row").filter({ hasText: "Nadia Bellamy" }).waitFor({ state: "detached" });
    assert.equal(await page.getByRole("row").filter({ hasText: "Lena Vogt" }).count(), 2);
    await page.getByRole("button", { name: "Clear Record filter" }).click();
    await page.getByRole("row").filter({ hasText: "Nadia Bellamy" }).waitFor();
  });

  it("a day on which nothing was done says so, and offers to clear the filters", async () => {
    const location = await buildLocation(web.world);
    await buildVisit(web.world, location, { first_name: "Lena", last_name: "Vogt" });
    const { page } = await openPage(location, "?day=2001-05-19");
    await page.getByText("No results").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("row").filter({ hasText: "Lena Vogt" }).waitFor();
  });

  it("of what was erased it says that it was, and keeps the entry", async () => {
    const location = await buildLocation(web.world);
    const { _id } = await buildVisit(web.world, location, { first_name: "Lena", last_name: "Vogt" });
    await web.world.post(`/visitors/${_id}/signout`);
    await web.world.call("DELETE", `/visitors/${_id}`);
    const { page } = await openPage(location, "?act=visit.start");
    await page.getByRole("row").filter({ hasText: "Signed in" }).click();
    await page.getByText("These details have been erased").waitFor();
    assert.ok(!(await page.content()).includes("Vogt"));
  });

  it("reads on as one scrolls", async () => {
    const location = await buildLocation(web.world);
    await web.world.post("/visitees", { company_id: location, cn: "The very first" });
    for (let n = 0; n < 60; n += 1) await web.world.post("/visitees", { company_id: location, cn: `Host ${n}` });
    const { page, complaints } = await openPage(location, "?act=host.create");
    await page.getByText("Host 59", { exact: true }).waitFor();
    const first = page.getByRole("row").filter({ hasText: "The very first" });
    for (; (await first.count()) === 0;) {
      await page.getByRole("row").last().focus();
      await page.keyboard.press("ArrowDown");
    }
    assert.deepEqual(complaints, []);
  });
});
