import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";

import type { Locator, Page } from "playwright-core";

import { queueNotifications } from "../../server/jobs/notifications/notifications.ts";
import { buildDesk, expectVisitor, minutesFromNow, signIn } from "../support/browser/desk.ts";
import { arrival, arrive, atKiosk, buildSite, type Site } from "../support/door.ts";
import { until } from "../support/run/process.ts";
import { untilDrawn } from "../support/outside/unread.ts";
import { posterOf, visitorCall } from "../support/visitor.ts";
import { type Opened, openAs, startWeb, type Web } from "../support/browser/web.ts";
import { type Body, buildKey } from "../support/world.ts";

/** Repetitions of a key that is held for half a second. */
const REPEATS = 8;
const HOST = { recipient: "Ann Peeters", recipient_mail: "ann@example.org", notify_host: true };

type Desk = Awaited<ReturnType<typeof buildDesk>>;
type Act = {
  /** The visitors before: the first is acted on, and the others are not. */
  people: (desk: Desk) => Promise<unknown>;
  page?: string;
  /** Puts the focus where the key acts on "Ada One". */
  arm: (page: Page) => Promise<unknown>;
  key?: string;
  /** What the page says of it, word by word. */
  says: string;
  /** The focus then is on another row, without choosing it. */
  rests?: true;
  /** What the page shows again after Undo, where what is stored follows in its own time (mark-sync.ts). */
  back?: string;
};

let web: Web;
let opened: Opened;

before(async () => {
  web = await startWeb();
  opened = await openAs(web, "global_admin", []);
});
after(() => web.close());

const NAMES = ["Ada One", "Ada Two", "Ada Three"].map((name) => {
  const [first_name = "", last_name = ""] = name.split(" ");
  return { first_name, last_name };
});
const eachOf = (make: (person: (typeof NAMES)[number], index: number) => Promise<unknown>) => async () => {
  for (const [index, person] of NAMES.entries()) await make(person, index);
};
const expected = (desk: Desk) =>
  eachOf((person, index) =>
    expectVisitor(web.world, desk.location, { ...person, ...HOST, recipient: `Host ${index}` }, [5 + index, 60]),
  )();
/** Three who come to one meeting. */
const party = (desk: Desk): Promise<void> => {
  const visiting_on = { startDate: minutesFromNow(5), endDate: minutesFromNow(60) };
  return eachOf((person) =>
    web.world.post("/knownvisitors", { company_id: desk.location, ...person, ...HOST, visiting_on }),
  )();
};
const inside =
  (more: (desk: Desk, index: number) => Record<string, unknown> = () => ({})) =>
  (desk: Desk) =>
    eachOf((person, index) => signIn(web.world, desk.location, { ...person, ...more(desk, index) }))();
const pending = inside(({ interview }, index) => ({ visit_type: interview, signed_in: minutesFromNow(index - 9) }));
/** Their host was not asked, or some minutes ago. */
const pendingOfHost = inside(({ interview }, index) => ({
  visit_type: interview,
  signed_in: minutesFromNow(index - 9),
  ...HOST,
  notify_host: false,
}));
const late = inside((_, index) => ({ signed_in: minutesFromNow(index - 1500) }));
const left = inside((_, index) => ({
  signed_in: minutesFromNow(-60),
  signed_out: minutesFromNow(index - 50),
  ...HOST,
}));

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const focus = (name: string) => (page: Page) => button(page, name).first().focus();
const listed = (page: Page): Promise<void> => page.locator("[data-go]").nth(1).waitFor({ state: "attached" });
const byName = async (page: Page): Promise<void> => {
  await listed(page);
  await page.keyboard.press("/");
  await page.keyboard.type("ada one");
  await page.getByRole("option", { name: /Ada One/, selected: true }).waitFor();
};
const inPalette = async (page: Page): Promise<void> => {
  // Opened on the row of another visitor, who must not be acted on when it closes.
  await page.locator("[data-go]").nth(1).focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("ada one");
  await page.getByRole("option", { name: /Ada One/, selected: true }).waitFor();
};
const openVisit = async (page: Page): Promise<void> => {
  await page.getByRole("row").filter({ hasText: "Ada One" }).click();
  await page.getByRole("complementary").getByRole("heading", { name: "Ada One" }).waitFor();
};
const inPanel = (name: string) => async (page: Page) => {
  await openVisit(page);
  await page.getByRole("complementary").getByRole("button", { name, exact: true }).focus();
};
const select = (name: string) => async (page: Page) => {
  await page.getByRole("row").filter({ hasText: "Ada One" }).getByRole("checkbox").check({ force: true });
  await button(page, name).focus();
};
const fillForm = async (page: Page): Promise<void> => {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("One");
};

