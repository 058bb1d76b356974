import type { Page } from "playwright-core";

import { startBrowser } from "../test/support/browser/browser.ts";
import { following } from "../test/support/outside/following.ts";
import { median } from "./figures.ts";
import { startService } from "./processes.ts";
import { prepare } from "./setup.ts";

/** The lists of the console, by the words of their addresses. */
const LISTS = ["log", "inside", "registered-visitors", "hosts"] as const;
/** By then the browser has everything in its cache, compiled, as after the first day. */
const WARMING = 3;
const ADMIN = { email: "bench@example.org", password: "a-password-of-some-length" };

/**
 * In every page: `rowPainted()` gives the moment at which the first row of the list that comes next was on the screen, in milliseconds
 * of the page's clock, as the browser itself notes it (Element Timing).
 */
const WATCH_ROWS = `globalThis.rowPainted = () => new Promise((done) => {
  const ROW = "main [data-row], main tbody tr";
  const painted = new PerformanceObserver((list) => {
    painted.disconnect();
    done(list.getEntries()[0].renderTime);
  });
  painted.observe({ type: "element" });
  const drawn = new MutationObserver(() => {
    const row = document.querySelector(ROW);
    if (row === null) return;
    drawn.disconnect();
    for (const part of [row, ...row.querySelectorAll("*")]) part.setAttribute("elementtiming", "row");
  });
  drawn.observe(document, { childList: true, subtree: true });
});
globalThis.opened = rowPainted();`;

/** How long a list takes, in milliseconds: when its address is opened anew, and from another page of the console. */
export type PaintTimes = { list: string; opened: number; clicked: number };

const openAnew = async (page: Page, address: string): Promise<number> => {
  await page.goto(address, { waitUntil: "commit" });
  return page.evaluate<number>("opened");
};

/** The click is the page's own: what the browser's driver takes to place a pointer is not part of it. */
const clickThere = async (page: Page, settled: () => Promise<void>, at: string, list: string): Promise<number> => {
  // A page without a list, so that the first row seen is the list's.
  await page.goto(`${at}/sign-in`);
  await settled();
  const ms = await page.evaluate<number>(`(async () => {
    const [since, painted] = [performance.now(), rowPainted()];
    document.querySelector('a[href$="/${list}"]').click();
    return (await painted) - since;
  })()`);
  // The next page is opened when this one has come to rest, as when the user reloads it.
  await settled();
  return ms;
};

type Rounds = { page: Page; settled: () => Promise<void>; at: string; rounds: number };

const timeList = async ({ page, settled, at, rounds }: Rounds, list: string): Promise<PaintTimes> => {
  const [opened, clicked]: [number[], number[]] = [[], []];
  const warming = Math.min(WARMING, rounds - 1);
  for (let n = 0; n < warming + rounds; n += 1) {
    const one = await openAnew(page, `${at}/${list}`);
    const other = await clickThere(page, settled, at, list);
    if (n < warming) continue;
    opened.push(one);
    clicked.push(other);
  }
  return { list, opened: median(opened), clicked: median(clicked) };
};

/**
 * Times the lists of the console over a database of many visits, in the service as it is started in earnest.
 * @param dataDir a folder with such a database; one is made there when there is none
 * @param rounds of which the median is taken
 */
export const timeLists = async (
  dataDir: string,
  visits: number,
  rounds: number,
): Promise<{ visits: number; lists: PaintTimes[] }> => {
  const { largest, visitsThere } = await prepare(dataDir, visits);
  const service = await startService(dataDir, { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  const browser = await startBrowser();
  try {
    const url = `http://127.0.0.1:${service.port}`;
    const context = await browser.newContext({ viewport: { width: 1440, height: 960 }, locale: "en-GB" });
    const page = await context.newPage();
    await page.addInitScript(WATCH_ROWS);
    const answer = await context.request.post(`${url}/session`, { data: ADMIN, headers: { origin: url } });
    if (!answer.ok()) throw new Error(`the sign-in failed: ${answer.status()}`);
    const settled = following(page);
    const lists: PaintTimes[] = [];
    for (const list of LISTS)
      lists.push(await timeList({ page, settled, at: `${url}/at/${largest._id}`, rounds }, list));
    return { visits: visitsThere, lists };
  } finally {
    await browser.close();
    await service.stop();
  }
};
