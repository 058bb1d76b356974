import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, it } from "node:test";

import { CORE_GROUP, CORE_USER, ENTERPRISE, makeScim, type ScimAnswer } from "../../../support/scim.ts";
import { type Body, makeWorld } from "../../../support/world.ts";

// The rows of the requests that Microsoft's validator, Entra ID, Okta, scim-sanity and Microsoft's Postman collection send.

const world = await makeWorld();
const scim = await makeScim(world);
after(() => world.close());

const fresh = (): string => `p${randomBytes(5).toString("hex")}@example.org`;
const idOf = ({ body }: ScimAnswer): string => body.id;
const UNKNOWN = "00919288221112222";

/** A person as Entra ID's validator sends one, with what isn't kept. */
const fullUser = (userName: string): Body => ({
  schemas: [CORE_USER, ENTERPRISE],
  externalId: `ext-${userName}`,
  userName,
  displayName: "Lena Cole",
  nickName: "Len",
  title: "Engineer",
  preferredLanguage: "nl-BE",
  locale: "gw-GH",
  profileUrl: "VJDBOCWRXUGL",
  active: true,
  name: { givenName: "Lena", familyName: "Cole", formatted: "Lena Cole", middleName: "X" },
  emails: [{ type: "work", value: userName, primary: true }],
  phoneNumbers: [
    { type: "work", value: "+32 2 555 01 00", primary: true },
    { type: "mobile", value: "+32 470 00 00 00" },
    { type: "fax", value: "17-842-3281" },
  ],
  addresses: [{ type: "work", formatted: "HQ", locality: "Brussels", country: "BE", primary: true }],
  roles: [{ primary: "True", display: "Reception", value: "reception", type: "app" }],
  [ENTERPRISE]: { employeeNumber: "701", department: "Sales", costCenter: "X1" },
});

/** What of it is kept, in the types of the schema. */
const keptUser = (userName: string): Body => {
  const { locale: _locale, profileUrl: _profile, ...user } = fullUser(userName);
  user.name = { givenName: "Lena", familyName: "Cole", formatted: "Lena Cole" };
  user.roles[0].primary = true;
  user[ENTERPRISE] = { employeeNumber: "701", department: "Sales" };
  return user;
};

const withoutOurs = ({ id: _id, meta: _meta, ...rest }: Body): Body => rest;

const get = async (path: string): Promise<Body> => {
  const { status, body } = await scim.call("GET", path);
  assert.equal(status, 200);
  return body;
};
const statusOf = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await scim.call(method, path, body)).status;
const membersOf = async (group: string): Promise<string[]> =>
  ((await get(`/Groups/${group}`)).members as { value: string }[]).map(({ value }) => value).toSorted();
const makeUser = (more: object = {}) => scim.user(fresh(), more);

type Row = () => Promise<void>;

