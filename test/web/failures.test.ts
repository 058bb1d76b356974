import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildDesk, signIn } from "../support/browser/desk.ts";
import { type FaultProxy, openFaultProxy } from "../support/database/fault-proxy.ts";
import { until } from "../support/run/process.ts";
import { makeRandom } from "../support/run/random.ts";
import { refuse, REFUSED } from "../support/outside/unread.ts";
import { expectAccessible, goOffline, openAs, startWeb, untilLive, type Web } from "../support/browser/web.ts";

let web: Web;
let line: FaultProxy;

before(async () => {
  web = await startWeb();
  line = await openFaultProxy({ port: Number(new URL(web.url).port), host: "127.0.0.1" }, makeRandom(1));
});
after(async () => {
  await web.close();
  await line.close();
});

type Path = "reception" | "inside" | "log";

/** A location with two people inside, and a page of it whose clock the test turns. */
const open = async (path: Path = "reception", by = web, device: Parameters<typeof openAs>[3] = {}) => {
  const desk = await buildDesk(web.world);
  for (const [first_name, last_name] of [
    ["Jonas", "Groß"],
    ["Sofie", "De Smet"],
  ])
    await signIn(web.world, desk.location, { first_name, last_name, visit_type: desk.visitor });
  const opened = await openAs(by, "local_admin", [desk.location], device);
  await opened.page.clock.install();
  await opened.page.goto(`${by.url}/at/${desk.location}/${path}`);
  await opened.page.getByText("Jonas Groß").first().waitFor();
  return { ...desk, ...opened };
};

const isInside = async (location: string, name: string): Promise<boolean> =>
  (await web.world.get(`/visitors/signed_current/${location}`)).body.some(
    ({ last_name }: { last_name: string }) => last_name === name,
  );

const region = (page: Page) => page.getByRole("region", { name: "Inside now" });
const signOut = async (page: Page, name: string): Promise<void> => {
  await region(page).getByRole("listitem").filter({ hasText: name }).hover();
  await page.getByRole("button", { name: `Sign out ${name}` }).click();
};
const failure = (page: Page, name: string) => page.getByRole("alert").filter({ hasText: `Couldn’t sign ${name} out.` });

/** Lets the clock of the page go on, a second at a time: what it starts may need the network in between. */
const pass = async (page: Page, seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1000);
};

describe("a page whose service has fallen silent", () => {
  it("says so within 20 seconds, takes a sign-out back that got no answer, and keeps why on the row until it is tried again", async () => {
    const { page, location, complaints } = await open("reception", { ...web, url: `http://127.0.0.1:${line.port}` });
    await untilLive(page);
    await line.set("black hole");
    await signOut(page, "Jonas Groß");
    await region(page).getByText("Jonas Groß").waitFor({ state: "detached" });
    await pass(page, 20);
    await page.getByText("Reconnecting", { exact: true }).waitFor();
    const row = region(page).getByRole("listitem").filter({ hasText: "Jonas Groß" });
    await row.getByRole("alert").getByText("Foyer didn’t answer within 10 seconds.", { exact: false }).waitFor();
    assert.equal(await failure(page, "Jonas Groß").count(), 1, "on the row alone");
    await pass(page, 60);
    assert.equal(await failure(page, "Jonas Groß").count(), 1);
    assert.equal(await isInside(location, "Groß"), true);
    await expectAccessible(page);
    // What was sent arrives when the service goes on: it is known to be done then, and nothing is left to say.
    await line.set(undefined);
    await until("the end of the failure", async () => {
      await page.clock.runFor(1000);
      return (await failure(page, "Jonas Groß").count()) === 0 || undefined;
    });
    await untilLive(page);
    await until("the sign-out", async () => !(await isInside(location, "Groß")) || undefined);
    assert.deepEqual(complaints, []);
  });
});

