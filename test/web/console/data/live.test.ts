import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { openAs, readTwice, startWeb, type Web } from "../../../support/web.ts";
import { buildDesk, signIn } from "../../../support/desk.ts";
import { until } from "../../../support/process.ts";

let web: Web;
let desk: Awaited<ReturnType<typeof buildDesk>>;

before(async () => {
  web = await startWeb();
  desk = await buildDesk(web.world);
});
after(() => web.close());

const QUIET_MS = 1_000;

/** Counts the page's calls to the service. @returns the next of them, until it has been quiet for a while */
const countReads = (page: Page) => {
  const reads: string[] = [];
  let last = performance.now();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/") || pathname.endsWith("/events")) return;
    reads.push(`${request.method()} ${pathname}`);
    last = performance.now();
  });
  return async (): Promise<string[]> => {
    await until("a call", async () => reads.length > 0 || undefined);
    while (performance.now() - last < QUIET_MS) await wait(50);
    return reads.splice(0).toSorted();
  };
};

const open = async (path: string) => {
  const { page } = await openAs(web, "receptionist", [desk.location]);
  const reads = countReads(page);
  const settled = readTwice(page);
  await page.goto(`${web.url}/at/${desk.location}/${path}`);
  await settled;
  await reads();
  return reads;
};

describe("what an event makes a page read again", () => {
  for (const path of ["reception", "log", "inside", "registered-visitors"])
    it(`${path}: everything once`, async () => {
      const reads = await open(path);
      const { _id } = await signIn(web.world, desk.location, { first_name: "Ann" });
      const afterSignIn = await reads();
      assert.deepEqual(afterSignIn, [...new Set(afterSignIn)]);
      await web.world.post(`/visitors/${_id}/signout`);
      const afterSignOut = await reads();
      assert.deepEqual(afterSignOut, [...new Set(afterSignOut)]);
    });
});
