import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { arrive, buildSite, type Site } from "../../support/door.ts";
import { openKiosk, passThrough, press } from "../../support/browser/kiosk-page.ts";
import { timesOf } from "../../support/run/size.ts";
import { expectAccessible, goOffline, openAs, startWeb, type Web } from "../../support/browser/web.ts";
import { type Body, eventsOf } from "../../support/world.ts";

let web: Web;

before(async () => {
  web = await startWeb();
});
after(() => web.close());

const HIDDEN = ["company", "email", "phone"].map((field_name) => ({ field_name, visible: false }));
/** The long form (docs/guarantees.md): `KIOSK_OFFLINE_VISITS=500`. */
const VISITS = timesOf("KIOSK_OFFLINE_VISITS", 20);
const WAY_MS_MAX = 3000;
const BEFORE_RESTART = Math.floor(VISITS * 0.75);

const site = (type: Record<string, unknown> = {}): Promise<Site> =>
  buildSite(web.world, {
    fields: [...HIDDEN, { field_name: "recipient", required: false, visible: false }],
    badge: false,
    ...type,
  });

const signIn = async (page: Page, first: string): Promise<void> => {
  await press(page, "Sign in");
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill("Offline");
  await press(page, "Sign in");
  await page.getByRole("heading", { name: `Welcome, ${first}.` }).waitFor();
  // A tap here and at once on the button of the next screen is a double tap.
  await page.getByRole("button", { name: "Done" }).press("Enter");
};

const visitsOf = async ({ location }: Site): Promise<Body[]> =>
  (await web.world.get(`/visitors/bycompany/${location}?count=1000&page=1&sorting[create_date]=asc`)).body.visitors;

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