const validator: Record<string, Row> = {
  "M01: 201 with Location and meta; the filter then finds one, equal to what was sent": async () => {
    const name = fresh();
    const answer = await scim.call("POST", "/Users", fullUser(name));
    assert.equal(answer.status, 201);
    assert.equal(answer.headers["location"], answer.body.meta.location);
    assert.match(answer.body.meta.created, /^\d{4}-\d\d-\d\dT/);
    const found = (await scim.call("GET", `/Users?filter=userName+eq+%22${encodeURIComponent(name)}%22`)).body;
    assert.deepEqual([found.totalResults, withoutOurs(found.Resources[0])], [1, keptUser(name)]);
  },
  "M02: 409 uniqueness for the same person twice": async () => {
    const name = fresh();
    await scim.user(name);
    const answer = await scim.call("POST", "/Users", fullUser(name));
    assert.deepEqual([answer.status, answer.body.scimType], [409, "uniqueness"]);
  },
  "M03 to M05: an existing user name is found in any case, another one is not": async () => {
    const name = fresh();
    await scim.user(name);
    assert.equal((await scim.find("/Users", `userName eq "${name}"`)).totalResults, 1);
    const none = await scim.find("/Users", 'userName eq "nobody@example.org"');
    assert.deepEqual([none.totalResults, none.Resources], [0, []]);
    assert.equal((await scim.find("/Users", `userName eq "${name.toUpperCase()}"`)).totalResults, 1);
  },
  "M06: 200 with all values new, by path": async () => {
    const id = idOf(await scim.call("POST", "/Users", fullUser(fresh())));
    const changes: Record<string, unknown> = {
      'emails[type eq "work"].value': "new@example.org",
      'emails[type eq "work"].primary': true,
      'addresses[type eq "work"].formatted': "Tower",
      'addresses[type eq "work"].streetAddress': "Kaai 1",
      'addresses[type eq "work"].locality': "Ghent",
      'addresses[type eq "work"].postalCode': "9000",
      'addresses[type eq "work"].country': "NL",
      'phoneNumbers[type eq "work"].value': "1",
      'phoneNumbers[type eq "mobile"].value': "2",
      'phoneNumbers[type eq "fax"].value': "3",
      'roles[primary eq "True"].display': "Desk",
      'roles[primary eq "True"].value': "desk",
      "name.givenName": "Mona",
      "name.familyName": "Lisa",
      displayName: "Mona Lisa",
      title: "Painter",
      preferredLanguage: "fr",
      locale: "fr-FR",
      userType: "guest",
      [`${ENTERPRISE}:employeeNumber`]: "9",
      [`${ENTERPRISE}:department`]: "Art",
      [`${ENTERPRISE}:costCenter`]: "none",
    };
    const operations = Object.entries(changes).map(([path, value]) => ({ op: "replace", path, value }));
    const { status, body } = await scim.patch(`/Users/${id}`, ...operations);
    assert.equal(status, 200);
    assert.deepEqual(body.emails, [{ type: "work", value: "new@example.org", primary: true }]);
    assert.deepEqual(
      body.phoneNumbers.map(({ value }: Body) => value),
      ["1", "2", "3"],
    );
    const { type: _type, primary: _primary, ...address } = body.addresses[0];
    assert.deepEqual(
      Object.values(address as Record<string, string>).toSorted((a, b) => (a < b ? -1 : 1)),
      ["9000", "Ghent", "Kaai 1", "NL", "Tower"],
    );
    assert.deepEqual(body.roles, [{ primary: true, display: "Desk", value: "desk", type: "app" }]);
    assert.deepEqual(body[ENTERPRISE], { employeeNumber: "9", department: "Art" });
    assert.deepEqual([body.displayName, body.title, body.name.givenName], ["Mona Lisa", "Painter", "Mona"]);
    assert.deepEqual(body, await get(`/Users/${id}`));
  },
  "M06b: 200; elements that are missing are created": async () => {
    const { body: made } = await scim.call("POST", "/Users", { schemas: [CORE_USER], userName: fresh() });
    const { status, body } = await scim.patch(
      `/Users/${made.id}`,
      { op: "replace", path: "emails[primary eq true].value", value: "created@example.org" },
      { op: "replace", path: "addresses[primary eq true].country", value: "BE" },
      { op: "replace", path: 'phoneNumbers[type eq "mobile"].value', value: "+32470" },
      { op: "replace", path: 'roles[primary eq "True"].display', value: "Desk" },
      { op: "replace", value: { externalId: "later" } },
    );
    assert.equal(status, 200);
    assert.deepEqual(body.emails, [{ primary: true, value: "created@example.org" }]);
    assert.deepEqual(body.addresses, [{ primary: true, country: "BE" }]);
    assert.deepEqual(body.phoneNumbers, [{ type: "mobile", value: "+32470" }]);
    assert.deepEqual([body.roles, body.externalId], [[{ primary: true, display: "Desk" }], "later"]);
  },
  "M07: 200; the user name is changed without a path": async () => {
    const [id, name] = [await makeUser(), fresh()];
    const { status, body } = await scim.patch(`/Users/${id}`, { op: "replace", value: { userName: name } });
    assert.deepEqual([status, body.userName], [200, name]);
  },
  "M08: 200; who is not active is still found, by ID and by filter": async () => {
    const name = fresh();
    const id = await scim.user(name);
    const { status } = await scim.patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
    assert.equal(status, 200);
    assert.equal((await get(`/Users/${id}`)).active, false);
    assert.equal((await scim.find("/Users", `userName eq "${name}"`)).Resources[0].active, false);
  },
  "M09 to M11: 200; a manager is added, replaced, also as a bare text, and removed by an empty one": async () => {
    const path = `${ENTERPRISE}:manager`;
    const id = await makeUser();
    const managerAfter = async (op: string, value: unknown): Promise<unknown> => {
      const { status, body } = await scim.patch(`/Users/${id}`, { op, path, value });
      assert.equal(status, 200);
      return body[ENTERPRISE]?.manager;
    };
    assert.deepEqual(await managerAfter("add", { value: "one" }), { value: "one" });
    assert.deepEqual(await managerAfter("replace", { value: "two" }), { value: "two" });
    assert.deepEqual(await managerAfter("replace", "three"), { value: "three" });
    assert.equal(await managerAfter("replace", { value: "" }), undefined);
  },
  "M12: 204, then 404": async () => {
    const id = await makeUser();
    assert.deepEqual([await statusOf("DELETE", `/Users/${id}`), await statusOf("GET", `/Users/${id}`)], [204, 404]);
  },
  "M13 to M17: 200; groups without members, by filter in any case, or none": async () => {
    const name = `Group ${fresh()}`;
    const id = await scim.group(name, [await makeUser()]);
    assert.ok(!("members" in (await get(`/Groups/${id}?excludedAttributes=members`))));
    const query = `filter=${encodeURIComponent(`displayName eq "${name}"`)}`;
    const [one] = (await get(`/Groups?excludedAttributes=members&${query}`)).Resources;
    assert.deepEqual([one.id, "members" in one], [id, false]);
    assert.equal((await get(`/Groups?${query}`)).Resources[0].members.length, 1);
    assert.equal((await scim.find("/Groups", 'displayName eq "none"')).totalResults, 0);
    assert.equal((await scim.find("/Groups", `displayName eq "${name.toUpperCase()}"`)).totalResults, 1);
  },
  "M18 and M19: 201; 409 for the same group": async () => {
    const group = { schemas: [CORE_GROUP], displayName: fresh(), externalId: "g1" };
    const answer = await scim.call("POST", "/Groups", group);
    assert.deepEqual([answer.status, answer.headers["location"]], [201, answer.body.meta.location]);
    assert.equal(await statusOf("POST", "/Groups", group), 409);
  },
  "M20 and M21: a group's external ID and name are changed": async () => {
    const [id, name] = [await scim.group(fresh()), fresh()];
    await scim.patch(`/Groups/${id}`, { op: "replace", value: { externalId: "other" } });
    await scim.patch(`/Groups/${id}`, { op: "replace", value: { displayName: name } });
    const { externalId, displayName } = await get(`/Groups/${id}`);
    assert.deepEqual([externalId, displayName], ["other", name]);
  },
  "M22 and M23: 204; members are replaced, and one of two removed": async () => {
    const [a, b] = [await makeUser(), await makeUser()];
    const id = await scim.group(fresh());
    const replaced = await scim.patch(`/Groups/${id}`, {
      op: "replace",
      path: "members",
      value: [{ value: a }, { value: b }],
    });
    const removed = await scim.patch(`/Groups/${id}`, { op: "remove", path: `members[value eq "${a}"]` });
    assert.deepEqual([replaced.status, removed.status, await membersOf(id)], [204, 204, [b]]);
  },
  "M24: 204, then 404": async () => {
    const id = await scim.group(fresh());
    assert.deepEqual([await statusOf("DELETE", `/Groups/${id}`), await statusOf("GET", `/Groups/${id}`)], [204, 404]);
  },
  "P1 and P2: 200; several operations, of which the last one of an attribute wins": async () => {
    const id = await makeUser();
    const { status, body } = await scim.patch(
      `/Users/${id}`,
      { op: "add", path: "title", value: "a" },
      { op: "add", path: "displayName", value: "D" },
      { op: "remove", path: "title" },
      { op: "add", path: "title", value: "b" },
      { op: "replace", path: "title", value: "c" },
    );
    assert.deepEqual([status, body.title, body.displayName], [200, "c", "D"]);
  },
  "P3 to P6: 404 for who is unknown or deleted before": async () => {
    for (const path of ["/Users", "/Groups"]) {
      assert.equal(await statusOf("DELETE", `${path}/${UNKNOWN}`), 404);
      const id = path === "/Users" ? await makeUser() : await scim.group(fresh());
      assert.deepEqual(
        [await statusOf("DELETE", `${path}/${id}`), await statusOf("DELETE", `${path}/${id}`)],
        [204, 404],
      );
    }
  },
  "P7: a member added and removed in one request is not there": async () => {
    const [user, id] = [await makeUser(), await scim.group(fresh())];
    const { status } = await scim.patch(
      `/Groups/${id}`,
      { op: "add", path: "members", value: [{ value: user }] },
      { op: "remove", path: `members[value eq "${user}"]` },
    );
    assert.deepEqual([status, await membersOf(id)], [204, []]);
  },
};