const ACTS: Readonly<Record<string, Act>> = {
  "Reception: sign in": { people: expected, arm: focus("Sign in Ada One"), says: "Ada One signed in" },
  "Reception: sign in a party": {
    people: party,
    arm: focus("Sign in all 3 for Ann Peeters"),
    says: "3 visitors signed in",
  },
  "Reception: sign in by name": { people: expected, arm: byName, says: "Ada One signed in" },
  "Palette: sign in": { people: expected, arm: inPalette, key: "Control+Enter", says: "Ada One signed in" },
  "Form: sign in": {
    people: inside((_, index) => ({ last_name: `Other ${index}` })),
    page: "sign-in",
    arm: fillForm,
    says: "Ada One signed in",
  },
  "Visit: sign in again": { people: left, page: "log", arm: inPanel("Sign in again"), says: "Ada One signed in" },
  "Registered visitor: sign in": {
    people: expected,
    page: "registered-visitors",
    arm: inPanel("Sign in"),
    says: "Ada One signed in",
  },
  "Reception: sign out": {
    people: inside(),
    arm: focus("Sign out Ada One"),
    says: "Ada One signed out",
    rests: true,
  },
  "Reception: sign out by name": { people: inside(), arm: byName, says: "Ada One signed out" },
  "Palette: sign out": { people: inside(), arm: inPalette, key: "Control+Enter", says: "Ada One signed out" },
  "Visit: sign out": { people: inside(), page: "log", arm: inPanel("Sign out"), says: "Ada One signed out" },
  "Should have left: sign out": {
    people: late,
    arm: (page) =>
      page.getByRole("list", { name: "Should have left" }).getByRole("button", { name: "Sign out Ada One" }).focus(),
    says: "Ada One signed out",
  },
  "Inside: sign out the selected": {
    people: inside(),
    page: "inside",
    arm: select("Sign out 1"),
    says: "Ada One signed out",
  },
  "Log: sign out the selected": {
    people: inside(),
    page: "log",
    arm: select("Sign out 1"),
    says: "Ada One signed out",
  },
  "Reception: approve": { people: pending, arm: focus("Approve Ada One"), key: "a", says: "Ada One approved" },
  "Visit: approve": { people: pending, page: "log", arm: inPanel("Approve"), says: "Ada One approved" },
  "Reception: reject": {
    people: pending,
    arm: async (page) => {
      await focus("Approve Ada One")(page);
      await page.keyboard.press("r");
      await page.getByRole("textbox", { name: "Reason (optional)" }).and(page.locator(":focus")).waitFor();
    },
    says: "Ada One rejected",
  },
  "Visit: mark safe": {
    people: inside(),
    page: "log",
    arm: async (page) => {
      await openVisit(page);
      await page.getByRole("complementary").getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Mark safe" }).focus();
    },
    says: "Ada One marked safe",
  },
  "Log: mark the selected safe": {
    people: inside(),
    page: "log",
    arm: select("Mark 1 safe"),
    says: "Ada One marked safe",
  },
  "Evacuation: mark safe": {
    people: async (desk) => {
      await inside()(desk);
      await web.world.post(`/companies/${desk.location}/evacuations`, { drill: true });
    },
    page: "evacuation",
    arm: focus("Mark Ada One safe"),
    says: "Ada One marked safe",
    back: "Mark Ada One safe",
  },
};

/** The rows of a table that an act is to leave behind, each by its last name. */
const names =
  (table: "visits" | "registered_visitors") =>
  async (location: string): Promise<string[]> => {
    const { rows } = await web.world.db.pool.query(
      `select last_name from ${table} where company_id = $1 order by last_name`,
      [location],
    );
    return rows.map(({ last_name }: Body) => last_name);
  };
