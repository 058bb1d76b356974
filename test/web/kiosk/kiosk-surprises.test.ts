import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildSite, newestVisit } from "../../support/door.ts";
import { openKiosk, press } from "../../support/browser/kiosk-page.ts";
import { until } from "../../support/run/process.ts";
import { expectAccessible, startWeb, type Web, WITHOUT_WORKER } from "../../support/browser/web.ts";

let web: Web;
before(async () => {
  web = await startWeb();
});
after(() => web.close());

const CONTACT = [
  { field_name: "email", visible: true },
  { field_name: "phone", visible: true },
];
const HIDDEN = ["company", "email", "phone", "recipient"].map((field_name) => ({
  field_name,
  visible: false,
  required: false,
}));

const titleOf = (page: Page): Promise<string> => page.locator("h1").innerText();

const typeName = async (page: Page): Promise<void> => {
  await page.getByLabel("First name").fill("Lena");
  await page.getByLabel("Last name").fill("Vogt");
};

/** A tap with the moment of the finger: a busy computer hands taps over later, and further apart. */
const tapAt = ({ x, y, atMs }: { x: number; y: number; atMs: number }): void => {
  const tap = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 });
  Object.defineProperty(tap, "timeStamp", { value: atMs });
  document.elementFromPoint(x, y)?.dispatchEvent(tap);
};