const entra: Record<string, Row> = {
  'E1: "Replace" with "False" switches off': async () => {
    const id = await makeUser();
    const { status, body } = await scim.patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" });
    assert.deepEqual([status, body.active], [200, false]);
  },
  'E2: "Add" sets an attribute': async () => {
    const id = await makeUser();
    const { body } = await scim.patch(`/Users/${id}`, { op: "Add", path: "nickName", value: "Bo" });
    assert.equal(body.nickName, "Bo");
  },
  "E3: members that are removed as a value: those alone": async () => {
    const [a, b] = [await makeUser(), await makeUser()];
    const id = await scim.group(fresh(), [a, b]);
    const value = [{ $ref: null, value: a }];
    assert.equal((await scim.patch(`/Groups/${id}`, { op: "Remove", path: "members", value })).status, 204);
    assert.deepEqual(await membersOf(id), [b]);
  },
  "E4: a member added twice is there once": async () => {
    const [user, id] = [await makeUser(), await scim.group(fresh())];
    const add = { op: "Add", path: "members", value: [{ value: user }, { value: user }] };
    await scim.patch(`/Groups/${id}`, add, add);
    assert.deepEqual(await membersOf(id), [user]);
  },
  "E5: 204 for a member who is unknown, who is counted as such": async () => {
    const id = await scim.group(fresh());
    const value = [{ value: "fake-member-id" }];
    assert.equal((await scim.patch(`/Groups/${id}`, { op: "Add", path: "members", value })).status, 204);
    const { body } = await world.get(`/directories/${scim.directory}/groups`);
    const { members, unknown } = body.find(({ _id }: Body) => _id === id);
    assert.deepEqual([members, unknown], [1, 1]);
  },
  "E6: 200 for a value without quotes": async () => {
    const id = await makeUser({ externalId: "jyoung" });
    const { totalResults, Resources } = await scim.find("/Users", "externalId eq jyoung");
    assert.deepEqual([totalResults, Resources[0].id], [1, id]);
    assert.equal((await scim.find("/Users", "externalId eq JYOUNG")).totalResults, 0);
  },
  "200: dotted keys and keys with their schema, without a path": async () => {
    const id = await makeUser();
    const value = {
      "name.givenName": "Dot",
      [`${ENTERPRISE}:employeeNumber`]: "12",
      [ENTERPRISE]: { department: "Ops" },
      'emails[type eq "work"].value': "dotted@example.org",
    };
    const { body } = await scim.patch(`/Users/${id}`, { op: "replace", value });
    assert.deepEqual([body.name.givenName, body.emails[0].value], ["Dot", "dotted@example.org"]);
    assert.deepEqual(body[ENTERPRISE], { employeeNumber: "12", department: "Ops" });
  },
  "200: no operations, and attributes that aren't kept, change nothing": async () => {
    const id = await makeUser();
    const before = await get(`/Users/${id}`);
    assert.equal((await scim.patch(`/Users/${id}`)).status, 200);
    assert.equal((await scim.patch(`/Users/${id}`, { op: "add", path: "favouriteColour", value: "x" })).status, 200);
    assert.deepEqual(await get(`/Users/${id}`), before);
  },
};

