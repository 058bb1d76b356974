import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { LOGIN, startLdapServer } from "../../../support/outside/ldap-server.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import type { Body } from "../../../support/world.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
});
after(() => web.close());

describe("the page of directories", () => {
  it("adds one, shows its token once, saves a rule, and shows before what a sync does", async () => {
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/directories`);
    await page.getByRole("button", { name: "Add directory" }).click();
    await page.getByLabel("Name").fill("Entra ID");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Create token" }).click();
    const token = await page.getByText(/^scim_[0-9A-Za-z]{40}$/).textContent();
    const [directory] = (await web.world.get("/directories")).body;
    assert.deepEqual([directory.name, directory.kind, directory.tokens.length], ["Entra ID", "scim", 1]);

    const send = async (userName: string): Promise<void> => {
      const payload = { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], userName, displayName: "Ann Peeters" };
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
      const { statusCode } = await web.world.app.inject({ method: "POST", url: "/scim/v2/Users", payload, headers });
      assert.equal(statusCode, 201);
    };
    await send("ann@example.org");
    await page.getByRole("button", { name: "Add rule" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save rules" }).click();
    await page.getByText("Rules saved").waitFor();
    await page.getByRole("button", { name: "Show changes" }).click();
    await page.getByText("Ann Peeters · Added").waitFor();
    await page.getByRole("button", { name: "Apply changes" }).click();
    await page.getByText("Changes applied").waitFor();
    const { body: hosts } = await web.world.get(`/visitees/bycompany/${location}`);
    assert.deepEqual([hosts[0].cn, hosts[0].directory_id], ["Ann Peeters", directory._id]);

    await page.goto(`${web.url}/at/${location}/settings/directories?directory=${directory._id}`);
    await page.getByText(/201 POST \/Users/).waitFor();
    assert.equal(await page.getByText(/^scim_/).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("a host from a directory says so, and only what is ours can be changed", async () => {
    const [host] = (await web.world.get(`/visitees/bycompany/${location}`)).body;
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/hosts?host=${host._id}`);
    const name = page.getByLabel("Full name");
    assert.equal(await name.getAttribute("readonly"), "");
    await page.getByText("From your company’s directory.").first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Remove", exact: true }).count(), 0);
    await page.getByLabel("Mobile").fill("+32 470 12 34 56");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Ann Peeters saved").waitFor();
    assert.equal((await web.world.get(`/visitees/${host._id}`)).body.mobile, "+32 470 12 34 56");
  });

  it("a user from a directory says so, and only their language can be changed", async () => {
    const [directory] = (await web.world.get("/directories")).body;
    const rules = [{ everyone: true, hosts_at: [location], role: "receptionist", users_at: [location] }];
    assert.equal((await web.world.put(`/directories/${directory._id}/rules`, rules)).status, 200);
    assert.equal((await web.world.post(`/directories/${directory._id}/sync`, { dry_run: false })).status, 200);
    const users: Body[] = (await web.world.get("/users")).body;
    const user = users.find(({ email }) => email === "ann@example.org");
    const { page } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/users?user=${user?._id}`);
    await page.getByText("This user comes from Entra ID.").waitFor();
    assert.equal(await page.getByLabel("Email address").getAttribute("readonly"), "");
    assert.equal(await page.getByRole("button", { name: "Remove", exact: true }).count(), 0);
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "Deutsch" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("ann@example.org saved").waitFor();
    assert.equal((await web.world.get(`/users/${user?._id}`)).body.language_id, "de");
  });

  it("adds an LDAP server, says why it can't be read, tests the connection and applies what it has", async () => {
    const base = "dc=example,dc=org";
    const person = { objectClass: ["inetOrgPerson"], cn: ["Bea Claes"], mail: ["bea@example.org"] };
    const server = await startLdapServer([
      { dn: base, objectClass: ["domain"] },
      {
        ...person,
        dn: `uid=bea,${base}`,
        entryUUID: ["6f1c1b9e-0000-4000-8000-000000000001"],
        displayName: ["Bea Claes"],
      },
    ]);
    const { page, complaints } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/settings/directories`);
    await page.getByRole("button", { name: "Add directory" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Head office");
    await page.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "LDAP or Active Directory" }).click();
    await page.getByRole("combobox", { name: "Server" }).click();
    await page.getByRole("option", { name: "OpenLDAP" }).click();
    await page.getByRole("textbox", { name: "Address" }).fill("ldap://10.1.2.3");
    await page.getByLabel("Bind DN").fill(LOGIN.dn);
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByLabel("Base DN of people").fill(base);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("add its network to CONNECT_ALLOWED_NETWORKS").waitFor();
    await page.getByRole("textbox", { name: "Address" }).fill(server.url);
    await page.getByRole("button", { name: "Add", exact: true }).click();

    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("The server refuses the bind DN or the password.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(LOGIN.password);
    await page.getByRole("button", { name: "Save connection" }).click();
    await page.getByText("Connection saved").waitFor();
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("Found: 1 person, 0 groups").waitFor();
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("button", { name: "Save rules" }).click();
    await page.getByText("Rules saved").waitFor();
    await page.getByRole("button", { name: "Show changes" }).click();
    await page.getByText("Bea Claes · Added").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Apply changes" }).click();
    await page.getByText("Changes applied").waitFor();

    server.behaviour.diesOnPage = 0;
    await page.getByRole("button", { name: "Show changes" }).click();
    await page.getByText("The directory couldn’t be read.").waitFor();
    await page.getByText("The server ended the connection in the middle of its answer.").waitFor();
    assert.deepEqual(
      complaints.filter((one) => !one.includes("400")),
      [],
    );
    await server.close();
  });

  it("sends a list, and applies it", async () => {
    const { page, complaints } = await openAs(web, "global_admin", []);
    const { body } = await web.world.post("/directories", { kind: "csv", name: "Staff list" });
    await web.world.put(`/directories/${body._id}/rules`, [{ everyone: true, hosts_at: [location] }]);
    await page.goto(`${web.url}/at/${location}/settings/directories?directory=${body._id}`);
    const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    const chooser = page.getByLabel("Choose a CSV or Excel file");
    await chooser.setInputFiles(file("wrong.csv", "first_name\nCleo\n"));
    await page.getByRole("alert").first().waitFor();
    await chooser.setInputFiles(file("people.csv", "Email;First name;Last name\ncleo@example.org;Cleo;Maes\n"));
    await page.getByText("1 person received").waitFor();
    await page.getByText("Cleo Maes · Added").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Apply changes" }).click();
    await page.getByText("Changes applied").waitFor();
    assert.deepEqual(
      complaints.filter((one) => !one.includes("400")),
      [],
    );
  });

  it("a host says which directory it comes from, to those who see directories", async () => {
    const hosts: Body[] = (await web.world.get(`/visitees/bycompany/${location}`)).body;
    const { page } = await openAs(web, "global_admin", []);
    await page.goto(`${web.url}/at/${location}/hosts?host=${hosts.find(({ cn }) => cn === "Cleo Maes")?._id}`);
    await page.getByText("From Staff list. It can only be changed there.").first().waitFor();
  });

  it("is not there for a local administrator", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings`);
    await page.getByRole("link", { name: "Webhook" }).first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Directories" }).count(), 0);
  });
});
