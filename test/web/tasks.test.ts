import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Locator, Page } from "playwright-core";

import { buildDesk, expectVisitor, minutesFromNow, signIn } from "../support/browser/desk.ts";
import { openAs, startWeb, untilLive, type Web } from "../support/browser/web.ts";

/** What a user does with their hands, counted: keys (not the letters of what they write) and clicks. */
type Hands = {
  page: Page;
  press: (...keys: string[]) => Promise<void>;
  write: (text: string) => Promise<void>;
  /** Goes on with Tab until this has the focus. */
  tabTo: (target: Locator) => Promise<void>;
  click: (target: Locator) => Promise<void>;
  count: number;
};

/** One thing people do all day, done twice: with the keyboard, then with the mouse. It begins on the reception page. */
type Task = {
  name: string;
  keys: (hands: Hands) => Promise<unknown>;
  clicks: (hands: Hands) => Promise<unknown>;
};

const TABS_MAX = 60;

const handsOn = (page: Page): Hands => {
  const hands: Hands = {
    page,
    count: 0,
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      hands.count += keys.length;
    },
    write: (text) => page.keyboard.type(text),
    tabTo: async (target) => {
      const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
      for (let n = 0; n < TABS_MAX && !(await isThere()); n += 1) await hands.press("Tab");
      assert.ok(await isThere(), `Tab reaches ${String(target)}`);
    },
    click: async (target) => {
      await target.click();
      hands.count += 1;
    },
  };
  return hands;
};

const button = ({ page }: Hands, name: string): Locator => page.getByRole("button", { name, exact: true });
const link = ({ page }: Hands, name: string): Locator => page.getByRole("link", { name, exact: true });
const searchLog = ({ page }: Hands): Locator => page.getByLabel("Search any field").first();
const visitorType = ({ page }: Hands): Locator => page.locator("#sheet a").filter({ hasText: "Visitor" }).first();
const chosen = ({ page }: Hands, name: string): Promise<void> =>
  page.getByRole("option", { name: new RegExp(name), selected: true }).waitFor();
const said = ({ page }: Hands, text: string): Promise<void> => page.getByText(text).first().waitFor();
const at = ({ page }: Hands, path: RegExp): Promise<void> => page.waitForURL(path);

/** The page has come, and the focus is on it: what is pressed before goes to the page that was left. */
const arrived = async ({ page }: Hands, heading: string): Promise<void> => {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.locator("#sheet:focus-within").waitFor();
};

/** A name written where names are written, and chosen. */
const byName = async (hands: Hands, name: string): Promise<void> => {
  await hands.press("/");
  await hands.write(name.toLowerCase());
  await chosen(hands, name);
  await hands.press("Enter");
};

/** The row of the desk's lists with this name; its one likely action shows when the mouse is over it. */
const inRow = async (hands: Hands, row: string, action: string): Promise<void> => {
  await hands.page.getByRole("listitem").filter({ hasText: row }).first().hover();
  await hands.click(button(hands, `${action} ${row}`));
};

const palette = async (hands: Hands, words: string, hit: string): Promise<void> => {
  await hands.press("Control+k");
  await hands.page.getByRole("combobox", { name: "Search everything" }).and(hands.page.locator(":focus")).waitFor();
  await hands.write(words);
  await chosen(hands, hit);
  await hands.press("Enter");
};

