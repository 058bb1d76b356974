import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { BrowserContext, Page } from "playwright-core";

import { violationsOf } from "../support/browser/axe.ts";
import { type Address, consolePages, type Demo, type Looks, openDemo, startDemo } from "../support/demo.ts";
import { following, goTo } from "../support/outside/following.ts";
import { posterOf } from "../support/visitor.ts";
import { openPage } from "../support/browser/web.ts";

/** Pages that hold every component: looked at in the dark and in the language with the longest words as well. */
const TELLING = new Set(["reception", "log-visit", "visit-type", "settings-webhook", "settings-general"]);
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 960 };
/** All that a browser may keep of its user (web/console/lib/preferences.ts). */
const KEPT = /^(location|theme|language|keys|compact|view .+)$/;

let demo: Demo;
/** Every request to a host other than the service. */
const elsewhere: string[] = [];
const policies = new Map<string, string>();

const watch = (context: BrowserContext): void => {
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${demo.web.url}/`) && !/^(data|blob|about):/.test(url)) elsewhere.push(url);
  });
  context.on("response", (response) => {
    if (response.request().resourceType() !== "document") return;
    policies.set(new URL(response.url()).pathname, response.headers()["content-security-policy"] ?? "none");
  });
};

/** A visitor asks to be erased, and a kiosk could not deliver a sign-in: pages that are empty in the demo have a row. */
const fillPages = async ({ web, location, ids }: Demo): Promise<void> => {
  const { pool } = web.world.db;
  await pool.query(
    `insert into erasure_requests
      select v.company_id, 'a' || substr(v._id, 2), 'visit', v._id, 'pending', v.signed_in, v.signed_in from visits v
      where v.company_id = $1 and v.signed_out is not null order by v.signed_in desc limit 1`,
    [location],
  );
  await pool.query(
    `insert into undelivered (company_id, _id, device_id, ref, kind, done_at, name, field, tries, create_date, mod_date)
      values ($1, $2, $2, 'r', 'sign_in', now(), 'Rosa Parks', 'agreements', 1, now(), now())`,
    [location, ids.device],
  );
};

before(async () => {
  demo = await startDemo({ visits: 900 });
  await fillPages(demo);
});
after(() => demo.web.close());

/** A way to an address. */
type Going = (page: Page, path: string) => Promise<unknown>;

const load: Going = (page, path) => page.goto(demo.web.url + path);

/** As a link goes there: to load the console costs as much as all that is found on a page. */
const follow: Going = (page, path) => (page.url() === "about:blank" ? load(page, path) : goTo(page, path));

/** Finds what is wrong on each page; only pages with a finding have an entry. */
const visit = async (
  pages: readonly Address[],
  looks: Looks,
  find: (page: Page) => Promise<readonly string[]>,
  go = follow,
): Promise<Record<string, readonly string[]>> => {
  const { page, context, complaints } = await openDemo(demo, looks);
  watch(context);
  page.setDefaultTimeout(15_000);
  const settled = following(page);
  const found: Record<string, readonly string[]> = {};
  for (const [name, path] of pages) {
    await go(page, path);
    await settled();
    const wrong = [...(await find(page)), ...complaints.splice(0)];
    if (wrong.length > 0) found[name] = wrong;
  }
  await context.close();
  return found;
};

const telling = (): Address[] => consolePages(demo).filter(([name]) => TELLING.has(name));

const still = { reducedMotion: "reduce" } as const;

const menuButton = "button[aria-haspopup=menu]";

/** A panel, and in it the first button of its foot, which removes. */
const removing =
  (open: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    await open(page);
    await page.locator("#sheet aside form button").nth(-3).click();
    await page.getByRole("dialog").waitFor();
  };

const columns = (page: Page): Promise<void> => page.locator("#sheet button[aria-haspopup=dialog]").last().click();

/** What opens over a page: the page, and how it is opened in any language. */
const OVER: readonly (readonly [name: string, page: string, open: (page: Page) => Promise<unknown>])[] = [
  ["keys", "reception", (page) => page.keyboard.press("?")],
  ["palette", "reception", (page) => page.keyboard.press("Control+k")],
  ["locations", "reception", (page) => page.locator(`aside ${menuButton}`).first().click()],
  ["account", "reception", (page) => page.locator(`aside ${menuButton}`).last().click()],
  ["visit menu", "log-visit", (page) => page.locator(`[role=group] ${menuButton}`).click()],
  [
    "erase",
    "log-visit",
    async (page) => {
      await page.locator(`[role=group] ${menuButton}`).click();
      await page.getByRole("menuitem").last().click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  ["columns", "log", columns],
  ["columns of registered visitors", "registered-visitors", columns],
  ["erasure on request", "settings-erasure-requests", (page) => page.locator("#sheet button").last().click()],
  ["discarding", "undelivered", (page) => page.locator("#sheet button").first().click()],
  [
    "days of a filter",
    "log",
    async (page) => {
      // Not the export's, which is in the page's header.
      await page.locator(`#sheet ${menuButton}:not(header *)`).first().click();
      await page.getByRole("menuitem").first().click();
      await page.locator("[role=dialog] button[aria-haspopup=dialog]").first().click();
      await page.locator("table button[tabindex='0']").first().waitFor();
    },
  ],
  ["import", "hosts", (page) => page.locator("#sheet header button").first().click()],
  ["removal of a host", "hosts", removing((page) => page.locator("#sheet [data-row]").first().click())],
  ["removal of an agreement", "agreement", (page) => page.locator("#sheet header button").last().click()],
  ["toast", "reception", (page) => page.locator("#sheet li[data-row] > button[data-go]").last().click()],
  [
    "more on a phone",
    "reception",
    async (page) => {
      await page.setViewportSize(PHONE);
      await page.locator(`nav ${menuButton}:visible`).last().click();
    },
  ],
];

