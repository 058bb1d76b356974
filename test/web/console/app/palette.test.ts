import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildDesk, expectVisitor, minutesFromNow, signIn } from "../../../support/browser/desk.ts";
import { until } from "../../../support/run/process.ts";
import { holdBack, refuse, REFUSED, untilDrawn } from "../../../support/outside/unread.ts";
import { buildUser, expectAccessible, openAs, startWeb, untilLive, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  ({ location } = await buildDesk(web.world));
  await web.world.post("/visitees", { company_id: location, cn: "Sofia Lindgren", telephoneNumber: "Desk 118" });
  await signIn(web.world, location, { first_name: "Sofie", last_name: "De Smet", signed_in: minutesFromNow(-30) });
  await expectVisitor(web.world, location, { first_name: "Soren", last_name: "Holm" }, [10, 60]);
  const [signed_in, signed_out] = [minutesFromNow(-90), minutesFromNow(-80)];
  await signIn(web.world, location, { first_name: "Solange", last_name: "Roy", signed_in, signed_out });
});
after(() => web.close());

const open = async (role: Parameters<typeof openAs>[1]) => {
  const opened = await openAs(web, role, [location]);
  await opened.page.goto(`${web.url}/at/${location}/reception`);
  await untilLive(opened.page);
  await opened.page.keyboard.press("Control+k");
  await opened.page.getByRole("combobox", { name: "Search everything" }).waitFor();
  return opened;
};

