import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { FrameLocator, Page } from "playwright-core";

import { buildSite, type Site } from "../../support/door.ts";
import { CAMERA } from "../../support/browser/kiosk-page.ts";
import { expectAccessible, openAs, type Opened, openPage, startWeb, type Web } from "../../support/browser/web.ts";
import { makeWorld } from "../../support/world.ts";

let web: Web;
let site: Site;
before(async () => {
  web = await startWeb({ flags: CAMERA });
  site = await buildSite(
    web.world,
    { name: "Guest of the house", screening: true },
    { name: "Quay Seven", colour: "#0f766e", languages: ["en", "fr"], default_language: "fr" },
  );
});
after(() => web.close());

/** What is in the database of what a kiosk writes. */
const written = async (): Promise<unknown> => {
  const { rows } = await web.world.db.pool.query(
    "select (select count(*) from visits) visits, (select count(*) from pairings) codes, (select count(*) from devices) devices",
  );
  return rows[0];
};

/** Notes what a page asks of the service besides its files. */
const callsOf = (page: Page): string[] => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(assets\/|kiosk\/(demo|preview|manifest\.webmanifest)$)/.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
};

const kept = (page: Page): Promise<unknown> =>
  page.evaluate(
    "indexedDB.databases().then((all) => [...all.map(({ name }) => name), ...Object.keys(localStorage), ...Object.keys(sessionStorage)])",
  );

const kioskIn = (page: Page): FrameLocator => page.frameLocator("iframe");

const openDemo = async (): Promise<Opened> => {
  const opened = await openPage(web);
  await opened.page.goto(`${web.url}/kiosk/demo`);
  await kioskIn(opened.page)
    .getByRole("button", { name: /^Sign in/ })
    .waitFor();
  return opened;
};

const signIn = async (kiosk: FrameLocator, button: string): Promise<void> => {
  await kiosk.getByRole("button", { name: /^Sign in/ }).click();
  await kiosk.getByLabel("First name").fill("Lena");
  await kiosk.getByLabel("Last name").fill("Vogt");
  await kiosk.getByRole("button", { name: button }).click();
};