const OPENED =
  "[role=dialog]:visible, [role=menu]:visible, [role=status] button:visible, #sheet aside form:visible, #sheet aside input";

const withOver = async (looks: Looks): Promise<Record<string, readonly string[]>> => {
  const paths = new Map(consolePages(demo));
  const pages = OVER.map(([name, on]): Address => [name, paths.get(on) ?? ""]);
  const openers = OVER.map(([, , open]) => open);
  const look = async (page: Page): Promise<string[]> => {
    await openers.shift()?.(page);
    await page.locator(OPENED).first().waitFor();
    // A menu that is open is drawn over the landmarks, in none of them.
    const found = await violationsOf(page, ["region"]);
    // What a toast offers to take back is taken back, so that the next look finds it as it was.
    await page.keyboard.press("z");
    return found;
  };
  // Loaded anew: what was open over one page does not stay over the next.
  return visit(pages, looks, look, load);
};

/** The long form, `AXE=all npm test -- test/web/axe.test.ts`: everything in every language, light and dark. */
const ALL_LOOKS: Looks[] =
  process.env["AXE"] === "all"
    ? ["en", "nl", "fr", "de"].flatMap((language) =>
        (["light", "dark"] as const).map((colorScheme) => ({ language, device: { ...still, colorScheme } })),
      )
    : [];

describe("every page of the console: accessible (WCAG 2.2 AA)", () => {
  it("no page has anything that axe finds", async () => {
    assert.deepEqual(await visit(consolePages(demo), { device: still }, (page) => violationsOf(page)), {});
  });

  it("nor have the telling ones in the dark, in German", async () => {
    const looks = { language: "de", device: { ...still, colorScheme: "dark" as const } };
    assert.deepEqual(await visit(telling(), looks, (page) => violationsOf(page)), {});
  });

  it("nor has anything that opens over a page: keys, palette, menus, panels, dialogs, toasts", async () => {
    assert.deepEqual(await withOver({ device: still }), {});
  });

  for (const looks of ALL_LOOKS)
    it(`nor anything at all, ${looks.language}, ${looks.device?.colorScheme}`, async () => {
      assert.deepEqual(await visit(consolePages(demo), looks, (page) => violationsOf(page)), {});
      assert.deepEqual(await withOver(looks), {});
    });
});

