import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser, Page } from "playwright-core";

import { passwordLink } from "../../../../server/platform/auth/passwords/password-link.ts";
import { startBrowser } from "../../../support/browser/browser.ts";
import { CLIENT, type Provider, startProvider } from "../../../support/outside/oidc-provider.ts";
import { type Body, listen, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD } from "./visitor.ts";

/** Where pictures are kept for a reader of the result; none are taken otherwise. */
const SHOTS = process.env["FOYER_SCREENSHOTS"];
const NEW = "a-new-and-longer-password";

let browser: Browser;
let provider: Provider;
let world: World;
let url: string;

before(async () => {
  browser = await startBrowser();
  provider = await startProvider();
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  world = await makeWorld({ env: { PORT: "0", ...oidc, OIDC_NAME: "Meridian ID" } });
  url = await listen(world);
});
after(async () => {
  await browser.close();
  await world.close();
  await provider.close();
});

const linkFor = async (user: Body): Promise<string> => {
  const link = await passwordLink(world.context, world.db, user._id);
  assert.ok(link !== undefined && link.startsWith(`${url}/session/password?token=`), link);
  return link;
};

/** A page that collects whatever the browser complains about. */
const open = async (address: string, options: Parameters<Browser["newPage"]>[0] = {}) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 832 }, locale: "en-GB", ...options });
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The second is how a browser says that it has dropped its cache.
    if (!/^(Failed to load resource|Clear-Site-Data header)/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
  const response = await page.goto(address);
  return { page, complaints, status: response?.status(), headers: response?.headers() ?? {} };
};

const submit = async (page: Page, password: string, repeat = password): Promise<number> => {
  // The browser's own checks are put aside: the service must find as well.
  await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=repeat]").fill(repeat);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button").click();
  return (await answered).status();
};

const fits = async (page: Page): Promise<boolean> =>
  (await page.evaluate("document.documentElement.scrollWidth <= innerWidth")) === true;

const look = async (page: Page, name: string): Promise<void> => {
  if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  assert.ok(await fits(page), name);
};

describe("the page of a link to set a password (rules 4, User)", () => {
  it("200: an invited user chooses a password without any script; the link has ended then", async () => {
    const user = await buildAccount(world, { password: undefined });
    const link = await linkFor(user);
    const { page, complaints, headers } = await open(link);
    assert.match(
      headers["content-security-policy"] ?? "",
      /^default-src 'none'; style-src 'sha256-.*form-action 'self'/,
    );
    assert.deepEqual([headers["referrer-policy"], headers["cache-control"]], ["no-referrer", "no-store"]);
    assert.equal(await page.textContent("h1"), "Welcome to Foyer");
    assert.equal(await page.getByLabel("Email").inputValue(), user.email);
    assert.equal(await submit(page, "short"), 400);
    assert.match((await page.getByRole("alert").textContent()) ?? "", /between 12 and 1,000 characters/);
    assert.equal(await submit(page, NEW, `${NEW}x`), 400);
    assert.match((await page.getByRole("alert").textContent()) ?? "", /match/);
    assert.equal(await page.locator("input[name=password]").inputValue(), "");
    assert.equal(await submit(page, NEW), 200);
    assert.equal(await page.textContent("h1"), "Password saved");
    assert.equal(await page.getByRole("link").getAttribute("href"), `${url}/`);
    await makeVisitor(world, newAddress()).signIn(user.email, NEW);
    assert.equal((await page.goto(link))?.status(), 403);
    assert.deepEqual(complaints, []);
    await page.close();
  });

  it("403: without a token, with a forged one, and a form sent with one that has ended meanwhile", async () => {
    const user = await buildAccount(world);
    const link = await linkFor(user);
    for (const bad of [`${url}/session/password`, `${link}x`, `${url}/session/password?token=a&token=b`]) {
      const { page, status } = await open(bad);
      assert.equal(status, 403);
      assert.equal(await page.textContent("h1"), "This link has expired");
      await page.close();
    }
    const { page } = await open(link);
    await world.put(`/users/${user._id}`, { password: "set-by-somebody-else" });
    assert.equal(await submit(page, NEW), 403);
    assert.equal(await page.textContent("h1"), "This link has expired");
    await page.close();
  });

  it("200: speaks the user's language, else the browser's, and shows texts as text (interface 1)", async () => {
    const titles = {
      nl: "Een nieuw wachtwoord",
      "fr-BE": "Un nouveau mot de passe",
      de: "Ein neues Passwort",
      it: "Choose a new password",
    };
    for (const [language_id, title] of Object.entries(titles)) {
      const user = await buildAccount(world, { language_id });
      const { page } = await open(await linkFor(user), { locale: "en-GB" });
      assert.equal(await page.textContent("h1"), title);
      assert.equal(
        await page.locator("html").getAttribute("lang"),
        language_id === "it" ? "en" : language_id.slice(0, 2),
      );
      await page.close();
    }
    const { page } = await open(await linkFor(await buildAccount(world)), { locale: "de-AT" });
    assert.equal(await page.textContent("h1"), "Ein neues Passwort");
    await page.close();
    const ended = await open(`${url}/session/password?token="><img src=x>`, { locale: "nl-BE" });
    assert.equal(await ended.page.textContent("h1"), "Deze link is verlopen");
    assert.equal(await ended.page.locator("img").count(), 0);
    await ended.page.close();
  });

  /** German, with the longest words, in every form; the others in the narrowest one. */
  const LOOKS = [
    ["de", 1280, "light"],
    ["de", 1280, "dark"],
    ["de", 390, "light"],
    ["de", 390, "dark"],
    ["en", 390, "light"],
    ["nl", 390, "light"],
    ["fr", 390, "light"],
  ] as const;
  for (const [language_id, width, colorScheme] of LOOKS)
    it(`looks right at ${width}, ${colorScheme}, in ${language_id}: nothing is cut off, targets are large`, async () => {
      const name = `${language_id}-${width}-${colorScheme}`;
      const viewport = { width, height: width > 500 ? 832 : 844 };
      const link = await linkFor(await buildAccount(world, { language_id }));
      const { page, complaints } = await open(link, { viewport, colorScheme, locale: language_id });
      await look(page, `password-${name}`);
      for (const control of await page.locator("input:not([type=hidden]), button").all())
        assert.ok(((await control.boundingBox())?.height ?? 0) >= 44);
      await submit(page, "short");
      await look(page, `password-problem-${name}`);
      await submit(page, NEW);
      await look(page, `password-saved-${name}`);
      await page.goto(link);
      await look(page, `password-ended-${name}`);
      assert.deepEqual(complaints, []);
      await page.close();
    });
});

