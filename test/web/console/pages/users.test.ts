import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
});
after(() => web.close());

describe("the page of users and roles", () => {
  it("invites a user, with a role and a location, by mail", async () => {
    const { page, complaints } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/users`);
    await page.getByRole("button", { name: "Invite user" }).click();
    await page.getByLabel("Email address").fill("guard@example.org");
    await page.getByLabel("First name").fill("Ines");
    await page.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Security guard" }).click();
    await page.getByText("Security guard permissions", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("Invitation sent to guard@example.org").waitFor();
    const { body } = await web.world.get("/users");
    const made = body.find((user: { email: string }) => user.email === "guard@example.org");
    assert.deepEqual([made.role, made.companies, made.first_name], ["security_guard", [location], "Ines"]);
    assert.deepEqual(complaints, []);
  });

  it("takes the keyboard into the panel, and back to the button that opened it", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/users`);
    await page.getByRole("button", { name: "Invite user" }).press("Enter");
    await page.locator("input:focus[type=email]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("button:focus", { hasText: "Invite user" }).waitFor();
  });

  it("offers no role above one's own (rules 4)", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/users?user=new`);
    await page.getByRole("combobox", { name: "Role" }).click();
    const offered = await page.getByRole("option").allTextContents();
    assert.deepEqual(offered, ["Administrator", "Receptionist", "Security guard", "Employee"]);
  });

  it("shows a refusal at its field, and keeps what was typed", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/users?user=new`);
    const field = page.getByLabel("Email address");
    await field.fill("no address");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.locator(".mantine-InputWrapper-error").waitFor();
    assert.equal(await field.inputValue(), "no address");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await page.locator("input:focus[type=email]").waitFor();
    await page.keyboard.type("@");
    await page.locator(".mantine-InputWrapper-error").waitFor({ state: "detached" });
  });

  it("removes a user after saying what that means", async () => {
    const { user } = await openAs(web, "employee", [location]);
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/users?user=${user._id}`);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("dialog").getByText("They’ll be logged out everywhere").waitFor();
    await page.getByRole("button", { name: "Remove user" }).click();
    await page.getByText(/ removed$/).waitFor();
    const { status } = await web.world.get(`/users/${user._id}`);
    assert.equal(status, 404);
  });

  it("is not there for a receptionist", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/hosts`);
    await page.getByRole("link", { name: "Hosts" }).first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Settings" }).count(), 0);
  });
});

describe("the page of API keys", () => {
  it("makes a key that is shown once and works", async () => {
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/api-keys`);
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByLabel("Name").fill("Access control");
    await page.getByLabel("Allowed IP addresses").fill("127.0.0.0/8");
    // The least that a key can be given is what the form begins with.
    assert.equal(await page.getByRole("combobox", { name: "Role" }).inputValue(), "Read only");
    assert.equal(await page.getByRole("combobox", { name: "Expires" }).inputValue(), "After 1 year");
    assert.equal(await page.getByRole("combobox", { name: "Additional rights" }).count(), 0);
    await page.getByRole("button", { name: "Create API key" }).last().click();
    await page.getByText("Copy this key now").waitFor();
    await expectAccessible(page);
    const key = (await page.locator("pre").first().textContent()) ?? "";
    const answer = await fetch(`${web.url}/api/companies/${location}`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(answer.status, 200);
    await page.getByRole("button", { name: "I’ve saved it" }).click();
    await page.getByRole("row").filter({ hasText: "Access control" }).filter({ hasText: "Read only" }).waitFor();
    assert.ok(!(await page.content()).includes(key), "the secret is gone from the page");
    const { body: keys } = await web.world.get("/apikeys");
    const made = keys.find(({ name }: { name: string }) => name === "Access control");
    assert.deepEqual([made.role, made.scopes], ["read_only", []]);
    const inDays = (Date.parse(made.expires_at) - Date.parse(made.create_date)) / 86_400_000;
    assert.ok(inDays > 364 && inDays < 367, made.expires_at);
    assert.deepEqual(complaints, []);
  });

  it("revokes a key, which is refused from then on", async () => {
    const { body: key } = await web.world.post("/apikeys", { name: "Old", companies: [location] });
    const { page } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/api-keys?key=${key._id}`);
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("Old revoked").waitFor();
    const answer = await fetch(`${web.url}/api/companies/${location}`, {
      headers: { authorization: `Bearer ${key.key}` },
    });
    assert.equal(answer.status, 403);
  });
});

describe("the page of the identity provider", () => {
  it("accepts an application, and says what is wrong with its id", async () => {
    const { page } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/identity-provider`);
    await page.getByRole("button", { name: "Add application" }).click();
    await page.getByLabel("Name").fill("Intranet");
    await page.getByLabel("Directory (tenant) ID").fill("");
    await page.getByLabel("Application (client) ID").fill("22222222-2222-4222-8222-222222222222");
    await page.getByRole("button", { name: "Add application" }).last().click();
    await page.locator(".mantine-InputWrapper-error").waitFor();
    await page.getByLabel("Directory (tenant) ID").fill("11111111-1111-4111-8111-111111111111");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add application" }).last().click();
    await page.getByRole("row").filter({ hasText: "Intranet" }).waitFor();
    const { body } = await web.world.get("/idpcredentials");
    assert.equal(body[0].tenant_id, "11111111-1111-4111-8111-111111111111");
  });
});