describe("the kiosk: nothing surprises the visitor", () => {
  for (const gapMs of [50, 120, 300])
    it(`two taps within ${gapMs} ms on the same place are one step; a later one is another`, async () => {
      const site = await buildSite(web.world, { fields: CONTACT });
      const { page } = await openKiosk(web, site.kiosk);
      await press(page, "Sign in");
      await typeName(page);
      const box = await page.getByRole("button", { name: "Continue" }).boundingBox();
      const tap = (atMs: number): Promise<void> =>
        page.evaluate(tapAt, { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 30, atMs });
      await tap(1000);
      await tap(1000 + gapMs);
      assert.equal(await titleOf(page), "How can we reach you?");
      await tap(1400);
      await page.getByRole("heading", { name: "Who are you here to see?" }).waitFor();
    });

  it("a question that may stay empty says so beside its title, and its button says “Skip” until it is answered", async () => {
    const site = await buildSite(web.world, { fields: [...HIDDEN, { label: "Licence plate" }, { label: "Badge" }] });
    const { page } = await openKiosk(web, site.kiosk, { device: { viewport: { width: 390, height: 844 } } });
    await press(page, "Sign in");
    await page.getByLabel("First name").fill("Lena");
    await press(page, "Continue");
    await page.getByLabel("Last name").fill("Vogt");
    await press(page, "Continue");
    await page.getByRole("heading", { name: "Licence plate optional" }).waitFor();
    await page.getByRole("button", { name: "Skip" }).waitFor();
    await page.getByLabel("Licence plate").fill("1-ABC-234");
    await press(page, "Continue");
    await page.getByRole("heading", { name: "Badge optional" }).waitFor();
  });

  it("questions of one topic share a screen: a choice waits for the button, and progress counts from the visit type on", async () => {
    const asked = [
      { label: "Purpose", type: "radio", required: true, options: ["Meeting", "Tour"] },
      { label: "I know the rules", type: "checkbox" },
      { label: "Licence plate" },
    ];
    const site = await buildSite(web.world, { fields: [...HIDDEN, ...asked] });
    await web.world.post(`/companies/${site.location}/visittypes`, { name: "Delivery" });
    const { page } = await openKiosk(web, site.kiosk, { device: { viewport: { width: 1080, height: 1920 } } });
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "What brings you here?" }).waitFor();
    assert.equal(await page.getByRole("img", { name: /^Step/ }).count(), 0);
    await press(page, "Guest");
    await page.getByRole("img", { name: "Step 1 of 2" }).waitFor();
    await typeName(page);
    await press(page, "Continue");
    await page.getByRole("heading", { name: "A few more questions" }).waitFor();
    await page.getByRole("img", { name: "Step 2 of 2" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Tour" }).click();
    assert.equal(await page.getByRole("radio", { name: "Tour" }).getAttribute("aria-checked"), "true");
    await page.getByRole("group", { name: "I know the rules" }).getByRole("checkbox").click();
    await page.getByLabel("Licence plate").fill("1-ABC-234");
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    const { purpose, licenceplate } = await newestVisit(web.world, site);
    assert.deepEqual([purpose, licenceplate], ["Tour", "1-ABC-234"]);
  });

  it("a service that does not answer: the kiosk says what it does, welcomes the visitor, and signs in once", async () => {
    const site = await buildSite(web.world, { fields: HIDDEN });
    const { page } = await openKiosk(web, site.kiosk, { device: WITHOUT_WORKER });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/kiosk/api/visits", async (route) => {
      await held;
      await route.continue();
    });
    await press(page, "Sign in");
    await typeName(page);
    await press(page, "Sign in");
    await page.getByText("Signing you in").waitFor();
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    release();
    const count = async (): Promise<number> =>
      (await web.world.get(`/visitors/bycompany/${site.location}?count=10&page=1`)).body.visitors.length;
    await until("the visit", async () => ((await count()) > 0 ? true : undefined));
    await press(page, "Done");
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    assert.equal(await count(), 1);
    assert.equal((await newestVisit(web.world, site)).first_name, "Lena");
  });

  for (const way of ["I’m expected", "Sign out"])
    it(`“${way}”: a look-up that takes long says so`, async () => {
      const site = await buildSite(web.world);
      const { page } = await openKiosk(web, site.kiosk, { device: WITHOUT_WORKER });
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      for (const call of ["expected", "signout"])
        await page.route(`**/kiosk/api/${call}`, async (route) => {
          await held;
          await route.continue();
        });
      await press(page, way);
      await typeName(page);
      await page.locator("[data-main]").click();
      await page.getByText("One moment.").waitFor();
      await expectAccessible(page);
      release();
      await page.getByText(/^(We can’t find you|No one with that name)/).waitFor();
      assert.equal(await page.getByText("One moment.").count(), 0);
    });

  it("the message of a visit type that names the host is not said twice", async () => {
    const site = await buildSite(web.world, { fields: HIDDEN.slice(0, 3) });
    const { page } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    await typeName(page);
    await press(page, "Continue");
    await page.getByLabel("Your host’s name").fill("Ann");
    await press(page, "Ann Peeters");
    await page.getByText("Welcome Lena, Ann Peeters knows").waitFor();
    assert.equal(await page.getByText("Ann Peeters knows you’re here").count(), 0);
  });

  for (const [label, said, times] of [
    ["62x100", "Take your badge from the printer", 1],
    ["none", "Reception has your badge", 0],
  ] as const)
    it(`with the label ${label} a badge is printed ${times} times, and the visitor reads where it is`, async () => {
      const site = await buildSite(web.world, { fields: HIDDEN });
      const { page } = await openKiosk(web, site.kiosk, {
        before: (page) => page.addInitScript("window.printed = 0; window.print = () => { window.printed += 1; };"),
      });
      await page.goto(`${web.url}/kiosk/?label=${label}`);
      await page.goto(`${web.url}/kiosk/`);
      await press(page, "Sign in");
      await typeName(page);
      await press(page, "Sign in");
      await page.getByText(said).waitFor();
      assert.equal(await page.evaluate("window.printed"), times);
    });

  it("no network is said at once", async () => {
    const site = await buildSite(web.world);
    const { page, context } = await openKiosk(web, site.kiosk);
    // An answer that still comes would say that there is a network.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    // The next beat, half a minute later, would say it too.
    await page.getByText("This kiosk is offline").waitFor();
  });

  it("a response to a call from before the network was lost does not say that there is one", async () => {
    const site = await buildSite(web.world);
    const { promise: called, resolve: call } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { page, context } = await openKiosk(web, site.kiosk, {
      device: WITHOUT_WORKER,
      before: (page) =>
        // The last call of the first beat.
        page.route("**/kiosk/api/undelivered", async (route) => {
          call();
          await held;
          await route.fulfill({ json: {} });
        }),
    });
    await called;
    await context.setOffline(true);
    const line = page.getByText("This kiosk is offline");
    await line.waitFor();
    const answered = page.waitForEvent("requestfinished");
    release();
    await answered;
    await page.waitForTimeout(300);
    assert.ok(await line.isVisible());
  });

  it("the screen is kept awake, and again when the page is seen again", async () => {
    const site = await buildSite(web.world);
    const { page } = await openKiosk(web, site.kiosk, {
      before: (page) =>
        page.addInitScript(`{
          window.locks = 0;
          Object.defineProperty(navigator, "wakeLock", { value: { request: async () => ({ release: async () => { window.locks -= 1; } , n: window.locks += 1 }) } });
        }`),
    });
    assert.equal(await page.evaluate("window.locks"), 1);
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    assert.equal(await page.evaluate("window.locks"), 2);
  });
});