/** Who waits for reception to tell them what a program has decided. */
const untold = async (desk: Desk): Promise<void> => {
  const as = await buildKey(web.world, [desk.location]);
  await pending(desk);
  await web.world.db.pool.query("update visits set signed_in_source = 1 where company_id = $1", [desk.location]);
  const visits: Body[] = (await web.world.get(`/visitors/signed_current/${desk.location}`)).body;
  for (const { _id } of visits.toSorted((a, b) => (a.signed_in < b.signed_in ? -1 : 1)))
    assert.equal((await web.world.post(`/visitors/${_id}/reject`, {}, { as })).status, 200);
};
const toBeTold = async (location: string): Promise<number> =>
  (await web.world.get(`/companies/${location}/visitors/unseenanswers`)).body.length;
/** How often the host was asked about each of the visitors. */
const asked = async (location: string): Promise<number[]> => {
  await queueNotifications(web.world.context);
  const { rows } = await web.world.db.pool.query(
    "select count(m._id)::int as n from visits v left join messages m on m.subject_id = v._id and m.template = 'visitor_to_decide' where v.company_id = $1 group by v._id, v.signed_in order by v.signed_in",
    [location],
  );
  return rows.map(({ n }: Body) => n);
};
const fromMenu =
  (item: string, answer?: string) =>
  async (page: Page): Promise<void> => {
    await openVisit(page);
    await page.getByRole("complementary").getByRole("button", { name: "More" }).click();
    const row = page.getByRole("menuitem", { name: item });
    if (answer === undefined) return row.focus();
    await row.click();
    await page.getByRole("dialog").getByRole("button", { name: answer }).focus();
  };

type FinalAct = Pick<Act, "people" | "page" | "arm" | "says"> & {
  /** What is stored then. */
  read: (location: string) => Promise<unknown>;
  leaves: unknown;
};

/** What has no Undo: it is done once, and to no one else. */
const FINAL: Readonly<Record<string, FinalAct>> = {
  "Reception: told": {
    people: untold,
    arm: (page) => button(page, "Done").first().focus(),
    says: "Ada One knows",
    read: toBeTold,
    leaves: 2,
  },
  "Reception: ask again": {
    people: pendingOfHost,
    arm: focus("Ask again about Ada One"),
    says: "Approval request for Ada One sent again",
    read: asked,
    leaves: [1, 0, 0],
  },
  "Visit: ask again": {
    people: pendingOfHost,
    page: "log",
    arm: fromMenu("Ask again"),
    says: "Approval request for Ada One sent again",
    read: asked,
    leaves: [1, 0, 0],
  },
  "Visit: erase": {
    people: left,
    page: "log",
    arm: fromMenu("Erase", "Erase 1 visit"),
    says: "1 visit erased",
    read: names("visits"),
    leaves: ["Three", "Two"],
  },
  "Registered visitor: remove": {
    people: expected,
    page: "registered-visitors",
    arm: fromMenu("Remove", "Remove 1 visitor"),
    says: "Ada One removed",
    read: names("registered_visitors"),
    leaves: ["Three", "Two"],
  },
};

/** What is stored of the visits: who is inside, decided or safe, and whose host waits for a message. */
const stored = async (location: string): Promise<Body> => {
  const { rows } = await web.world.db.pool.query(
    `select last_name, signed_out is not null as out, approval, safe, h.visit_id is not null as held
     from visits v left join held_sign_ins h on h.company_id = v.company_id and h.visit_id = v._id
     where v.company_id = $1 order by signed_in, last_name`,
    [location],
  );
  return rows;
};

const pressHeld = async (page: Page, key: string, says: Locator): Promise<void> => {
  const parts = key.split("+");
  const last = parts.pop() ?? "";
  for (const part of parts) await page.keyboard.down(part);
  await page.keyboard.down(last);
  await says.waitFor();
  for (let n = 0; n < REPEATS; n += 1) {
    await page.keyboard.down(last);
    await untilDrawn(page);
  }
  for (const part of [last, ...parts]) await page.keyboard.up(part);
};

/** What the manual says of an action. */
type Row = { twice: string; held: string; undo: string; message: string };

/** How many visitors a sentence of the page is about. */
const countIn = (says: string): number => Number(/^\d+/.exec(says)?.[0] ?? 1);

