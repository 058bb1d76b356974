import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { formatShortDay } from "../../../../web/shared/format.ts";
import { minutesFromNow } from "../../../support/browser/desk.ts";
import type { Body } from "../../../support/world.ts";
import { holdBack, untilDrawn } from "../../../support/outside/unread.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  location = (await web.world.post("/companies", { name: "Harbour House", timezone: "Europe/Brussels" })).body._id;
  await web.world.post(`/companies/${location}/visittypes`, { name: "Contractor" });
});
after(() => web.close());

const register = async (body: Body): Promise<Body> =>
  (await web.world.post("/knownvisitors", { company_id: location, ...body })).body;
const registered = async (last_name: string): Promise<Body> => {
  const path = `/knownvisitors/bycompany/${location}?count=10&page=1&filter[last_name]=${encodeURIComponent(last_name)}`;
  return (await web.world.get(path)).body.visitors[0];
};
const address = (search = ""): string => `${web.url}/at/${location}/registered-visitors${search}`;

describe("the page of registered visitors", () => {
  it("registers a visitor for an hour of the location's clock, changes them in their place, signs them in", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(address());
    await page.getByText("No upcoming visitors").waitFor();
    await page.getByRole("button", { name: "Register visitor" }).first().click();
    // The keyboard is in the first field, and the day is today's.
    await page.locator("form input:focus").waitFor();
    await page.keyboard.type("Sofie");
    await page.getByLabel("Last name").fill("De Smet");
    const day = page.getByRole("combobox", { name: "Day", exact: true });
    assert.match(await day.inputValue(), /^Today, /);
    await day.click();
    await page.getByRole("option", { name: "Another day" }).click();
    // A day that was emptied isn't any day.
    await page.getByLabel("Day", { exact: true }).fill("");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Choose a day", { exact: true }).waitFor();
    await page.locator("input:focus[aria-invalid=true]").fill("1 Jul 2031");
    await page.getByRole("combobox", { name: "From", exact: true }).fill("9.30");
    await page.getByRole("combobox", { name: "To", exact: true }).fill("9");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Choose a time after the start").waitFor();
    await page.locator("input:focus[aria-invalid=true]").fill("11:00");
    assert.equal(await page.getByRole("combobox", { name: "From", exact: true }).inputValue(), "09:30");
    // Escape closes the times, and leaves the form as it is.
    await page.getByRole("combobox", { name: "To", exact: true }).press("Escape");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    assert.equal(await page.getByRole("combobox", { name: "Visit type" }).inputValue(), "Contractor");
    assert.equal(await page.getByRole("switch", { name: "Send invitation" }).isDisabled(), true);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Sofie De Smet registered").waitFor();
    const made = await registered("De Smet");
    assert.deepEqual(made.visiting_on, { startDate: "2031-07-01T07:30:00.000Z", endDate: "2031-07-01T09:00:00.000Z" });
    await page.getByRole("heading", { name: "Sofie De Smet" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByLabel("Company").fill("Atelier Noord");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Sofie De Smet saved").waitFor();
    const { mod_date: _then, ...rest } = made;
    const { mod_date: _now, ...changed } = await registered("De Smet");
    assert.deepEqual(changed, { ...rest, company: "Atelier Noord" });
    await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Sofie De Smet signed in").waitFor();
    const { body: inside } = await web.world.get(`/visitors/signed_current/${location}`);
    assert.equal(inside[0].known_visitor_id, made._id);
    assert.deepEqual(complaints, []);
  });

  it("sends the invitation in the step that registers the visitor, unless that is turned off", async () => {
    const { page, complaints } = await openAs(web, "employee", [location]);
    for (const [name, invites] of [
      ["Vermeer", true],
      ["Okafor", false],
    ] as const) {
      await page.goto(address("?visitor=new"));
      await page.getByLabel("Last name").fill(name);
      await page.getByLabel("Email", { exact: false }).first().fill(`${name.toLowerCase()}@example.org`);
      const send = page.getByRole("switch", { name: "Send invitation" });
      assert.equal(await send.isChecked(), true);
      if (!invites) await send.uncheck();
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText(`${name} registered`).waitFor();
      assert.equal((await registered(name)).status, invites ? "invited" : "created");
    }
    assert.deepEqual(complaints, []);
  });

  it("registers several who are pasted, corrected before anything is sent, and invites those with an address", async () => {
    const { page, complaints } = await openAs(web, "employee", [location]);
    await page.goto(address("?visitor=new"));
    await page.getByText("Several visitors").click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Paste or add at least one visitor").waitFor();
    const pasted = "Mira Pasted <mira@example.org>\nPasted, Ravi; ravi@; Acme\nSilva Pasted";
    await page.getByLabel("Paste names and email addresses").fill(pasted);
    await page.getByRole("button", { name: "Add to list" }).click();
    const focused = page.locator(":focus");
    await page.getByLabel("First name of visitor 1").and(focused).waitFor();
    // Most have an address, so the line without one may be the words around them.
    await page.getByText("1 line without an email address").waitFor();
    await page.locator("form").getByText("2 visitors", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add these too" }).click();
    await page.getByLabel("First name of visitor 3").and(focused).waitFor();
    await page.locator("form").getByText("3 visitors", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add empty row" }).click();
    await page.getByLabel("First name of visitor 4").and(focused).waitFor();
    await page.getByRole("button", { name: "Remove visitor 4" }).press("Enter");
    await page.getByRole("button", { name: "Remove visitor 3" }).and(focused).waitFor();
    await page.getByRole("combobox", { name: "Host" }).fill("Anke Willems");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Correct the rows below that are marked").waitFor();
    assert.equal(await registered("Pasted"), undefined);
    await page.getByLabel("Email address of visitor 2").fill("ravi@example.org");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("3 registered").waitFor();
    const outcomes = page.getByRole("region", { name: "Results" }).getByRole("listitem");
    await outcomes.filter({ hasText: "Ravi Pasted" }).getByText("Registered, invitation on its way").waitFor();
    await outcomes.filter({ hasText: "Silva Pasted" }).getByText("Registered", { exact: true }).waitFor();
    await expectAccessible(page);
    const path = `/knownvisitors/bycompany/${location}?count=10&page=1&sorting[first_name]=asc&filter[last_name]=Pasted`;
    const { body } = await web.world.get(path);
    assert.deepEqual(
      body.visitors.map(({ first_name, company, recipient, status }: Body) => [first_name, company, recipient, status]),
      [
        ["Mira", undefined, "Anke Willems", "invited"],
        ["Ravi", "Acme", "Anke Willems", "invited"],
        ["Silva", undefined, "Anke Willems", "created"],
      ],
    );
    await page.getByRole("button", { name: "Done" }).click();
    assert.deepEqual(complaints, []);
  });

  it("sends again what had no answer without registering anyone twice", async () => {
    const { page } = await openAs(web, "employee", [location]);
    let calls = 0;
    // The second registration reaches the service, and its answer is lost.
    await page.route("**/api/knownvisitors", async (route) => {
      calls += 1;
      const isLost = calls === 2;
      const response = await route.fetch();
      return isLost ? route.abort() : route.fulfill({ response });
    });
    await page.goto(address("?visitor=new"));
    await page.getByText("Several visitors").click();
    await page.getByLabel("Paste names and email addresses").fill("One Again\nTwo Again\nThree Again");
    await page.getByRole("button", { name: "Add to list" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 registered").waitFor();
    // What is left waits where it is begun, also when the panel was closed.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Register visitor" }).first().click();
    await page.getByRole("button", { name: "Send 1 again" }).click();
    await page.getByText("3 registered").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    const path = `/knownvisitors/bycompany/${location}?count=10&page=1&filter[last_name]=Again`;
    assert.equal((await web.world.get(path)).body.total, 3);
  });

  it("registers a series, changes one visit or those that follow with the difference shown, and cancels the rest", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    const visits = async (): Promise<Body[]> => {
      const path = `/knownvisitors/bycompany/${location}?count=20&page=1&sorting[visiting_on]=asc&filter[last_name]=Weekly`;
      return (await web.world.get(path)).body.visitors;
    };
    const editCompany = async (company: string, scope: string, difference: string): Promise<void> => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByLabel("Company").fill(company);
      await page.getByRole("button", { name: "Save" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: scope, exact: true }).check();
      await dialog.getByText(difference).waitFor();
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("Jo Weekly saved").last().waitFor();
      await dialog.waitFor({ state: "detached" });
    };
    await page.goto(address("?visitor=new"));
    await page.getByLabel("First name").fill("Jo");
    await page.getByLabel("Last name").fill("Weekly");
    await page.getByLabel("Email", { exact: false }).first().fill("jo.weekly@example.org");
    await page.getByRole("combobox", { name: "Repeat", exact: true }).click();
    await page.getByRole("option", { name: "Every week" }).click();
    await page.getByRole("textbox", { name: "Visits" }).fill("5");
    await expectAccessible(page);
    // A second Enter makes no second series.
    await page.getByRole("button", { name: "Add", exact: true }).press("Enter");
    await page.keyboard.press("Enter");
    await page.getByText("Registered for 5 visits").waitFor();
    await page.getByText("Visit 1 of 5").waitFor();
    const made = await visits();
    assert.equal(made.length, 5);
    assert.equal(new Set(made.map(({ series_id }) => series_id)).size, 1);
    await page.goto(address(`?visitor=${made[1]?.["_id"]}`));
    await editCompany("Acme", "This visit", "1 visit changes. No email is sent.");
    await editCompany("Globex", "This visit and those that follow", "4 visits change");
    assert.deepEqual(
      (await visits()).map(({ company }) => company),
      [undefined, "Globex", "Globex", "Globex", "Globex"],
    );
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Cancel visits" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "All visits still to come" }).check();
    await dialog.getByText("4 visits are cancelled. 1 email is sent.").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel visits" }).click();
    await page.getByText("Cancelled: Jo Weekly").waitFor();
    assert.equal((await visits()).length, 1);
    assert.deepEqual(complaints, []);
  });

  it("registers several who come together as a group, with those who have no names", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(address("?visitor=new"));
    await page.getByText("Several visitors").click();
    await page.getByLabel("Paste names and email addresses").fill("Lea Tour <lea@example.org>\nMax Tour");
    await page.getByRole("button", { name: "Add to list" }).click();
    await page.getByRole("switch", { name: "They come together" }).check();
    await page.getByLabel("Name of the group").fill("Site tour");
    await page.getByRole("textbox", { name: "More without names" }).fill("3");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add", exact: true }).press("Enter");
    await page.keyboard.press("Enter");
    await page.getByText("Group of 5 registered").waitFor();
    const { body } = await web.world.get(`/groups/bycompany/${location}`);
    assert.deepEqual(
      body.map(({ name, leader, members, unnamed }: Body) => [name, leader.status, members.length, unnamed]),
      [["Site tour", "invited", 1, 3]],
    );
    assert.deepEqual(complaints, []);
  });

  it("shows a week and a month, by mouse and by keys, and on a phone as a list of days", async () => {
    const visiting_on = { startDate: "2031-07-02T07:30:00Z", endDate: "2031-07-02T09:00:00Z" };
    for (const last_name of ["One", "Two", "Three", "Four", "Five"])
      await register({ first_name: "Cal", last_name, visiting_on });
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(address("?view=month&day=2031-07-09"));
    const day = page.getByRole("region", { name: /2 July 2031/ });
    await day
      .getByRole("button", { name: /^09:30 Cal/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    await day.getByRole("button", { name: "2 more" }).click();
    await page.getByRole("link", { name: "Week" }).and(page.locator("[aria-current=page]")).waitFor();
    await day.getByRole("listitem").nth(4).waitFor();
    assert.equal(await day.getByRole("listitem").count(), 5);
    await page.getByRole("button", { name: "Today" }).focus();
    await page.keyboard.press("PageDown");
    await day.waitFor({ state: "detached" });
    await page.keyboard.press("PageUp");
    await day.waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Cal / }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 390, height: 844 });
    await day.waitFor();
    assert.equal(await page.getByRole("region", { name: /3 July 2031/ }).isVisible(), false);
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("copies a registered visitor into a new one, from today on", async () => {
    const body = { first_name: "Copied", last_name: "Original", company: "Acme", language_id: "fr" };
    const visiting_on = { startDate: "2026-01-05T08:00:00Z", endDate: "2026-01-05T09:00:00Z" };
    const original = await register({ ...body, visiting_on });
    const { page } = await openAs(web, "employee", [location]);
    await page.goto(address(`?visitor=${original._id}`));
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByLabel("Last name").fill("Duplicate");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Copied Duplicate registered").waitFor();
    const { company, language_id, visiting_on: copied } = await registered("Duplicate");
    assert.deepEqual([company, language_id], ["Acme", "fr"]);
    assert.ok(Date.parse(copied.startDate) > Date.now() - 86_400_000);
    assert.equal(Date.parse(copied.endDate) - Date.parse(copied.startDate), 3_600_000);
    assert.ok(await registered("Original"));
  });

  it("lists those to come by time, the past in a tab of its own, and who is inside as such, with their visits", async () => {
    const at = (day: string) => ({ startDate: `${day}T09:00:00Z`, endDate: `${day}T10:00:00Z` });
    await register({ last_name: "Later", visiting_on: at("2041-02-02") });
    await register({ last_name: "Sooner", visiting_on: at("2041-01-01") });
    await register({ last_name: "Gone", visiting_on: at("2021-01-01") });
    const here = await register({ last_name: "Present", visiting_on: at("2040-01-01") });
    await web.world.post(`/knownvisitors/${here._id}/signin`);
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(address());
    const rows = page.locator("[data-row]");
    await rows.filter({ hasText: "Later" }).waitFor();
    const names = (await rows.allTextContents()).map((text) => /Present|Sooner|Later|Gone/.exec(text)?.[0]);
    assert.deepEqual(
      names.filter((name) => name !== undefined),
      ["Present", "Sooner", "Later"],
    );
    await rows.filter({ hasText: "Present" }).getByText("Inside").waitFor();
    await rows.filter({ hasText: "Present" }).getByText("Present").click();
    await page.getByRole("heading", { name: "1 visit so far" }).waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).waitFor();
    assert.equal(await page.getByRole("menuitem", { name: "Remove" }).count(), 0);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Past" }).click();
    await rows.filter({ hasText: "Gone" }).waitFor();
    assert.equal(await rows.filter({ hasText: "Sooner" }).count(), 0);
    await page.goto(address("?q=gone"));
    await rows.filter({ hasText: "Gone" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "All", exact: true }).getAttribute("aria-current"), "page");
  });

  it("tells how often the person was expected and didn't come, and counts who came under another name as having come", async () => {
    const person = { first_name: "Nora", last_name: "Shaw", company: "Shaw & Co" };
    const daysAgo = (days: number) => {
      const startDate = minutesFromNow(-days * 24 * 60);
      return { startDate, endDate: new Date(Date.parse(startDate) + 3_600_000).toISOString() };
    };
    const [came, missed] = [daysAgo(2), daysAgo(3)];
    await register({ ...person, visiting_on: daysAgo(5) });
    await register({ ...person, visiting_on: missed });
    await register({ ...person, company: "Another firm", visiting_on: daysAgo(1) });
    const { _id: known_visitor_id } = await register({ ...person, visiting_on: came });
    const times = { signed_in: came.startDate, signed_out: came.endDate };
    await web.world.post("/visitors", { company_id: location, known_visitor_id, last_name: "Shaw-Lee", ...times });
    const shown = await register({ ...person, visiting_on: daysAgo(-1) });
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(address(`?visitor=${shown._id}`));
    const day = formatShortDay(new Date(missed.startDate), { language: "en", timeZone: "Europe/Brussels" });
    await page.getByText(`2 no-shows, the last on ${day}`, { exact: true }).waitFor();
    await page.getByRole("heading", { name: "0 visits so far" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("invites and removes the chosen ones, and tells what became of each (interface 4.6)", async () => {
    const kept = await register({ last_name: "Inside" });
    await web.world.post(`/knownvisitors/${kept._id}/signin`);
    await register({ last_name: "Mailed", email: "mailed@example.org" });
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    await page.goto(address("?sort=last_name"));
    for (const name of ["Inside", "Mailed"]) await page.getByLabel(`Select ${name}`).check();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Invite 2" }).click();
    await page.getByText("Sending 1 of 2 invitations.").waitFor();
    await page.getByText("1 has no email address.").waitFor();
    assert.equal((await registered("Mailed")).status, "invited");
    for (const name of ["Inside", "Mailed"]) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole("button", { name: "Remove 2" }).click();
    await page.getByRole("dialog").getByText("Anyone who is inside isn’t removed").waitFor();
    await page.getByRole("button", { name: "Remove 2 visitors" }).click();
    await page.getByText("1 visitor removed").waitFor();
    await page.getByText("Not removed: still inside").waitFor();
    await expectAccessible(page);
    assert.equal(await registered("Mailed"), undefined);
    assert.equal((await registered("Inside"))._id, kept._id);
    assert.equal(await page.getByRole("button", { name: "Sign in", exact: true }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("keeps search and filters in the address, and offers to clear them where nothing matches", async () => {
    await register({
      last_name: "Lindgren",
      status: "invited",
      visiting_on: { startDate: "2020-01-01", endDate: "2020-01-02" },
    });
    await register({ last_name: "Lindqvist" });
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(address("?q=lind"));
    await page.getByRole("row").filter({ hasText: "Lindqvist" }).waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Status" }).click();
    await page.getByRole("radio", { name: "Invited" }).click();
    await page.getByRole("row").filter({ hasText: "Lindqvist" }).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "1 Jan 2020" }).waitFor();
    assert.match(page.url(), /q=lind/);
    assert.match(page.url(), /status=invited/);
    await page.getByLabel("Search any field").fill("nobody at all");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("row").filter({ hasText: "Lindqvist" }).waitFor();
    assert.doesNotMatch(page.url(), /status|q=/);
  });

  it("shows the days of a filter in words, and the columns in the order that was chosen, also the next time", async () => {
    await register({ last_name: "Ordered", email: "ordered@example.org" });
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(address("?when=2026-05-01..2026-05-19"));
    await page.getByRole("button", { name: "Change Expected filter: 1 May to 19 May" }).waitFor();
    await page.goto(address("?q=ordered"));
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Email" }).check();
    const handle = page.getByRole("button", { name: "Move Email" });
    for (const before of ["status", "visit_type", "visiting_on", "recipient"]) {
      await handle.press("ArrowUp");
      await page.waitForURL(new RegExp(`email(%2C|,)${before}`));
    }
    await page.goto(address("?q=ordered"));
    await page.getByRole("columnheader").nth(1).filter({ hasText: "Email" }).waitFor();
  });

  it("imports a file: days as people write them, types by name, and each row's outcome", async () => {
    const { page, complaints } = await openAs(web, "employee", [location]);
    await page.goto(address("?visitor=import"));
    const rows = [
      "Voornaam;Achternaam;E-mail;Datum;Type;Notitie",
      "Wiktor;Malec;wiktor@example.org;1-7-2026 14:00;contractor;x",
      "Petra;Novák;;2026-07-02;;",
      "Hanna;Virtanen;;31-02-2026;;",
      "Elias;Owusu;;;Pilot;",
    ];
    const file = { name: "visitors.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
    await page.getByLabel("Choose a CSV or Excel file or drop it here").setInputFiles(file);
    await page.getByText("2 rows can’t be imported").waitFor();
    await page.getByText("The first date isn’t valid").waitFor();
    await page.getByText("There’s no visit type with that name").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("2 registered").waitFor();
    const [malec, novak] = [await registered("Malec"), await registered("Novák")];
    assert.equal(malec.visiting_on.startDate, "2026-07-01T12:00:00.000Z");
    assert.equal(malec.email, "wiktor@example.org");
    assert.ok(malec.visit_type !== undefined && malec.notitie === undefined);
    assert.equal(novak.visiting_on.startDate, "2026-07-01T22:00:00.000Z");
    assert.equal(await registered("Owusu"), undefined);
    assert.deepEqual(complaints, []);
  });

  it("checks an import once visit types and questions are read, so that no row is refused and no column left out before", async () => {
    const { page } = await openAs(web, "employee", [location]);
    const types = `/companies/${location}/visittypes`;
    await web.world.post(types, { name: "Driver", fields: [{ label: "Number plate" }] });
    const letGo = await holdBack(page, /\/(visittypes|fields)\?/);
    await page.goto(address("?visitor=import"));
    const buffer = Buffer.from("Last name;Visit type;Number plate\nHauler;driver;1-ABC-2");
    const file = { name: "visitors.csv", mimeType: "text/csv", buffer };
    await page.getByLabel("Choose a CSV or Excel file or drop it here").setInputFiles(file);
    await page.getByLabel("Choose a CSV or Excel file or drop it here").waitFor({ state: "detached" });
    await untilDrawn(page);
    assert.equal(await page.getByRole("button", { name: /^Import \d/ }).count(), 0);
    letGo();
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByText("1 registered").waitFor();
    const stored = await registered("Hauler");
    assert.equal(stored["numberplate"], "1-ABC-2");
    assert.ok(stored.visit_type !== undefined);
  });

  it("registers with the first visit type also when Enter is faster than the reading of the types", async () => {
    const { page } = await openAs(web, "employee", [location]);
    const letGo = await holdBack(page, "**/visittypes*");
    await page.goto(address("?visitor=new"));
    await page.getByLabel("Last name").fill("Hasty");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add", exact: true }).and(page.locator("[aria-busy=true]")).waitFor();
    letGo();
    await page.getByText("Hasty registered").waitFor();
    assert.ok((await registered("Hasty")).visit_type !== undefined);
  });

  it("is not there for a guard (rules 4)", async () => {
    const { page } = await openAs(web, "security_guard", [location]);
    await page.goto(address());
    await page.getByText("You don’t have access to this page").waitFor();
    assert.equal(await page.getByRole("link", { name: "Registered visitors" }).count(), 0);
  });
});