/** Texts of ours that are cut off: in the pseudo language each of them ends in waves. Names of people may be; they are whole in their panel. */
const CLIPPED = `(() => {
  const own = (element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
  const hides = (style) => /hidden|clip/.test(style.overflowX) || style.textOverflow === "ellipsis";
  const isHidden = (element) => element.closest("[hidden], [aria-hidden=true]") !== null || element.clientWidth <= 1;
  const cut = [...document.querySelectorAll("body *")].filter((element) => own(element).includes("~") && !isHidden(element)
    && hides(getComputedStyle(element)) && element.scrollWidth > element.clientWidth + 1);
  const wide = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page is wider than the window"] : [];
  return [...cut.map((element) => element.tagName.toLowerCase() + " " + own(element)), ...wide];
})()`;

const REST_MS = 3_000;
const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";

/** What is found once the page has been laid out again for a new size; what it still finds after three seconds stays. */
const atRest = async (page: Page, find: () => Promise<string[]>): Promise<string[]> => {
  const endMs = performance.now() + REST_MS;
  for (;;) {
    await page.evaluate(TWO_FRAMES);
    const found = await find();
    if (found.length === 0 || performance.now() > endMs) return found;
  }
};

describe("texts that are a third longer", () => {
  it("are cut off on no page, at a desk or on a phone", async () => {
    const clipped = async (page: Page): Promise<string[]> => {
      const found: string[] = [];
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport);
        const cut = await atRest(page, () => page.evaluate<string[]>(CLIPPED));
        found.push(...cut.map((text) => `${viewport.width}: ${text}`));
      }
      return found;
    };
    const looks = { language: "en-XA", device: { ...still, locale: "en" } };
    assert.deepEqual(await visit(consolePages(demo), looks, clipped), {});
  });
});

describe("what a browser is asked to do", () => {
  it("goes through every link of the sidebar without a request to another host, and keeps preferences only", async () => {
    const { page, context, complaints } = await openDemo(demo);
    watch(context);
    const settled = following(page);
    const at = `${demo.web.url}/at/${demo.location}`;
    const links: string[] = [];
    for (const start of ["reception", "settings"]) {
      await page.goto(`${at}/${start}`);
      await settled();
      const sidebar = page.getByRole("navigation").first().getByRole("link");
      const paths = await sidebar.evaluateAll((all) => all.map((element) => element.getAttribute("href")));
      for (const path of paths) {
        const link = page.locator(`nav a[href="${path}"]`).first();
        if (!(await link.isVisible())) await page.goto(`${at}/${start}`);
        await link.click();
        await settled();
        links.push(page.url());
      }
    }
    const kept = await page.evaluate<Record<string, string>>("({ ...localStorage })");
    assert.ok(new Set(links).size > 15, `${links.length} links`);
    assert.deepEqual(Object.keys(kept), ["foyer"]);
    const names = Object.keys(JSON.parse(kept["foyer"] ?? "{}"));
    assert.deepEqual(
      names.filter((name) => !KEPT.test(name)),
      [],
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("kiosk and phone call no other host either", async () => {
    const { page, context, complaints } = await openPage(demo.web, { viewport: PHONE });
    watch(context);
    const settled = following(page);
    const poster = await posterOf(demo.web.world, demo.location, demo.ids.entryPoint);
    for (const path of ["/kiosk/", `/visit/#p=${poster}`]) {
      await page.goto(demo.web.url + path);
      await settled();
    }
    await context.close();
    assert.deepEqual(complaints, []);
  });

  it("nothing outside our origin was asked for, and no page lets styles or scripts of others in", () => {
    assert.deepEqual([...new Set(elsewhere)], []);
    assert.ok(policies.size >= 3, `${policies.size} pages`);
    for (const [path, policy] of policies) {
      const says = (name: string): string => policy.split("; ").find((part) => part.startsWith(name)) ?? "";
      assert.match(says("default-src"), /^default-src '(none|self)'$/, path);
      assert.match(says("script-src"), /^script-src 'self'( 'wasm-unsafe-eval')?$/, path);
      assert.match(says("style-src"), /^style-src 'self'( 'nonce-[\w+/=]+')?$/, path);
      assert.match(says("connect-src"), /^connect-src 'self'$/, path);
    }
  });
});
