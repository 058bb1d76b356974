import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page, Route } from "playwright-core";

import { type Demo, type Looks, openDemo, startDemo } from "../support/demo.ts";
import { following } from "../support/outside/following.ts";
import { pairKiosk } from "../support/kiosk.ts";
import { putCredential } from "../support/browser/kiosk-page.ts";
import { openPage } from "../support/browser/web.ts";

/** Half of what Chromium calls good: a list that is pushed down by one line has more. */
const MOST = 0.05;
const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } };
const ANSWERS = /\/(api|kiosk\/api|session)(\/|$)/;
const STREAM = /\/events\b/;
const DRAWN = "new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30)))";
/** Whatever is asked for together is held until then. */
const TOGETHER_MS = 50;

/** What moved on the page without the user, and by how much: the sum of Chromium's layout-shift entries. */
const MOVED = `new Promise((done) => {
  const found = { sum: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      found.sum += value;
      found.moved.push(...sources.map(({ node }) => value.toFixed(3) + " " + node?.textContent.slice(0, 60)));
    }
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(found), 100));
})`;

/** Lets the answers come one at a time, the last that was asked for first, each when the one before it has been drawn. */
const answerInTurn = async (page: Page): Promise<void> => {
  const held: Route[] = [];
  let isAnswering = false;
  const answer = async (): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    for (let next = held.pop(); next !== undefined; next = held.pop()) {
      const request = next.request();
      const answered = page.waitForEvent("requestfinished", (finished) => finished === request);
      await next.continue();
      await answered;
      await page.evaluate(DRAWN);
    }
    isAnswering = false;
  };
  await page.route(ANSWERS, async (route) => {
    if (STREAM.test(route.request().url())) return route.continue();
    held.push(route);
    setTimeout(() => void answer(), TOGETHER_MS);
  });
};

type Device = NonNullable<Looks["device"]>;

let demo: Demo;
before(async () => {
  demo = await startDemo({ visits: 900 });
  const { location, ids, web } = demo;
  await web.world.db.pool.query(
    `insert into undelivered (company_id, _id, device_id, ref, kind, done_at, name, field, tries, create_date, mod_date)
      values ($1, $2, $2, 'r', 'sign_in', now(), 'Rosa Parks', 'agreements', 1, now(), now())`,
    [location, ids.device],
  );
});
after(() => demo.web.close());

const openLogin = (device: Device) => openPage(demo.web, device);
const openConsole = (device: Device) => openDemo(demo, { device });
const openKiosk = async (device: Device) => {
  const { as } = await pairKiosk(demo.web.world, demo.location);
  const opened = await openPage(demo.web, device);
  await opened.page.goto(`${demo.web.url}/kiosk/icon-192.png`);
  await opened.page.evaluate(putCredential, as.authorization.replace("Bearer ", ""));
  return opened;
};

type Shown = {
  open: typeof openLogin;
  path: (location: string) => string;
  /** What is read last. */
  last?: RegExp[];
};

const PAGES: Record<string, Shown> = {
  login: { open: openLogin, path: () => "/login" },
  reception: {
    open: openConsole,
    path: (location) => `/at/${location}/reception`,
    last: [/Finish setting up\./, /1 offline sign-in/],
  },
  log: { open: openConsole, path: (location) => `/at/${location}/log` },
  kiosk: { open: openKiosk, path: () => "/kiosk/" },
};

describe("what has been drawn stays where it is, whichever answer comes first", () => {
  for (const [name, { open, path, last = [] }] of Object.entries(PAGES))
    for (const [size, viewport] of Object.entries(SIZES))
      it(`${name} on a ${size}`, async (t) => {
        const { page } = await open({ viewport, serviceWorkers: "block" });
        const rest = following(page);
        await answerInTurn(page);
        await page.goto(demo.web.url + path(demo.location));
        for (const words of last) await page.getByText(words).waitFor();
        await rest();
        const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>(MOVED);
        t.diagnostic(sum.toFixed(3));
        assert.ok(sum < MOST, moved.join("\n"));
      });
});