describe("the palette", () => {
  it("finds visitors inside, expected and earlier, hosts and actions; the first hit is chosen", async () => {
    const { page, complaints } = await open("receptionist");
    await page.keyboard.type("so");
    await page.getByRole("option", { name: /Solange Roy/ }).waitFor();
    const options = await page.getByRole("option").allInnerTexts();
    const names = ["Sofie De Smet", "Soren Holm", "Solange Roy", "Sofia Lindgren", "Sign in “so”"];
    assert.deepEqual(
      names.map((name, index) => options[index]?.includes(name)),
      names.map(() => true),
    );
    assert.equal(
      await page
        .getByRole("option", { selected: true })
        .innerText()
        .then((text) => text.includes("inside for")),
      true,
    );
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("begins with the visits that were opened last, and leaves out one that was erased since", async () => {
    const { page, complaints } = await open("receptionist");
    const options = page.getByRole("option");
    for (const name of ["Sofie De Smet", "Solange Roy"]) {
      await page.keyboard.type(name);
      // Until earlier visits are read, the first hit is to sign them in.
      await page.getByRole("option", { name: new RegExp(`${name}.*(inside for|last here)`), selected: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name, exact: true }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search everything" }).waitFor();
    }
    await page.getByRole("group", { name: "Recent" }).waitFor();
    assert.match(await options.nth(0).innerText(), /Solange Roy/);
    assert.match(await options.nth(1).innerText(), /Sofie De Smet/);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    const { visitors } = (await web.world.get(`/visitors/bycompany/${location}?count=9&page=1&filter[last_name]=Roy`))
      .body;
    await web.world.remove(`/visitors/${visitors[0]._id}`);
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: /Solange Roy/ }).waitFor({ state: "detached" });
    assert.match(await options.nth(0).innerText(), /Sofie De Smet/);
    await page.keyboard.press("Escape");
    // Opened once more, the erased visit is not asked for again.
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: /Sofie De Smet/ }).waitFor();
    assert.deepEqual(
      asked.filter((url) => url.endsWith(`/visitors/${visitors[0]._id}`)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  it("knows actions and settings by other words, and does them", async () => {
    const { page, complaints } = await open("local_admin");
    for (const [typed, first] of [
      ["tablet", "Kiosks"],
      ["ipad pair", "Pair kiosk"],
      ["new host", "Add host"],
      ["fire drill", "Start an evacuation or drill"],
      ["gdpr", "Retention"],
      ["idle", "Kiosk idle time"],
      ["bounced", "Failed messages"],
      ["visitor type", "Visit types"],
      ["print list", "Inside"],
      ["who erased", "Audit log"],
      ["yesterday", "Visitor log"],
      ["delete location", "General"],
    ] as const) {
      await page.getByRole("combobox", { name: "Search everything" }).fill(typed);
      await page.getByRole("option", { name: first, selected: true }).waitFor();
    }
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Search everything" }).fill("register");
    await page.getByRole("option", { name: "Register visitor" }).click();
    await page.getByRole("heading", { name: "Register visitor" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search everything" }).fill("night mode");
    await page.getByRole("option", { name: "Switch between light and dark", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("offers no action that the role isn't allowed (rules 4)", async () => {
    const { page } = await open("receptionist");
    await page.getByRole("combobox", { name: "Search everything" }).fill("invite user");
    await page.getByRole("option", { name: "Sign in “invite user”" }).waitFor();
    assert.equal(await page.getByRole("option").count(), 1);
  });

  it("goes to a page with Enter, and the page takes the keyboard and the window's name", async () => {
    const { page } = await open("receptionist");
    await page.keyboard.type("visitor log");
    await page.getByRole("option", { name: "Visitor log", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/log$/);
    await until("the page's name", async () =>
      /^(?!Reception).+ · Harbour House · Foyer$/.test(await page.title()) ? true : undefined,
    );
    await page.locator("#sheet:focus, #sheet :focus").waitFor();
  });

  it("does the likely thing with control and Enter: who is inside is signed out", async () => {
    const { page } = await open("receptionist");
    await page.keyboard.type("sofie");
    await page.getByRole("option", { name: /Sofie De Smet/, selected: true }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sofie De Smet signed out").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Sofie De Smet", exact: true }).waitFor();
  });

  it("keeps the chosen hit while others come above it", async () => {
    const [signed_in, signed_out] = [minutesFromNow(-90), minutesFromNow(-80)];
    await signIn(web.world, location, { first_name: "Soraya", last_name: "Beck", signed_in, signed_out });
    const { page } = await open("receptionist");
    const letGo = await holdBack(page, /\/visitors\/bycompany\/.*search=so/);
    await page.keyboard.type("so");
    const host = page.getByRole("option", { name: /Sofia Lindgren/ });
    await host.waitFor();
    const names = await page.getByRole("option").allTextContents();
    for (const _ of names.slice(
      0,
      names.findIndex((name) => name.includes("Sofia Lindgren")),
    ))
      await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /Sofia Lindgren/, selected: true }).waitFor();
    letGo();
    await page.getByRole("option", { name: /Soraya Beck/ }).waitFor();
    assert.equal(await host.getAttribute("aria-selected"), "true");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/hosts\?/);
  });

  it("offers no visit as recent whose sign-out waits for its Undo to pass", async () => {
    await signIn(web.world, location, { first_name: "Odile", last_name: "Marchand" });
    const { page } = await open("receptionist");
    const odile = page.getByRole("option", { name: /Odile Marchand/, selected: true });
    await page.keyboard.type("odile");
    await odile.waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Odile Marchand", exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await odile.waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Odile Marchand signed out").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Reception" }).waitFor();
    assert.equal(await page.getByRole("option", { name: /Odile Marchand/ }).count(), 0);
  });

  it("shows the next user of the window nothing that the last one opened", async () => {
    const { page } = await open("receptionist");
    await page.keyboard.type("sofie");
    await page.getByRole("option", { name: /Sofie De Smet/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sofie De Smet", exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("log out");
    await page.getByRole("option", { name: "Log out", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    const { email } = await buildUser(web, "receptionist", [location]);
    await page.getByLabel("Email address").fill(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("a-password-of-some-length");
    await page.keyboard.press("Enter");
    await untilLive(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Reception" }).waitFor();
    await untilDrawn(page);
    assert.equal(await page.getByRole("group", { name: "Recent" }).count(), 0);
  });

  it("offers a guard neither hosts, nor sign-ins, nor settings (rules 4)", async () => {
    const { page } = await open("security_guard");
    const pages = await page.getByRole("option").allInnerTexts();
    assert.deepEqual(pages, ["Reception", "Inside", "Visitor log", "My visitors"]);
    await page.keyboard.type("sof");
    await page.getByRole("option", { name: /Sofie De Smet/ }).waitFor();
    assert.equal(await page.getByRole("option").count(), 1);
  });
});

describe("the big screen", () => {
  it("shows the time, who is expected and who is inside, as it changes; names can be hidden", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/big-screen`);
    const inside = page.getByRole("region", { name: "Inside now" });
    await inside.getByText("Sofie De Smet").waitFor();
    await page.getByRole("region", { name: "Expected today" }).getByText("Soren Holm").waitFor();
    await signIn(web.world, location, { first_name: "Lena", last_name: "Vogt" });
    await inside.getByText("Lena Vogt").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Hide names" }).click();
    await page.getByRole("button", { name: "Show names" }).waitFor();
    assert.equal(await page.getByText(/Vogt|De Smet|Holm/).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("counts and says nothing of lists that aren't read, and says so where they can't be", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    const letGo = await holdBack(page, /\/(signed_current|bycompany)\//);
    await page.goto(`${web.url}/at/${location}/big-screen`);
    const inside = page.getByRole("region", { name: "Inside now" });
    await inside.waitFor();
    await untilDrawn(page);
    const said = page.getByText(/^0$|No one/);
    assert.equal(await said.count(), 0);
    letGo();
    await inside.getByText("Sofie De Smet").waitFor();
    for (const list of ["signed_current", "bycompany"]) await refuse(page, `**/${list}/**`);
    await page.reload();
    await inside.getByText(REFUSED).waitFor();
    await page.getByRole("region", { name: "Expected today" }).getByText(REFUSED).waitFor();
    assert.equal(await said.count(), 0);
  });
});
