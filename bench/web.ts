// npm run bench:web: what the pages cost a browser: bytes, time to the first row of a long log, and time from a key or click to the
// next picture on a computer four times as slow. --visits N are made for the lists (50000 when left out; 1000000 as promised takes
// two minutes), --data DIR keeps them there and takes them up again. Each part has a limit: one that does not come to its end is
// told, and the others are measured.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";

import type { Page } from "playwright-core";

import { type Demo, openDemo, startDemo } from "../test/support/demo.ts";
import { following } from "../test/support/outside/following.ts";
import { openKiosk } from "../test/support/browser/kiosk-page.ts";
import { pairKiosk } from "../test/support/kiosk.ts";
import { buildPages } from "../web/build.ts";
import { inFolders, readArguments } from "./command.ts";
import { median } from "./figures.ts";
import { timeLists } from "./lists.ts";

const FACES = ["console", "kiosk", "visitor"] as const;
const SLOW_DOWN = 4;
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
  for (let n = 0; n < Number(given.rounds); n += 1) {
    const start = performance.now();
    await opened.page.reload({ waitUntil: "commit" });
    await opened.page.getByRole("button", { name: /^Sign in/ }).waitFor();
    times.push(performance.now() - start);
  }
  await opened.context.close();
  return [`kiosk: ready for a finger, ${SLOW_DOWN} times as slow`, `${median(times).toFixed(0)} ms`];
};

const WIDTH = 66;
const tell = ([what, value]: Line): void => {
  process.stdout.write(`${what.padEnd(WIDTH)}  ${value.padStart(11)}\n`);
};

const given = readArguments({ visits: "50000", rounds: "9" }, { visits: "1000", rounds: "1" });

/** The time limit of a part. */
const PART_MS_MAX = 300_000;

const measured = async (part: string, measure: () => Promise<readonly Line[]>): Promise<void> => {
  const limit = new AbortController();
  const late = wait(PART_MS_MAX, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`not done within ${PART_MS_MAX / 1000} s`);
  });
  try {
    for (const line of await Promise.race([measure(), late])) tell(line);
  } catch (error) {
    tell([part, "not measured"]);
    process.stderr.write(`${part}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
};

const listLines = async (dataDir: string): Promise<Line[]> => {
  const { visits, lists } = await timeLists(dataDir, Number(given.visits), Number(given.rounds));
  return lists.flatMap(({ list, opened, clicked }): Line[] => [
    [`${list}, ${visits.toLocaleString("en")} visits: first row, opened anew`, `${opened.toFixed(0)} ms`],
    [`${list}, ${visits.toLocaleString("en")} visits: first row after a click`, `${clicked.toFixed(0)} ms`],
  ]);
};

await buildPages(DIST);
for (const face of FACES) tell(firstScripts(face));
await inFolders(given, (dataDir) => measured("lists", () => listLines(dataDir)));
const demo = await startDemo(given.isTrial ? { visits: Number(given.visits) } : {});
try {
  await measured("acts", () => timeActs(demo));
  await measured("kiosk", async () => [await timeKiosk(demo)]);
} finally {
  await demo.web.close();
}
