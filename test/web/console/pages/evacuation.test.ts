import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import type { BrowserContext, Page } from "playwright-core";

import { buildDesk, signIn } from "../../../support/browser/desk.ts";
import { until } from "../../../support/run/process.ts";
import {
  expectAccessible,
  goOffline,
  openAs,
  startWeb,
  type Web,
  WITHOUT_WORKER,
} from "../../../support/browser/web.ts";
import type { Body } from "../../../support/world.ts";

let web: Web;

before(async () => {
  web = await startWeb();
});
after(() => web.close());

const contexts: BrowserContext[] = [];
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

const PHONE = { viewport: { width: 390, height: 844 } };
const PHONE_WITHOUT_WORKER = { ...PHONE, ...WITHOUT_WORKER };
const besidesWorker = (complaints: readonly string[]): string[] =>
  complaints.filter((one) => one !== "Service Worker registration blocked by Playwright");
const NAMES = [
  ["Yusuf", "Demir", "Ruben Hofstra"],
  ["Rik", "Vermeulen", "Ruben Hofstra"],
  ["Sofie", "De Smet", "Anke Müller"],
] as const;

/** A location with three people inside, and its evacuation page, or another, as a role sees it. */
const open = async (
  role: Parameters<typeof openAs>[1],
  device: Parameters<typeof openAs>[3] = PHONE,
  path = "evacuation",
) => {
  const desk = await buildDesk(web.world);
  const door = await web.world.post(`/companies/${desk.location}/entrypoints`, { name: "East gate" });
  const visits: Body[] = [];
  for (const [first_name, last_name, recipient] of NAMES)
    visits.push(
      await signIn(web.world, desk.location, {
        first_name,
        last_name,
        recipient,
        entrypoint_id: door.body._id,
        phone: "+32 470 11 22 33",
      }),
    );
  const opened = await openAs(web, role, [desk.location], device);
  contexts.push(opened.context);
  await opened.page.goto(`${web.url}/at/${desk.location}/${path}`);
  return { ...desk, ...opened, visits };
};

const safe = (page: Page, name: string) => page.getByRole("button", { name: `Mark ${name} safe` });
const count = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();
const evacuations = async (location: string): Promise<Body[]> =>
  (await web.world.get(`/companies/${location}/evacuations`)).body;
const personsOf = async (location: string): Promise<Body[]> => {
  const [one] = await evacuations(location);
  return (await web.world.get(`/companies/${location}/evacuations/${one._id}`)).body.persons;
};
const start = async (page: Page, name = "Start evacuation"): Promise<void> => {
  await page.getByRole("button", { name }).click();
  if (name === "Start evacuation") await page.getByRole("button", { name: "Press again to start" }).click();
  await page.getByRole("list", { name: "Not safe" }).waitFor();
};

const isSafe = async (location: string, visit: Body): Promise<boolean> =>
  (await personsOf(location)).some((one) => one.visitor_id === visit._id && one.safe);

/** How many lists, or marks, the phone keeps. */
const keptOf = (page: Page, store: "lists" | "marks"): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("foyer-evacuation");
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("success", () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.addEventListener("success", () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
    store,
  );

const ONE_EVACUATION = /\/api\/companies\/[\da-f]{24}\/evacuations\/[\da-f]{24}$/;

/** Holds the calls that a pattern meets. @returns waits for the first, and lets all go on that came, or come later */
const hold = async (page: Page, pattern: RegExp) => {
  const first = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    first.resolve();
    await letGo.promise;
    await route.continue();
  });
  return { asked: () => first.promise, letGo: () => letGo.resolve() };
};

/** Waits for a call that a pattern meets, and never answers it: the clock asks for nothing while it waits, an event asks anew. */
const neverAnswer = async (page: Page, pattern: RegExp): Promise<void> => {
  const taken = Promise.withResolvers<void>();
  await page.route(pattern, () => taken.resolve(), { times: 1 });
  await taken.promise;
};

/** Loads the page anew, and waits until its event stream is open: what is read from then on is not read a second time for it. */
const reloadToLive = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const { EventSource: Plain } = globalThis;
    globalThis.EventSource = class extends Plain {
      constructor(address: string | URL) {
        super(address);
        this.addEventListener("open", () => document.documentElement.setAttribute("data-stream", "open"));
      }
    };
  });
  await page.reload();
  await page.locator("[data-stream=open]").waitFor();
};

/** Waits until the page has loaded the code and styles of all others, which it does a while after it was opened. */
const untilAtRest = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector("link[href*='/audit-page']") !== null);
  const styles = (): Promise<number> =>
    page.evaluate(() => [...document.styleSheets].filter(({ href }) => href !== null).length);
  for (let [before, now] = [0, await styles()]; now !== before; now = await styles()) {
    before = now;
    await page.waitForTimeout(2_000);
  }
};

