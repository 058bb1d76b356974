import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Locator } from "playwright-core";

import { buildDesk, expectVisitor, signIn } from "../../../support/browser/desk.ts";
import { templateBody } from "../../../support/templates.ts";
import { refuse, REFUSED } from "../../../support/outside/unread.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

/** One grey dot: a picture as small as they come. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

let web: Web;
let desk: Awaited<ReturnType<typeof buildDesk>>;

before(async () => {
  web = await startWeb();
  desk = await buildDesk(web.world);
  for (const cn of ["Anke Müller", "Claire Dubois"])
    await web.world.post("/visitees", { company_id: desk.location, cn });
});
after(() => web.close());

const open = async (search = "") => {
  const opened = await openAs(web, "receptionist", [desk.location]);
  await opened.page.goto(`${web.url}/at/${desk.location}/sign-in${search}`);
  return opened;
};

const newest = async () =>
  (await web.world.get(`/visitors/bycompany/${desk.location}?count=1&page=1`)).body.visitors[0];

describe("the page that signs a visitor in", () => {
  it("asks what the visit type asks, finds the host without accents, and keeps the photo", async () => {
    const { page, complaints } = await open("?name=Sofie%20De%20Smet");
    assert.equal(await page.getByLabel("First name").inputValue(), "Sofie");
    assert.equal(await page.getByLabel("Last name").inputValue(), "De Smet");
    await page.getByLabel("Host", { exact: true }).fill("mull");
    await page.getByRole("option", { name: "Anke Müller" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "face.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") });
    await page.getByRole("img", { name: "Photo" }).waitFor();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Sofie De Smet signed in").waitFor();
    await page.waitForURL(/\/reception$/);
    const { body: visit } = await web.world.get(`/visitors/${(await newest())._id}`);
    assert.equal(visit.recipient, "Anke Müller");
    assert.equal(visit.visit_type, desk.visitor);
    assert.match(visit.photo, /^data:image\/jpeg;base64,/);
    assert.deepEqual(complaints, []);
  });

  it("keeps a host who is not in the list, and says that no host is notified", async () => {
    const { page } = await open("?name=Ada%20Byron");
    await page.getByLabel("Host", { exact: true }).fill("The night shift");
    await page.getByLabel("First name").focus();
    await page.getByText("Not in the list of hosts").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Ada Byron signed in").waitFor();
    assert.equal((await newest()).recipient, "The night shift");
  });

  it("asks for a name, and for the rest of an address, before anything is sent", async () => {
    const fields = [
      { field_name: "first_name", visible: true, index: 0 },
      { field_name: "email", visible: true, index: 1 },
    ];
    const made = await web.world.post(`/companies/${desk.location}/visittypes`, { name: "Mailed", fields });
    const { page } = await open(`?type=${made.body._id}`);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter a name").waitFor();
    assert.equal(await page.getByLabel("First name").getAttribute("aria-invalid"), "true");
    await page.locator("input:focus[name=first_name]").waitFor();
    await page.keyboard.type("Bo");
    await page.getByText("Enter a name").waitFor({ state: "detached" });
    await page.getByLabel("Email").fill("bo@");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a full email address").waitFor();
    await page.locator("input:focus[name=email]").waitFor();
  });

  it("asks for the carrier where no name is asked, and every list calls the delivery by it", async () => {
    const made = await web.world.post(`/companies/${desk.location}/visittypes`, templateBody("delivery"));
    const { page, complaints } = await open("?name=Kestrel%20Couriers");
    await page.getByText("Delivery", { exact: true }).click();
    const carrier = page.getByLabel("Carrier");
    assert.equal(await carrier.inputValue(), "Kestrel Couriers");
    assert.equal(await carrier.getAttribute("aria-describedby"), null);
    assert.equal(await page.getByLabel(/^(First|Last) name/).count(), 0);
    await carrier.fill("");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter a name").waitFor();
    await page.locator("input:focus[name=company]").waitFor();
    await expectAccessible(page);
    await page.keyboard.type("Kestrel Couriers");
    await page.getByLabel("Number of parcels").fill("2");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Kestrel Couriers signed in").waitFor();
    const { _id, first_name, last_name, visit_type, numberofparcels } = await newest();
    assert.deepEqual([first_name, last_name], [undefined, undefined]);
    assert.deepEqual([visit_type, numberofparcels], [made.body._id, 2]);
    for (const path of ["reception", "inside", "log", `visits/${_id}`]) {
      await page.goto(`${web.url}/at/${desk.location}/${path}`);
      const main = page.getByRole("main");
      await main.getByText("Kestrel Couriers", { exact: true }).first().waitFor();
      assert.equal(await main.getByText("KC", { exact: true }).count(), 1, path);
      // The page of the visit says it in its heading and in the crumbs.
      const times = await main.getByText("Kestrel Couriers", { exact: true }).count();
      assert.ok(times === 1 || path.startsWith("visits/"), `${path}: ${times}`);
    }
    assert.deepEqual(complaints, []);
  });

  it("does not take the name typed for another visit type for the carrier’s", async () => {
    const { page } = await open();
    await page.getByText("Visitor", { exact: true }).click();
    await page.getByLabel("First name").fill("Sofie");
    await page.getByText("Delivery", { exact: true }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator("input:focus[name=company]").waitFor();
    await page.getByText("Enter a name").waitFor();
  });

  it("has its buttons at the end of the fields, and moves them for no suggestion", async () => {
    for (let number = 0; number < 6; number += 1)
      await expectVisitor(web.world, desk.location, { first_name: "Quentin", last_name: `No ${number}` }, [10, 60]);
    const { page } = await open();
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? assert.fail();
    const button = page.getByRole("button", { name: "Sign in", exact: true }).last();
    const before = await boxOf(button);
    const [field, photo] = [
      page.getByLabel("Host", { exact: true }),
      page.getByRole("button", { name: "Choose a file" }),
    ];
    const [host, last] = [await boxOf(field), await boxOf(photo)];
    assert.ok(before.y - (last.y + last.height) < 120, `${before.y} below ${last.y}`);
    assert.ok(Math.abs(before.x + before.width - (host.x + host.width)) < 2, `${before.x} beside ${host.x}`);
    await page.getByLabel("First name").fill("quentin");
    await page.getByText("Is it one of these?").waitFor();
    assert.deepEqual(await boxOf(button), before);
  });

  it("says of a question that kiosks insist on that reception may skip it (rules 4)", async () => {
    const fields = [
      { field_name: "first_name", visible: true, index: 0 },
      { label: "Badge number", type: "text", required: true, index: 1 },
      { field_name: "recipient", label: "Host", visible: true, required: true, index: 2 },
    ];
    const made = await web.world.post(`/companies/${desk.location}/visittypes`, { name: "Numbered", fields });
    const { page } = await open(`?type=${made.body._id}&name=Eva`);
    for (const label of ["Badge number", "Host"]) {
      const field = page.getByLabel(label, { exact: true });
      assert.match((await field.getAttribute("aria-describedby")) ?? "", /description/, label);
    }
    assert.equal(await page.getByText("Required on kiosks and phones").count(), 2);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Eva signed in").waitFor();
  });

  it("offers visitors of earlier visits by name, and fills in what is known of them", async () => {
    const known = {
      first_name: "Joseph",
      last_name: "Robinson",
      email: "joseph@example.org",
      recipient: "Claire Dubois",
    };
    for (const company of ["Old Mill", "New Mill", "New Mill"]) {
      const visit = await signIn(web.world, desk.location, { ...known, company, visit_type: desk.visitor });
      await web.world.post(`/visitors/${visit._id}/signout`);
    }
    const { page, complaints } = await open();
    await page.getByLabel("First name").fill("joseph rob");
    const before = page.getByRole("region", { name: "Been here before?" });
    await before.getByRole("button", { name: "Joseph Robinson" }).first().waitFor();
    assert.equal(await before.getByRole("button").count(), 2);
    await expectAccessible(page);
    await before.getByRole("listitem").filter({ hasText: "New Mill" }).getByRole("button").click();
    await before.waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("First name").inputValue(), "Joseph");
    assert.equal(await page.getByLabel("Company").inputValue(), "New Mill");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Joseph Robinson signed in").waitFor();
    const { email, company, recipient } = await newest();
    assert.deepEqual([email, company, recipient], [undefined, "New Mill", "Claire Dubois"]);
    assert.deepEqual(complaints, []);
  });

  it("takes back what the wrong visitor's earlier visit filled in when another is chosen, but for what was changed by hand", async () => {
    const names = ["first_name", "last_name", "company", "email", "phone"];
    const fields = names.map((field_name, index) => ({ field_name, index, visible: true }));
    const { body: type } = await web.world.post(`/companies/${desk.location}/visittypes`, {
      name: "Namesakes",
      fields,
    });
    const name = { first_name: "Jan", last_name: "Peeters", visit_type: type._id };
    for (const person of [
      { ...name, company: "Acme", email: "jan@acme.example", phone: "+32 2 555 01 01" },
      { ...name, company: "Beta" },
    ]) {
      const visit = await signIn(web.world, desk.location, person);
      await web.world.post(`/visitors/${visit._id}/signout`);
    }
    const { page } = await open(`?type=${type._id}`);
    const before = page.getByRole("region", { name: "Been here before?" });
    const choose = (company: string) =>
      before.getByRole("listitem").filter({ hasText: company }).getByRole("button").click();
    await page.getByLabel("First name").fill("jan pee");
    await choose("Acme");
    await before.waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("Email").inputValue(), "jan@acme.example");
    await page.getByLabel("Phone").fill("+32 2 555 02 02");
    await choose("Beta");
    await before.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Jan Peeters signed in").waitFor();
    const { email, phone, company } = await newest();
    assert.deepEqual([email, phone, company], [undefined, "+32 2 555 02 02", "Beta"]);
  });

  it("offers registered visitors by name: in with one press, or as answers to go on from", async () => {
    const { page } = await open();
    const person = { first_name: "Kofi", last_name: "Asante", company: "Brightline Audit", visit_type: desk.interview };
    const known = await expectVisitor(web.world, desk.location, person, [5, 60]);
    await page.getByLabel("First name").fill("kof");
    const hits = page.getByRole("region", { name: "Is it one of these?" });
    await hits.getByRole("button", { name: "Kofi Asante", exact: true }).click();
    assert.equal(await page.getByLabel("Company").inputValue(), "Brightline Audit");
    assert.equal(await page.getByRole("radio", { name: "Interview" }).isChecked(), true);
    await page.getByLabel("Company").fill("Brightline");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Kofi Asante signed in").waitFor();
    const visit = await newest();
    assert.deepEqual([visit.known_visitor_id, visit.company, visit.approval], [known._id, "Brightline", "pending"]);
  });

  it("says why where the visit types can't be read, and that a registered visitor has been erased", async () => {
    const { _id } = await expectVisitor(web.world, desk.location, { last_name: "Erased" }, [5, 60]);
    const { page } = await openAs(web, "receptionist", [desk.location]);
    await refuse(page, "**/visittypes*");
    await web.world.remove(`/knownvisitors/${_id}`);
    await page.goto(`${web.url}/at/${desk.location}/sign-in?registered=${_id}`);
    await page.getByText(REFUSED).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("This visitor is no longer registered.").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Last name").fill("Erased");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Erased signed in").waitFor();
    assert.equal((await newest()).known_visitor_id, undefined);
  });

  it("does not tell the host when that is turned off", async () => {
    const { page } = await open("?name=Quiet%20Guest");
    await page.getByLabel("Host", { exact: true }).fill("Claire Dubois");
    await page.getByRole("switch", { name: "Notify the host" }).uncheck();
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/api/visitors"),
    );
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    assert.equal((await sent).postDataJSON().notify_host, false);
  });

  it("asks every kind of question with its own field, and sends the answers under their names", async () => {
    const kinds = ["text", "textarea", "number", "date", "checkbox", "dropdown", "radio"] as const;
    const fields = kinds.map((type, index) => ({
      label: `Ask ${type}`,
      type,
      visible: true,
      index: 20 + index,
      options: type === "dropdown" || type === "radio" ? ["Blue", "Green"] : [],
    }));
    const made = await web.world.post(`/companies/${desk.location}/visittypes`, { name: "All", fields });
    const { page } = await open(`?type=${made.body._id}&name=Ann%20All`);
    await page.getByLabel("Ask text Optional", { exact: true }).fill("words");
    await page.getByLabel("Ask textarea").fill("more words");
    await page.getByLabel("Ask number").fill("42");
    await page.getByLabel("Ask date").fill("2026-05-19");
    await page.getByLabel("Ask checkbox").check();
    await page.getByLabel("Ask dropdown").selectOption("Green");
    await page.getByRole("radio", { name: "Blue" }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Ann All signed in").waitFor();
    const { asktext, asktextarea, asknumber, askdate, askcheckbox, askdropdown, askradio } = await newest();
    assert.deepEqual(
      [asktext, asktextarea, asknumber, askdate, askcheckbox, askdropdown, askradio],
      ["words", "more words", 42, "2026-05-19", true, "Green", "Blue"],
    );
  });
});

