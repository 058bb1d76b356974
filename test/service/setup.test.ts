import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser, Page } from "playwright-core";

import { startBrowser } from "../support/browser.ts";
import { callOver, cleanUp, makeFolder, type Running, startReady } from "../support/process.ts";
import { basic } from "../support/world.ts";

let browser: Browser;
/** Where pictures are kept for whoever wants to look at them; none are taken otherwise. */
const SHOTS = process.env["FOYER_SCREENSHOTS"];

before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await cleanUp();
});

const EMAIL = "claire.dubois@meridian.example";
const PASSWORD = "sixteen-letters!";

const startEmpty = async (): Promise<{ running: Running; link: string }> => {
  const running = await startReady({ DATA_DIR: await makeFolder() });
  const link = /http\S+\/setup\?token=\S+/.exec(running.said().out)?.[0];
  assert.ok(link !== undefined);
  return { running, link };
};

type Look = { width: number; colorScheme: "light" | "dark" };

/** A page that collects whatever the browser complains about. */
const openPage = async (link: string, { width, colorScheme }: Look = { width: 1280, colorScheme: "light" }) => {
  const page = await browser.newPage({ viewport: { width, height: width > 500 ? 832 : 844 }, colorScheme });
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium reports the status of every answer from 400 on as an error; the statuses are looked at themselves.
    if (!message.text().startsWith("Failed to load resource")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
  const response = await page.goto(link);
  return { page, complaints, status: response?.status(), headers: response?.headers() ?? {} };
};

const submit = async (page: Page, email: string, password: string, repeat: string): Promise<number> => {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByLabel("Password again").fill(repeat);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button").click();
  return (await answered).status();
};

const shoot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
};

const fits = async (page: Page): Promise<boolean> =>
  (await page.evaluate("document.documentElement.scrollWidth <= innerWidth")) === true;

describe("the set-up page (decisions 6)", () => {
  it("403: without a token, with a forged or a cut one; nothing can be created by them", async () => {
    const { running, link } = await startEmpty();
    const token = new URL(link).searchParams.get("token") ?? "";
    const forged = ["", "x", token.slice(0, -1), `9${token}`, `${Date.now() + 1e9}.${token.split(".")[1]}`];
    for (const bad of forged) {
      const { status, page } = await openPage(`${running.url}/setup?token=${encodeURIComponent(bad)}`);
      assert.equal(status, 403, bad);
      await page.close();
      const body = new URLSearchParams({ token: bad, email: EMAIL, password: PASSWORD, repeat: PASSWORD });
      assert.equal((await fetch(`${running.url}/setup`, { method: "POST", body })).status, 403, bad);
    }
    assert.equal((await callOver(running.url, "GET", "/api/users/me", { as: basic(EMAIL, PASSWORD) })).status, 403);
    await running.kill("SIGTERM");
  });

  it("200: mistakes are named, then the first administrator is created and the link ends", async () => {
    const { running, link } = await startEmpty();
    const { page, complaints, headers } = await openPage(link);
    assert.match(headers["content-security-policy"] ?? "", /^default-src 'none';.*frame-ancestors 'none'$/);
    assert.deepEqual([headers["referrer-policy"], headers["cache-control"]], ["no-referrer", "no-store"]);
    // The browser's own checks stand in the way of the mistakes that the service must find as well.
    const unchecked = (): Promise<void> => page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    const mistakes: [string, string, string, RegExp][] = [
      [EMAIL, PASSWORD, "another-password", /differ/],
      [EMAIL, "short", "short", /12 characters or more/],
      ["claire", PASSWORD, PASSWORD, /e-mail address/],
    ];
    for (const [email, password, repeat, problem] of mistakes) {
      await unchecked();
      assert.equal(await submit(page, email, password, repeat), 400);
      assert.match((await page.getByRole("alert").textContent()) ?? "", problem);
      assert.equal(await page.getByLabel("E-mail").inputValue(), email);
      assert.equal(await page.getByLabel("Password again").inputValue(), "");
    }
    assert.equal(await submit(page, EMAIL.toUpperCase(), PASSWORD, PASSWORD), 200);
    assert.match((await page.textContent("h1")) ?? "", /yours/);
    const me = await callOver(running.url, "GET", "/api/users/me", { as: basic(EMAIL, PASSWORD) });
    assert.deepEqual([me.body.email, me.body.role], [EMAIL, "global_admin"]);
    assert.equal((await page.goto(link))?.status(), 403);
    const again = new URLSearchParams({
      token: new URL(link).searchParams.get("token") ?? "",
      email: "eve@example.org",
    });
    for (const name of ["password", "repeat"]) again.set(name, PASSWORD);
    assert.equal((await fetch(`${running.url}/setup`, { method: "POST", body: again })).status, 403);
    assert.deepEqual(complaints, []);
    await page.close();
    await running.kill("SIGTERM");
  });

  it("200: a text of the form is shown again as text, never as markup", async () => {
    const { running, link } = await startEmpty();
    const { page, complaints } = await openPage(link);
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    const evil = '"><img src=x onerror=alert(1)>@x';
    assert.equal(await submit(page, evil, "short", "short"), 400);
    assert.equal(await page.locator("img").count(), 0);
    assert.deepEqual(complaints, []);
    await page.close();
    await running.kill("SIGTERM");
  });

  it("looks right at 1280 and 390, light and dark: nothing is cut off, targets are large, no complaint", async () => {
    const { running, link } = await startEmpty();
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        const { page, complaints } = await openPage(link, { width, colorScheme });
        const look = async (name: string): Promise<void> => {
          await shoot(page, `${name}-${width}-${colorScheme}`);
          assert.ok(await fits(page), `${name} at ${width}`);
        };
        await look("setup");
        for (const control of await page.locator("input:not([type=hidden]), button").all())
          assert.ok(((await control.boundingBox())?.height ?? 0) >= 44);
        await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
        await submit(page, EMAIL, PASSWORD, "another-password");
        await look("setup-problem");
        await page.goto(`${running.url}/setup?token=ended`);
        await look("setup-ended");
        await page.goto(running.url);
        await look("welcome");
        assert.deepEqual(complaints, []);
        await page.close();
      }
    const { page } = await openPage(link);
    await submit(page, EMAIL, PASSWORD, PASSWORD);
    await page.getByRole("heading", { name: "Foyer is yours" }).waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await shoot(page, `setup-done-${width}`);
      assert.ok(await fits(page), `the last page at ${width}`);
    }
    await page.close();
    await running.kill("SIGTERM");
  });
});