const assertDone = async (location: string, before_: Body, { says }: Act, { message }: Row): Promise<void> => {
  const now = await stored(location);
  if (message === "to the host, 8 s later") {
    assert.equal(now.length, before_.length + countIn(says));
    assert.equal(now.filter(({ held }: Body) => held).length, countIn(says));
  } else if (message.endsWith("after the Undo")) assert.deepEqual(now, before_);
  else assert.equal(message, "none");
};

/** Holds the key, presses it again and Enter after it, and takes back what was done. */
const walk = async (act: Act, row: Row): Promise<void> => {
  const { people, page: path = "reception", arm, key = "Enter", says } = act;
  const { page, complaints } = opened;
  const desk = await buildDesk(web.world, { settings: { signout_days: 2 } });
  await people(desk);
  const before_ = await stored(desk.location);
  await page.goto(`${web.url}/at/${desk.location}/${path}`);
  await arm(page);
  const said = page.getByRole("status").getByText(says, { exact: true });
  await pressHeld(page, key, said);
  for (const again of new Set([key.split("+").at(-1) ?? "", "Enter"])) {
    await page.keyboard.press(again);
    await untilDrawn(page);
  }
  if (act.rests === true) await page.locator("[data-resting]:focus").waitFor();
  assert.ok(await said.isVisible(), `not only: ${says}`);
  assert.equal(await page.getByRole("dialog").count(), 0);
  await assertDone(desk.location, before_, act, row);
  assert.notEqual(row.undo, "none");
  await page.keyboard.press("z");
  await said.waitFor({ state: "detached" });
  const isAsBefore = async () => isDeepStrictEqual(await stored(desk.location), before_) || undefined;
  if (act.back === undefined) await until("what was before", isAsBefore);
  else await button(page, act.back).waitFor();
  assert.deepEqual(complaints.splice(0), []);
};

/** Holds Enter, presses it twice more, and finds that it was done to one visitor. */
const walkFinal = async ({ people, page: path = "reception", arm, says, read, leaves }: FinalAct): Promise<void> => {
  const { page, complaints } = opened;
  const desk = await buildDesk(web.world, { settings: { signout_days: 2 } });
  await people(desk);
  await page.goto(`${web.url}/at/${desk.location}/${path}`);
  await arm(page);
  await pressHeld(page, "Enter", page.getByRole("status").getByText(says, { exact: true }));
  for (const key of ["Enter", "Enter"]) {
    await page.keyboard.press(key);
    await untilDrawn(page);
  }
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.deepEqual(await read(desk.location), leaves);
  assert.deepEqual(complaints.splice(0), []);
};

/** A first press arms the button, a double click and a held key no more than that; the second press starts it. */
const startEvacuation = async (): Promise<void> => {
  const { page } = opened;
  const { location } = await buildDesk(web.world);
  const begun = async (): Promise<number> => (await web.world.get(`/companies/${location}/evacuations`)).body.length;
  await page.goto(`${web.url}/at/${location}/evacuation`);
  await button(page, "Start evacuation").dblclick();
  await button(page, "Press again to start").waitFor();
  await page.reload();
  await button(page, "Start evacuation").focus();
  await pressHeld(page, "Enter", button(page, "Press again to start"));
  assert.equal(await begun(), 0);
  await page.keyboard.press("Enter");
  await button(page, "Start evacuation").waitFor({ state: "detached" });
  await until("it has started", async () => (await begun()) === 1 || undefined);
  await queueNotifications(web.world.context);
  assert.deepEqual((await web.world.get(`/companies/${location}/outbox`)).body, []);
};

const onPhone = async (site: Site, path: string, body: object): Promise<Body> =>
  (await visitorCall(web.world, "POST", path, { token: await posterOf(web.world, site.location, site.door), body }))
    .body;