describe("the kiosk offline", () => {
  it(`${VISITS} visits made offline, over a restart, each sent three times, arrive once each, in order, with their own times`, async (t) => {
    const at = await site();
    const { page } = await openKiosk(web, at.kiosk, { device: { reducedMotion: "reduce" } });
    await untilKept(page);
    const began = Date.now();
    const goOnline = await goOffline(page, web);
    const names = Array.from({ length: VISITS }, (_, n) => `V${String(n).padStart(3, "0")}`);
    const done: number[] = [];
    const arrive = async (name: string): Promise<void> => {
      await passThrough(page, name, "Offline");
      done.push(Date.now());
    };
    for (const name of names.slice(0, BEFORE_RESTART)) await arrive(name);
    await page.getByText("This kiosk is offline. You can still sign in as usual.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    for (const name of names.slice(BEFORE_RESTART)) await arrive(name);
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
    let sent = 0;
    await page.route("**/kiosk/api/visits", async (route) => {
      await Promise.all([route.fetch(), route.fetch()]);
      sent += 1;
      await route.fallback();
    });
    await goOnline();
    const visits = await until(
      () => visitsOf(at),
      (now) => now.length >= VISITS && sent >= VISITS,
    );
    t.diagnostic(`made in ${ended - began} ms, sent three times each in ${Date.now() - ended} ms`);
    assert.deepEqual(
      visits.map(({ first_name }) => first_name),
      names,
    );
    // The way of a request to the service is added to its time, and is long while a machine is busy.
    for (const [n, { signed_in }] of visits.entries())
      assert.ok(Math.abs(Date.parse(signed_in) - Number(done[n])) < WAY_MS_MAX, `${signed_in} is when it was done`);
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

  it("a kiosk whose clock is a day fast shows the right time and records it, with network and without, and prints the right day", async () => {
    const at = await site({ badge: true });
    const { page } = await openKiosk(web, at.kiosk, {
      before: (page) => page.clock.install({ time: Date.now() + 24 * 60 * 60_000 }),
    });
    const shown = new Date().toISOString().slice(11, 13);
    await page.clock.runFor(1000);
    assert.equal((await page.locator("main strong").innerText()).slice(0, 2), shown);
    const goOnline = await goOffline(page, web);
    await press(page, "Sign in");
    await page.clock.runFor(1000);
    await page.getByLabel("First name").fill("Late");
    await page.getByLabel("Last name").fill("Offline");
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "Welcome, Late." }).waitFor();
    const today = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
    await page.getByRole("article").getByText(today.format(new Date())).waitFor();
    await goOnline();
    await page.clock.runFor(30_000);
    const [visit] = await until(
      () => visitsOf(at),
      (now) => now.length > 0,
    );
    assert.ok(Math.abs(Date.parse(visit.signed_in) - Date.now()) < 90_000, visit.signed_in);
  });
});

describe("sign-ins that the service rejected (nothing fails silently)", () => {
  const rejectedSyncs = async ({ location }: Site): Promise<Body[]> =>
    (await web.world.get(`/companies/${location}/undelivered`)).body;
  /** The kiosk beats now instead of within half a minute. */
  const beat = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));
  /** A kiosk with sign-ins that were rejected when they came from its queue, and the reception that sees them. */
  const rejected = async (...names: string[]) => {
    const at = await site();
    const { page } = await openKiosk(web, at.kiosk, { device: { reducedMotion: "reduce" } });
    const goOnline = await goOffline(page, web);
    for (const name of names) await signIn(page, name);
    const answer = { status: 400, json: { message: "Refused.", field: "agreements" } };
    await page.route("**/kiosk/api/visits", (route) => route.fulfill(answer));
    await goOnline();
    await page.getByText(/couldn’t be completed/).waitFor();
    await until(
      async () => {
        await beat(page);
        return rejectedSyncs(at);
      },
      (list) => list.length === names.length,
    );
    const reception = await openAs(web, "receptionist", [at.location]);
    await reception.page.goto(`${web.url}/at/${at.location}/reception`);
    await reception.page.getByRole("link", { name: "Review" }).click();
    await reception.page.getByRole("heading", { name: "Offline sign-ins" }).waitFor();
    return { at, kiosk: page, reception: reception.page, complaints: reception.complaints };
  };
  it("reception reads who, when and why, and has it sent again with its own time", async () => {
    const began = Date.now();
    const { at, kiosk, reception, complaints } = await rejected("Again");
    await reception.getByText("Again Offline").waitFor();
    await reception.getByText(/An agreement wasn’t signed or has changed/).waitFor();
    await expectAccessible(reception);
    await kiosk.unroute("**/kiosk/api/visits");
    await reception.getByRole("button", { name: "Send again: Again Offline" }).click();
    await reception.getByText("Being sent again").waitFor();
    await until(
      async () => {
        await beat(kiosk);
        return visitsOf(at);
      },
      (now) => now.length > 0,
    );
    const [visit] = await visitsOf(at);
    assert.ok(Date.parse(visit?.signed_in) >= began - 1000, visit?.signed_in);
    await until(
      () => rejectedSyncs(at),
      (list) => list.length === 0,
    );
    await reception.reload();
    await reception.getByText("Nothing to check").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("discarded after a question, it is gone from the kiosk, and no visitor has signed in", async () => {
    const { at, kiosk, reception, complaints } = await rejected("Gone");
    await reception.getByRole("button", { name: "Discard Gone Offline" }).click();
    const dialog = reception.getByRole("dialog", { name: "Discard the sign-in for Gone Offline?" });
    await dialog.getByText(/The visit won’t be recorded/).waitFor();
    await dialog.getByRole("button", { name: "Discard sign-in" }).click();
    await reception.getByText("Being erased").waitFor();
    await beat(kiosk);
    await kiosk.getByText(/couldn’t be completed/).waitFor({ state: "detached" });
    await until(
      () => rejectedSyncs(at),
      (list) => list.length === 0,
    );
    assert.deepEqual(await visitsOf(at), []);
    assert.deepEqual(complaints, []);
  });

  it("a sign-out by a name that several visitors have, or none, is kept until reception has decided", async () => {
    const at = await site();
    for (const _ of ["one", "another"]) await arrive(web.world, at, { answers: { recipient: undefined } });
    const { page } = await openKiosk(web, at.kiosk, { device: { reducedMotion: "reduce" } });
    const goOnline = await goOffline(page, web);
    for (const [first, last] of [
      ["Jo", "Janssens"],
      ["Misspelt", "Name"],
    ] as const) {
      await press(page, "Sign out");
      await page.getByLabel("First name").fill(first);
      await page.getByLabel("Last name").fill(last);
      await press(page, "Sign out");
      await page.getByRole("heading", { name: `Goodbye, ${first}.` }).waitFor();
      await page.getByRole("button", { name: "Done" }).press("Enter");
    }
    await goOnline();
    await until(
      async () => {
        await beat(page);
        return rejectedSyncs(at);
      },
      (list) => list.length === 2,
    );
    await page.getByText("2 sign-ins or sign-outs couldn’t be completed").waitFor();
    const reception = await openAs(web, "receptionist", [at.location]);
    await reception.page.goto(`${web.url}/at/${at.location}/undelivered`);
    for (const words of [
      "Jo Janssens",
      "Several visitors with that name were signed in",
      "Misspelt Name",
      "No visitor with that name was signed in",
    ])
      await reception.page.getByText(words).waitFor();
    assert.deepEqual(
      (await visitsOf(at)).map(({ signed_out }) => signed_out),
      [undefined, undefined],
    );
    assert.deepEqual(reception.complaints, []);
  });
});

describe("a kiosk whose browser has no space", () => {
  it("goes on with its heartbeats, and tells a visitor whose sign-in it can neither send nor keep to see reception", async () => {
    const at = await site();
    let reported: Promise<unknown> = Promise.resolve();
    const { page } = await openKiosk(web, at.kiosk, {
      before: async (page) => {
        await page.addInitScript(() => {
          const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, "put")?.value;
          const refuse = (): never => {
            throw new DOMException("No space is left", "QuotaExceededError");
          };
          IDBObjectStore.prototype.add = refuse;
          IDBObjectStore.prototype.put = function (value, key) {
            return key === "key" ? put.call(this, value, key) : refuse();
          };
        });
        await page.route("**/kiosk/api/visits", (route) => route.abort());
        reported = page.waitForRequest("**/kiosk/api/undelivered");
      },
    });
    await reported;
    await press(page, "Sign in");
    await page.getByLabel("First name").fill("Lena");
    await page.getByLabel("Last name").fill("Vogt");
    await press(page, "Sign in");
    await page.getByText("Something went wrong. Reception will help you.").waitFor();
    await page.unroute("**/kiosk/api/visits");
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    assert.equal((await visitsOf(at)).length, 1);
  });
});
