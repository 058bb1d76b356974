import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { BrowserContext, CDPSession, Page } from "playwright-core";

import { codeAt } from "../../../server/areas/sessions/factors/accounts.ts";
import { buildDesk } from "../../../support/browser/desk.ts";
import { buildUser, expectAccessible, openAs, openPage, startWeb, type Web } from "../../../support/browser/web.ts";
import type { Body } from "../../../support/world.ts";

const PASSWORD = "a-password-of-some-length";

let web: Web;
let location: string;
/** By the name for which browsers know passkeys without HTTPS. */
let site: string;

before(async () => {
  web = await startWeb();
  site = web.url.replace("127.0.0.1", "localhost");
  web.world.context.config.publicUrl = site;
  ({ location } = await buildDesk(web.world));
});
after(() => web.close());

/** Gives a page Chromium's own authenticator, whose user is always there and is recognised. */
const addAuthenticator = async (context: BrowserContext, page: Page): Promise<CDPSession> => {
  const client = await context.newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return client;
};

const logIn = async (page: Page, { email }: Body): Promise<void> => {
  await page.goto(`${site}/login`);
  await page.getByLabel("Email address").fill(email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.keyboard.press("Enter");
};

const logOut = async (page: Page): Promise<void> => {
  await page.goto(`${site}/account`);
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.waitForURL(/\/login/);
};

const anHourLater = () => web.world.db.pool.query("update sessions set confirmed = confirmed - interval '1 hour'");

/** The part of the account page. */
const partOf = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Second factor" }) });

describe("a passkey, with Chromium's own authenticator", () => {
  it("is added, logs in without a password, confirms, is lost, and a recovery code lets in to replace it", async () => {
    const user = await buildUser(web, "receptionist", [location]);
    const { page, context, complaints } = await openPage(web);
    const authenticator = await addAuthenticator(context, page);
    await logIn(page, user);
    await page.waitForURL(/\/at\//);

    // Enrol.
    await page.goto(`${site}/account`);
    await partOf(page).getByText("You don’t have a second factor yet.").waitFor();
    await page.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of the passkey").fill("Laptop");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add passkey" }).click();
    await dialog.getByText("If you lose your second factor").waitFor();
    const codes = await dialog.getByRole("listitem").allTextContents();
    assert.equal(codes.length, 10);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "I’ve saved them" }).click();
    await partOf(page).getByText("Laptop", { exact: true }).waitFor();
    await partOf(page).getByText("10 recovery codes left").waitFor();
    await expectAccessible(page);

    // Log in.
    await logOut(page);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.waitForURL(/\/at\//);

    await page.goto(`${site}/account`);
    await page.getByLabel("First name").fill("Typed");
    await web.world.db.pool.query("delete from sessions where user_id = $1", [user._id]);
    await page.getByRole("button", { name: "Save" }).click();
    const ended = page.getByRole("dialog", { name: "You’ve been logged out" });
    await ended.getByRole("button", { name: "Log in with a passkey" }).click();
    await ended.waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("First name").inputValue(), "Typed");

    // Confirm.
    await anHourLater();
    await page.goto(`${site}/account`);
    const question = page.getByRole("dialog", { name: "Confirm it’s you" });
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    await question.getByText("Confirm with your passkey").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByText("You didn’t confirm your identity").waitFor();
    await page.getByRole("button", { name: "Make new codes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make new codes" }).click();
    await question.getByRole("button", { name: "Use passkey" }).click();
    await page.getByRole("dialog").getByText("If you lose your second factor").waitFor();
    const renewed = await page.getByRole("dialog").getByRole("listitem").allTextContents();
    assert.ok(renewed.every((code) => !codes.includes(code)));
    await page.getByRole("button", { name: "I’ve saved them" }).click();
    await logOut(page);

    // Lose.
    await authenticator.send("WebAuthn.disable");
    await logIn(page, user);
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Code").fill("0aaa-bbbb-cccc");
    await page.keyboard.press("Enter");
    await page.getByText("This code is wrong or was already used.").waitFor();

    // Recover.
    await page.getByLabel("Code").fill(renewed[4] ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/at\//);
    await page.goto(`${site}/account`);
    await partOf(page).getByText("9 recovery codes left").waitFor();
    await page.getByRole("button", { name: "Remove Laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await partOf(page).getByText("You don’t have a second factor yet.").waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe("an authenticator app", () => {
  it("is added by its QR code or key and its first code, and asked for at the next login and when the session ends", async () => {
    const user = await buildUser(web, "receptionist", [location]);
    const { page, complaints } = await openPage(web);
    await logIn(page, user);
    await page.waitForURL(/\/at\//);
    await page.goto(`${site}/account`);
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
    const secret = ((await dialog.locator("pre").textContent()) ?? "").replaceAll(" ", "");
    await dialog.getByLabel("Code from the app").fill("000000");
    await page.keyboard.press("Enter");
    await dialog.getByText("This code is wrong").waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("Code from the app").fill(codeAt(secret, Date.now() - 30_000));
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "I’ve saved them" }).click();
    await partOf(page).getByText("Authenticator app", { exact: true }).waitFor();
    await logOut(page);
    await logIn(page, user);
    await page.getByText("Enter the code from your authenticator app.").waitFor();
    await page.getByLabel("Code").fill(codeAt(secret, Date.now()));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/at\//);
    await page.goto(`${site}/account`);
    await page.getByLabel("First name").fill("Typed");
    await web.world.db.pool.query("delete from sessions where user_id = $1", [user._id]);
    await page.getByRole("button", { name: "Save" }).click();
    const ended = page.getByRole("dialog", { name: "You’ve been logged out" });
    await ended.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await ended.getByLabel("Code").fill(codeAt(secret, Date.now() + 30_000));
    await page.keyboard.press("Enter");
    await ended.waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("First name").inputValue(), "Typed");
    assert.deepEqual(complaints, []);
  });
});

describe("login rules, and users who have lost their factor", () => {
  it("a global administrator says which roles need a second factor, and their users add it at the next login", async () => {
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/users`);
    await page.getByRole("button", { name: "Login rules" }).click();
    await page.getByRole("switch", { name: "Security guard" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Login rules saved").waitFor();
    const guard = await buildUser(web, "security_guard", [location]);
    const { page: other, complaints: others } = await openPage(web);
    await logIn(other, guard);
    await other.getByRole("heading", { name: "Add a second factor" }).waitFor();
    await expectAccessible(other);
    await other.getByRole("button", { name: /^Authenticator app/ }).click();
    await other.getByText("Scan this QR code").waitFor();
    const secret = ((await other.locator("pre").textContent()) ?? "").replaceAll(" ", "");
    await expectAccessible(other);
    await other.getByLabel("Code from the app").fill(codeAt(secret, Date.now()));
    await other.keyboard.press("Enter");
    await other.getByRole("button", { name: "I’ve saved them" }).click();
    await other.waitForURL(/\/at\//);

    await page.reload();
    const row = page.getByRole("row", { name: new RegExp(guard.email) });
    await row.getByRole("img", { name: "Has a second factor" }).waitFor();
    await row.click();
    await page.getByRole("button", { name: "Reset second factor" }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
    await page.getByText(/^Second factor of Noor Janssen reset$/).waitFor();
    await row.getByRole("img", { name: "No second factor" }).waitFor();
    assert.deepEqual([complaints, others], [[], []]);
  });

  it("offers neither to a local administrator", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/users`);
    await page.getByRole("button", { name: "Invite user" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Login rules" }).count(), 0);
  });
});
