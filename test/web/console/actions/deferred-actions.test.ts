import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildDesk, signIn } from "../../../support/browser/desk.ts";
import { until } from "../../../support/run/process.ts";
import { holdBack, refuse, untilDrawn } from "../../../support/outside/unread.ts";
import { buildUser, openAs, startWeb, untilLive, type Web } from "../../../support/browser/web.ts";

/** A row that comes back would be seen in the first of them. */
const LOOKS = 10;
const PASSWORD = "a-password-of-some-length";

let web: Web;

before(async () => (web = await startWeb()));
after(() => web.close());

/** Reception with a visitor whose host was asked, and the toast of an approval that the service hasn't heard of. */
const approve = async () => {
  const { location, interview } = await buildDesk(web.world);
  const visit = { first_name: "Jorge", last_name: "Castellanos", visit_type: interview };
  const { _id: id } = await signIn(web.world, location, visit);
  const opened = await openAs(web, "receptionist", [location]);
  await opened.page.goto(`${web.url}/at/${location}/reception`);
  await untilLive(opened.page);
  await opened.page.getByRole("button", { name: "Approve Jorge Castellanos" }).click();
  await opened.page.getByText("Jorge Castellanos approved").waitFor();
  return { ...opened, location, id };
};

/** The service forgets the session while Undo is offered; then the offer passes. */
const endSession = async (page: Page) => {
  await web.world.db.pool.query("delete from sessions");
  await page.mouse.move(0, 0);
  const dialog = page.getByRole("dialog", { name: "You’ve been logged out" });
  await dialog.waitFor();
  return dialog;
};

const approvalOf = async (id: string): Promise<string> => (await web.world.get(`/visitors/${id}`)).body.approval;
const untilApproved = (id: string): Promise<unknown> =>
  until("the approval", async () => (await approvalOf(id)) === "approved" || undefined);

const failure = (page: Page) =>
  page
    .getByRole("list", { name: "Awaiting approval" })
    .getByRole("alert")
    .filter({ hasText: "Couldn’t approve or reject Jorge Castellanos." });

describe("an action whose session ended while Undo was offered", () => {
  it("arrives after the next login, and the page shows it as done all the while", async () => {
    const { page, id, complaints } = await approve();
    const dialog = await endSession(page);
    assert.equal(await approvalOf(id), "pending");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await untilApproved(id);
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("isn't done by another user who logs in instead: it failed on its row, and Try again does it", async () => {
    const { page, context, location, id } = await approve();
    const dialog = await endSession(page);
    const { email } = await buildUser(web, "receptionist", [location]);
    const headers = { origin: web.url };
    await context.request.post(`${web.url}/session`, { data: { email, password: PASSWORD }, headers });
    // As after a login in another tab.
    await page.evaluate("globalThis.dispatchEvent(new Event('focus'))");
    await dialog.waitFor({ state: "detached" });
    await failure(page).waitFor();
    assert.equal(await approvalOf(id), "pending");
    await failure(page)
      .getByRole("button", { name: /^Try again/ })
      .click();
    await untilApproved(id);
  });

  it("isn't done after more than five minutes: it failed on its row", async () => {
    const { page, id } = await approve();
    const dialog = await endSession(page);
    await page.evaluate("(() => { const now = Date.now; Date.now = () => now() + 301_000; })()");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await failure(page).waitFor();
    assert.equal(await approvalOf(id), "pending");
  });

  it("keeps the page open until who leaves it confirms that it is lost", async () => {
    const { page, id } = await approve();
    const dialog = await endSession(page);
    const asked = page.waitForEvent("dialog");
    const leaving = dialog.getByRole("link", { name: "Log in as someone else" }).click({ noWaitAfter: true });
    const question = await asked;
    assert.equal(question.type(), "beforeunload");
    await question.dismiss();
    await leaving;
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await untilApproved(id);
  });
});

describe("an action that was refused and is sent again", () => {
  it("stays done on the page while the lists of the first attempt are read", async () => {
    const { page, location, id } = await approve();
    await signIn(web.world, location, { last_name: "Leaving" });
    await page.getByRole("button", { name: "Sign out Leaving" }).waitFor({ state: "attached" });
    await refuse(page, "**/approve");
    const letRead = await holdBack(page, "**/visitors/signed_current/**");
    // Another action leaves the offer of Undo alone: it ends at its own time.
    await page.getByRole("button", { name: "Sign out Leaving" }).focus();
    await page.keyboard.press("Enter");
    await failure(page).waitFor();
    await page.unroute("**/approve");
    const letApprove = await holdBack(page, "**/approve");
    await failure(page)
      .getByRole("button", { name: /^Try again/ })
      .click();
    const waiting = page.getByRole("list", { name: "Awaiting approval" });
    await waiting.waitFor({ state: "detached" });
    const read = page.waitForResponse(/\/signed_current\//);
    letRead();
    await (await read).finished();
    for (let round = 0; round < LOOKS; round += 1) {
      await untilDrawn(page);
      assert.equal(await waiting.count(), 0);
    }
    letApprove();
    await untilApproved(id);
  });
});
