import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { CLIENT, type Provider, startProvider } from "../../../support/outside/oidc-provider.ts";
import { buildUser, expectAccessible, openAs, openPage, startWeb, type Web } from "../../../support/browser/web.ts";

const PASSWORD = "a-password-of-some-length";

let provider: Provider;
let web: Web;
let location: string;

before(async () => {
  provider = await startProvider();
  const [OIDC_CLIENT_ID, OIDC_CLIENT_SECRET] = [CLIENT.id, CLIENT.secret];
  web = await startWeb({
    env: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: "Meridian ID" },
  });
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
});
after(async () => {
  await web.close();
  await provider.close();
});

/** All users logged in an hour ago. */
const anHourLater = () => web.world.db.pool.query("update sessions set confirmed = confirmed - interval '1 hour'");

describe("being asked who it is (docs/sessions.md)", () => {
  it("asks for the password above the page, and does by itself what was begun; nothing typed is lost", async () => {
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/users?user=new`);
    await page.getByLabel("Email address").fill("guard@example.org");
    await anHourLater();
    await page.getByRole("button", { name: "Send invitation" }).click();
    const question = page.getByRole("dialog", { name: "Confirm it’s you" });
    await question.waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByText("You didn’t confirm your identity").waitFor();
    await page.getByRole("button", { name: "Send invitation" }).and(page.locator(":focus")).waitFor();
    assert.equal(await page.getByLabel("Email address").inputValue(), "guard@example.org");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByLabel("Your password").fill("not-the-password");
    await page.keyboard.press("Enter");
    await page.getByText("Wrong password").waitFor();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("Invitation sent to guard@example.org").waitFor();
    assert.equal(await question.count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("Escape puts aside the question alone, not the dialog below it", async () => {
    const { page, user } = await openAs(web, "global_admin", []);
    const other = await buildUser(web, "employee", [location]);
    await page.goto(`${web.url}/at/${location}/settings/users?user=${other._id}`);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await anHourLater();
    await page.getByRole("button", { name: "Remove user" }).click();
    await page.getByLabel("Your password").waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("dialog", { name: /^Remove/ })
      .getByText("You didn’t confirm")
      .waitFor();
    assert.equal((await web.world.get(`/users/${other._id}`)).status, 200);
    assert.equal((await web.world.get(`/users/${user._id}`)).status, 200);
  });

  it("asks once for what is refused together: put aside, all of it is; answered, all of it is done", async () => {
    const { page, user } = await openAs(web, "global_admin", []);
    const login = JSON.stringify({ email: user.email, password: PASSWORD });
    const headers = { origin: web.url, "content-type": "application/json", "user-agent": "Firefox/140.0 Windows" };
    for (const _ of ["phone", "desk"]) await fetch(`${web.url}/session`, { method: "POST", headers, body: login });
    await page.goto(`${web.url}/account`);
    const question = page.getByRole("dialog", { name: "Confirm it’s you" });
    const buttons = page.getByRole("button", { name: "Log out of Firefox, Windows" });
    const endBoth = async (): Promise<void> => {
      await buttons.evaluateAll((all) =>
        all.map((one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }))),
      );
      await page.getByLabel("Your password").waitFor();
    };
    await buttons.nth(1).waitFor();
    await anHourLater();
    await endBoth();
    await page.keyboard.press("Escape");
    await page.getByText("You didn’t confirm your identity").waitFor();
    assert.equal(await question.count(), 0);
    await endBoth();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await buttons.first().waitFor({ state: "detached" });
    assert.equal(await question.count(), 0);
  });

  it("has who is asked log in first when the session ended meanwhile, and goes on after that", async () => {
    const { page } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/users?user=new`);
    await page.getByLabel("Email address").fill("cook@example.org");
    await anHourLater();
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByLabel("Your password").fill(PASSWORD);
    await web.world.db.pool.query("delete from sessions");
    await page.keyboard.press("Enter");
    const ended = page.getByRole("dialog", { name: "You’ve been logged out" });
    await ended.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await ended.getByRole("button", { name: "Log in", exact: true }).click();
    await ended.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await page.getByText("Invitation sent to cook@example.org").waitFor();
  });

  it("sends who came by the identity provider there again, in a page of its own, and goes on when they are back", async () => {
    const user = await buildUser(web, "global_admin", []);
    provider.behaviour.claims = { sub: "anna", email: user.email, email_verified: true };
    const { page, context, complaints } = await openPage(web);
    await page.goto(`${web.url}/session/oidc/start`);
    await anHourLater();
    await page.goto(`${web.url}/account`);
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    const there = page.getByRole("link", { name: "Continue with Meridian ID" });
    await there.waitFor();
    await expectAccessible(page);
    Object.assign(provider.behaviour.claims, { auth_time: Math.floor(Date.now() / 1000) });
    const [second] = await Promise.all([context.waitForEvent("page"), there.click()]);
    await second.getByRole("heading", { name: "Confirmed" }).waitFor();
    await second.close();
    const record = await openAs(web, "global_admin", []);
    await record.page.goto(`${web.url}/at/${location}/settings/users?user=${user._id}`);
    await record.page.getByText("Linked to 127.0.0.1").waitFor();
    await expectAccessible(record.page);
    await record.page.getByRole("button", { name: "Unlink" }).click();
    await record.page.getByText("unlinked. Their email address").waitFor();
    await record.page.getByText("Linked to 127.0.0.1").waitFor({ state: "detached" });
    await page.evaluate("globalThis.dispatchEvent(new Event('focus'))");
    await page.waitForURL(/\/login/);
    assert.deepEqual(complaints, []);
  });
});
