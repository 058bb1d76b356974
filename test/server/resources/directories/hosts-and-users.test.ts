import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { makeScim, type ScimClient } from "../../../support/scim.ts";
import { type Body, buildLocation, buildUser, eventsOf, logOf, makeWorld } from "../../../support/world.ts";

const world = await makeWorld();
after(() => world.close());

const hostsAt = async (location: string): Promise<Body[]> => (await world.get(`/visitees/bycompany/${location}`)).body;
const namesAt = async (location: string): Promise<string[]> => (await hostsAt(location)).map(({ cn }) => cn);
const userWith = async (email: string): Promise<Body> =>
  (await world.get("/users")).body.find((user: Body) => user.email === email);
const switchTo = (scim: ScimClient, id: string, active: boolean) =>
  scim.patch(`/Users/${id}`, { op: "replace", path: "active", value: active });
const lastDetail = async ({ directory }: ScimClient): Promise<string> =>
  (await world.get(`/directories/${directory}/requests`)).body[0].detail;

describe("hosts from a directory (docs/directories.md)", () => {
  it("a person becomes a host at once, follows each change, and keeps what is ours", async () => {
    const scim = await makeScim(world);
    const id = await scim.user("ann@example.org", {
      externalId: "E-1",
      displayName: "Ann Peeters",
      phoneNumbers: [
        { type: "work", value: "+32 2 1" },
        { type: "mobile", value: "+32 470 1" },
      ],
    });
    const [host] = await hostsAt(scim.location);
    const { cn, mail, telephoneNumber, mobile, directory_id, external_id, external } = host;
    assert.deepEqual([cn, mail, telephoneNumber, mobile], ["Ann Peeters", "ann@example.org", "+32 2 1", "+32 470 1"]);
    assert.deepEqual([directory_id, external_id, external], [scim.directory, "E-1", false]);
    const own = await world.put(`/visitees/${host._id}`, { mobile: "+32 499 9", sticky: true, desk: "4" });
    assert.equal(own.status, 200, own.text);
    await scim.patch(`/Users/${id}`, { op: "replace", path: "displayName", value: "Ann Claes" });
    const [renamed] = await hostsAt(scim.location);
    const ours = [renamed.cn, renamed.mobile, renamed.sticky, renamed.desk, renamed._id];
    assert.deepEqual(ours, ["Ann Claes", "+32 499 9", true, "4", host._id]);
    await scim.patch(`/Users/${id}`, { op: "replace", path: 'phoneNumbers[type eq "mobile"].value', value: "+32 5" });
    assert.equal((await hostsAt(scim.location))[0].mobile, "+32 5");
  });

  it("without externalId, external_id is the ID in SCIM", async () => {
    const scim = await makeScim(world);
    const id = await scim.user("plain@example.org");
    assert.equal((await hostsAt(scim.location))[0].external_id, id);
  });

  it("400: a locked field names the directory; sent unchanged, it isn't a change", async () => {
    const scim = await makeScim(world);
    await scim.user("lock@example.org", { displayName: "Lock" });
    const [host] = await hostsAt(scim.location);
    for (const [field, value] of [
      ["cn", "Other"],
      ["mail", "other@example.org"],
      ["telephoneNumber", "1"],
    ]) {
      const { status, body } = await world.put(`/visitees/${host._id}`, { [String(field)]: value });
      assert.deepEqual([status, body.code, body.field], [400, "from_directory", field]);
      assert.match(body.message, /"Entra ID"/);
    }
    assert.deepEqual((await world.put(`/visitees/${host._id}`, host)).body, host);
    assert.equal((await world.remove(`/visitees/${host._id}`)).body.code, "from_directory");
  });

  it("who leaves is on no list of kiosk and console at once, their visits stay, and they come back as they were", async () => {
    const scim = await makeScim(world);
    const id = await scim.user("leave@example.org", { displayName: "Lea Leaves" });
    const [host] = await hostsAt(scim.location);
    await world.put(`/visitees/${host._id}`, { sticky: true });
    const visit = { company_id: scim.location, first_name: "Jo", recipient: "Lea Leaves" };
    const { body: stored } = await world.post("/visitors", visit);
    assert.equal(stored.recipient_mail, "leave@example.org");
    await switchTo(scim, id, false);
    assert.deepEqual(await namesAt(scim.location), []);
    assert.equal((await world.get(`/visitees/${host._id}`)).status, 404);
    assert.equal((await world.put(`/visitees/${host._id}`, { sticky: false })).status, 404);
    assert.equal((await world.get(`/visitors/${stored.visitorId ?? stored._id}`)).body.recipient, "Lea Leaves");
    assert.equal((await world.post("/visitors", visit)).body.recipient_mail, undefined);
    await switchTo(scim, id, true);
    const [back] = await hostsAt(scim.location);
    assert.deepEqual([back._id, back.sticky], [host._id, true]);
    assert.equal((await scim.call("DELETE", `/Users/${id}`)).status, 204);
    const { rows } = await world.db.pool.query("select 1 from hosts where directory_id = $1", [scim.directory]);
    assert.deepEqual(rows, []);
    const acts = (await logOf(world, scim.location)).filter(({ subject }) => subject === "host");
    assert.deepEqual(
      acts.map(({ act, actor_kind }) => `${act} ${actor_kind}`),
      [
        "host.create directory",
        "host.change user",
        "host.hide directory",
        "host.show directory",
        "host.remove directory",
      ],
    );
    const { body: audit } = await world.get(`/companies/${scim.location}/audit?act=host.create`);
    assert.equal(audit[0].actor.name, "Entra ID");
    assert.deepEqual(
      (await eventsOf(world, scim.location)).filter((name) => name.includes("host")),
      [],
    );
  });

  it("a host with the same address is taken over, not doubled; another directory's and a second person's are reported", async () => {
    const scim = await makeScim(world);
    const { body: host } = await world.post("/visitees", {
      company_id: scim.location,
      cn: "A. Peeters",
      mail: "twin@example.org",
      external_id: "own key",
      desk: "4",
    });
    const first = await scim.user("twin@example.org", { displayName: "Ann" });
    const [taken] = await hostsAt(scim.location);
    assert.deepEqual([taken._id, taken.cn, taken.desk, taken.external_id], [host._id, "Ann", "4", first]);
    await scim.user("second@example.org", { emails: [{ value: "TWIN@example.org" }] });
    assert.deepEqual([await namesAt(scim.location), await lastDetail(scim)], [["Ann"], "same_email"]);
    const other = await makeScim(world, () => [{ everyone: true, hosts_at: [scim.location] }]);
    await other.user("twin@example.org");
    assert.deepEqual([await namesAt(scim.location), await lastDetail(other)], [["Ann"], "email_of_another"]);
    await scim.call("DELETE", `/Users/${first}`);
    assert.deepEqual(await namesAt(scim.location), ["second@example.org"]);
  });

  it("by group, by its ID or name, and by attribute: joining and leaving take effect at once", async () => {
    const other = await buildLocation(world);
    const scim = await makeScim(world, (location) => [
      { group: "sales", hosts_at: [location] },
      { attribute: "department", value: "it", hosts_at: [other] },
      { attribute: "city", value: "Ghent", hosts_at: [other] },
    ]);
    const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    const id = await scim.user("both@example.org", { displayName: "Both", [enterprise]: { department: "IT" } });
    assert.deepEqual([await namesAt(scim.location), await namesAt(other)], [[], ["Both"]]);
    const group = await scim.group("Sales", [id]);
    assert.deepEqual(await namesAt(scim.location), ["Both"]);
    await scim.patch(`/Groups/${group}`, { op: "replace", path: "displayName", value: "Buying" });
    assert.deepEqual(await namesAt(scim.location), []);
    await world.put(`/directories/${scim.directory}/rules`, [{ group, hosts_at: [scim.location] }]);
    await scim.patch(`/Groups/${group}`, { op: "replace", value: { displayName: "Selling" } });
    assert.deepEqual(await namesAt(scim.location), ["Both"]);
    await scim.patch(`/Groups/${group}`, { op: "remove", path: `members[value eq "${id}"]` });
    assert.deepEqual(await namesAt(scim.location), []);
    const { body } = await scim.call("PUT", `/Groups/${group}`, {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
      displayName: "Selling",
      members: [{ value: id }],
    });
    assert.deepEqual([body.members, await namesAt(scim.location)], [[{ value: id }], ["Both"]]);
    await scim.call("DELETE", `/Groups/${group}`);
    assert.deepEqual(await namesAt(scim.location), []);
  });

  it("after its directory was removed, a host is an ordinary one, and who had left does not come back", async () => {
    const scim = await makeScim(world);
    await scim.user("stays@example.org", { displayName: "Stays" });
    await switchTo(scim, await scim.user("left@example.org", { displayName: "Left" }), false);
    assert.equal((await world.remove(`/directories/${scim.directory}`)).status, 200);
    const [host, ...others] = await hostsAt(scim.location);
    assert.deepEqual([host.cn, host.directory_id, host.external_id, others], ["Stays", undefined, undefined, []]);
    assert.equal((await world.put(`/visitees/${host._id}`, { cn: "Free" })).body.cn, "Free");
    assert.equal((await scim.call("GET", "/Users").catch(() => ({ status: 401 }))).status, 401);
    for (const table of ["directory_people", "directory_tokens", "directory_groups", "directory_requests"]) {
      const { rows } = await world.db.pool.query(`select 1 from ${table} where directory_id = $1`, [scim.directory]);
      assert.deepEqual(rows, [], table);
    }
  });
});