describe("a page offline", () => {
  it("says so at once; what was not done stays where it was asked for, and above other pages, until it is dismissed or done", async () => {
    const { page, location } = await open();
    await untilLive(page);
    const goOnline = await goOffline(page, web);
    await page.getByText("Offline", { exact: true }).waitFor();
    await signOut(page, "Jonas Groß");
    await signOut(page, "Sofie De Smet");
    await failure(page, "Jonas Groß").getByText("You’re offline.").waitFor();
    await failure(page, "Sofie De Smet")
      .getByRole("button", { name: /^Dismiss/ })
      .click();
    await failure(page, "Sofie De Smet").waitFor({ state: "detached" });
    await pass(page, 30);
    await region(page).getByRole("alert").waitFor();
    assert.equal(await failure(page, "Jonas Groß").count(), 1);
    await goOnline();
    await untilLive(page);
    // A page without that row says it above.
    await page.getByRole("link", { name: "Hosts" }).click();
    await page.getByRole("heading", { name: "Hosts" }).waitFor();
    await pass(page, 1);
    await failure(page, "Jonas Groß").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Try again: .*Jonas/ }).click();
    await until("the sign-out", async () => !(await isInside(location, "Groß")) || undefined);
    await failure(page, "Jonas Groß").waitFor({ state: "detached" });
    assert.equal(await isInside(location, "De Smet"), true);
  });

  for (const path of ["inside", "log"] as const)
    it(`shows it in the list of ${path}, and in the panel beside it`, async () => {
      const { page } = await open(path);
      await page.getByRole("row").filter({ hasText: "Jonas Groß" }).click();
      const panel = page.getByRole("complementary").filter({ has: page.getByRole("heading", { name: "Jonas Groß" }) });
      await panel.getByRole("button", { name: "Sign out", exact: true }).waitFor();
      await goOffline(page, web);
      await panel.getByRole("button", { name: "Sign out", exact: true }).click();
      await panel.getByRole("alert").getByText("You’re offline.").waitFor();
      await page.getByRole("table").getByRole("alert").getByText("Couldn’t sign Jonas Groß out.").waitFor();
      await expectAccessible(page);
    });

  it("a page whose code is not here yet says so in the house's words, and comes by itself when the network is back", async () => {
    const { page } = await open();
    const goOnline = await goOffline(page, web);
    await page.getByRole("link", { name: "Insights" }).click();
    await page.getByRole("heading", { name: "This page couldn’t be loaded" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await pass(page, 10);
    assert.match(page.url(), /\/insights$/);
    await page.getByRole("link", { name: "Reception" }).waitFor();
    await goOnline();
    await until("the page", async () => {
      await page.clock.runFor(1000);
      return (await page.getByRole("heading", { name: "Insights" }).count()) > 0 || undefined;
    });
  });

  it("every page is there once the first was at rest", async () => {
    const files: string[] = [];
    const { page } = await open("reception", web, { loadsAhead: true });
    page.on("requestfinished", (request) => files.push(request.url()));
    await pass(page, 6);
    // All is here when nothing more is asked for.
    let quiet = 0;
    await until("the code", async () => {
      const before = files.length;
      await page.clock.runFor(1000);
      quiet = files.length === before && files.some((name) => /users-page-/.test(name)) ? quiet + 1 : 0;
      return quiet > 6 || undefined;
    });
    await goOffline(page, web);
    await page.getByRole("link", { name: "Insights" }).click();
    await page.getByRole("heading", { name: "Insights" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Users" }).click();
    await page.getByRole("heading", { name: "Users" }).waitFor();
  });
});

describe("a page whose browser saves data", () => {
  it("loads the code of no other page before a user goes there, but that of an evacuation", async () => {
    const files: string[] = [];
    const { page } = await open();
    page.on("request", (request) => files.push(request.url()));
    await pass(page, 20);
    const pages = (): string[] => [
      ...new Set(files.flatMap((name) => /\/([\w-]+)-page-[\w-]+\.js$/.exec(name)?.[1] ?? [])),
    ];
    await until("the code of an evacuation", async () => pages().length > 0 || undefined);
    assert.deepEqual(pages(), ["evacuation"]);
    await page.getByRole("link", { name: "Insights" }).click();
    await page.getByRole("heading", { name: "Insights" }).waitFor();
    assert.deepEqual(pages(), ["evacuation", "insights"]);
  });
});

describe("a list that can't be read", () => {
  for (const [path, read] of [
    ["reception", "signed_current"],
    ["inside", "signed_current"],
    ["log", "bycompany"],
  ] as const)
    it(`says that it is the visits, in ${path}, and shows them when they are asked for again`, async () => {
      const { page } = await open(path);
      await refuse(page, `**/visitors/${read}/**`);
      await page.reload();
      const said = page.locator("section, main").filter({ hasText: "Visits couldn’t be loaded" }).last();
      await said.getByText(REFUSED).waitFor();
      await expectAccessible(page);
      await page.unrouteAll();
      await said.getByRole("button", { name: "Try again" }).click();
      await page.getByText("Jonas Groß").first().waitFor();
    });
});

describe("a page after an upgrade of the service", () => {
  it("is loaded anew once where its code is gone, and never in a circle", async () => {
    const { page } = await open();
    let asked = 0;
    const gone = /\/assets\/insights-page-[\w-]+\.js$/;
    await page.route(gone, (route) => {
      asked += 1;
      return route.fulfill({ status: 404, body: "" });
    });
    let loads = 0;
    page.on("load", () => (loads += 1));
    await page.getByRole("link", { name: "Insights" }).click();
    await until("the load", async () => {
      await page.clock.runFor(1000).catch(() => undefined);
      return loads > 0 || undefined;
    });
    await page.getByRole("heading", { name: "This page couldn’t be loaded" }).waitFor();
    await pass(page, 20);
    assert.deepEqual([loads, asked > 1], [1, true]);
    // It is asked for again all the while.
    await page.unroute(gone);
    await until("the page", async () => {
      await page.clock.runFor(1000);
      return (await page.getByRole("heading", { name: "Insights" }).count()) > 0 || undefined;
    });
  });
});