const TASKS: readonly Task[] = [
  {
    name: "Sign in an expected visitor",
    keys: async (hands) => {
      await byName(hands, "Ada Keys");
      await said(hands, "Ada Keys signed in");
    },
    clicks: async (hands) => {
      await inRow(hands, "Ada Mouse", "Sign in");
      await said(hands, "Ada Mouse signed in");
    },
  },
  {
    name: "Sign out a visitor",
    keys: async (hands) => {
      await byName(hands, "Bram Keys");
      await said(hands, "Bram Keys signed out");
    },
    clicks: async (hands) => {
      await inRow(hands, "Bram Mouse", "Sign out");
      await said(hands, "Bram Mouse signed out");
    },
  },
  {
    name: "Undo a sign-out",
    keys: async (hands) => {
      await byName(hands, "Cleo Keys");
      await said(hands, "Cleo Keys signed out");
      hands.count = 0;
      await hands.press("z");
      await button(hands, "Cleo Keys").waitFor();
    },
    clicks: async (hands) => {
      await inRow(hands, "Cleo Mouse", "Sign out");
      hands.count = 0;
      await hands.click(button(hands, "Undo"));
      await button(hands, "Cleo Mouse").waitFor();
    },
  },
  {
    name: "Sign in a new visitor",
    keys: async (hands) => {
      await hands.press("n");
      await hands.page.getByLabel("First name").and(hands.page.locator(":focus")).waitFor();
      await hands.write("Nina");
      await hands.press("Tab");
      await hands.write("Keys");
      await hands.press("Enter");
      await said(hands, "Nina Keys signed in");
    },
    clicks: async (hands) => {
      await hands.click(hands.page.getByRole("link", { name: /^Sign in visitor/ }).first());
      await hands.page.getByLabel("First name").and(hands.page.locator(":focus")).waitFor();
      await hands.write("Nina");
      await hands.click(hands.page.getByLabel("Last name"));
      await hands.write("Mouse");
      await hands.click(button(hands, "Sign in"));
      await said(hands, "Nina Mouse signed in");
    },
  },
  {
    name: "Approve a waiting visitor",
    keys: async (hands) => {
      await hands.press("3", "a");
      await said(hands, "Dora Keys approved");
      await button(hands, "Approve Dora Keys").waitFor({ state: "detached" });
    },
    clicks: async (hands) => {
      await hands.click(button(hands, "Approve Dora Mouse"));
      await button(hands, "Approve Dora Mouse").waitFor({ state: "detached" });
    },
  },
  {
    name: "Find who was here, and see everything about the visit",
    keys: async (hands) => {
      await palette(hands, "emil past", "Emil Past");
      await hands.page.getByRole("heading", { name: "Emil Past" }).first().waitFor();
    },
    clicks: async (hands) => {
      await hands.click(link(hands, "Visitor log"));
      await hands.click(hands.page.getByRole("row").filter({ hasText: "Emil Past" }));
      await hands.page.getByRole("heading", { name: "Emil Past" }).first().waitFor();
    },
  },
  {
    name: "Search the log",
    keys: async (hands) => {
      await hands.press("g", "l");
      await at(hands, /\/log$/);
      await searchLog(hands).waitFor();
      await hands.press("/");
      await hands.write("past");
      await at(hands, /past/);
    },
    clicks: async (hands) => {
      await hands.click(link(hands, "Visitor log"));
      await hands.click(searchLog(hands));
      await hands.write("past");
      await at(hands, /past/);
    },
  },
  {
    name: "See who is inside",
    keys: async (hands) => {
      await hands.press("g", "i");
      await at(hands, /\/inside/);
    },
    clicks: async (hands) => {
      await hands.click(hands.page.getByRole("link", { name: /^Inside/ }).first());
      await at(hands, /\/inside/);
    },
  },
  {
    name: "Add a host",
    keys: async (hands) => {
      await hands.press("g", "h");
      await arrived(hands, "Hosts");
      await hands.tabTo(button(hands, "Add host").first());
      await hands.press("Enter");
      await hands.page.getByLabel("Full name").and(hands.page.locator(":focus")).waitFor();
      await hands.write("Hanna Keys");
      await hands.press("Enter");
      await hands.page.getByRole("row").filter({ hasText: "Hanna Keys" }).waitFor();
    },
    clicks: async (hands) => {
      await hands.click(link(hands, "Hosts"));
      await hands.click(button(hands, "Add host").first());
      await hands.page.getByLabel("Full name").and(hands.page.locator(":focus")).waitFor();
      await hands.write("Hanna Mouse");
      await hands.click(hands.page.locator("form button[type=submit]").last());
      await hands.page.getByRole("row").filter({ hasText: "Hanna Mouse" }).waitFor();
    },
  },
  {
    name: "Open the list for an evacuation",
    keys: async (hands) => {
      await hands.press("e");
      await at(hands, /\/evacuation/);
    },
    clicks: async (hands) => {
      await hands.click(link(hands, "Evacuation"));
      await at(hands, /\/evacuation/);
    },
  },
  {
    name: "See whether all emails and SMS were sent",
    keys: async (hands) => {
      await hands.press("g", "o");
      await at(hands, /\/outbox/);
    },
    clicks: async (hands) => {
      await hands.click(hands.page.getByRole("link", { name: /^Outbox/ }).first());
      await at(hands, /\/outbox/);
    },
  },
  {
    name: "Pair a kiosk: the page with the code",
    keys: async (hands) => {
      await palette(hands, "kiosks", "Kiosks");
      await at(hands, /\/devices/);
    },
    clicks: async (hands) => {
      await hands.click(link(hands, "Settings"));
      await hands.click(link(hands, "Kiosks"));
      await at(hands, /\/devices/);
    },
  },
  {
    name: "Change what a visit type asks",
    keys: async (hands) => {
      await palette(hands, "visit types", "Visit types");
      await arrived(hands, "Visit types");
      await visitorType(hands).waitFor();
      await hands.press("j", "Enter");
      await at(hands, /visit-types\/\w+/);
    },
    clicks: async (hands) => {
      await hands.click(link(hands, "Settings"));
      await hands.click(link(hands, "Visit types"));
      await hands.click(visitorType(hands));
      await at(hands, /visit-types\/\w+/);
    },
  },
  {
    name: "See who changed what",
    keys: async (hands) => {
      await palette(hands, "audit", "Audit");
      await at(hands, /\/audit/);
    },
    clicks: async (hands) => {
      await hands.click(link(hands, "Settings"));
      await hands.click(hands.page.getByRole("link", { name: /^Audit/ }).first());
      await at(hands, /\/audit/);
    },
  },
  {
    name: "Sign out everyone who should have left",
    keys: async (hands) => {
      await hands.press("4", "Shift+Tab", "Shift+Tab", "Enter");
      await said(hands, "visitors signed out");
      await hands.press("z");
      hands.count -= 1;
      await button(hands, "Sign out all").waitFor();
    },
    clicks: async (hands) => {
      await hands.click(button(hands, "Sign out all"));
      await said(hands, "visitors signed out");
    },
  },
];

