import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import type { Role } from "../../../../shared/roles.ts";
import { pages } from "../../../../web/console/data/pages.ts";
import { openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import { buildDesk, signIn } from "../../../support/browser/desk.ts";
import { goTo } from "../../../support/outside/following.ts";
import { until } from "../../../support/run/process.ts";

let web: Web;
let desk: Awaited<ReturnType<typeof buildDesk>>;

before(async () => {
  web = await startWeb();
  desk = await buildDesk(web.world);
});
after(() => web.close());

const QUIET_MS = 1_000;
/** Once it is quiet for longer, nothing more is asked for by itself: what can wait is, once the page is at rest. */
const REST_MS = 2_000;

/** Counts the page's calls to the service. @returns the next of them, until it has been quiet for a while */
const countReads = (page: Page) => {
  const reads: string[] = [];
  let last = performance.now();
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith("/api/") || pathname.endsWith("/events")) return;
    reads.push(`${request.method()} ${pathname}${decodeURIComponent(search)}`);
    last = performance.now();
  });
  return async (quietMs = QUIET_MS): Promise<string[]> => {
    await until("a call", async () => reads.length > 0 || undefined);
    while (performance.now() - last < quietMs) await wait(50);
    return reads.splice(0).toSorted();
  };
};

const start = async (path: string, role: Role, before: (page: Page) => unknown = () => undefined) => {
  const { page, context } = await openAs(web, role, [desk.location]);
  const reads = countReads(page);
  await before(page);
  const streams = page.waitForRequest(/\/events\?/);
  await page.goto(`${web.url}/at/${desk.location}/${path}`);
  await streams;
  return { page, context, reads };
};

const open = async (path: string) => {
  const { reads } = await start(path, "receptionist");
  // Several pages are opened side by side, each of which may stop for a second before it asks for its list.
  await reads(REST_MS);
  return async () => ({ path, twice: repeated(await reads()) });
};

const repeated = (reads: readonly string[]): string[] => reads.filter((read, n) => reads.indexOf(read) < n);

const isSettings = ({ path }: { path: string }): boolean => path.startsWith("settings") && !path.includes("$");
/** The number of pages open at a time: each mostly waits until it is quiet. */
const SIDE_BY_SIDE = 6;

describe("a page that is opened", () => {
  it("asks for nothing twice, whichever page it is", async () => {
    const paths = ["reception", "log", "hosts", ...pages.filter(isSettings).map(({ path }) => path)];
    const twice = async (path: string): Promise<string[]> => {
      const { context, reads } = await start(path, "global_admin");
      const asked = await reads(REST_MS);
      await context.close();
      return repeated(asked).map((read) => `${path}: ${read}`);
    };
    const found: string[] = [];
    while (paths.length > 0) found.push(...(await Promise.all(paths.splice(0, SIDE_BY_SIDE).map(twice))).flat());
    assert.deepEqual(found, []);
  });

  it("misses nothing between what it reads and the beginning of the event stream", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const hold = (page: Page) => page.route(/\/events\?/, (route) => held.then(() => route.continue()));
    const { page, reads } = await start("inside", "receptionist", hold);
    await reads();
    await signIn(web.world, desk.location, { first_name: "Hedy", last_name: "Lamarr" });
    release();
    await page.getByText("Hedy Lamarr").waitFor();
  });

  for (const [who, others] of [
    ["the only tab", 0],
    ["a tab that hears of it from another one", 1],
  ] as const)
    it(`nor what happened while ${who} was at another location`, async () => {
      const elsewhere = await buildDesk(web.world);
      const { context } = await openAs(web, "receptionist", [desk.location, elsewhere.location]);
      const addressOf = (location: string): string => `/at/${location}/inside`;
      const openTab = async (): Promise<Page> => {
        const page = await context.newPage();
        await page.goto(web.url + addressOf(desk.location));
        await page.getByRole("heading", { level: 1 }).waitFor();
        return page;
      };
      for (let tab = 0; tab < others; tab += 1) await openTab();
      const page = await openTab();
      await goTo(page, addressOf(elsewhere.location));
      await signIn(web.world, desk.location, { first_name: "Grace", last_name: `Hopper ${others}` });
      await goTo(page, addressOf(desk.location));
      await page.getByText(`Grace Hopper ${others}`).waitFor();
    });
});

describe("what an event makes a page read again", () => {
  it("on reception, log, who is inside and registered visitors: everything once", async () => {
    const paths = ["reception", "log", "inside", "registered-visitors"];
    const readers = await Promise.all(paths.map(open));
    const repeatedBy = () => Promise.all(readers.map((read) => read()));
    const nothing = paths.map((path) => ({ path, twice: [] }));
    const { _id } = await signIn(web.world, desk.location, { first_name: "Ann" });
    assert.deepEqual(await repeatedBy(), nothing);
    await web.world.post(`/visitors/${_id}/signout`);
    assert.deepEqual(await repeatedBy(), nothing);
  });
});
