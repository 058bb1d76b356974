import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildDesk } from "../../../support/browser/desk.ts";
import { buildUser, expectAccessible, openPage, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;

before(async () => {
  web = await startWeb({
    env: {
      OIDC_ISSUER: "https://login.example.org",
      OIDC_CLIENT_ID: "foyer",
      OIDC_CLIENT_SECRET: "a-secret-of-some-length",
      OIDC_NAME: "Meridian",
    },
  });
});
after(() => web.close());

const PASSWORD = "a-password-of-some-length";

describe("the login page", () => {
  it("logs in by keyboard, and goes where one wanted to go", async () => {
    const { location } = await buildDesk(web.world);
    const user = await buildUser(web, "receptionist", [location]);
    const { page, complaints } = await openPage(web);
    await page.goto(`${web.url}/at/${location}/inside`);
    await page.waitForURL(/\/login/);
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Email address").focus();
    await page.keyboard.type(user.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${web.url}/at/${location}/inside`);
    assert.deepEqual(complaints, []);
  });

  it("never leads to another site after the login", async () => {
    const { location } = await buildDesk(web.world);
    const user = await buildUser(web, "receptionist", [location]);
    const { page } = await openPage(web);
    await page.goto(`${web.url}/login?to=${encodeURIComponent("//evil.example.org/at/x")}`);
    await page.getByLabel("Email address").fill(user.email);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`^${web.url}/at/${location}/`));
  });

  it("says when address and password do not belong together, and for how long it is locked after too many tries", async () => {
    const { page, context } = await openPage(web);
    await page.goto(`${web.url}/login`);
    await page.getByLabel("Email address").fill("nobody@example.org");
    await page.keyboard.press("Enter");
    await page.getByText("Enter your password").waitFor();
    await page.locator("input[name=password]").and(page.locator(":focus")).fill("wrong-wrong-wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Wrong email address or password" }).waitFor();
    await expectAccessible(page);
    const data = { email: "nobody@example.org", password: "wrong-wrong-wrong" };
    for (let tries = 0; tries < 30; tries += 1)
      await context.request.post(`${web.url}/session`, { data, headers: { origin: web.url } });
    await page.keyboard.press("Enter");
    await page.getByText(/^Too many attempts. Try again in 1[45] minutes\.$/).waitFor();
    await web.world.db.pool.query("delete from refusals");
  });

  it("mails a link to who forgot the password, without telling whether the address is known", async () => {
    const user = await buildUser(web, "receptionist", []);
    const { page, complaints } = await openPage(web);
    await page.goto(`${web.url}/login`);
    for (const email of [user.email, "nobody@example.org"]) {
      await page.getByRole("button", { name: "Forgot your password?" }).click();
      await page.getByLabel("Email address").fill(email);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Send link" }).click();
      await page.getByText(`If there’s an account for ${email}, you’ll get an email with a link.`).waitFor();
      await page.getByRole("button", { name: "Back to login" }).click();
    }
    const { rows } = await web.world.db.pool.query("select recipient from messages where template = 'password_reset'");
    assert.deepEqual(rows, [{ recipient: user.email }]);
    assert.deepEqual(complaints, []);
  });

  it("offers the provider, and every language in its own words; the choice is kept", async () => {
    const { page } = await openPage(web);
    await page.goto(`${web.url}/login`);
    assert.equal(
      await page.getByRole("link", { name: "Log in with Meridian" }).getAttribute("href"),
      "/session/oidc/start",
    );
    await page.getByRole("button", { name: "Français" }).click();
    await page.getByRole("heading", { name: "Connexion" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "fr");
    await page.reload();
    await page.getByRole("link", { name: "Se connecter avec Meridian" }).waitFor();
    await expectAccessible(page);
  });
});
