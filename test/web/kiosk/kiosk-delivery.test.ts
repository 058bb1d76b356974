import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildSite, newestVisit, type Site } from "../../support/door.ts";
import { openKiosk } from "../../support/browser/kiosk-page.ts";
import { templateBody } from "../../support/templates.ts";
import { expectAccessible, startWeb, type Web } from "../../support/browser/web.ts";

/** The plain iPad of most entrances. */
const IPAD = { viewport: { width: 810, height: 1080 } };

let web: Web;
before(async () => {
  web = await startWeb();
});
after(() => web.close());

/** A location that receives visitors and, as the setup makes them, deliveries. */
const buildDeliveries = async (): Promise<Site & { delivery: string }> => {
  const site = await buildSite(web.world, {}, { languages: ["en", "nl"] });
  const made = await web.world.post(`/companies/${site.location}/visittypes`, templateBody("delivery"));
  assert.equal(made.status, 200, made.text);
  return { ...site, delivery: made.body._id };
};

/** Counts the taps on buttons; what is typed comes on top. */
const countTaps = (page: Page) => {
  const taps = { count: 0 };
  const tap = async (name: RegExp): Promise<void> => {
    taps.count += 1;
    await page.getByRole("button", { name }).click();
  };
  return { taps, tap };
};

const heading = (page: Page, name: string): Promise<void> => page.getByRole("heading", { name }).waitFor();

describe("a delivery at the kiosk", () => {
  it("takes four taps and one name to type: the carrier, how many parcels, and for whom, but not who brings it", async () => {
    const site = await buildDeliveries();
    const { page, complaints } = await openKiosk(web, site.kiosk, { device: IPAD });
    const { taps, tap } = countTaps(page);
    await tap(/^Sign in/);
    await tap(/^Delivery/);
    await heading(page, "A few details");
    assert.equal(await page.getByLabel(/name/i).count(), 0);
    await expectAccessible(page);
    await page.getByLabel("Carrier").fill("DPD");
    await page.getByLabel("Number of parcels").fill("3");
    await tap(/^Continue/);
    await heading(page, "Who is it for?");
    await expectAccessible(page);
    await page.getByLabel("Your host’s name").fill("pee");
    await tap(/^Ann Peeters|Ann Peeters$/);
    await heading(page, "Welcome.");
    await page.getByText("You can leave the delivery at reception.").waitFor();
    assert.equal(taps.count, 4);
    assert.equal(await page.getByRole("button", { name: "Someone is with me" }).count(), 0);
    await expectAccessible(page);
    const visit = await newestVisit(web.world, site);
    assert.deepEqual(
      [visit.company, visit.numberofparcels, visit.recipient, visit.visit_type],
      ["DPD", "3", "Ann Peeters", site.delivery],
    );
    assert.deepEqual([visit.first_name, visit.last_name, visit.approval], [undefined, undefined, undefined]);
    assert.deepEqual(complaints, []);
  });

  it("needs the carrier, and neither parcels nor a host", async () => {
    const site = await buildDeliveries();
    const { page } = await openKiosk(web, site.kiosk, { device: IPAD });
    const { tap } = countTaps(page);
    await tap(/^Sign in/);
    await tap(/^Delivery/);
    await heading(page, "A few details");
    await tap(/^Continue/);
    await page.getByText("Fill this in").waitFor();
    await page.getByLabel("Carrier").fill("Bakery");
    await tap(/^Continue/);
    await tap(/^No one in particular/);
    await heading(page, "Welcome.");
    assert.equal((await newestVisit(web.world, site)).company, "Bakery");
  });

  it("is asked in the visitor’s language, with the words of the visit type", async () => {
    const site = await buildDeliveries();
    const { page } = await openKiosk(web, site.kiosk, { device: IPAD });
    await page.getByRole("button", { name: "Nederlands" }).click();
    await page.getByRole("button", { name: /^Aanmelden/ }).click();
    await page.getByRole("button", { name: "Levering" }).click();
    await heading(page, "Enkele gegevens");
    await page.getByLabel("Vervoerder").fill("PostNL");
    await page.getByRole("button", { name: "Verder" }).click();
    await heading(page, "Voor wie is het?");
  });

  it("on a screen with room for one question asks one at a time, under its own label", async () => {
    const site = await buildDeliveries();
    const { page } = await openKiosk(web, site.kiosk, { device: { viewport: { width: 390, height: 844 } } });
    const { tap } = countTaps(page);
    await tap(/^Sign in/);
    await tap(/^Delivery/);
    await heading(page, "Carrier");
    await page.getByLabel("Carrier").fill("DPD");
    await tap(/^Continue/);
    await heading(page, "Number of parcels optional");
    await page.getByLabel("Number of parcels").press("Enter");
    await heading(page, "Who is it for?");
  });
});

describe("the way out of a driver without a name", () => {
  const deliver = async (site: Site & { delivery: string }, company: string): Promise<string> => {
    const body = { company_id: site.location, company, visit_type: site.delivery };
    return (await web.world.post("/visitors", body)).body._id;
  };
  const isOut = async (id: string): Promise<boolean> =>
    (await web.world.get(`/visitors/${id}`)).body.signed_out !== undefined;

  it("is by the carrier: the newest of its deliveries ends", async () => {
    const site = await buildDeliveries();
    const [first, last] = [await deliver(site, "DPD"), await deliver(site, "DPD")];
    const { page, complaints } = await openKiosk(web, site.kiosk, { device: IPAD });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Enter your first and last name, or fill in “Carrier (Delivery)”.").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Carrier (Delivery)").fill("dpd ");
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Goodbye.");
    assert.deepEqual([await isOut(first), await isOut(last)], [false, true]);
    assert.deepEqual(complaints, []);
  });

  it("isn’t offered where every visit type asks a name", async () => {
    const { kiosk } = await buildSite(web.world);
    const { page } = await openKiosk(web, kiosk, { device: IPAD });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Last name").waitFor();
    assert.equal(await page.locator("main input").count(), 2);
  });
});