describe("the demo of the kiosk, /kiosk/demo (docs/kiosks.md)", () => {
  it("shows every screen in its list; asks the service for nothing and keeps nothing", async () => {
    const { page, complaints } = await openDemo();
    const before = await written();
    const calls = callsOf(page);
    const select = page.getByLabel("Screen", { exact: true });
    const names = await select.evaluate((list: HTMLSelectElement) => [...list.options].map(({ value }) => value));
    assert.ok(names.length > 17, names.join(", "));
    const outlines = new Set<string>();
    for (const name of names) {
      await select.selectOption(name);
      await page.frames()[1]?.waitForURL((url) => url.searchParams.get("screen") === name);
      await kioskIn(page).locator("main").waitFor();
      outlines.add(await kioskIn(page).locator("#foyer").innerText());
    }
    assert.equal(outlines.size, names.length, "each is another screen");
    assert.deepEqual(calls, []);
    assert.deepEqual(await kept(page), []);
    assert.deepEqual(await written(), before);
    // The reader of codes is loaded with the camera's screens, which are left at once.
    const isLeft = (one: string): boolean => /^wasm streaming|^falling back/.test(one);
    assert.deepEqual(
      complaints.filter((one) => !isLeft(one)),
      [],
    );
  });

  it("signs a made-up visitor in and out with the kiosk’s own screens", async () => {
    const { page } = await openDemo();
    await page.getByLabel("Visit type").selectOption("Interview");
    const kiosk = kioskIn(page);
    await kiosk.getByRole("button", { name: /^Sign in/ }).click();
    await kiosk.getByRole("button", { name: "Continue" }).click();
    await kiosk.getByRole("button", { name: "Interview" }).click();
    await kiosk.getByLabel("First name").fill("Lena");
    await kiosk.getByLabel("Last name").fill("Vogt");
    await kiosk.getByRole("button", { name: "Continue" }).click();
    await kiosk.getByRole("button", { name: "Ann Peeters" }).click();
    await kiosk.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    // By key: the next button takes its place, and a second tap there is none.
    await kiosk.getByRole("button", { name: "Someone is with me" }).press("Enter");
    await kiosk.getByRole("button", { name: "Continue" }).press("Enter");
    await kiosk.getByText("You’re visiting Ann Peeters too.").waitFor();
    await kiosk.getByLabel("First name").fill("Max");
    await kiosk.getByLabel("Last name").fill("Vogt");
    await kiosk.getByRole("button", { name: "Sign in" }).press("Enter");
    await kiosk.getByRole("heading", { name: "Welcome, Max." }).waitFor();
    await kiosk.getByRole("button", { name: "Done" }).press("Enter");
    await kiosk.getByRole("button", { name: "Sign out" }).click();
    await kiosk.getByLabel("First name").fill("Lena");
    await kiosk.getByLabel("Last name").fill("Vogt");
    await kiosk.getByRole("button", { name: "Sign out" }).click();
    await kiosk.getByRole("heading", { name: "Goodbye, Lena." }).waitFor();
  });

  it("takes a delivery by its carrier, as the template of the setup does", async () => {
    const { page } = await openDemo();
    await page.getByLabel("Visit type").selectOption("Delivery");
    const kiosk = kioskIn(page);
    await kiosk.getByRole("button", { name: /^Sign in/ }).click();
    await kiosk.getByRole("button", { name: "Continue" }).click();
    await kiosk.getByRole("button", { name: "Delivery" }).click();
    await kiosk.getByLabel("Carrier").fill("Swift Parcel");
    await kiosk.getByLabel("Number of parcels").fill("2");
    await kiosk.getByLabel("Number of parcels").press("Enter");
    await kiosk.getByRole("heading", { name: "Who is it for?" }).waitFor();
    await kiosk.getByRole("button", { name: "No one in particular" }).click();
    await kiosk.getByRole("heading", { name: "Welcome." }).waitFor();
  });

  it("switches language, colour, size, keyboard, text and connection", async () => {
    const { page } = await openDemo();
    const kiosk = kioskIn(page);
    const root = kiosk.locator("html");
    await page.getByLabel("Language").selectOption("Nederlands");
    await kiosk.getByRole("button", { name: /^Aanmelden/ }).waitFor();
    await page.getByRole("button", { name: "#b91c1c" }).click();
    await kiosk.locator("html[style*='--accent: #b91c1c']").waitFor();
    await page.getByLabel("Screen size").selectOption("810 × 1080");
    assert.equal(await root.evaluate(() => `${innerWidth} ${innerHeight}`), "810 1080");
    await page.getByLabel("Text size").selectOption("200 %");
    await kiosk.locator("html[style*='font-size: 200%']").waitFor();
    await page.getByLabel("Connection").selectOption("Offline");
    await kiosk.getByText("Geen verbinding").waitFor();
    await page.getByLabel("Screen", { exact: true }).selectOption("Sign out");
    await kiosk.getByRole("region", { name: "Toetsenbord" }).waitFor();
    await page.getByLabel("Keyboard", { exact: true }).selectOption("The tablet’s");
    await kiosk.getByRole("region").waitFor({ state: "detached" });
    await kiosk.getByRole("heading").waitFor();
  });

  it("is accessible, and only a page of its own may frame it", async () => {
    const { page } = await openPage(web);
    const answer = await page.goto(`${web.url}/kiosk/demo`);
    await kioskIn(page)
      .getByRole("button", { name: /^Sign in/ })
      .waitFor();
    await expectAccessible(page);
    assert.match(answer?.headers()["content-security-policy"] ?? "", /frame-src 'self'; frame-ancestors 'self'/);
    const paired = await web.world.app.inject("/kiosk");
    assert.match(String(paired.headers["content-security-policy"]), /frame-src 'none'; frame-ancestors 'none'/);
  });

  it("404: with KIOSK_DEMO=off; the preview stays", async () => {
    const { webDir } = web.world.context.config;
    const { database } = web.world;
    const quiet = await makeWorld({ database, env: { KIOSK_DEMO: "off", WEB_DIR: webDir } });
    assert.equal((await quiet.app.inject("/kiosk/demo")).statusCode, 404);
    assert.equal((await quiet.app.inject("/kiosk/preview")).statusCode, 200);
    await quiet.close();
  });
});

describe("the preview of a location’s kiosk", () => {
  it("opens from the kiosks’ page and shows the location’s name, colour, languages and visit types; nothing is stored", async () => {
    const { page, context } = await openAs(web, "local_admin", [site.location]);
    await page.goto(`${web.url}/at/${site.location}/settings/devices`);
    const [preview] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Preview the kiosk" }).click(),
    ]);
    const kiosk = kioskIn(preview);
    await kiosk.getByText("Quay Seven").waitFor();
    const accent = await kiosk.locator("html").evaluate((html) => html.style.getPropertyValue("--accent"));
    assert.equal(accent, "#0f766e");
    assert.equal(await kiosk.locator("html").getAttribute("lang"), "fr");
    await preview.getByLabel("Language").selectOption("English");
    const before = await written();
    await signIn(kiosk, "Continue");
    await kiosk.locator("main input").fill("ann");
    await kiosk.getByRole("button", { name: "Ann Peeters" }).click();
    await kiosk.getByLabel("License plate").fill("1-ABC-234");
    await kiosk.getByRole("button", { name: "Sign in" }).click();
    await kiosk.getByRole("heading", { name: "One moment." }).waitFor();
    await kiosk.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    assert.deepEqual(await written(), before);
  });

  it("says to log in where the user may not manage the location, and shows nothing of it", async () => {
    const { page } = await openAs(web, "receptionist", [site.location]);
    await page.goto(`${web.url}/kiosk/preview?location=${site.location}`);
    await page.getByText("Log in to the console as an administrator").waitFor();
    assert.equal(await page.locator("iframe").count(), 0);
    assert.doesNotMatch(await page.content(), /Quay Seven/);
  });
});