describe("the evacuation page", () => {
  it("begins only when the marshal says so twice, then counts who is not yet safe; one tap marks, and Undo takes it back", async () => {
    const { page, location, visits, complaints } = await open("security_guard");
    await page.getByText("people are inside").waitFor();
    await expectAccessible(page);
    // One slip is no emergency, nor is a double click.
    await page.getByRole("button", { name: "Start evacuation" }).dblclick();
    await page.getByRole("button", { name: "Press again to start" }).waitFor();
    assert.deepEqual(await evacuations(location), []);
    await start(page, "Press again to start");
    await count(page, "0 of 3 safe");
    await expectAccessible(page);
    await safe(page, "Yusuf Demir").click();
    await count(page, "1 of 3 safe");
    await safe(page, "Yusuf Demir").waitFor({ state: "detached" });
    await until("the mark", async () => (await web.world.get(`/visitors/${visits[0]._id}`)).body.safe || undefined);
    // Undo is there for some seconds only: nothing is waited for in between.
    await safe(page, "Rik Vermeulen").click();
    await page.getByRole("button", { name: "Undo" }).click();
    await safe(page, "Rik Vermeulen").waitFor();
    // Both have arrived: without the first nothing is marked, without the second it is safe.
    await until("the mark and no mark", async () => {
      const rik = (await personsOf(location)).find((one) => one.visitor_id === visits[1]._id);
      return (rik?.marked !== undefined && !rik.safe) || undefined;
    });
    assert.equal((await web.world.get(`/visitors/${visits[1]._id}`)).body.safe, false);
    assert.match(await page.title(), /^Evacuation · /);
    assert.deepEqual(complaints, []);
  });

  it("who was rejected is apart and not counted; Z takes one mark back, whatever lists there are", async () => {
    const { page, location } = await open("security_guard");
    const { _id: visit_type } = (
      await web.world.post(`/companies/${location}/visittypes`, { name: "Interview", index: 9, screening: true })
    ).body;
    const { _id } = (await web.world.post("/visitors", { company_id: location, last_name: "Refused", visit_type }))
      .body;
    await web.world.post(`/visitors/${_id}/reject`);
    await page.reload();
    await start(page, "Start drill");
    await count(page, "0 of 3 safe");
    await page.getByRole("button", { name: "Not safe 3" }).waitFor();
    await page.getByRole("region", { name: "Rejected" }).getByText("Refused").waitFor();
    assert.equal(await page.getByText("Marked someone by mistake?").count(), 1);
    await safe(page, "Yusuf Demir").click();
    await safe(page, "Rik Vermeulen").click();
    await count(page, "2 of 3 safe");
    await page.keyboard.press("z");
    await count(page, "1 of 3 safe");
    await safe(page, "Rik Vermeulen").waitFor();
  });

  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const)
    it(`two taps on the same spot mark one person, at ${width} pixels; no row moves, and Undo covers no button`, async () => {
      const { page, location } = await open("security_guard", { viewport: { width, height } });
      for (let n = 0; n < 12; n += 1)
        await signIn(web.world, location, { first_name: "Visitor", last_name: `Number ${n + 10}` });
      await start(page);
      await safe(page, "Visitor Number 21").waitFor();
      const code = page.getByRole("img", { name: "This page as a QR code" });
      assert.equal(await code.count(), width > 1024 ? 1 : 0, "others scan it from a large screen");
      const places = () =>
        page
          .getByRole("button", { name: /^Mark .* safe$/ })
          .evaluateAll((buttons) =>
            buttons.map((one) => [
              one.getAttribute("aria-label"),
              ...Object.values(one.getBoundingClientRect().toJSON()),
            ]),
          );
      const before = await places();
      const box = (await safe(page, "Visitor Number 12").boundingBox()) ?? assert.fail();
      const tap = (): Promise<void> => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await tap();
      await page.waitForTimeout(450);
      await tap();
      await count(page, "1 of 15 safe");
      assert.deepEqual(
        await places(),
        before.filter(([name]) => name !== "Mark Visitor Number 12 safe"),
      );
      await safe(page, "Visitor Number 13").click();
      const undo = page.getByRole("button", { name: "Undo" });
      const foot = (await page.getByRole("status").filter({ has: undo }).boundingBox()) ?? assert.fail();
      const bottom = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        return Math.max(
          ...[...document.querySelectorAll("[role=listitem] button")].map((one) => one.getBoundingClientRect().bottom),
        );
      });
      assert.ok(bottom <= foot.y, `${bottom} under ${foot.y}`);
      // Both can be taken back, the newest first.
      for (const name of ["Visitor Number 13", "Visitor Number 12"]) {
        await page.getByRole("status").filter({ has: undo }).getByText(name).waitFor();
        await undo.click();
      }
      await count(page, "0 of 15 safe");
    });

  it("shows the marks of others by their events, and narrows by door, host and name", async () => {
    const { page, location, visits, complaints } = await open("receptionist", PHONE_WITHOUT_WORKER);
    await reloadToLive(page);
    await start(page);
    // The list was not there when the stream opened, and the clock waits for this answer: an event alone can bring the mark.
    await neverAnswer(page, ONE_EVACUATION);
    await web.world.post(`/companies/${location}/visitors/safe`, { ids: [visits[1]._id] });
    await safe(page, "Rik Vermeulen").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Filter: All entrances/ }).click();
    await page.getByRole("menuitem", { name: "Anke Müller" }).click();
    await safe(page, "Yusuf Demir").waitFor({ state: "detached" });
    await safe(page, "Sofie De Smet").waitFor();
    await page.getByRole("button", { name: /^Filter: Anke/ }).click();
    await page.getByRole("menuitem", { name: "All entrances" }).click();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("dem");
    await safe(page, "Sofie De Smet").waitFor({ state: "detached" });
    await safe(page, "Yusuf Demir").waitFor();
    await page.getByRole("button", { name: /^Safe \d/ }).click();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Mark Rik Vermeulen not safe" }).waitFor();
    assert.deepEqual(besidesWorker(complaints), []);
  });

  it("works on offline, through a reload, and sends the marks with their own times; no mark is lost", async () => {
    const { page, context, location, visits } = await open("security_guard");
    await start(page);
    // It takes the page over once everything is kept.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const goOnline = await goOffline(page, web);
    await safe(page, "Yusuf Demir").click();
    await page.getByText("1 update waiting to send.").waitFor();
    await expectAccessible(page);
    // Not by luck: what the browser happens to have in its own cache may be gone by then.
    await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
    await page.reload();
    await page.getByText("1 update waiting to send.").waitFor();
    await count(page, "1 of 3 safe");
    await safe(page, "Rik Vermeulen").click();
    await page.getByText("2 updates waiting to send.").waitFor();
    await web.world.post(`/companies/${location}/visitors/safe`, { ids: [visits[2]._id] });
    assert.deepEqual((await personsOf(location)).filter((one) => one.safe).length, 1);
    await goOnline();
    await page.getByText("You’re offline.").waitFor({ state: "detached" });
    await count(page, "3 of 3 safe");
    await page.getByText("Everyone is safe").waitFor();
    // The page counts what waits on the phone as well.
    for (const visit of visits) await until("the marks", async () => (await isSafe(location, visit)) || undefined);
    const persons = await personsOf(location);
    const [first, second] = [0, 1].map((index) => persons.find((one) => one.visitor_id === visits[index]._id));
    assert.ok(first.marked.at < second.marked.at);
    assert.equal(first.marked.by, "Noor Janssen");
  });

  it("is reached offline from a page that was at rest, which no worker controls; begins there, and all arrives", async () => {
    const { page, context, location, visits, complaints } = await open(
      "receptionist",
      { ...PHONE, loadsAhead: true },
      "reception",
    );
    const scopes = () =>
      page.evaluate(async () => {
        const active = (await navigator.serviceWorker.getRegistrations()).filter((one) => one.active !== null);
        return active.map(({ scope }) => new URL(scope).pathname);
      });
    await until("the worker", async () => ((await scopes()).length > 0 ? true : undefined));
    assert.deepEqual(await scopes(), [`/at/${location}/evacuation`]);
    assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
    await untilAtRest(page);
    const goOnline = await goOffline(page, web);
    await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
    await page.getByRole("link", { name: "Evacuation" }).click();
    await page.getByText("Foyer can’t tell from here whether an evacuation is already in progress.").waitFor();
    await count(page, "people are inside");
    await expectAccessible(page);
    await start(page);
    await safe(page, "Sofie De Smet").click();
    await page.getByText("1 update waiting to send.").waitFor();
    assert.deepEqual(await evacuations(location), []);
    await goOnline();
    await page.getByText("You’re offline.").waitFor({ state: "detached" });
    await count(page, "1 of 3 safe");
    const marked = (await personsOf(location)).filter((one) => one.safe);
    assert.deepEqual(
      marked.map((one) => one.visitor_id),
      [visits[2]._id],
    );
    assert.deepEqual(complaints, []);
  });

  it("loaded anew offline where none goes on, says so, and is there when the network is back", async () => {
    const { page } = await open("security_guard");
    await page.getByText("people are inside").waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const goOnline = await goOffline(page, web);
    await page.reload();
    await page.getByText("You’re offline.").waitFor();
    await goOnline();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("people are inside").waitFor();
  });

  it("begins offline on the phone, and joins the others when it is back", async () => {
    const { page, location, visits } = await open("receptionist");
    // It begins here only with those who are known to be inside.
    await count(page, "3");
    const goOnline = await goOffline(page, web);
    await start(page);
    await safe(page, "Rik Vermeulen").click();
    // A minute passes on the phone: however long its call takes, the service takes it to have begun before the other.
    await page.clock.setFixedTime(Date.now() + 60_000);
    const { body: other } = await web.world.post(`/companies/${location}/evacuations`, { drill: false });
    await goOnline();
    await until("the mark", async () => (await isSafe(location, visits[1])) || undefined);
    const all = await evacuations(location);
    assert.deepEqual(
      all.map(({ _id }) => _id),
      [other._id],
    );
    assert.ok(all[0].started < other.started);
  });

  it("sends what is marked, and taken back, while the service is being told of what began on the phone", async () => {
    const { page, location, visits, complaints } = await open("receptionist", PHONE_WITHOUT_WORKER);
    await count(page, "3");
    const goOnline = await goOffline(page, web);
    await start(page);
    await safe(page, "Rik Vermeulen").click();
    await page.getByText("1 update waiting to send.").waitFor();
    const reading = await hold(page, ONE_EVACUATION);
    await goOnline();
    await reading.asked();
    await safe(page, "Yusuf Demir").click();
    await count(page, "2 of 3 safe");
    await page.getByRole("button", { name: /^Safe \d/ }).click();
    await page.getByRole("button", { name: "Mark Rik Vermeulen not safe" }).click();
    await count(page, "1 of 3 safe");
    assert.equal(await isSafe(location, visits[0]), false);
    reading.letGo();
    await until("the mark", async () => (await isSafe(location, visits[0])) || undefined);
    await until("no mark", async () => !(await isSafe(location, visits[1])) || undefined);
    await page.getByText("You’re offline.").waitFor({ state: "detached" });
    await count(page, "1 of 3 safe");
    const rik = (await personsOf(location)).find((one) => one.visitor_id === visits[1]._id);
    assert.ok(rik?.marked !== undefined && !rik.safe);
    assert.equal((await evacuations(location)).length, 1);
    assert.deepEqual(besidesWorker(complaints), []);
  });

  it("two tabs that begin offline: the marks of the one that is closed are sent by the other", async () => {
    const { page, context, location, visits, complaints } = await open("receptionist", PHONE_WITHOUT_WORKER);
    const other = await context.newPage();
    await other.goto(page.url());
    await count(page, "3");
    await count(other, "3");
    const goOnline = await goOffline(page, web);
    await start(page);
    await safe(page, "Sofie De Smet").click();
    await page.getByText("1 update waiting to send.").waitFor();
    await until("the kept mark", async () => (await keptOf(page, "marks")) === 1 || undefined);
    // The phone keeps one list of a location: from here on it is this tab's.
    await start(other);
    await page.close();
    await goOnline();
    await until("the beginning", async () => (await evacuations(location)).length > 0 || undefined);
    assert.equal(await isSafe(location, visits[2]), false);
    await other.reload();
    await until("the mark", async () => (await isSafe(location, visits[2])) || undefined);
    await count(other, "1 of 3 safe");
    await until("nothing kept", async () => (await keptOf(other, "marks")) === 0 || undefined);
    assert.equal((await evacuations(location)).length, 1);
    assert.deepEqual(besidesWorker(complaints), []);
  });

  it("a drill says so, becomes an emergency if it turns out to be one, and deletes the list at a log-out", async () => {
    const { page, location, complaints } = await open("local_admin");
    await start(page, "Start drill");
    await page.getByRole("heading", { name: "Drill" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Turn into an evacuation" }).click();
    await page.getByRole("heading", { name: "Evacuation" }).waitFor();
    assert.equal((await evacuations(location))[0].drill, false);
    await until("the kept list", async () => (await keptOf(page, "lists")) === 1 || undefined);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Leave this page" }).click();
    await page.getByRole("button", { name: /Account/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.waitForURL(/\/login/);
    await until("nothing kept", async () => (await keptOf(page, "lists")) === 0 || undefined);
    assert.deepEqual(complaints, []);
  });

  it("sends the alarm message in the languages chosen, and shows what was sent", async () => {
    const { page, location, complaints } = await open("security_guard");
    await web.world.put(`/companies/${location}`, { languages: ["en", "nl"] });
    await page.reload();
    await start(page);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Send message" }).click();
    await page.getByRole("button", { name: "Nederlands" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send to everyone" }).click();
    await page.getByText(/^Sent at \d\d:\d\d$/).waitFor();
    const { body } = await web.world.get(`/companies/${location}/outbox`);
    assert.ok(body.length > 0 && JSON.stringify(body).includes("emergency"));
    await page.getByText("Verlaat het gebouw", { exact: false }).last().waitFor();
    assert.deepEqual(complaints, []);
  });

  it("ends with a report: who was safe after how long, on paper and as CSV", async () => {
    const { page, location, complaints } = await open("receptionist", { viewport: { width: 1440, height: 900 } });
    await start(page);
    const people = await page.getByRole("listitem").allInnerTexts();
    assert.match(
      people.join(),
      /De Smet, Sofie\s+East gate · Visiting Anke Müller\s[^]*Demir, Yusuf[^]*Vermeulen, Rik/,
    );
    await safe(page, "Yusuf Demir").focus();
    await page.keyboard.press("Enter");
    await count(page, "1 of 3 safe");
    await safe(page, "Yusuf Demir").waitFor({ state: "detached" });
    // Not on the next one: a second Enter marks no one.
    assert.match((await page.locator(":focus").textContent()) ?? "", /Demir, Yusuf/);
    await page.keyboard.press("Enter");
    await count(page, "1 of 3 safe");
    await page.evaluate(() => globalThis.dispatchEvent(new Event("beforeprint")));
    await page.getByText(/^Evacuation: .*3 people$/).waitFor({ state: "attached" });
    const printed = await page.locator("body > div table tbody td:nth-child(2)").allTextContents();
    assert.deepEqual(printed, ["De Smet, Sofie", "Demir, Yusuf", "Vermeulen, Rik"], "as they are sorted");
    await page.evaluate(() => globalThis.dispatchEvent(new Event("afterprint")));
    await until("the mark", async () => (await personsOf(location)).some((one) => one.safe) || undefined);
    await page.getByRole("button", { name: "End evacuation" }).click();
    await page.getByRole("dialog").getByText("2 people are not yet safe.", { exact: false }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "End evacuation" }).click();
    await page.getByRole("heading", { name: "Evacuation report" }).waitFor();
    await page.getByRole("row").nth(3).waitFor();
    const names = await page.getByRole("rowheader").locator("bdi:first-child").allInnerTexts();
    assert.deepEqual(
      names,
      ["Sofie De Smet", "Rik Vermeulen", "Yusuf Demir"],
      "who is missing by name, then the others",
    );
    const missingRow = page.getByRole("row", { name: /^Sofie De Smet/ });
    await missingRow.getByText("Not accounted for", { exact: true }).waitFor();
    await missingRow.getByRole("link", { name: "+32 470 11 22 33" }).waitFor();
    // Two of three are missing: that comes first, and the half was never safe.
    const [missing = "", ...others] = await page.locator("dl > div").allInnerTexts();
    assert.match(missing, /^2\s+not accounted for$/);
    assert.ok(
      others.some((text) => /^–\s+half of everyone was safe: never$/.test(text)),
      others.join(),
    );
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const stream = await (await downloading).createReadStream();
    const csv = (await stream.toArray()).join("");
    assert.match(csv, /^\uFEFFVisitor,Company,Entrance,Host,Safe,Seconds to safe/);
    assert.match(csv, /Yusuf Demir,,East gate,Ruben Hofstra,yes,\d+,/);
    assert.deepEqual(complaints, []);
  });

  it("a report that can't be loaded says so, with a way back, and a way to try again unless it is gone", async () => {
    const { page, location } = await open("receptionist");
    const report = `${web.url}/at/${location}/evacuation?report=${"a".repeat(24)}`;
    const retry = page.getByRole("button", { name: "Try again" });
    await page.goto(report);
    await page.getByText("The report couldn’t be loaded").waitFor();
    assert.equal(await retry.count(), 0);
    await page.route(/\/evacuations\/a+$/, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await retry.waitFor();
    await page.getByText("The report couldn’t be loaded").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Evacuation" }).click();
    await page.getByRole("button", { name: "Start evacuation" }).waitFor();
  });

  it("an employee finds nothing here (rules 4)", async () => {
    const { page } = await open("employee");
    await page.getByText("You don’t have access to this page").waitFor();
    assert.equal(await page.getByRole("button", { name: "Start evacuation" }).count(), 0);
  });
});
