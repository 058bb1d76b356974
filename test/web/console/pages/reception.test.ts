import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page, Route } from "playwright-core";

import { signToken } from "../../../../server/platform/lib/secret/signed-token.ts";
import { hostMark } from "../../../../server/resources/messages/host-link.ts";
import { buildDesk, expectVisitor, minutesFromNow, signIn } from "../../../support/browser/desk.ts";
import { PICTURE } from "../../../support/door.ts";
import { until } from "../../../support/run/process.ts";
import { holdBack, refuse, REFUSED, untilDrawn } from "../../../support/outside/unread.ts";
import { posterOf, visitorCall } from "../../../support/visitor.ts";
import { expectAccessible, openAs, startWeb, untilLive, type Web } from "../../../support/browser/web.ts";

let web: Web;

before(async () => {
  web = await startWeb();
});
after(() => web.close());

/** More than are sent side by side. */
const YESTERDAY = 11;
const PHONE = { viewport: { width: 390, height: 844 } };

/** A desk of its own, and its page as a role sees it. */
const open = async (
  role: Parameters<typeof openAs>[1],
  fill: (desk: Awaited<ReturnType<typeof buildDesk>>) => Promise<unknown> = () => Promise.resolve(),
  device: Parameters<typeof openAs>[3] = {},
) => {
  const desk = await buildDesk(web.world, { settings: { signout_days: 2 } });
  await fill(desk);
  const opened = await openAs(web, role, [desk.location], device);
  await opened.page.goto(`${web.url}/at/${desk.location}/reception`);
  return { ...desk, ...opened };
};

const list = (page: Page, name: string) => page.getByRole("region", { name });

const insideNow = async (location: string): Promise<string[]> => {
  const { body } = await web.world.get(`/visitors/signed_current/${location}`);
  return body.map(({ last_name }: { last_name: string }) => last_name);
};

/** The second line of a visitor's row as it is drawn: both are in sight, or the host alone is. */
const secondLine = (page: Page, region: string, host: string): Promise<{ isWide: boolean; hasCompany: boolean }> =>
  list(page, region)
    .locator(`[data-short="Visiting ${host}"]`)
    .evaluate((line) => {
      const box = line.getBoundingClientRect();
      const whole = line.firstElementChild?.getBoundingClientRect();
      return { isWide: box.width > 100, hasCompany: whole !== undefined && whole.top < box.bottom - 1 };
    });

describe("a row on a tablet", () => {
  it("gives its second line to the host alone where company and host do not fit", async () => {
    const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
    const people = [
      { first_name: "Jeroen", company: "Vandenberghe & Zonen Elektrotechnik", recipient: "Marcus Raman" },
      { first_name: "Ann", company: "Ace", recipient: "Al Po" },
    ];
    const { page } = await open(
      "receptionist",
      async ({ location }) => {
        for (const person of people) {
          await signIn(web.world, location, { last_name: "Oh", ...person });
          await expectVisitor(web.world, location, { last_name: "Later", ...person }, [10, 60]);
        }
      },
      tablet,
    );
    await list(page, "Inside now").getByText("Ann Oh").waitFor();
    for (const region of ["Expected today", "Inside now"]) {
      assert.deepEqual(await secondLine(page, region, "Marcus Raman"), { isWide: true, hasCompany: false }, region);
      assert.deepEqual(await secondLine(page, region, "Al Po"), { isWide: true, hasCompany: true }, region);
    }
    assert.equal(await page.locator("kbd:visible").count(), 0, "no keys where they can't be pressed");
  });
});