describe("the page of who is inside", () => {
  it("is searched and narrowed in its address, opens a visit beside it, and signs several out at once", async () => {
    const { location } = await buildDesk(web.world);
    for (const [last_name, recipient] of [
      ["Addo", "John Barlow"],
      ["Fraser", "John Barlow"],
      ["Nair", "Priya Raman"],
    ])
      await signIn(web.world, location, { last_name, recipient });
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/inside`);
    const rows = page.getByRole("table", { name: "Inside" }).locator("[data-row]");
    await rows.nth(2).waitFor();
    await expectAccessible(page);
    await page.getByRole("searchbox").fill("barlow");
    await rows.nth(2).waitFor({ state: "detached" });
    assert.equal(await rows.count(), 2);
    assert.match(page.url(), /q=barlow/);
    await rows.filter({ hasText: "Addo" }).click();
    await page.getByRole("complementary").getByText("Addo").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox", { name: "Select Addo" }).check();
    await page.getByRole("checkbox", { name: "Select Fraser" }).check();
    await page.getByRole("button", { name: "Sign out 2" }).click();
    await page.getByText("2 visitors signed out").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows.filter({ hasText: "Nair" }).waitFor();
    await rows.nth(1).waitFor({ state: "detached" });
    assert.deepEqual(complaints, []);
  });

  it("prints all visitors, not only those in sight", async () => {
    const { location } = await buildDesk(web.world);
    for (let number = 0; number < 60; number += 1) await signIn(web.world, location, { last_name: `Guest ${number}` });
    const { page } = await openAs(web, "security_guard", [location]);
    await page.goto(`${web.url}/at/${location}/inside`);
    await page.getByRole("table").waitFor();
    assert.equal(await page.getByRole("checkbox").count(), 0);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: "print" });
    const paper = page.locator("body > div").filter({ hasText: "60 visitors inside" });
    assert.equal(await paper.locator("tbody tr").count(), 60);
    assert.equal(await page.getByRole("navigation").count(), 0);
  });
});
