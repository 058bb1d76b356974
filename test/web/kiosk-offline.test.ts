import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildSite, type Site } from "../support/door.ts";
import { openKiosk, press } from "../support/kiosk-page.ts";
import { startWeb, type Web } from "../support/web.ts";
import { type Body, eventsOf } from "../support/world.ts";

let web: Web;

before(async () => {
  web = await startWeb();
});
after(() => web.close());

const HIDDEN = ["company", "email", "phone"].map((field_name) => ({ field_name, visible: false }));
const VISITS = 20;

const site = (): Promise<Site> =>
  buildSite(web.world, {
    fields: [...HIDDEN, { field_name: "recipient", required: false, visible: false }],
    badge: false,
  });

const signIn = async (page: Page, first: string): Promise<void> => {
  await press(page, "Sign in");
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill("Offline");
  await press(page, "Sign in");
  await page.getByRole("heading", { name: `Welcome, ${first}.` }).waitFor();
  await press(page, "Done");
};

const visitsOf = async ({ location }: Site): Promise<Body[]> =>
  (await web.world.get(`/visitors/bycompany/${location}?count=100&page=1&sorting[signed_in]=asc`)).body.visitors;

/** The worker has kept the page and its files. */
const untilKept = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== "activated")
      await new Promise((resolve) => active?.addEventListener("statechange", resolve, { once: true }));
  });
};

const until = async <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

describe("the kiosk without network (product.md, Kiosk 7; designs I)", () => {
  it(`${VISITS} visits made without network, over a restart, arrive once each, in order, with their own times`, async () => {
    const at = await site();
    const { page, context } = await openKiosk(web, at.kiosk, { device: { reducedMotion: "reduce" } });
    await untilKept(page);
    const began = Date.now();
    await context.setOffline(true);
    const names = Array.from({ length: VISITS }, (_, n) => `V${String(n).padStart(2, "0")}`);
    for (const name of names.slice(0, 15)) await signIn(page, name);
    await page.getByText("No network. You can sign in as usual.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    for (const name of names.slice(15)) await signIn(page, name);
    const ended = Date.now();
    assert.deepEqual(await visitsOf(at), []);
    const stored = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open("foyer-kiosk");
          opening.addEventListener("success", () => {
            const all = opening.result.transaction("waiting").objectStore("waiting").getAll();
            all.addEventListener("success", () =>
              resolve(all.result.map(({ sealed }) => new TextDecoder().decode(sealed.data)).join("")),
            );
          });
        }),
    );
    assert.ok(stored.length > 0 && !stored.includes("Offline"), "what waits is sealed");
    await context.setOffline(false);
    const visits = await until(
      () => visitsOf(at),
      (now) => now.length >= VISITS,
    );
    assert.deepEqual(
      visits.map(({ first_name }) => first_name),
      names,
    );
    for (const { signed_in } of visits) {
      const time = Date.parse(signed_in);
      assert.ok(time >= began - 1000 && time <= ended + 1000, `${signed_in} is when it was done`);
    }
    const events = await eventsOf(web.world, at.location);
    assert.equal(events.filter((event) => event === "visitor_signed_in").length, VISITS);
  });

  it("an answer that was lost makes no second visit: the same sign-in is sent again from the queue", async () => {
    const at = await site();
    const { page } = await openKiosk(web, at.kiosk);
    let lost = 0;
    await page.route("**/kiosk/api/visits", async (route) => {
      await route.fetch();
      lost += 1;
      await (lost === 1 ? route.abort() : route.fallback());
    });
    await signIn(page, "Once");
    await until(
      async () => lost,
      (times) => times > 1,
    );
    await until(
      () => visitsOf(at),
      (now) => now.length > 0,
    );
    assert.equal((await visitsOf(at)).length, 1);
  });

  it("a kiosk whose clock is three hours fast shows the right time and records it, with network and without", async () => {
    const at = await site();
    const { page, context } = await openKiosk(web, at.kiosk, {
      before: (page) => page.clock.install({ time: Date.now() + 3 * 60 * 60_000 }),
    });
    const shown = new Date().toISOString().slice(11, 13);
    await page.clock.runFor(1000);
    assert.equal((await page.locator("main strong").innerText()).slice(0, 2), shown);
    await context.setOffline(true);
    await press(page, "Sign in");
    await page.clock.runFor(1000);
    await page.getByLabel("First name").fill("Late");
    await page.getByLabel("Last name").fill("Offline");
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "Welcome, Late." }).waitFor();
    await context.setOffline(false);
    await page.clock.runFor(30_000);
    const [visit] = await until(
      () => visitsOf(at),
      (now) => now.length > 0,
    );
    assert.ok(Math.abs(Date.parse(visit.signed_in) - Date.now()) < 90_000, visit.signed_in);
  });
});
