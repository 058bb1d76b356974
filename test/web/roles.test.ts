import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { can, ROLES, type Role } from "../../shared/roles.ts";
import { pages } from "../../web/console/data/pages.ts";
import { buildDesk, signIn } from "../support/browser/desk.ts";
import { goTo } from "../support/outside/following.ts";
import { until } from "../support/run/process.ts";
import { openAs, startWeb, type Web } from "../support/browser/web.ts";

const FOLDER = join(import.meta.dirname, "../../web/console/pages");
/** Pages that belong to no location, for every user who logs in; and the first run. */
const WITHOUT_LOCATION = ["account/account", "locations/locations", "setup/setup"];

const NOT_HERE = "You don’t have access to this page";

let web: Web;
let location: string;
let ids: Record<string, string>;

before(async () => {
  web = await startWeb();
  const desk = await buildDesk(web.world);
  location = desk.location;
  const visit = await signIn(web.world, location, { first_name: "Lena", last_name: "Vogt" });
  const { body } = await web.world.post(`/companies/${location}/agreements`, { name: "House rules" });
  ids = { $visit: visit._id, $visitType: desk.visitor, $agreement: body._id };
});
after(() => web.close());

/** Follows what a page asks the interface for; gives a function that waits until all of it was answered. */
const answered = (page: Page): (() => Promise<void>) => {
  const open = new Set<unknown>();
  page.on("request", (request) => void (/\/events\b/.test(request.url()) || open.add(request)));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => void open.delete(request));
  return async () => {
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    await until("the answers", async () => (open.size === 0 ? true : undefined));
  };
};

/** What is wrong with what the role is shown, page by page. */
const wrongFor = async (role: Role): Promise<string[]> => {
  const { page, context, complaints } = await openAs(web, role, [location]);
  await page.addInitScript("globalThis.print = () => undefined");
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  const settled = answered(page);
  await page.goto(`${web.url}/at/${location}/log`);
  await settled();
  const wrong: string[] = [];
  for (const { path, permission } of pages) {
    const heading = await goTo(page, `/at/${location}/${path.replaceAll(/\$\w+/g, (id) => ids[id] ?? "")}`);
    await settled();
    const isShown = heading !== NOT_HERE;
    if (isShown !== can(role, permission)) wrong.push(`${path}: ${isShown ? "shown" : "not shown"}`);
    wrong.push(...refused.splice(0).map((answer) => `${path}: ${answer}`), ...complaints.splice(0));
  }
  await context.close();
  return wrong;
};

describe("the pages of the console, by role (rules 4)", () => {
  it("each of them has a file in pages/ with nothing but the page, and each file is a page", () => {
    const found = globSync("*/*-page.tsx", { cwd: FOLDER }).map((file) => file.replace("-page.tsx", ""));
    assert.deepEqual(found.toSorted(), [...pages.map(({ code }) => code), ...WITHOUT_LOCATION].toSorted());
    for (const code of found)
      assert.equal(readFileSync(join(FOLDER, `${code}-page.tsx`), "utf8").match(/^export (?!type)/gm)?.length, 1, code);
  });

  it("each role sees its pages and the plain sentence elsewhere, and asks for nothing that is refused", async () => {
    const wrong = await Promise.all(ROLES.map(async (role) => [role, await wrongFor(role)] as const));
    assert.deepEqual(Object.fromEntries(wrong), Object.fromEntries(ROLES.map((role) => [role, []])));
  });
});