/** Keys and clicks of each task, as the manual has them. */
const told = new Map(
  readFileSync(join(import.meta.dirname, "../../docs/console.md"), "utf8")
    .matchAll(/^\| (.+?) +\| +(\d+) +\| +(\d+) +\|$/gm)
    .map(([, name = "", keys = "", clicks = ""]) => [name, [Number(keys), Number(clicks)] as const]),
);

let web: Web;

/** A desk of its own for each task: what one does is not in the way of the next. */
const fill = async (): Promise<string> => {
  const desk = await buildDesk(web.world, { settings: { signout_days: 2 } });
  const { location } = desk;
  for (const last_name of ["Keys", "Mouse"]) {
    await expectVisitor(web.world, location, { first_name: "Ada", last_name }, [5, 60]);
    for (const first_name of ["Bram", "Cleo"]) await signIn(web.world, location, { first_name, last_name });
    const waiting = { first_name: "Dora", last_name, visit_type: desk.interview };
    await signIn(web.world, location, waiting);
    await signIn(web.world, location, { first_name: "Over", last_name, signed_in: minutesFromNow(-1500) });
  }
  const past = { signed_in: minutesFromNow(-90), signed_out: minutesFromNow(-80) };
  await signIn(web.world, location, { first_name: "Emil", last_name: "Past", ...past });
  return location;
};

before(async () => {
  web = await startWeb();
});
after(() => web.close());

describe("the fifteen core tasks (docs/console.md)", () => {
  for (const { name, ...ways } of TASKS)
    it(`${name}: by keyboard alone and by mouse, in no more keys and clicks than the manual says`, async () => {
      const location = await fill();
      const { page, context, complaints } = await openAs(web, "global_admin", [location]);
      const counted: number[] = [];
      for (const way of ["keys", "clicks"] as const) {
        await page.goto(`${web.url}/at/${location}/reception`);
        await untilLive(page);
        await page.getByRole("region", { name: "Inside now" }).waitFor();
        await page.getByRole("button", { name: "Sign out all", exact: true }).waitFor();
        const hands = handsOn(page);
        await ways[way](hands);
        counted.push(hands.count);
      }
      await context.close();
      const [keys = 0, clicks = 0] = told.get(name) ?? [];
      const [keysCounted = 0, clicksCounted = 0] = counted;
      assert.equal(clicksCounted, clicks);
      // The manual has the most that it takes: the place of the focus after a page has come may save one.
      assert.ok(keysCounted > 0 && keysCounted <= keys, `${keysCounted} keys`);
      assert.deepEqual(complaints, []);
    });
});