describe("signing in at an identity provider, in a browser (rules 5)", () => {
  it("200: through the provider and back; the console's own calls carry the session, other sites' none", async () => {
    const user = await buildAccount(world);
    provider.behaviour.claims = { email: user.email, email_verified: true };
    const { page, complaints } = await open("about:blank", { bypassCSP: true });
    // The console's scripts would call as well, and complain when the session ends.
    await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.goto(`${url}/session/oidc/start`);
    assert.equal(page.url(), `${url}/`);
    const cookie = (await page.context().cookies()).find(({ name }) => name === "foyer");
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, "Strict", "/"]);
    // Without built pages the answer at the root is one that allows no script to call anything: policies are passed over.
    const statusOf = (address: string, method = "GET"): Promise<unknown> =>
      page.evaluate(`fetch(${JSON.stringify(address)}, { method: "${method}" }).then((answer) => answer.status)`);
    assert.equal(await statusOf("/api/users/me"), 200);
    assert.equal(await statusOf("/session/all", "DELETE"), 200);
    assert.equal(await statusOf("/api/users/me"), 403);
    assert.deepEqual(complaints, []);
    await page.close();
    provider.reset();
  });

  it("403: a page of another site that posts a form to us changes nothing", async () => {
    const user = await buildAccount(world);
    const { page } = await open(`${url}/api/openapi.json`, { bypassCSP: true });
    const signIn = { email: user.email, password: PASSWORD };
    const status = await page.evaluate(
      `fetch("/session", { method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(JSON.stringify(signIn))} }).then((answer) => answer.status)`,
    );
    assert.equal(status, 200);
    // The same machine by another name is another site to the browser.
    const elsewhere = url.replace("127.0.0.1", "localhost");
    await page.goto(`${elsewhere}/api/openapi.json`);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.evaluate(
      `document.body.innerHTML = '<form method="post" action="${url}/session/password/forgot"><input name="email" value="${user.email}"></form>'; document.forms[0].submit()`,
    );
    assert.equal((await answered).status(), 403);
    const { rows } = await world.db.pool.query("select 1 from messages where recipient = $1", [user.email]);
    assert.deepEqual(rows, []);
    await page.close();
  });

  it("403: a failure looks right at 1280 and 390, light and dark", async () => {
    const profile = { sub: "a stranger" };
    Object.assign(provider.behaviour, { claims: profile, profile });
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        const viewport = { width, height: 844 };
        const { page, status, complaints } = await open(`${url}/session/oidc/start`, { viewport, colorScheme });
        assert.equal(status, 403);
        assert.match((await page.textContent("main")) ?? "", /Meridian ID hasn.t verified your email address/);
        await look(page, `oidc-failed-${width}-${colorScheme}`);
        assert.deepEqual(complaints, []);
        await page.close();
      }
  });
});
