import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";

import { deliverNext } from "../../../../server/resources/webhooks/deliver.ts";
import { replayNext } from "../../../../server/resources/webhooks/replays.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import { type Body, buildLocation, buildVisit } from "../../../support/world.ts";
import { openReceiver, type Receiver, status } from "../../../server/resources/webhooks/receiver.ts";

let web: Web;
let receiver: Receiver;

before(async () => {
  web = await startWeb();
  receiver = await openReceiver();
});
after(async () => {
  await web.close();
  await receiver.close();
});

const withWebhook = async (body: Body = {}): Promise<string> => {
  const location = await buildLocation(web.world);
  const answer = await web.world.post(`/companies/${location}/webhooks`, { url: receiver.url, ...body });
  assert.equal(answer.status, 200, answer.text);
  return location;
};
/** Signs this many visitors in, with the receiver answering like this. */
const happen = async (location: string, count: number, code: number): Promise<void> => {
  receiver.behave.run = status(code, '{"error":"directory lookup timed out"}');
  for (let n = 0; n < count; n += 1) await buildVisit(web.world, location, { first_name: "Yusuf", last_name: "Demir" });
  while (await deliverNext(web.world.context, location));
  receiver.behave.run = status(200);
};
const openPage = async (location: string, device = {}, query = "") => {
  const opened = await openAs(web, "local_admin", [location], device);
  await opened.page.goto(`${web.url}/at/${location}/settings/webhook${query}`);
  return opened;
};
const save = (page: Page): Promise<void> => page.getByRole("button", { name: "Save" }).click();
const healthOf = async (location: string): Promise<Body> =>
  (await web.world.get(`/companies/${location}/webhooks/health`)).body;