const okta: Record<string, Row> = {
  "O01: 200; a first page with numbers, names, user name, active and email": async () => {
    await scim.call("POST", "/Users", fullUser(fresh()));
    const { itemsPerPage, startIndex, totalResults, Resources } = await get("/Users?count=1&startIndex=1");
    assert.deepEqual([itemsPerPage, startIndex, totalResults > 0], [1, 1, true]);
    assert.ok(typeof Resources[0].id === "string" && typeof Resources[0].active === "boolean");
    assert.ok(typeof Resources[0].emails[0].value === "string");
  },
  "O02 to O05: 200 by ID; none by an unknown name; 404 with an error for an unknown ID": async () => {
    const id = await makeUser();
    assert.equal((await get(`/Users/${id}`)).id, id);
    assert.equal((await scim.find("/Users", 'userName eq "abcdefgh@atko.com"')).totalResults, 0);
    for (const unknown of [UNKNOWN, "010101001010101011001010101011"])
      assert.equal(await statusOf("GET", `/Users/${unknown}`), 404);
  },
  "O06 to O09: 201 from application/json; 200; 409 again; found in capitals": async () => {
    const name = fresh();
    const user = { ...fullUser(name), schemas: [CORE_USER] };
    const { status, body } = await scim.call("POST", "/Users", user, { type: "application/json" });
    assert.deepEqual([status, body.active, body.name.familyName], [201, true, "Cole"]);
    assert.equal(await statusOf("GET", `/Users/${body.id}`), 200);
    assert.equal(await statusOf("POST", "/Users", user), 409);
    assert.equal((await scim.find("/Users", `userName eq "${name.toUpperCase()}"`)).totalResults, 1);
  },
  "O10: 200 for all groups": async () => {
    await scim.group(fresh());
    assert.ok((await get("/Groups")).totalResults > 0);
  },
  "O11: 401 for a token that is none": async () => {
    for (const authorization of ["non-token", "Bearer non-token", "Bearer scim_unknown", null])
      assert.equal((await scim.call("GET", "/Users", undefined, { authorization })).status, 401);
  },
  "O12 to O14: 200; a person is replaced, switched off and on again": async () => {
    const name = fresh();
    const id = await scim.user(name);
    const put = async (more: object): Promise<Body> => {
      const { status, body } = await scim.call("PUT", `/Users/${id}`, { ...fullUser(name), ...more });
      assert.equal(status, 200);
      return body;
    };
    assert.equal((await put({ name: { givenName: "New", familyName: "Name" } })).name.givenName, "New");
    assert.equal((await put({ active: false })).active, false);
    assert.equal((await put({ active: true })).active, true);
  },
  "O15 to O18: a group is replaced with its members, named, changed and replaced again": async () => {
    const [a, b, id, name] = [await makeUser(), await makeUser(), await scim.group(fresh()), fresh()];
    const members = [{ value: a, display: "a" }];
    assert.equal(await statusOf("PUT", `/Groups/${id}`, { schemas: [CORE_GROUP], displayName: name, members }), 200);
    assert.deepEqual(await membersOf(id), [a]);
    await scim.patch(`/Groups/${id}`, { op: "replace", value: { id, displayName: `${name}2` } });
    assert.equal((await get(`/Groups/${id}`)).displayName, `${name}2`);
    await scim.patch(
      `/Groups/${id}`,
      { op: "remove", path: `members[value eq "${a}"]` },
      { op: "add", path: "members", value: [{ value: b }] },
    );
    assert.deepEqual(await membersOf(id), [b]);
    await scim.patch(`/Groups/${id}`, { op: "replace", path: "members", value: [{ value: a }, { value: b }] });
    assert.deepEqual(await membersOf(id), [a, b].toSorted());
  },
  "O19: 204 for a group that is deleted": async () => {
    assert.equal(await statusOf("DELETE", `/Groups/${await scim.group(fresh())}`), 204);
  },
};