describe("users from a directory (docs/directories.md)", () => {
  const receptionists = (location: string) => [{ group: "Desk", role: "receptionist", users_at: [location] }];

  it("a group gives a role and locations; who leaves it or the directory is logged out at once", async () => {
    const scim = await makeScim(world, receptionists);
    const id = await scim.user("desk@example.org", { name: { givenName: "Dee", familyName: "Desk" } });
    const group = await scim.group("Desk", [id]);
    const user = await userWith("desk@example.org");
    const { role, companies, active, directory_id, first_name } = user;
    assert.deepEqual(
      [role, companies, active, directory_id, first_name],
      ["receptionist", [scim.location], true, scim.directory, "Dee"],
    );
    await world.db.pool.query(
      "insert into sessions (digest, _id, user_id, created, last_used, client, address) values ($1, $2, $2, now(), now(), '', '')",
      [Buffer.from(user._id), user._id],
    );
    const sessions = async (): Promise<number> =>
      (await world.db.pool.query("select 1 from sessions where user_id = $1", [user._id])).rows.length;
    assert.equal(await sessions(), 1);
    await switchTo(scim, id, false);
    assert.deepEqual([await sessions(), (await userWith("desk@example.org")).active], [0, false]);
    await switchTo(scim, id, true);
    assert.equal((await userWith("desk@example.org")).active, true);
    await scim.patch(`/Groups/${group}`, { op: "remove", path: "members", value: [{ value: id }] });
    assert.equal((await userWith("desk@example.org")).active, false);
    await scim.call("DELETE", `/Users/${id}`);
    assert.equal(await userWith("desk@example.org"), undefined);
  });

  it("400: what the directory says of a user is locked; language and password are not", async () => {
    const scim = await makeScim(world, receptionists);
    await scim.group("Desk", [await scim.user("locked@example.org")]);
    const { _id } = await userWith("locked@example.org");
    for (const change of [{ email: "x@example.org" }, { role: "employee" }, { active: false }, { first_name: "X" }])
      assert.equal((await world.put(`/users/${_id}`, change)).body.code, "from_directory", JSON.stringify(change));
    assert.equal((await world.remove(`/users/${_id}`)).body.code, "from_directory");
    assert.equal((await world.put(`/users/${_id}`, { language_id: "nl" })).status, 200);
  });

  it("of several roles the most powerful, and only at its own locations", async () => {
    const [a, b] = [await buildLocation(world), await buildLocation(world)];
    const scim = await makeScim(world, () => [
      { everyone: true, role: "employee", users_at: [a, b] },
      { attribute: "title", value: "Boss", role: "local_admin", users_at: [b] },
    ]);
    await scim.user("boss@example.org", { title: "boss" });
    await scim.user("worker@example.org");
    const [boss, worker] = [await userWith("boss@example.org"), await userWith("worker@example.org")];
    assert.deepEqual([boss.role, boss.companies], ["local_admin", [b]]);
    assert.deepEqual([worker.role, worker.companies.toSorted()], ["employee", [a, b].toSorted()]);
  });

  it("a local account is never taken over, changed or turned off", async () => {
    const scim = await makeScim(world, (location) => [{ everyone: true, role: "employee", users_at: [location] }]);
    const email = `local-${Date.now()}@example.org`;
    await buildUser(world, "receptionist", [scim.location], { email });
    const before = await userWith(email);
    const id = await scim.user(email);
    assert.equal(await lastDetail(scim), "email_of_another");
    await switchTo(scim, id, false);
    await scim.call("DELETE", `/Users/${id}`);
    assert.deepEqual(await userWith(email), before);
    const other = await scim.user("moves@example.org");
    await scim.patch(`/Users/${other}`, { op: "replace", path: 'emails[type eq "work"].value', value: email });
    assert.equal((await userWith("moves@example.org")).directory_id, scim.directory);
    assert.deepEqual(await userWith(email), before);
  });

  it("the last active global admin stays, whatever the directory says", async () => {
    const scim = await makeScim(world, () => [{ everyone: true, role: "global_admin" }]);
    const id = await scim.user("root@example.org");
    const others = (await world.get("/users")).body.filter(
      ({ role, email }: Body) => role === "global_admin" && email !== "root@example.org",
    );
    const set = (active: boolean) =>
      world.db.pool.query("update users set active = $2 where _id = any ($1)", [
        others.map(({ _id }: Body) => _id),
        active,
      ]);
    await set(false);
    await switchTo(scim, id, false);
    const isActive = async (): Promise<boolean> =>
      (await world.db.pool.query("select active from users where email = 'root@example.org'")).rows[0].active;
    assert.equal(await isActive(), true);
    await scim.call("DELETE", `/Users/${id}`);
    assert.equal(await isActive(), true);
    await set(true);
    assert.equal(await lastDetail(scim), "last_administrator");
    const { body } = await world.post(`/directories/${scim.directory}/sync`, { dry_run: false });
    assert.deepEqual([body.plan.removed, await userWith("root@example.org")], [1, undefined]);
  });
});
