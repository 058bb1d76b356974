import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { dayAfter, dayOf } from "../../../../web/shared/format.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import type { Body } from "../../../support/world.ts";

let web: Web;
let location: string;
let type: Body;

/** Where it is already the next day for half of the day, so that the browser's today can't be taken for the location's. */
const TIMEZONE = "Pacific/Kiritimati";
const today = (): string => dayOf(new Date(), TIMEZONE);

before(async () => {
  web = await startWeb();
  location = (await web.world.post("/companies", { name: "Harbour House", timezone: TIMEZONE })).body._id;
  const fields = [{ label: "Permit until", type: "date", visible: true }];
  type = (await web.world.post(`/companies/${location}/visittypes`, { name: "Contractor", fields })).body;
});
after(() => web.close());

/** The form of reception, for a visitor with a name. */
const openForm = async (device: object = {}, name = "Ann All") => {
  const opened = await openAs(web, "receptionist", [location], { timezoneId: "Pacific/Honolulu", ...device });
  await opened.page.goto(`${web.url}/at/${location}/sign-in?type=${type["_id"]}&name=${encodeURIComponent(name)}`);
  return opened;
};

const savedDay = async (lastName: string): Promise<unknown> => {
  const { body } = await web.world.get(`/visitors/signed_current/${location}`);
  return body.find(({ last_name }: Body) => last_name === lastName)?.permituntil;
};

describe("a field for a date", () => {
  it("opens a calendar at the location's today, whose days the arrow keys walk through", async () => {
    const { page, complaints } = await openForm();
    const button = page.getByRole("button", { name: "Choose from calendar" });
    await button.press("Enter");
    const calendar = page.getByRole("dialog", { name: "Choose from calendar" });
    await calendar.locator("button:focus[aria-current=date]").waitFor();
    await expectAccessible(page);
    await page.keyboard.press(dayAfter(today()).endsWith("-01") ? "ArrowLeft" : "ArrowRight");
    await calendar.locator("button:focus:not([aria-current])").waitFor();
    await page.keyboard.press("Enter");
    await calendar.waitFor({ state: "detached" });
    await page.locator("button:focus[aria-label='Choose from calendar']").waitFor();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Ann All signed in").waitFor();
    assert.equal(await savedDay("All"), dayAfter(today(), dayAfter(today()).endsWith("-01") ? -1 : 1));
    assert.deepEqual(complaints, []);
  });

  it("leads over the months of a year to another month", async () => {
    const { page } = await openForm();
    await page.getByRole("textbox", { name: "Permit until" }).fill("31/3/2027");
    await page.getByRole("button", { name: "Choose from calendar" }).click();
    await page.locator("button:focus", { hasText: "31" }).waitFor();
    await page.getByRole("button", { name: "March 2027", exact: true }).click();
    await page.getByRole("button", { name: "Next year" }).click();
    await page.getByRole("button", { name: "Feb", exact: true }).click();
    await page.getByRole("button", { name: "Tuesday 29 February 2028" }).click();
    assert.equal(await page.getByRole("textbox", { name: "Permit until" }).inputValue(), "Tue 29 Feb 2028");
  });

  it("is written and read in the language of the console, not in the browser's", async () => {
    const { page } = await openForm({ locale: "de-DE" });
    await page.getByRole("textbox", { name: "Permit until" }).fill("3. märz 27");
    await page.keyboard.press("Tab");
    assert.equal(await page.getByRole("textbox", { name: "Permit until" }).inputValue(), "Mi., 3. März 2027");
    await page.getByRole("button", { name: "Im Kalender auswählen" }).click();
    await page.getByText("März 2027", { exact: true }).waitFor();
    assert.deepEqual(await page.locator("th").allInnerTexts(), ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]);
  });

  it("keeps a text that isn't a day, says so, and holds the form until it is one", async () => {
    const { page } = await openForm({}, "Ben Bell");
    const field = page.getByRole("textbox", { name: "Permit until" });
    await field.fill("31/2/2027");
    await field.press("Enter");
    await page.getByText("Enter a date such as 19 June 2026").waitFor();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator("input:focus[aria-invalid=true]").waitFor();
    await expectAccessible(page);
    assert.equal(await field.inputValue(), "31/2/2027");
    await field.fill("28/2/2027");
    await field.press("Enter");
    await page.getByText("Ben Bell signed in").waitFor();
    assert.equal(await savedDay("Bell"), "2027-02-28");
  });

  it("closes with Escape in a filter, which stays open, as it does for a click on a day", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/log`);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Signed in" }).click();
    const calendar = page.getByRole("dialog", { name: "Choose from calendar" });
    const open = page.getByRole("button", { name: "Choose from calendar" }).first();
    await open.click();
    await calendar.waitFor();
    await page.keyboard.press("Escape");
    await calendar.waitFor({ state: "detached" });
    await open.click();
    await calendar.locator("[aria-current=date]").click();
    await calendar.waitFor({ state: "detached" });
    assert.match(await page.getByRole("textbox", { name: "From" }).inputValue(), /^\w{3} \d+ \w+ \d{4}$/);
    assert.equal(new URL(page.url()).searchParams.toString().includes(today()), true);
  });
});