const sanity: Record<string, Row> = {
  "S01 to S03: 200 for what the server can do, its types and its schemas": async () => {
    assert.equal((await get("/ServiceProviderConfig")).patch.supported, true);
    assert.equal((await get("/ResourceTypes")).totalResults, 2);
    assert.equal((await get("/ResourceTypes/User")).schema, CORE_USER);
    const schemas = await get("/Schemas");
    assert.equal(schemas.Resources.length, 3);
    assert.ok(!JSON.stringify(schemas).includes("null"));
    assert.equal((await get(`/Schemas/${ENTERPRISE}`)).id, ENTERPRISE);
  },
  "S04: 200; the life of a person, and what GET then says": async () => {
    const name = fresh();
    const { body } = await scim.call("POST", "/Users", fullUser(name));
    assert.deepEqual(await get(`/Users/${body.id}`), body);
    const put = await scim.call("PUT", `/Users/${body.id}`, { ...fullUser(name), title: "New" });
    assert.deepEqual(await get(`/Users/${body.id}`), put.body);
    assert.equal(put.body.title, "New");
  },
  "S05: count=0 gives no resources, and how many there are": async () => {
    const { Resources, totalResults, itemsPerPage } = await get("/Users?count=0");
    assert.deepEqual([Resources, itemsPerPage, totalResults > 0], [[], 0, true]);
  },
  "S06: pages follow one another, and the last one ends": async () => {
    const all = (await get("/Users?count=1000")).Resources.map(({ id }: Body) => id);
    const second = await get("/Users?startIndex=2&count=1");
    assert.deepEqual([second.Resources[0].id, second.startIndex], [all[1], 2]);
    assert.deepEqual((await get(`/Users?startIndex=${all.length + 1}`)).Resources, []);
  },
  "S07 and S08: 400 without schemas, or without a user name": async () => {
    assert.equal(await statusOf("POST", "/Users", { userName: fresh() }), 400);
    assert.equal(await statusOf("POST", "/Users", { schemas: [CORE_USER], displayName: "x" }), 400);
    assert.equal(await statusOf("POST", "/Groups", { schemas: [CORE_GROUP] }), 400);
  },
  "S09: 404 with an error for what is unknown, of any path": async () => {
    for (const path of [`/Groups/${UNKNOWN}`, "/Schemas/urn:unknown", "/ResourceTypes/Printer", "/Me", "/Bulk", "/x/y"])
      assert.equal(await statusOf("GET", path), 404, path);
    assert.equal(await statusOf("PATCH", `/Groups/${UNKNOWN}`, { Operations: [] }), 404);
  },
};

