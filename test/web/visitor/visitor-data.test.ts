import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

import { arrive, buildAgreement, buildSite, newestVisit, type Site } from "../../support/door.ts";
import { until } from "../../support/run/process.ts";
import { badgeOf, inviteVisitor } from "../../support/visitor.ts";
import { expectAccessible, openAs, openPage, type Opened, startWeb, type Web } from "../../support/browser/web.ts";
import type { Body } from "../../support/world.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, acceptDownloads: true };

let web: Web;
let site: Site;
before(async () => {
  web = await startWeb();
  site = await buildSite(web.world, {}, { name: "Harbour House" });
});
after(() => web.close());

const openData = async (token: string, letter = "d"): Promise<Opened> => {
  const opened = await openPage(web, PHONE);
  await opened.page.goto(`${web.url}/visit/#${letter}=${token}`);
  return opened;
};

const ask = async ({ page }: Opened): Promise<void> => {
  await page.getByRole("button", { name: "Ask to erase my data" }).click();
  await page.getByText("You can’t undo this.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Harbour House hasn’t responded yet.").waitFor();
};

const openRequests = async (): Promise<Opened> => {
  const opened = await openAs(web, "local_admin", [site.location]);
  await opened.page.goto(`${web.url}/at/${site.location}/settings/erasure-requests`);
  return opened;
};

describe("one's own data, and its erasure", () => {
  it("hands the visitor the PDF of what they signed, and says when it can't be loaded", async () => {
    const own = await buildSite(web.world);
    const rules = await buildAgreement(web.world, own);
    await arrive(web.world, own, { agreements: [{ _id: rules._id, version: 1 }], signed_name: "Jo Janssens" });
    const { page, complaints } = await openData(
      badgeOf(web.world, own.location, (await newestVisit(web.world, own))._id),
    );
    const save = page.getByRole("button", { name: "Save PDF of House rules" });
    await save.waitFor();
    await expectAccessible(page);
    const coming = page.waitForEvent("download");
    await save.click();
    const file = await coming;
    assert.equal(file.suggestedFilename(), "House rules.pdf");
    assert.ok((await readFile(await file.path(), "latin1")).startsWith("%PDF-1.7"));
    assert.deepEqual(complaints, []);
    await page.route("**/pdf", (route) => route.abort());
    await save.click();
    await page.getByRole("alert").getByText("The PDF couldn’t be loaded.").waitFor();
  });

  it("shows what is stored, hands it over, and the location erases it, counted; then the link has ended", async () => {
    const { visitor, token } = await inviteVisitor(web.world, site.location, {
      first_name: "Rosa",
      last_name: "Parks",
      licenseplate: "1-ABC-234",
      recipient: "Ann Peeters",
    });
    await web.world.post(`/knownvisitors/${visitor._id}/signin`);
    const visit = await newestVisit(web.world, site);
    await web.world.post(`/visitors/${visit._id}/signout`);
    const opened = await openData(token);
    const { page, complaints } = opened;
    await page.getByText("Rosa Parks, this is everything Harbour House stores about you.").waitFor();
    await page.getByText("1-ABC-234").first().waitFor();
    await expectAccessible(page);
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const whole: Body = JSON.parse(await readFile(await (await coming).path(), "utf8"));
    assert.deepEqual([whole.registered_visitor._id, whole.visits[0]._id], [visitor._id, visit._id]);
    await ask(opened);
    const console_ = await openRequests();
    await console_.page.getByText("Rosa Parks").waitFor();
    await console_.page.getByRole("link", { name: "Erasure requests" }).getByText("1").waitFor();
    await expectAccessible(console_.page);
    await console_.page.getByRole("button", { name: "Erase" }).click();
    await console_.page.getByRole("dialog").getByText("This permanently erases their record and 1 visit").waitFor();
    await console_.page.getByRole("button", { name: "Erase their data and 1 visit" }).click();
    await console_.page.getByText("Data about Rosa Parks erased").waitFor();
    await console_.page.getByText("No erasure requests").waitFor();
    assert.equal((await web.world.get(`/visitors/${visit._id}`)).status, 404);
    await page.reload();
    await page.getByRole("heading", { name: "This link has expired" }).waitFor();
    assert.deepEqual([...complaints, ...console_.complaints], []);
  });

  const untilDeclined = (visit: string): Promise<unknown> =>
    until("the decline", async () => {
      const { body } = await web.world.get(`/companies/${site.location}/erasurerequests`);
      return body.find(({ subject_id }: Body) => subject_id === visit)?.state === "declined" ? true : undefined;
    });

  it("the link of a sign-in opens that one visit; declined, with a moment to take that back, the visitor sees it", async () => {
    await arrive(web.world, site, { answers: { first_name: "Badge", last_name: "Holder" } });
    const { _id } = await newestVisit(web.world, site);
    const opened = await openData(badgeOf(web.world, site.location, _id), "b");
    await opened.page.getByText("Badge Holder, this is everything").waitFor();
    await ask(opened);
    const { page, complaints } = await openRequests();
    await page.getByText("Inside", { exact: true }).last().waitFor();
    assert.equal(await page.getByRole("button", { name: "Erase" }).count(), 0, "who is inside is signed out first");
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("button", { name: /Undo/ }).click();
    await page.getByRole("button", { name: "Decline" }).click();
    // Leaving the page ends the offer.
    await page.goto("about:blank");
    await untilDeclined(_id);
    await page.goto(`${web.url}/at/${site.location}/settings/erasure-requests`);
    await page.getByText("Declined", { exact: true }).waitFor();
    await expectAccessible(page);
    await opened.page.reload();
    await opened.page.getByText("Harbour House declined.").waitFor();
    assert.equal(await opened.page.getByRole("button", { name: "Ask to erase my data" }).count(), 0);
    assert.deepEqual([...complaints, ...opened.complaints], []);
  });

  it("a decline is counted immediately, and sent when its page was left for another, and that one closed", async () => {
    await arrive(web.world, site, { answers: { first_name: "Second", last_name: "Holder" } });
    const { _id } = await newestVisit(web.world, site);
    await ask(await openData(badgeOf(web.world, site.location, _id), "b"));
    const { page } = await openRequests();
    const link = page.getByRole("link", { name: /^Erasure requests/ });
    await link.getByText("1").waitFor();
    await page.getByRole("button", { name: "Decline" }).click();
    await link.getByText("1").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Entrances" }).click();
    await page.getByRole("heading", { name: "Entrances" }).waitFor();
    await page.goto("about:blank");
    await untilDeclined(_id);
  });

  it("what opens nothing shows nothing: the code of a badge, and no link at all", async () => {
    const { _id } = await newestVisit(web.world, site);
    const exit = await openData(badgeOf(web.world, site.location, _id, "exit"));
    await exit.page.getByRole("heading", { name: "This link has expired" }).waitFor();
    await exit.page.getByText("The code on a badge only signs its visitor out").waitFor();
    await exit.page.goto("about:blank");
    await exit.page.goto(`${web.url}/visit/`);
    await exit.page.getByRole("heading", { name: "This link is incomplete" }).waitFor();
    await expectAccessible(exit.page);
  });

  it("a receptionist neither sees nor opens the page of requests (rules 4)", async () => {
    const { page } = await openAs(web, "receptionist", [site.location]);
    await page.goto(`${web.url}/at/${site.location}/settings/erasure-requests`);
    await page.getByText("You don’t have access to this page").waitFor();
    assert.equal(await page.getByRole("link", { name: "Erasure requests" }).count(), 0);
  });
});