describe("the list of what is left to set up", () => {
  it("says to an administrator how much is done and that no mail goes out, and leads to each step", async () => {
    const { page, location, complaints } = await open("local_admin");
    await page.getByText("1 of 5 steps done.").waitFor();
    await page.getByText("No mail server is set up, so hosts aren’t notified by email.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show steps" }).click();
    await page.getByRole("link", { name: "Add a visit type" }).getByLabel("Done").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add hosts" }).click();
    await page.waitForURL(/\/hosts$/);
    await web.world.post("/visitees", { company_id: location, cn: "Ann Peeters" });
    await page.goto(`${web.url}/at/${location}/reception`);
    await page.getByText("2 of 5 steps done.").waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByText("steps done").waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("No one is inside").waitFor();
    assert.equal(await page.getByText("steps done").count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("isn't there for a receptionist, who sets nothing up (rules 4)", async () => {
    const { page } = await open("receptionist");
    await page.getByText("No one is expected today").waitFor();
    assert.equal(await page.getByText("steps done").count(), 0);
    await page.goto(`${page.url()}?show=setup`);
    await page.getByText("No one is expected today").waitFor();
    assert.equal(await page.getByRole("link", { name: "Add a visit type" }).count(), 0);
  });

  it("ticks no step that couldn't be read, says why, and reads again when told to", async () => {
    const { page } = await open("local_admin");
    await page.getByText("1 of 5 steps done.").waitFor();
    await page.route("**/visitees/bulk", (route) => route.abort());
    await page.goto(`${page.url()}?show=setup`);
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    assert.equal(await page.getByLabel("Done").count(), 0);
    await expectAccessible(page);
    await page.unroute("**/visitees/bulk");
    await again.click();
    await page.getByRole("link", { name: "Add a visit type" }).getByLabel("Done").waitFor();
    assert.equal(await page.getByLabel("Done").count(), 1);
  });

  it("counts a poster that was used as well as a kiosk, reads nothing more once all is done, and doesn't come back", async () => {
    const mailed = await startWeb({ env: { SMTP_URL: "smtp://127.0.0.1:9" } });
    try {
      const { location, visitor } = await buildDesk(mailed.world);
      await mailed.world.post("/visitees", { company_id: location, cn: "Ann Peeters" });
      const door = await mailed.world.post(`/companies/${location}/entrypoints`, { name: "Front door" });
      const { page } = await openAs(mailed, "local_admin", [location]);
      const address = `${mailed.url}/at/${location}/reception?show=setup`;
      await page.goto(address);
      await page.getByText("3 of 5 steps done.").waitFor();
      await untilLive(page);
      const token = await posterOf(mailed.world, location, door.body._id);
      const body = {
        client_ref: "phone-0001",
        visit_type: visitor,
        answers: { first_name: "Lena", last_name: "Vogt", recipient: "Ann Peeters" },
      };
      const arrived = await visitorCall(mailed.world, "POST", "/visits", { token, body });
      assert.equal(arrived.status, 200, arrived.text);
      await page.getByText("steps done").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Pair a kiosk" }).getByLabel("Done").waitFor();
      assert.equal(await page.getByLabel("Done").count(), 5);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await signIn(mailed.world, location, { first_name: "Omar", last_name: "Haddad", visit_type: visitor });
      await list(page, "Inside").getByText("Omar Haddad").waitFor();
      assert.deepEqual(
        asked.filter((url) => /visitees|total_at_most=1(&|$)/.test(url)),
        [],
      );
      await page.goto(address);
      await page.getByText("Omar Haddad").first().waitFor();
      assert.equal(await page.getByRole("link", { name: "Pair a kiosk" }).count(), 0);
    } finally {
      await mailed.close();
    }
  });
});

describe("the reception page", () => {
  it("says who is late, who is next, who comes later, and who is inside, with their counts", async () => {
    const { page, complaints } = await open("receptionist", async ({ location, visitor }) => {
      await expectVisitor(web.world, location, { first_name: "Henrik", last_name: "Lund" }, [-27, 120]);
      await expectVisitor(web.world, location, { first_name: "Aïcha", last_name: "Benali" }, [10, 120]);
      await expectVisitor(web.world, location, { first_name: "Otto", last_name: "Falk" }, [120, 180]);
      await expectVisitor(web.world, location, { first_name: "Nils", last_name: "Never" }, [-120, -60]);
      await signIn(web.world, location, { first_name: "Sofie", last_name: "De Smet", visit_type: visitor });
    });
    const expected = list(page, "Expected today");
    await expected.getByText("27 min late").waitFor();
    const lines = await expected.getByRole("listitem").allInnerTexts();
    const order = lines.map((line) => /Late$|Next|Later|No-show|Lund|Benali|Falk|Never/.exec(line)?.[0]);
    assert.deepEqual(order, ["Late", "Lund", "Next", "Benali", "Later", "Falk", "No-show", "Never"]);
    assert.match(await expected.getByRole("heading").innerText(), /^3\s/);
    assert.match(await list(page, "Inside now").getByRole("heading").innerText(), /^1\s/);
    await page.getByRole("img", { name: "1 arrived, 2 expected, 1 late." }).waitFor();
    assert.equal(await page.title(), "Reception · Harbour House · Foyer");
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("signs an expected visitor in with one press of Enter, and offers the badge", async () => {
    const { page, location, complaints } = await open("receptionist", ({ location: company, visitor }) =>
      expectVisitor(web.world, company, { first_name: "Emma", last_name: "Whitfield", visit_type: visitor }, [5, 60]),
    );
    await list(page, "Expected today").getByRole("button", { name: "Sign in Emma Whitfield" }).focus();
    await page.keyboard.press("Enter");
    await list(page, "Inside now").getByRole("button", { name: "Emma Whitfield", exact: true }).waitFor();
    await page.getByRole("button", { name: "Print badge" }).waitFor();
    assert.deepEqual(await insideNow(location), ["Whitfield"]);
    await page.getByText("No one else is expected today").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("offers the badge also when Enter is faster than the reading of the visit types", async () => {
    const { page, location, visitor, complaints } = await open("receptionist");
    await expectVisitor(
      web.world,
      location,
      { first_name: "Emma", last_name: "Whitfield", visit_type: visitor },
      [5, 60],
    );
    const held = Promise.withResolvers<undefined>();
    await page.route(`**/companies/${location}/visittypes*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await list(page, "Expected today").getByRole("button", { name: "Sign in Emma Whitfield" }).focus();
    await page.keyboard.press("Enter");
    await list(page, "Inside now").getByRole("button", { name: "Emma Whitfield", exact: true }).waitFor();
    held.resolve(undefined);
    await page.getByRole("button", { name: "Print badge" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("goes from the visit that is open to its neighbours inside, in the order of the list", async () => {
    const { page } = await open("receptionist", async ({ location: place }) => {
      for (const [first_name, minutes] of [
        ["Oldest", -30],
        ["Middle", -20],
        ["Newest", -10],
      ] as const)
        await signIn(web.world, place, { first_name, signed_in: minutesFromNow(minutes) });
    });
    const shows = (name: string) => page.getByRole("complementary").getByRole("heading", { name }).waitFor();
    await list(page, "Inside now").getByRole("button", { name: "Newest", exact: true }).click();
    await shows("Newest");
    assert.equal(await page.getByRole("button", { name: "Previous visit" }).isDisabled(), true);
    await page.getByRole("button", { name: "Next visit" }).click();
    await shows("Middle");
    await page.keyboard.press("ArrowDown");
    await shows("Oldest");
    assert.equal(await page.getByRole("button", { name: "Next visit" }).isDisabled(), true);
    await page.getByRole("button", { name: "Previous visit" }).click();
    await shows("Middle");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Middle" }).waitFor({ state: "detached" });
  });

  it("shows several for one meeting as one row, which opens to each of them, and signs all in at once", async () => {
    const { page, location, context, complaints } = await open("receptionist", async (desk) => {
      const { location: company_id, visitor: visit_type } = desk;
      const visiting_on = { startDate: minutesFromNow(10), endDate: minutesFromNow(70) };
      const meeting = { company_id, recipient: "Anke Willems", visiting_on };
      for (const last_name of ["Lund", "Benali", "Falk"])
        await web.world.post("/knownvisitors", { ...meeting, last_name, visit_type });
      await web.world.post("/knownvisitors", { ...meeting, last_name: "Pillai" });
    });
    const expected = list(page, "Expected today");
    for (const name of ["Lund", "Benali", "Falk", "Pillai"]) await expected.getByText(name).waitFor();
    assert.match(await expected.getByRole("heading").innerText(), /^4\s/);
    const party = expected.getByRole("button", { name: "4 for Anke Willems", exact: true });
    assert.equal(await expected.locator("[data-row]").count(), 1);
    await party.click();
    await expected.getByRole("button", { name: "Sign in Benali", exact: true }).waitFor();
    assert.equal(await expected.locator("[data-row]").count(), 5);
    await expectAccessible(page);
    await party.click();
    await expected.getByRole("button", { name: "Sign in all 4 for Anke Willems" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("4 visitors signed in").waitFor();
    const badges = context.waitForEvent("page");
    await page.getByRole("button", { name: "Print badges" }).click();
    assert.equal(
      (await badges).url().split("/badge/")[1]?.split(",").length,
      3,
      "of those whose visit type has badges",
    );
    assert.deepEqual((await insideNow(location)).toSorted(), ["Benali", "Falk", "Lund", "Pillai"]);
    assert.deepEqual(complaints, []);
  });

  it("signs a group in and out at once, with those who have no names, and takes it back", async () => {
    const { page, location, complaints } = await open("receptionist", async ({ location: company_id, visitor }) => {
      const visiting_on = { startDate: minutesFromNow(10), endDate: minutesFromNow(70) };
      const shared = { company_id, name: "Site tour", company: "Acme", visit_type: visitor, visiting_on };
      await web.world.post("/groups", { ...shared, leader: { last_name: "Lund" }, unnamed: 2 });
    });
    const expected = list(page, "Expected today");
    await expected.getByRole("button", { name: "Site tour · 3", exact: true }).waitFor();
    await expected.getByText("Lund", { exact: false }).first().waitFor();
    assert.match(await expected.getByRole("heading").innerText(), /^3\s/);
    await expectAccessible(page);
    const all = expected.getByRole("button", { name: "Sign in all 3 of Site tour" });
    await all.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByText("3 visitors signed in").waitFor();
    assert.equal((await insideNow(location)).length, 3);
    await page.getByRole("button", { name: "Undo" }).click();
    await all.waitFor();
    assert.equal((await insideNow(location)).length, 0);
    await all.click();
    await page.getByText("3 visitors signed in").waitFor();
    await list(page, "Inside now").getByRole("button", { name: "Lund", exact: true }).click();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Sign out the group (3)" }).click();
    await page.getByText("3 visitors signed out").waitFor();
    await list(page, "Inside now").getByText("No one is inside").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("signs out at once for the eye, and sends it when the offer of Undo is over", async () => {
    const { page, location } = await open("receptionist", ({ location: company }) =>
      signIn(web.world, company, { first_name: "Bram", last_name: "Luiten" }),
    );
    const row = list(page, "Inside now").getByRole("button", { name: "Bram Luiten", exact: true });
    const out = page.getByRole("button", { name: "Sign out Bram Luiten" });
    await page.keyboard.press("Tab");
    await page.locator("#sheet").focus();
    await row.hover();
    // Under a resting pointer, Enter does nothing, and no key says otherwise.
    assert.ok(await out.isVisible());
    assert.equal(await out.locator("svg").isVisible(), false);
    await out.click();
    await page.getByText("No one is inside").waitFor();
    assert.deepEqual(await insideNow(location), ["Luiten"]);
    await page.keyboard.press("z");
    await row.waitFor();
    await out.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Bram Luiten signed out").waitFor();
    // The page is left while Undo is offered: the sign-out must not be lost.
    await page.goto("about:blank");
    await until("the sign-out", async () => ((await insideNow(location)).length === 0 ? true : undefined));
  });

  it("a name typed in the middle signs out who is inside, and in who is expected", async () => {
    const { page, location } = await open("receptionist", async ({ location: company, visitor }) => {
      await signIn(web.world, company, { first_name: "Łukasz", last_name: "Müller", visit_type: visitor });
      await expectVisitor(web.world, company, { first_name: "Daan", last_name: "Verhoeven" }, [5, 60]);
    });
    await untilLive(page);
    await page.keyboard.press("/");
    await page.keyboard.type("daan");
    await page.getByRole("option", { name: /Daan Verhoeven/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Daan Verhoeven signed in").waitFor();
    await page.getByRole("combobox", { name: "Type a name" }).fill("luk mul");
    await page.getByRole("option", { name: /Łukasz Müller/, selected: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByText("Łukasz Müller signed out").waitFor();
    assert.deepEqual((await insideNow(location)).includes("Verhoeven"), true);
  });

  it("shows who signs in elsewhere at once, without being read again, with their photo where there is one", async () => {
    const { page, location } = await open("security_guard");
    await untilLive(page);
    await signIn(web.world, location, { first_name: "Lena", last_name: "Vogt", company: "Sauter", photo: PICTURE });
    await signIn(web.world, location, { first_name: "Omar", last_name: "Haddad" });
    const inside = list(page, "Inside now").getByRole("listitem");
    const row = inside.filter({ hasText: "Lena Vogt" });
    // Only what an event has told of is tinted.
    await row.locator("[data-fresh]").getByText("Just now").waitFor();
    await row.locator("img").waitFor();
    await inside.filter({ hasText: "Omar Haddad" }).getByText("OH").waitFor();
  });

  it("shows what a host replies as soon as they do", async () => {
    const { page, location } = await open("receptionist");
    await untilLive(page);
    const { _id } = await signIn(web.world, location, { last_name: "Vogt", recipient: "Ann Peeters" });
    const { context } = web.world;
    const subject = `${location}-${_id}-${hostMark(_id, "Ann Peeters")}`;
    const token = signToken(context.secretKey, "decide", subject, context.now() + 60_000);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await fetch(`${web.url}/decide?token=${token}`, { method: "POST", headers, body: "reply=coming" });
    const row = list(page, "Inside now").getByRole("listitem").filter({ hasText: "Vogt" });
    await row.getByText("Host on the way").waitFor();
    await expectAccessible(page);
  });

  it("shows who signed in after the lists were read and before the stream was open", async () => {
    const { location } = await buildDesk(web.world);
    const { page } = await openAs(web, "security_guard", [location]);
    const read = page.waitForResponse(/\/signed_current\/\w+$/);
    const signInBefore = async (route: Route): Promise<void> => {
      await (await read).finished();
      await signIn(web.world, location, { first_name: "Lena", last_name: "Vogt" });
      await route.continue();
    };
    await page.route("**/events?*", signInBefore, { times: 1 });
    await page.goto(`${web.url}/at/${location}/reception`);
    await list(page, "Inside now").getByText("Lena Vogt").waitFor();
  });

  it("lets reception decide, and sends the decision when Undo is no longer offered", async () => {
    const { page, location } = await open("receptionist", ({ location: company, interview }) =>
      signIn(web.world, company, {
        first_name: "Jorge",
        last_name: "Castellanos",
        recipient: "Ruben Hofstra",
        visit_type: interview,
        signed_in: minutesFromNow(-6),
      }),
    );
    const waiting = list(page, "Awaiting approval");
    await waiting.getByText("Ruben Hofstra was asked 6 min ago").waitFor();
    await waiting.getByRole("button", { name: "Approve Jorge Castellanos" }).click();
    await page.getByText("All caught up").waitFor();
    const { body } = await web.world.get(`/visitors/signed_current/${location}`);
    assert.equal(body[0].approval, "pending");
    await page.goto("about:blank");
    await until("the decision", async () => {
      const { body: visit } = await web.world.get(`/visitors/${body[0]._id}`);
      return visit.approval === "approved" ? true : undefined;
    });
  });

  it("is done with keys alone: a digit goes to a list, A and R decide, no one else is chosen by that, and fields stay fields", async () => {
    const { page, location, complaints } = await open("receptionist", async ({ location: company, interview }) => {
      for (const [index, last_name] of ["First", "Second", "Third"].entries())
        await signIn(web.world, company, { last_name, visit_type: interview, signed_in: minutesFromNow(index - 9) });
    });
    const focused = page.locator(":focus");
    const approve = (name: string) => page.getByRole("button", { name: `Approve ${name}` });
    await untilLive(page);
    await approve("Third").waitFor();
    await page.getByRole("combobox", { name: "Type a name" }).focus();
    await page.keyboard.type("3a");
    assert.equal(await approve("First").count(), 1);
    await page.getByRole("combobox", { name: "Type a name" }).fill("");
    await page.keyboard.press("Tab");
    await page.keyboard.press("3");
    await approve("First").and(focused).waitFor();
    assert.equal(await focused.getAttribute("aria-keyshortcuts"), "A");
    await page.keyboard.press("j");
    await approve("Second").and(focused).waitFor();
    await page.keyboard.press("r");
    await page.getByRole("textbox", { name: "Reason (optional)" }).and(focused).waitFor();
    await expectAccessible(page);
    await page.keyboard.type("No appointment");
    await page.keyboard.press("Enter");
    await page.getByText("Second rejected").waitFor();
    // It rests on the row that took the place: neither A nor Enter decides about a visitor whom no one chose.
    await page.locator("[data-resting]:focus").filter({ hasText: "Third" }).waitFor();
    for (const key of ["a", "Enter"]) await page.keyboard.press(key);
    await approve("Third").waitFor();
    await page.keyboard.press("j");
    await approve("Third").and(focused).waitFor();
    await page.keyboard.press("o");
    await page.getByRole("complementary").getByRole("heading", { name: "Third" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Approve").waitFor();
    await page.goto("about:blank");
    await until("the decision", async () => {
      const { body } = await web.world.get(`/visitors/bycompany/${location}?count=9&page=1&filter[approval]=rejected`);
      return body.visitors[0]?.rejection_reason === "No appointment" ? true : undefined;
    });
    await page.goto(`${web.url}/at/${location}/log`);
    await page.getByRole("row", { name: /Second/ }).click();
    await page.getByRole("complementary").getByText("No appointment").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("rejects without a reason, from the visit too, and not at all where it is cancelled", async () => {
    const { page, location } = await open("receptionist", async ({ location: company, interview }) => {
      await signIn(web.world, company, { last_name: "Only", visit_type: interview });
    });
    const reject = page.getByRole("complementary").getByRole("button", { name: "Reject" });
    await page.getByRole("button", { name: "Only", exact: true }).first().click();
    await reject.click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await reject.and(page.locator(":focus")).waitFor();
    await reject.click();
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await page.getByText("Only rejected").waitFor();
    await page.goto("about:blank");
    const visit = await until("the decision", async () => {
      const { body } = await web.world.get(`/visitors/bycompany/${location}?count=9&page=1&filter[approval]=rejected`);
      return body.visitors[0];
    });
    assert.ok(!("rejection_reason" in visit));
  });

  it("asks a host again, and says in its own language why no host can be asked", async () => {
    const { page, location } = await open(
      "receptionist",
      async ({ location: company, interview }) => {
        const waits = { visit_type: interview, signed_in: minutesFromNow(-6) };
        await signIn(web.world, company, { last_name: "Asked", recipient_mail: "ann@example.org", ...waits });
        await signIn(web.world, company, { last_name: "Alone", ...waits });
      },
      { locale: "de" },
    );
    await page.getByRole("button", { name: "Wegen Asked nachfragen" }).click();
    await page.getByText("Wegen Asked nachgefragt").waitFor();
    await page.getByText("Die Ansprechperson wurde gerade eben gefragt").waitFor();
    assert.equal(await page.getByRole("button", { name: "Wegen Asked nachfragen" }).count(), 0);
    const { body } = await web.world.get(`/companies/${location}/outbox`);
    assert.deepEqual(
      body.map(({ template, to }: Record<string, string>) => `${template} ${to}`),
      ["visitor_to_decide ann@example.org"],
    );
    await page.getByRole("button", { name: "Wegen Alone nachfragen" }).click();
    const alone = list(page, "Entscheidung offen")
      .getByRole("alert")
      .filter({ hasText: "Wegen Alone wurde nicht nachgefragt." });
    await alone.getByText("Es kann niemand gefragt werden", { exact: false }).waitFor();
    await expectAccessible(page);
  });

  it("names who should have left, and signs all of them out, also where the page is left at once", async () => {
    const { page, location } = await open("receptionist", async ({ location: company }) => {
      for (let n = 0; n < YESTERDAY; n += 1)
        await signIn(web.world, company, { last_name: `Yesterday ${n}`, signed_in: minutesFromNow(-1440) });
      const known = await expectVisitor(web.world, company, { last_name: "Over" }, [-90, -42]);
      await signIn(web.world, company, { last_name: "Over", known_visitor_id: known._id });
      await signIn(web.world, company, { last_name: "Welcome" });
    });
    const left = list(page, "Should have left");
    await left.getByText(", 42 min ago").waitFor();
    assert.equal(await left.getByRole("listitem").count(), YESTERDAY + 1);
    await left.getByRole("button", { name: "Sign out all" }).click();
    await page.getByText(`${YESTERDAY + 1} visitors signed out`).waitFor();
    await page.goto("about:blank");
    await until("the sign-outs", async () => ((await insideNow(location)).join() === "Welcome" ? true : undefined));
  });

  it("shows each role what it may do, and nothing else (rules 4)", async () => {
    const { page } = await open("security_guard", ({ location }) =>
      signIn(web.world, location, { last_name: "Guest" }),
    );
    await list(page, "Inside now").getByRole("button", { name: "Guest", exact: true }).waitFor();
    for (const name of ["Expected today", "Awaiting approval", "Should have left"])
      assert.equal(await list(page, name).count(), 0, name);
    for (const name of ["Sign in visitor", "Sign out Guest"])
      assert.equal(await page.getByRole("button", { name }).or(page.getByRole("link", { name })).count(), 0, name);
    const { page: employee } = await open("employee");
    await list(employee, "Expected today").waitFor();
    assert.equal(await employee.getByRole("combobox").count(), 0);
  });

  it("on a phone the counts are the tabs", async () => {
    const fill = async ({ location }: { location: string }) => {
      await expectVisitor(web.world, location, { last_name: "Lund" }, [10, 60]);
      await signIn(web.world, location, { last_name: "De Smet" });
    };
    const { page, complaints } = await open("receptionist", fill, PHONE);
    const tabs = page.getByRole("navigation", { name: "Lists" });
    await page.getByRole("button", { name: "De Smet", exact: true }).waitFor();
    await tabs.getByText("1", { exact: true }).nth(1).waitFor();
    assert.deepEqual(await tabs.getByRole("link").allInnerTexts(), ["1\nExpected", "1\nInside", "0\nTo do"]);
    await tabs.getByRole("link", { name: "Expected" }).click();
    await page.getByRole("link", { name: "Lund" }).waitFor();
    assert.match(page.url(), /tab=expected/);
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("says why when the lists can't be read, and reads them when told to", async () => {
    const { page, context, location } = await open("employee");
    await context.route("**/visitors/signed_current/**", (route) =>
      route.fulfill({ status: 400, json: { message: "Not now.", code: "query_too_slow" } }),
    );
    await page.goto(`${web.url}/at/${location}/reception`);
    await list(page, "Inside now").getByText(REFUSED).waitFor();
    await list(page, "Expected today").getByText(REFUSED).waitFor();
    await context.unroute("**/visitors/signed_current/**");
    await list(page, "Inside now").getByRole("button", { name: "Try again" }).click();
    await page.getByText("No one is inside").waitFor();
    await page.getByText("No one is expected today").waitFor();
  });

  it("after a sign-out by name the focus is on the page: Z takes it back, and so do control and Z in the empty field", async () => {
    const { page, location } = await open("receptionist", async ({ location: place }) => {
      await signIn(web.world, place, { first_name: "Wanda", last_name: "Walkin" });
      await expectVisitor(web.world, place, { first_name: "Xiu", last_name: "Pillai", company: "Zonen" }, [10, 60]);
    });
    const inside = list(page, "Inside now");
    await inside.getByText("Wanda Walkin").waitFor();
    const signOut = async (): Promise<void> => {
      await page.keyboard.press("/");
      await page.keyboard.type("walkin");
      await page.getByRole("option", { name: /Wanda Walkin/ }).waitFor();
      await page.keyboard.press("Enter");
      await inside.getByText("Wanda Walkin").waitFor({ state: "detached" });
    };
    await signOut();
    await page.keyboard.press("z");
    await inside.getByText("Wanda Walkin").waitFor();
    assert.equal(await page.getByRole("combobox").first().inputValue(), "");
    await signOut();
    await page.keyboard.press("/");
    await page.keyboard.type("walk");
    // Escape leaves the search: the next "/" isn't typed into it.
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    assert.equal(await page.getByRole("combobox").first().inputValue(), "");
    await page.keyboard.press("Control+z");
    await inside.getByText("Wanda Walkin").waitFor();
    // One letter that a company alone begins with chooses no visitor.
    await page.keyboard.type("z");
    await page.getByRole("option", { name: /Xiu Pillai/ }).waitFor();
    assert.equal(await page.getByRole("option", { selected: true }).count(), 0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("o");
    await page.getByRole("option", { name: /Xiu Pillai/, selected: true }).waitFor();
    assert.deepEqual(await insideNow(location), ["Walkin"]);
  });

  it("asks before a visitor of the same name as one who is inside is signed in", async () => {
    const { page, location } = await open("receptionist", async ({ location: place, visitor }) => {
      await signIn(web.world, place, {
        first_name: "Alexander",
        last_name: "Lynch",
        company: "Acme",
        visit_type: visitor,
      });
      await expectVisitor(web.world, place, { first_name: "ALEXANDER", last_name: "Lynch" }, [10, 60]);
      await expectVisitor(
        web.world,
        place,
        { first_name: "Alexander", last_name: "Lynch", company: "Other" },
        [20, 60],
      );
    });
    const rows = list(page, "Expected today").getByRole("listitem").filter({ hasText: "Lynch" });
    const signIn2 = async (row: number): Promise<void> => {
      await rows.nth(row).hover();
      await rows
        .nth(row)
        .getByRole("button", { name: /^Sign in/ })
        .click();
    };
    await signIn2(0);
    const dialog = page.getByRole("dialog", { name: "Alexander Lynch is already inside" });
    await dialog.getByText(/^Inside since \d\d:\d\d\. Sign in again\?$/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal((await insideNow(location)).length, 1);
    // Of another company it is another person.
    await signIn2(1);
    await until("the second", async () => (await insideNow(location)).length === 2 || undefined);
    await page.goto(`${web.url}/at/${location}/sign-in?name=alexander%20lynch`);
    await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
    await dialog.getByRole("button", { name: "Sign in again" }).click();
    await until("the third", async () => (await insideNow(location)).length === 3 || undefined);
  });
});

describe("while a list of reception isn't read", () => {
  const REGISTERED = "**/knownvisitors/bycompany/**";
  const TODAY = "**/visitors/bycompany/**";

  it("lists no late departure before the registrations are read, and says why where they can't be", async () => {
    const { page, location } = await open("receptionist", async ({ location: company }) => {
      const known = await expectVisitor(web.world, company, { last_name: "All week" }, [-1440, 1440]);
      const since = { signed_in: minutesFromNow(-1440), known_visitor_id: known._id };
      await signIn(web.world, company, { last_name: "All week", ...since });
    });
    await page.getByText("All caught up").waitFor();
    const letGo = await holdBack(page, REGISTERED);
    await page.goto(`${web.url}/at/${location}/reception`);
    await list(page, "Inside now").getByRole("button", { name: "All week", exact: true }).waitFor();
    await untilDrawn(page);
    assert.equal(await page.getByText("Should have left").or(page.getByText("All caught up")).count(), 0);
    letGo();
    await page.getByText("All caught up").waitFor();
    await page.unrouteAll();
    await refuse(page, REGISTERED);
    await page.goto(`${web.url}/at/${location}/reception`);
    await page.getByRole("button", { name: "Try again" }).nth(1).waitFor();
    assert.equal(await page.getByText(REFUSED).count(), 2);
    assert.equal(await page.getByText("Should have left").count(), 0);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).nth(1).click();
    await page.getByText("All caught up").waitFor();
  });

  it("calls no visitor late who has come and left, before today's visits are read", async () => {
    const { page, location } = await open("receptionist", async ({ location: company }) => {
      const known = await expectVisitor(web.world, company, { last_name: "Early" }, [-90, 60]);
      const times = { signed_in: minutesFromNow(-60), signed_out: minutesFromNow(-30) };
      await signIn(web.world, company, { last_name: "Early", known_visitor_id: known._id, ...times });
    });
    await page.getByText("No one else is expected today").waitFor();
    const letGo = await holdBack(page, TODAY);
    await page.goto(`${web.url}/at/${location}/reception`);
    await page.getByText("No one is inside").waitFor();
    await page.getByText("All caught up").waitFor();
    assert.equal(await page.getByRole("button", { name: "Sign in Early" }).count(), 0);
    assert.equal(await page.getByText("is expected today").count(), 0);
    letGo();
    await page.getByText("No one else is expected today").waitFor();
  });

  it("counts nothing on the strip of a smaller screen, and opens it where it can't be read", async () => {
    const { page, location } = await open("receptionist", undefined, { viewport: { width: 1100, height: 800 } });
    const part = page.getByRole("button", { name: "Should have left" });
    const isCounted = part.filter({ hasText: "0" });
    await isCounted.waitFor();
    await refuse(page, REGISTERED);
    await page.goto(`${web.url}/at/${location}/reception`);
    await page.getByText("No one is inside").waitFor();
    await list(page, "Expected today").getByText(REFUSED).waitFor();
    assert.equal(await isCounted.count(), 0);
    await part.click();
    await page.getByRole("complementary").getByText(REFUSED).waitFor();
    await page.unrouteAll();
    await page.getByRole("complementary").getByRole("button", { name: "Try again" }).click();
    await isCounted.waitFor();
  });

  it("acts on no name that is typed before both lists are read: the first of them may be another visitor's", async () => {
    const { page, location } = await open("receptionist", async ({ location: company }) => {
      await signIn(web.world, company, { first_name: "Anna", last_name: "Inside" });
      await expectVisitor(web.world, company, { first_name: "Anja", last_name: "Awaited" }, [5, 60]);
    });
    await list(page, "Inside now").getByText("Anna Inside").waitFor();
    const letGo = await holdBack(page, REGISTERED);
    await page.goto(`${web.url}/at/${location}/reception`);
    await list(page, "Inside now").getByText("Anna Inside").waitFor();
    await page.getByRole("combobox", { name: "Type a name" }).fill("an");
    await page.getByRole("option", { name: /Anna Inside/ }).waitFor();
    await page.keyboard.press("Enter");
    await untilDrawn(page);
    await list(page, "Inside now").getByText("Anna Inside").waitFor();
    letGo();
    await page.getByRole("option", { name: /Anja Awaited/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Anja Awaited signed in").waitFor();
  });

  it("says at once who is signed in, and offers the badge with it; a later sign-out doesn't end its Undo", async () => {
    const { page, location } = await open("receptionist", async ({ location: company, visitor: visit_type }) => {
      await signIn(web.world, company, { last_name: "Leaving" });
      for (const last_name of ["First", "Second"])
        await expectVisitor(web.world, company, { last_name, visit_type }, [5, 60]);
    });
    const expected = list(page, "Expected today");
    await expected.getByText("Second").waitFor();
    const types = `**/companies/${location}/visittypes*`;
    const letGo = await holdBack(page, types);
    await page.goto(`${web.url}/at/${location}/reception`);
    await expected.getByRole("button", { name: "Sign in First" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("First signed in").waitFor();
    await page.getByRole("button", { name: "Sign out Leaving" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Leaving signed out").waitFor();
    const read = page.waitForResponse((response) => response.url().includes("/visittypes"));
    letGo();
    await (await read).finished();
    await untilDrawn(page);
    await page.getByText("1 earlier action can be undone too").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Sign out Leaving" }).waitFor();
    await page.getByRole("button", { name: "Print badge" }).waitFor();
    assert.deepEqual((await insideNow(location)).toSorted(), ["First", "Leaving"]);
  });

  it("asks about each of two visitors who seem to be inside, also where both are signed in before the first question", async () => {
    const { page, location } = await open("receptionist", async ({ location: company }) => {
      for (const last_name of ["Lynch", "Moreau"]) {
        await signIn(web.world, company, { last_name });
        await expectVisitor(web.world, company, { last_name }, [5, 60]);
      }
    });
    await list(page, "Expected today").getByRole("button", { name: "Sign in Moreau" }).waitFor({ state: "attached" });
    await page.evaluate(`for (const name of ["Lynch", "Moreau"])
      document.querySelector('[aria-label="Sign in ' + name + '"]').click()`);
    for (const name of ["Lynch", "Moreau"])
      await page
        .getByRole("dialog", { name: `${name} is already inside` })
        .getByRole("button", { name: "Sign in again" })
        .click();
    await until("both", async () => (await insideNow(location)).length === 4 || undefined);
  });
});
