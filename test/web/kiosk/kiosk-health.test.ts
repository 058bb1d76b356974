import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildSite } from "../../support/door.ts";
import { openKiosk, CAMERA } from "../../support/browser/kiosk-page.ts";
import { kioskCall, pairKiosk } from "../../support/kiosk.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../support/browser/web.ts";

let web: Web;
before(async () => {
  web = await startWeb({ flags: CAMERA });
});
after(() => web.close());

/** Half a minute of the page's clock takes a busy machine longer than a page usually may: the camera searches each picture for a code. */
const CLOCK_MS_MAX = 60_000;

/** The bodies of the heartbeats of a page. */
const beatsOf = (page: Page): Record<string, unknown>[] => {
  const beats: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/kiosk/api/heartbeat")) beats.push(request.postDataJSON());
  });
  return beats;
};

describe("what a kiosk says of its device (docs/kiosks.md)", () => {
  it("tells battery, storage, camera, printer, screen and last touch, at most once a minute", async () => {
    const site = await buildSite(web.world, {}, { settings: { kiosk_idle_seconds: 600 } });
    let beats: Record<string, unknown>[] = [];
    const { page } = await openKiosk(web, site.kiosk, {
      before: async (opened) => {
        await opened.clock.install();
        beats = beatsOf(opened);
      },
    });
    const path = `/companies/${site.location}/devices/${site.kiosk.device._id}`;
    const { health } = (await web.world.get(path)).body;
    assert.deepEqual([health.camera, health.printer, health.screen], ["ready", "62x100", "start"]);
    assert.ok(health.storage_mb > 0);
    assert.ok(Math.abs(health.clock_skew_seconds) < 5);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("First name").waitFor();
    const first = beats.length;
    for (let beat = 1; beat <= 3; beat += 1) {
      const sent = page.waitForResponse(/heartbeat/, { timeout: CLOCK_MS_MAX });
      await page.clock.runFor(31_000);
      await sent;
    }
    const told = beats.slice(first - 1).map(({ health: one }) => one !== undefined);
    assert.equal(told.filter(Boolean).length, 2, JSON.stringify(told));
    const later = (await web.world.get(path)).body.health;
    assert.equal(later.screen, "sign-out");
    assert.doesNotMatch(JSON.stringify(beats), /Lena/);
  });

  it("loads itself anew where its start failed", async () => {
    const site = await buildSite(web.world);
    let loads = 0;
    await openKiosk(web, site.kiosk, {
      before: async (opened) => {
        opened.on("load", () => (loads += 1));
        await opened.addInitScript(`if (sessionStorage.getItem("broken") === null) {
          sessionStorage.setItem("broken", "once");
          Object.defineProperty(window, "indexedDB", { get: () => { throw new Error("no database yet"); } });
        }`);
      },
    });
    assert.equal(loads, 2);
  });
});

describe("the console’s page of kiosks", () => {
  it("shows what is wrong first, in calm words, and what a kiosk shows now", async () => {
    const site = await buildSite(web.world, {}, { name: "Quay Seven" });
    const poor = await pairKiosk(web.world, site.location, { name: "Zebra" });
    const report = { sent_at: new Date().toISOString(), idle_seconds: 5, screen: "start", printer: "none" };
    const say = (as: { authorization: string }, more: object) =>
      kioskCall(web.world, "POST", "/heartbeat", {
        as,
        body: { app_version: "1.0.0", health: { ...report, ...more } },
      });
    await say(site.kiosk.as, { battery: 100, charging: true, camera: "ready", storage_mb: 5000 });
    await say(poor.as, { battery: 12, charging: false, camera: "blocked", storage_mb: 20 });
    const { page } = await openAs(web, "local_admin", [site.location]);
    await page.goto(`${web.url}/at/${site.location}/settings/devices`);
    await page.getByText("Battery 12%, not charging").waitFor();
    const text = await page.locator("main").innerText();
    assert.ok(text.indexOf("Zebra") < text.indexOf("Reception"), text);
    for (const words of [
      "Camera not allowed",
      "Storage almost full",
      "Charging, 100%",
      "Shows the first screen",
      "No printer",
    ])
      assert.ok(text.includes(words), words);
    await expectAccessible(page);
  });
});
