import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { expectAccessible, openAs, openPage, startWeb, type Web } from "../../../support/browser/web.ts";
import { CLIENT, type Provider, startProvider } from "../../../support/outside/oidc-provider.ts";
import type { Body } from "../../../support/world.ts";

let web: Web;
let provider: Provider;
let location: string;

before(async () => {
  provider = await startProvider();
  const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "foyer@example.org" };
  web = await startWeb({ env: { CONNECT_ALLOWED_NETWORKS: "127.0.0.0/8", ...mail } });
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
});
after(async () => {
  await web.close();
  await provider.close();
});

const only = async (): Promise<Body> => (await web.world.get("/loginproviders")).body[0];

describe("the page of login providers", () => {
  it("adds one from a preset, shows its redirect URI, keeps the secret, tests it, and turns it on with a rule", async () => {
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/login-providers`);
    await page.getByRole("button", { name: "Add login provider" }).click();
    await page.getByRole("combobox", { name: "Provider" }).click();
    await page.getByRole("option", { name: "Keycloak" }).click();
    await page.getByLabel("Name").fill("Meridian SSO");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText(/\/session\/oidc\/[0-9a-f]{24}\/callback$/).waitFor();
    assert.equal(await page.getByLabel("Issuer").inputValue(), "https://YOUR-HOST/realms/YOUR-REALM");
    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByLabel("Client ID").fill(CLIENT.id);
    await page.getByLabel("Client secret").fill(CLIENT.secret);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByLabel("Group", { exact: true }).fill("Reception");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Meridian SSO saved").waitFor();
    const saved = await only();
    assert.deepEqual(saved["rules"], [{ group: "Reception", role: "receptionist", users_at: [location] }]);

    await page.goto(`${web.url}/at/${location}/settings/login-providers?provider=${saved["_id"]}`);
    await page.getByText("A secret is stored.").waitFor();
    assert.equal(await page.getByLabel("Client secret").inputValue(), "");
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("The connection works").waitFor();
    await page.getByLabel("Show on the login page").click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Meridian SSO saved").waitFor();
    assert.deepEqual([(await only())["active"], (await only())["has_secret"]], [true, true]);
    assert.deepEqual(complaints, []);
  });

  it("has a button on the login page, with which a person of the group gets in", async () => {
    const email = "new.person@example.org";
    provider.behaviour.claims = { sub: "1", email, email_verified: true, groups: ["Reception"], given_name: "Ann" };
    const { page } = await openPage(web);
    await page.goto(`${web.url}/login`);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Log in with Meridian SSO" }).click();
    await page.getByRole("heading", { name: "Reception" }).waitFor();
    const user = (await web.world.get("/users")).body.find((one: Body) => one["email"] === email);
    assert.deepEqual([user.role, user.companies], ["receptionist", [location]]);
  });
});

describe("the page of connections", () => {
  it("shows what works and what fails, in words, tests it, and leads to the settings", async () => {
    await web.world.post("/loginproviders", {
      name: "Broken",
      issuer: "http://127.0.0.1:1",
      client_id: "a",
      client_secret: "b",
      active: true,
    });
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/connections`);
    await page.getByRole("row", { name: /Meridian SSO.*Working/ }).waitFor();
    await page.getByRole("row", { name: /SMS.*Off/ }).waitFor();
    await page.getByRole("row", { name: /Broken.*Not used yet/ }).click();
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("The test failed").waitFor();
    await page.getByRole("row", { name: /Broken.*Failing.*could not be reached/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Open settings" }).click();
    await page.getByLabel("Issuer").waitFor();
    assert.match(page.url(), /settings\/login-providers\?provider=/);
    assert.deepEqual(complaints, []);
  });

  it("has only what belongs to the locations of a local administrator, who sees no login providers", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/connections`);
    await page.getByRole("row", { name: /Email/ }).waitFor();
    assert.equal(await page.getByText("Meridian SSO").count(), 0);
    assert.equal(await page.getByRole("link", { name: "Login providers" }).count(), 0);
  });
});