/** What kiosks and phones send, which they send again when it is pressed again. */
const DOORS: Readonly<Record<string, (site: Site) => Promise<() => Promise<Body>>>> = {
  "Kiosk: sign in": async (site) => {
    const body = arrival(site);
    return async () => (await atKiosk(web.world, site, "/visits", body)).body;
  },
  "Kiosk: sign out": async (site) => {
    const body = { client_ref: randomUUID(), code: (await arrive(web.world, site)).body.code };
    return async () => (await atKiosk(web.world, site, "/signout", body)).body;
  },
  "Phone: sign in": async (site) => {
    const body = arrival(site);
    return () => onPhone(site, "/visits", body);
  },
  "Phone: sign out": async (site) => {
    const { token: code } = await onPhone(site, "/visits", arrival(site));
    const body = { client_ref: randomUUID(), code };
    return () => onPhone(site, "/signout", body);
  },
};

/** The job that queues messages, for the messages that are due this much later. */
const queueAfter = (ms: number): Promise<void> =>
  queueNotifications({ ...web.world.context, now: () => Date.now() + ms });

/** Sends twice: it is done once, and its message waits for no Undo; after a kiosk's sign-in, for companions. */
const sendTwice = async (name: string, { undo, message }: Row): Promise<void> => {
  const site = await buildSite(web.world);
  const send = (await DOORS[name]?.(site)) ?? assert.fail();
  await send();
  await send();
  const isHeld = message === "to the host, 8 s later";
  if (isHeld) await queueAfter(5_000);
  const query = "select 1 from messages where company_id = $1";
  assert.equal((await web.world.db.pool.query(query, [site.location])).rowCount, 0);
  await queueAfter(isHeld ? 10_000 : 0);
  const { rows } = await web.world.db.pool.query(
    "select template, count(*)::int as n, bool_and(next_at <= create_date) as at_once from messages where company_id = $1 and kind = 'mail' group by template order by template",
    [site.location],
  );
  const once = (template: string) => ({ template, n: 1, at_once: true });
  const out = name.endsWith("sign out") ? [once("visitor_left")] : [];
  assert.deepEqual(rows, [once("visitor_arrived"), ...out]);
  assert.deepEqual([undo, message], ["none", isHeld ? message : "to the host, immediately"]);
};

const START = "Evacuation: start";

/** The rows of the manual, by their name. */
const table = readFileSync(join(import.meta.dirname, "../../docs/console.md"), "utf8")
  .split("## What acts on a visitor")[1]
  ?.split("\n## ")[0];
const rows = new Map(
  [...(table ?? "").matchAll(/^\| (\w.+: .+?) +\| .+? +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, name = "", twice = "", held = "", undo = "", message = ""]) => [name, { twice, held, undo, message }] as const,
  ),
);

describe("what acts on a visitor (docs/console.md)", () => {
  it("every row of the manual is walked here, and every action has a row", () => {
    assert.deepEqual(
      [...rows.keys()].toSorted(),
      [...Object.keys(ACTS), ...Object.keys(FINAL), ...Object.keys(DOORS), START].toSorted(),
    );
  });

  for (const [name, row] of rows) {
    const [act, final] = [ACTS[name], FINAL[name]];
    it(`${name}: once, however it is pressed; Undo: ${row.undo}; message: ${row.message}`, () => {
      assert.deepEqual([row.twice, row.held], ["once", "once"]);
      if (act !== undefined) return walk(act, row);
      if (DOORS[name] !== undefined) return sendTwice(name, row);
      assert.equal(row.undo, "none");
      return final === undefined ? startEvacuation() : walkFinal(final);
    });
  }

  it("Inside: three sign-outs in a row come back one by one, the last first", async () => {
    const { page } = opened;
    const { location, ...desk } = await buildDesk(web.world);
    await inside()({ location, ...desk });
    await page.goto(`${web.url}/at/${location}/inside`);
    const rows = page.getByRole("row").filter({ hasText: "Ada" });
    for (const name of ["Ada One", "Ada Two", "Ada Three"]) {
      await rows.filter({ hasText: name }).getByRole("checkbox").check({ force: true });
      await button(page, "Sign out 1").press("Enter");
      await rows.filter({ hasText: name }).waitFor({ state: "detached" });
    }
    for (const [index, name] of ["Ada Three", "Ada Two", "Ada One"].entries()) {
      await page.keyboard.press("z");
      await rows.filter({ hasText: name }).waitFor();
      assert.equal(await rows.count(), index + 1);
    }
    assert.ok((await stored(location)).every(({ out }: Body) => !out));
  });
});
