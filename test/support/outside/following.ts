import type { Page } from "playwright-core";

import { until } from "../run/process.ts";

const STREAM = /\/events\b/;
const QUIET_ROUNDS = 3;
/** Whether the page shows its heading: what waits for code or texts of its own is there and hidden. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => setTimeout(() =>
  done([...document.querySelectorAll("h1")].some((title) => title.checkVisibility())), 30)))`;

/** Follows what a page asks for; gives a function that waits until it has all of it and has drawn it. */
export const following = (page: Page): (() => Promise<void>) => {
  const open = new Set<unknown>();
  page.on("request", (request) => void (STREAM.test(request.url()) || open.add(request)));
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
  return async () => {
    let rounds = 0;
    await until("the page to be whole", async () => {
      const isDrawn = await page.evaluate<boolean>(DRAWN);
      rounds = isDrawn && open.size === 0 ? rounds + 1 : 0;
      return rounds >= QUIET_ROUNDS ? true : undefined;
    });
    await page.evaluate("document.fonts.ready.then(() => undefined)");
  };
};

/** Goes to another page of the console as a link does, without loading it anew, and gives the heading that comes. */
export const goTo = async (page: Page, path: string): Promise<string> => {
  await page.evaluate<void>(`document.querySelector("h1")?.setAttribute("data-left", "")`);
  await page.evaluate<void>(`history.pushState({}, "", ${JSON.stringify(path)})`);
  const heading = page.locator("h1:not([data-left])");
  await heading.waitFor({ state: "attached" });
  return (await heading.textContent()) ?? "";
};
