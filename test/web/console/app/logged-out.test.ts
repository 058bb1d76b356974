import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildDesk } from "../../../support/browser/desk.ts";
import { following } from "../../../support/outside/following.ts";
import type { Body } from "../../../support/world.ts";
import { expectAccessible, openAs, startWeb, untilLive, type Web } from "../../../support/browser/web.ts";

let web: Web;

before(async () => (web = await startWeb()));
after(() => web.close());

/** The service forgets the session, as it does after twelve hours. */
const endSessions = (): Promise<unknown> => web.world.db.pool.query("delete from sessions");

describe("a page whose session has ended", () => {
  it("asks for the password in its place, and then sends the form that was pressed, once", async () => {
    const { location } = await buildDesk(web.world);
    const { page, user } = await openAs(web, "receptionist", [location]);
    const settled = following(page);
    await page.goto(`${web.url}/at/${location}/sign-in`);
    await page.getByLabel("First name").fill("Ada");
    // What the page asks for later is refused, and then the password is asked for before anything is done: the names of others, too.
    await settled();
    const suggested = [/\/knownvisitors\/bycompany\/.*Lovelace/, /\/visitors\/bycompany\/.*Lovelace/].map((list) =>
      page.waitForResponse((answer) => list.test(answer.url())),
    );
    await page.getByLabel("Last name").fill("Lovelace");
    await Promise.all(suggested);
    await endSessions();
    const signIn = page.getByRole("button", { name: "Sign in", exact: true });
    await signIn.click();
    const dialog = page.getByRole("dialog", { name: "You’ve been logged out" });
    const password = dialog.getByLabel("Password", { exact: true });
    await dialog.getByText(user.email).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter your password").waitFor();
    await password.fill("not this password");
    await page.keyboard.press("Enter");
    await dialog.getByText("Wrong email address or password").waitFor();
    await password.fill("a-password-of-some-length");
    await page.keyboard.press("Enter");
    await page.getByText("Ada Lovelace signed in").waitFor();
    assert.equal(await page.getByText("You don’t have permission").count(), 0);
    const { body } = await web.world.get(`/visitors/signed_current/${location}`);
    assert.equal(body.filter(({ last_name }: Body) => last_name === "Lovelace").length, 1);
  });

  it("asks also where nothing is done on it, and is live again afterwards without being loaded", async () => {
    const { location } = await buildDesk(web.world);
    const { page } = await openAs(web, "receptionist", [location]);
    const settled = following(page);
    await page.goto(`${web.url}/at/${location}/reception`);
    await settled();
    await page.evaluate("globalThis.same = true");
    await endSessions();
    // What the page asks for by itself may have been refused before, and the dialog would cover the link.
    await page.getByRole("link", { name: "Hosts" }).dispatchEvent("click");
    const dialog = page.getByRole("dialog", { name: "You’ve been logged out" });
    await dialog.getByLabel("Password", { exact: true }).fill("a-password-of-some-length");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Reception" }).click();
    await untilLive(page);
    assert.equal(await page.evaluate("globalThis.same"), true);
  });
});