describe("the page of the webhook", () => {
  it("sets one up, sends a test, and shows what was sent and what came back", async () => {
    const location = await buildLocation(web.world);
    const { page, complaints } = await openPage(location);
    await page.getByText("No webhook yet").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Endpoint URL").fill(receiver.url);
    await page.getByLabel("Username").fill("foyer");
    await page.getByLabel("Password", { exact: true }).fill("geheim");
    await save(page);
    await page.getByText("Webhook saved").waitFor();
    await page.getByText("Active").waitFor();
    receiver.behave.run = status(200, '{"ok":true}');
    await page.getByRole("button", { name: "Send test" }).first().click();
    await page.getByRole("heading", { name: "webhook_test" }).waitFor();
    await page.locator("pre").filter({ hasText: "authorization: Basic ••••••" }).waitFor();
    await page.locator("pre").filter({ hasText: "HTTP/1.1 200 OK" }).filter({ hasText: '"ok"' }).waitFor();
    assert.equal(
      receiver.got.at(-1)?.headers["authorization"],
      `Basic ${Buffer.from("foyer:geheim").toString("base64")}`,
    );
    assert.ok(!(await page.content()).includes("geheim"));
    assert.deepEqual(complaints, []);
  });

  it("changes the address and keeps the password, which can't be read", async () => {
    const location = await withWebhook({ auth_username: "foyer", auth_password: "geheim" });
    const { page } = await openPage(location);
    await page.getByRole("button", { name: "Method: POST" }).click();
    await page.getByRole("menuitem", { name: "PATCH" }).click();
    await page.getByLabel("Endpoint URL").fill(`${receiver.url}/new`);
    await save(page);
    await page.getByText("Webhook saved").waitFor();
    await happen(location, 1, 200);
    const got = receiver.got.at(-1);
    const login = `Basic ${Buffer.from("foyer:geheim").toString("base64")}`;
    assert.deepEqual([got?.method, got?.url, got?.headers["authorization"]], ["PATCH", "/hook/new", login]);
  });

  it("says that the password did not go along to another server (rules 5)", async () => {
    const location = await withWebhook({ auth_username: "foyer", auth_password: "geheim" });
    const { page } = await openPage(location);
    await page.getByLabel("Endpoint URL").fill("http://127.0.0.1:9/hook");
    await save(page);
    await page.getByText("The password was cleared, since the address is on another server").waitFor();
    assert.equal((await healthOf(location))["has_password"], false);
  });

  it("removes it after a question, with all that was sent (rules 5)", async () => {
    const location = await withWebhook();
    await happen(location, 1, 500);
    const { page, complaints } = await openPage(location);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Remove the webhook?" });
    await question.getByText("This removes the endpoint URL").waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Remove webhook" }).click();
    await page.getByText("No webhook yet").waitFor();
    assert.equal((await healthOf(location))["status"], "none");
    assert.equal(await page.getByLabel("Endpoint URL").inputValue(), "");
    assert.deepEqual(complaints, []);
  });

  it("shows a refused address at its field, with the setting that opens networks, and saves nothing (rules 5)", async () => {
    const location = await withWebhook();
    const { page } = await openPage(location);
    await page.getByLabel("Endpoint URL").fill("http://10.0.0.1/hook");
    await page.getByLabel("Endpoint URL").press("Enter");
    await page.locator(".mantine-InputWrapper-error").filter({ hasText: "WEBHOOK_ALLOWED_NETWORKS" }).waitFor();
    assert.equal(await page.getByLabel("Endpoint URL").inputValue(), "http://10.0.0.1/hook");
    assert.equal((await healthOf(location))["url"], receiver.url);
  });

  it("the failed one explains itself; Replay sends the same event with the same id", async () => {
    const location = await withWebhook();
    await happen(location, 1, 500);
    const sent = receiver.got.at(-1);
    const { page, complaints } = await openPage(location, {}, "?show=failed");
    await page.getByText("1 failure in a row.").waitFor();
    await page.getByRole("alert").getByText("Your endpoint responded with 500.").waitFor();
    await page.getByText("500 Internal Server Error").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Resend" }).click();
    await page.getByText("Your endpoint responded 200 in").waitFor();
    const again = receiver.got.at(-1);
    assert.deepEqual([again?.event, again?.headers["webhook-id"]], [sent?.event, sent?.headers["webhook-id"]]);
    // It is made good for: no failure is left, and the list says so.
    await page.getByText("No failed deliveries").waitFor();
    await page.getByText("All", { exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "Yusuf Demir, recovered" }).getByRole("button").click();
    await page.getByText("A resend has delivered this event since.").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("sends again, in order, what failed since a time at the location", async () => {
    const location = await withWebhook();
    await happen(location, 2, 500);
    const failed = receiver.got.slice(-2).map(({ headers }) => headers["webhook-id"]);
    const { page, complaints } = await openPage(location, {}, "?show=failed");
    await page.getByRole("button", { name: "Send again since" }).click();
    const question = page.getByRole("dialog", { name: "Send again what failed" });
    await expectAccessible(page);
    await question.getByLabel("Failed since").fill("");
    await question.getByRole("button", { name: "Send again" }).click();
    await question.getByText("Choose a time.").waitFor();
    // A text that isn't a day is held beside its field, and nothing is sent.
    await question.getByLabel("Failed since").fill("some time");
    await question.getByRole("button", { name: "Send again" }).click();
    await question.getByText("Enter a date such as 19 June 2026").waitFor();
    await question.getByLabel("Failed since").fill("yesterday");
    await question.getByRole("combobox", { name: "Time" }).fill("");
    await page.keyboard.press("Tab");
    await question.getByRole("button", { name: "Send again" }).click();
    await page.getByText("2 calls are sent again").waitFor();
    while (await replayNext(web.world.context, location));
    assert.deepEqual(
      receiver.got.slice(-2).map(({ headers }) => [headers["webhook-id"], headers["foyer-replay"] !== undefined]),
      failed.map((id) => [id, true]),
    );
    assert.deepEqual(complaints, []);
  });

  it("says since when and why it is turned off after five failures, and switches it on again (interface 6.3)", async () => {
    const location = await withWebhook({ auth_username: "foyer", auth_password: "geheim" });
    await happen(location, 5, 503);
    const { page } = await openPage(location);
    const health = page.getByRole("region", { name: "Health" });
    await health.getByText("Turned off after 5 failures in a row").waitFor();
    await health.getByText("Your endpoint responded with 503.").waitFor();
    await expectAccessible(page);
    await health.getByRole("button", { name: "Turn on again" }).click();
    await health.getByText("No current failures.").waitFor();
    const { status: state, has_password } = await healthOf(location);
    assert.deepEqual([state, has_password], ["enabled", true]);
  });

  it("is turned off at once, and Undo takes it back", async () => {
    const location = await withWebhook();
    const { page } = await openPage(location);
    await page.getByText("Enabled", { exact: true }).click();
    await page.getByText("The webhook is off.", { exact: true }).waitFor();
    assert.equal((await healthOf(location))["status"], "off");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("No current failures.").waitFor();
    assert.equal((await healthOf(location))["status"], "enabled");
  });

  it("shows a new signing secret once, and until when the one before signs too", async () => {
    const location = await withWebhook();
    const { page } = await openPage(location);
    await page.getByRole("button", { name: "Replace signing secret" }).click();
    await page.getByRole("button", { name: "Create new secret" }).click();
    await page.getByText("Copy this signing secret now.").waitFor();
    await page.getByText("The previous secret also signs until").waitFor();
    await expectAccessible(page);
    const secret = (await page.locator("code").textContent()) ?? "";
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    await page.getByRole("button", { name: "I’ve saved it" }).click();
    await page.getByText("Copy this signing secret now.").waitFor({ state: "detached" });
    assert.ok(!(await page.content()).includes(secret));
  });

  it("shows a delivery as it happens, without a reload", async () => {
    const location = await withWebhook();
    const { page } = await openPage(location);
    await page.getByText("No deliveries yet").waitFor();
    await happen(location, 1, 204);
    const row = page.getByRole("listitem").filter({ hasText: "visitor_signed_in" });
    await row.getByText("Yusuf Demir").waitFor();
    await row.getByText("204").waitFor();
  });

  it("on a phone a delivery is a page of its own", async () => {
    const location = await withWebhook();
    await happen(location, 2, 500);
    const { page, complaints } = await openPage(location, { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "visitor_signed_in" }).first().click();
    await page.getByRole("heading", { name: "Delivery", exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Delivery", exact: true }).waitFor({ state: "detached" });
    assert.deepEqual(complaints, []);
  });

  it("says what it takes on a plan without webhooks (interface 4.7)", async () => {
    const location = await buildLocation(web.world);
    await web.world.put(`/companies/${location}`, { tier: "starter" });
    const { page } = await openPage(location);
    await page.getByText("This location is on the Starter plan. A global administrator can change it.").waitFor();
    assert.equal(await page.getByRole("link", { name: "Change plan" }).count(), 0);
    await expectAccessible(page);
  });
});
