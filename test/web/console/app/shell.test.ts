import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildDesk } from "../../../support/browser/desk.ts";
import { goTo } from "../../../support/outside/following.ts";
import { inviteVisitor, visitorCall } from "../../../support/visitor.ts";
import { openAs, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  location = (await buildDesk(web.world)).location;
});
after(() => web.close());

/** Keeps files of the console back. @returns lets them through */
const hold = async (page: Page, files: RegExp): Promise<() => void> => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, (route) => held.then(() => route.continue()));
  return release;
};

const shellOf = (page: Page) => page.getByRole("navigation", { name: "Main" }).first();

describe("while the texts of a page are on their way", () => {
  for (const [files, what] of [
    [/\/assets\/hosts-(?!page)[\w-]+\.js$/, "texts"],
    [/\/assets\/hosts-page-[\w-]+\.js$/, "code"],
  ] as const)
    it(`the shell is shown: ${what}`, async () => {
      const { page } = await openAs(web, "receptionist", [location]);
      const release = await hold(page, files);
      const held = page.waitForRequest(files);
      await page.goto(`${web.url}/at/${location}/hosts`);
      await held;
      await shellOf(page).waitFor();
      release();
      await page.getByRole("heading", { name: "Hosts", level: 1 }).waitFor();
    });

  it("the shell stays when another page is opened", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/reception`);
    await shellOf(page).waitFor();
    const files = /\/assets\/hosts-(?!page)[\w-]+\.js$/;
    const release = await hold(page, files);
    const held = page.waitForRequest(files);
    const gone = goTo(page, `/at/${location}/hosts`);
    await held;
    await shellOf(page).waitFor();
    release();
    await gone;
  });
});

describe("the settings on a phone, where no sidebar leads to the others", () => {
  it("each of their pages leads back to the list, which a laptop doesn't need", async () => {
    const { page } = await openAs(web, "local_admin", [location], { viewport: { width: 390, height: 844 } });
    await page.goto(`${web.url}/at/${location}/settings/entry-points`);
    const back = page.getByRole("main").getByRole("link", { name: "Settings" });
    await back.click();
    await page.waitForURL(/\/settings$/);
    await page.getByRole("main").getByRole("link", { name: "Kiosks" }).click();
    await back.waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await back.waitFor({ state: "detached" });
  });
});

/** What is written on more than one line in the sidebar. */
const WRAPPED = `[...document.querySelectorAll("aside nav a span, aside nav h2, aside button > span > span")]
  .filter((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  })
  .map((element) => element.textContent)`;

describe("the words of the sidebar keep to one line, with a number beside them", () => {
  before(async () => {
    const { token } = await inviteVisitor(web.world, location);
    await visitorCall(web.world, "POST", "/data/erasure", { token });
  });

  for (const language of ["en", "nl", "fr", "de"])
    it(language, async () => {
      const device = { viewport: { width: 1024, height: 768 }, locale: language };
      const { page } = await openAs(web, "global_admin", [location], device);
      await page.goto(`${web.url}/at/${location}/settings/erasure-requests`);
      await page.locator("aside nav").getByText("1", { exact: true }).waitFor();
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 768 });
        assert.deepEqual(await page.evaluate(WRAPPED), [], `${width} wide`);
      }
    });
});
