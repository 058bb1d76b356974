// npm run bench:web: what the pages cost a browser: bytes, time to the first row of a long log, and time from a key or click to the
// next picture on a computer four times as slow. --visits N (100000 when left out; 1000000 as promised).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

import type { Page } from "playwright-core";

import { type Demo, following, openDemo, startDemo } from "../test/support/demo.ts";
import { openKiosk } from "../test/support/kiosk-page.ts";
import { pairKiosk } from "../test/support/kiosk.ts";
import { buildPages } from "../web/build.ts";

const FACES = ["console", "kiosk", "visitor"] as const;
const SLOW_DOWN = 4;
const ROUNDS = 5;
const DIST = process.env["WEB_DIR"] ?? "dist/web";

type Line = readonly [what: string, value: string];

const firstScripts = (face: string): Line => {
  const page = readFileSync(join(DIST, face, "index.html"), "utf8");
  const paths = new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path));
  const bytes = [...paths].reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length,
    0,
  );
  return [`${face}: first JavaScript, compressed`, `${(bytes / 1024).toFixed(0)} KB`];
};

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Milliseconds from the beginning of the navigation to when the first row has been painted. */
const FIRST_ROW = `new Promise((done) => {
  const look = () => {
    if (document.querySelector("[role=row] [role=gridcell], [role=row] [role=cell], tbody tr") === null) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0));
  };
  look();
})`;

const timeList = async (demo: Demo, visits: number): Promise<Line> => {
  const { page, context } = await openDemo(demo);
  const times: number[] = [];
  for (let n = 0; n <= ROUNDS; n += 1) {
    await page.goto(`${demo.web.url}/at/${demo.location}/log`, { waitUntil: "commit" });
    const ms = await page.evaluate<number>(FIRST_ROW);
    // The first one fills the browser's cache, as everybody's is after the first day.
    if (n > 0) times.push(ms);
  }
  await context.close();
  return [`log of ${visits.toLocaleString("en")} visits: first row painted`, `${middle(times).toFixed(0)} ms`];
};

/** The longest time from an input to the next picture since it was last asked, as the browser measures it. */
const OBSERVE = `globalThis.longest = 0;
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); })
    .observe({ type: "event", durationThreshold: 16, buffered: true });`;

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
};

type Act = readonly [name: string, act: (page: Page) => Promise<unknown>];

const press =
  (...keys: string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

const ACTS: readonly Act[] = [
  ["open the palette", press("Control+k")],
  ["write in the palette", (page) => page.keyboard.type("ma")],
  ["close the palette", press("Escape")],
  ["go to the names", press("/")],
  ["write a name", (page) => page.keyboard.type("jo")],
  ["leave the names", press("Escape", "Tab")],
  [
    "approve",
    (page) =>
      page
        .getByRole("button", { name: /^Approve / })
        .first()
        .click(),
  ],
  ["take it back", press("z")],
  [
    "go to who is inside",
    (page) =>
      page
        .getByRole("link", { name: /^Inside/ })
        .first()
        .click(),
  ],
  ["go to the log", (page) => page.getByRole("link", { name: "Visitor log" }).first().click()],
];

const timeActs = async (demo: Demo): Promise<Line[]> => {
  const { page, context } = await openDemo(demo);
  await page.addInitScript(OBSERVE);
  const settled = following(page);
  await page.goto(`${demo.web.url}/at/${demo.location}/reception`);
  await settled();
  await slowDown(page);
  const lines: Line[] = [];
  for (const [name, act] of ACTS) {
    await page.evaluate("globalThis.longest = 0");
    await act(page);
    await settled();
    const ms = await page.evaluate<number>("globalThis.longest");
    lines.push([`${name}: next picture, ${SLOW_DOWN} times as slow`, ms === 0 ? "under 16 ms" : `${ms.toFixed(0)} ms`]);
  }
  await context.close();
  return lines;
};

const timeKiosk = async (demo: Demo): Promise<Line> => {
  const opened = await openKiosk(demo.web, await pairKiosk(demo.web.world, demo.location));
  await slowDown(opened.page);
  const times: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const start = performance.now();
    await opened.page.reload({ waitUntil: "commit" });
    await opened.page.getByRole("button", { name: /^Sign in/ }).waitFor();
    times.push(performance.now() - start);
  }
  await opened.context.close();
  return [`kiosk: ready for a finger, ${SLOW_DOWN} times as slow`, `${middle(times).toFixed(0)} ms`];
};

const WIDTH = 60;
const tell = ([what, value]: Line): void => {
  process.stdout.write(`${what.padEnd(WIDTH)}  ${value.padStart(11)}\n`);
};

const { values } = parseArgs({ options: { visits: { type: "string", default: "100000" } } });
const visits = Number(values.visits);
await buildPages(DIST);
const demo = await startDemo({ visits });
try {
  for (const face of FACES) tell(firstScripts(face));
  tell(await timeList(demo, visits));
  for (const line of await timeActs(demo)) tell(line);
  tell(await timeKiosk(demo));
} finally {
  await demo.web.close();
}