const deep = (open: string, close: string): string => `${open.repeat(5_000)}userName eq "a"${close.repeat(5_000)}`;

const garbage: Record<string, Row> = {
  'G01: "True" is true': async () => {
    const { status, body } = await scim.call("POST", "/Users", { ...fullUser(fresh()), active: "True" });
    assert.deepEqual([status, body.active], [201, true]);
  },
  "G02 and G03: 400 for a PUT without a user name; 200 without what is misspelt": async () => {
    const id = await makeUser();
    assert.equal(await statusOf("PUT", `/Users/${id}`, { schemas: [CORE_USER], title: "x" }), 400);
    const { status, body } = await scim.call("PUT", `/Users/${id}`, { ...fullUser(fresh()), displayNmae: "x" });
    assert.deepEqual([status, "displayNmae" in body], [200, false]);
  },
  "G04: 400 for a body that is none": async () => {
    for (const body of ["{", "[]", '"x"', "1", "null", '{"schemas":5}', "a=b"])
      assert.equal(await statusOf("POST", "/Users", body), 400, body);
    assert.equal(await statusOf("POST", "/Users"), 400);
    for (const body of [{}, { Operations: {} }, { Operations: [1] }, { Operations: [{ op: "move" }] }])
      assert.equal(await statusOf("PATCH", `/Users/${await makeUser()}`, body), 400);
    for (const wrong of [{ active: "maybe" }, { name: "x" }, { title: {} }, { emails: [["x"]] }])
      assert.equal(await statusOf("POST", "/Users", { ...fullUser(fresh()), ...wrong }), 400, JSON.stringify(wrong));
  },
  "G05: 204 for members that are bare texts": async () => {
    const [user, id] = [await makeUser(), await scim.group(fresh())];
    for (const value of [user, [user]])
      assert.equal((await scim.patch(`/Groups/${id}`, { op: "add", path: "members", value })).status, 204);
    assert.deepEqual(await membersOf(id), [user]);
  },
  "G06 to G08: filters with parentheses, starts and times find the right people": async () => {
    const mark = randomBytes(4).toString("hex");
    const id = await makeUser({
      name: { familyName: `Employee${mark}` },
      emails: [{ type: "work", value: `${mark}@example.com` }],
    });
    const count = async (filter: string): Promise<number> => (await scim.find("/Users", filter)).totalResults;
    const name = `name.FamilyName eq "Employee${mark}"`;
    assert.equal(await count(`${name} and (emails.Value co "example.com" or emails.Value co "example.org")`), 1);
    assert.equal(await count(`${name} and not (emails.value co "example.com")`), 0);
    assert.equal(await count(`emails[type eq "work"].value eq "${mark.toUpperCase()}@example.com"`), 1);
    assert.equal(await count(`emails[type eq "work" and value co "${mark}"]`), 1);
    const { userName } = await get(`/Users/${id}`);
    assert.equal(await count(`userName sw "${userName.slice(0, 9)}"`), 1);
    assert.equal(await count(`${name} and meta.created gt "2020-01-01T00:00:00Z"`), 1);
    assert.equal(await count(`${name} and meta.created gt "2120-01-01T00:00:00Z"`), 0);
    assert.equal(await count(`${name} and title pr`), 0);
    for (const filter of [
      "userName",
      "userName xx 1",
      "and",
      '(userName eq "a"',
      'userName eq "a" userName',
      '"',
      "a.b.c eq 1",
      'title eq "\\u0000"',
    ])
      assert.equal(await statusOf("GET", `/Users?filter=${encodeURIComponent(filter)}`), 400, filter);
  },
  "G09: attributes= gives only those and the ID": async () => {
    await scim.call("POST", "/Users", fullUser(fresh()));
    for (const one of (await get("/Users?attributes=userName,emails&count=3")).Resources)
      assert.deepEqual(Object.keys(one).toSorted(), ["emails", "id", "schemas", "userName"]);
    const [found] = (await get(`/Users?attributes=name.givenName,${ENTERPRISE}:department&filter=title+pr&count=1`))
      .Resources;
    assert.deepEqual([Object.keys(found.name), Object.keys(found[ENTERPRISE])], [["givenName"], ["department"]]);
  },
  "G10: 405 for another method of discovery": async () => {
    for (const path of ["/ServiceProviderConfig", "/ResourceTypes", "/Schemas", "/Schemas/x"])
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) assert.equal(await statusOf(method, path), 405);
    assert.equal(await statusOf("DELETE", "/Users"), 405);
  },
  "G11: 404 for an unknown schema": async () => {
    assert.equal(await statusOf("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:Printer"), 404);
  },
  "G12: 413 for a body of 2 MB": async () => {
    const body = { ...fullUser(fresh()), title: "x".repeat(2 * 1024 * 1024) };
    assert.equal(await statusOf("POST", "/Users", body), 413);
  },
  "G13: 1,000 operations are done all or none": async () => {
    const id = await makeUser();
    const many = Array.from({ length: 999 }, (_, n) => ({ op: "replace", path: "title", value: `t${n}` }));
    const wrong = { op: "replace", path: "active", value: "perhaps" };
    assert.equal((await scim.patch(`/Users/${id}`, ...many, wrong)).status, 400);
    assert.equal((await get(`/Users/${id}`)).title, undefined);
    const right = { op: "replace", path: "displayName", value: "end" };
    assert.equal((await scim.patch(`/Users/${id}`, ...many, right)).body.title, "t998");
  },
  "G14: 400 for a filter 5,000 deep, or with a 1,000 conditions": async () => {
    const chain = Array.from({ length: 1_000 }, () => "a eq 1").join(" and ");
    for (const filter of [deep("(", ")"), deep("not (", ")"), "(".repeat(300), chain, "emails[".repeat(100)])
      assert.equal(await statusOf("GET", `/Users?filter=${encodeURIComponent(filter)}`), 400);
    const path = `emails[${"(".repeat(5_000)}`;
    assert.equal((await scim.patch(`/Users/${await makeUser()}`, { op: "add", path, value: "x" })).status, 400);
  },
};

for (const [title, rows] of Object.entries({
  "Microsoft's validator": validator,
  "Entra ID's odd forms": entra,
  Okta: okta,
  "scim-sanity": sanity,
  garbage: garbage,
}))
  describe(`SCIM: ${title}`, () => {
    for (const [name, row] of Object.entries(rows)) it(name, row);
  });
