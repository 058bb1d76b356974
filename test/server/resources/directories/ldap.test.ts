import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import { syncDue } from "../../../../server/resources/directories/ldap/sync.ts";
import { type Entry, LOGIN, type LdapServer, startLdapServer } from "../../../support/outside/ldap-server.ts";
import { readMetrics } from "../../platform/observe/read-metrics.ts";
import { type Body, buildLocation, makeWorld } from "../../../support/world.ts";

const world = await makeWorld();
after(() => world.close());

const BASE = "dc=example,dc=org";
const PEOPLE = `ou=people,${BASE}`;
const GROUPS = `ou=groups,${BASE}`;

const person = (n: number, more: Partial<Entry> = {}): Entry => ({
  dn: `uid=p${n},${PEOPLE}`,
  objectClass: ["inetOrgPerson"],
  entryUUID: [`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`],
  uid: [`p${n}`],
  cn: [`Person ${n}`],
  displayName: [`Person ${n}`],
  mail: [`p${n}@example.org`],
  ...more,
});

const group = (name: string, members: readonly string[], n = 900_000 + name.length): Entry => ({
  dn: `cn=${name},${GROUPS}`,
  objectClass: ["groupOfNames"],
  entryUUID: [`00000000-0000-4000-9000-${String(n).padStart(12, "0")}`],
  cn: [name],
  member: [...members],
});

const place = (dn: string): Entry => ({ dn, objectClass: ["organizationalUnit"] });
const people = (count: number): Entry[] => Array.from({ length: count }, (_, n) => person(n + 1));
const root = (): Entry[] => [place(PEOPLE), place(GROUPS)];

let server: LdapServer;
before(async () => {
  server = await startLdapServer([]);
});
after(() => server.close());
afterEach(() =>
  Object.assign(server.behaviour, { rangeMax: Infinity, diesOnPage: undefined, hasEmptyPages: false, searchResult: 0 }),
);

type Directory = { id: string; path: string; location: string };

const settingsOf = (more: object = {}): Record<string, unknown> => ({
  preset: "openldap",
  url: server.url,
  bind_dn: LOGIN.dn,
  password: LOGIN.password,
  people_base: PEOPLE,
  groups_base: GROUPS,
  ...more,
});

const create = (settings: object, kind = "ldap") => world.post("/directories", { kind, name: "Head office", settings });

const makeDirectory = async (entries: Entry[], rule: object = { everyone: true }): Promise<Directory> => {
  server.behaviour.entries = [...root(), ...entries];
  const location = await buildLocation(world);
  const { status, body, text } = await create(settingsOf());
  assert.equal(status, 200, text);
  const path = `/directories/${body._id}`;
  await world.put(`${path}/rules`, [{ ...rule, hosts_at: [location] }]);
  return { id: body._id, path, location };
};

const sync = async ({ path }: Directory, body: object = { dry_run: false }): Promise<Body> => {
  const answer = await world.post(`${path}/sync`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const refusal = async ({ path }: Directory, body: object = { dry_run: false }): Promise<string> => {
  const answer = await world.post(`${path}/sync`, body);
  assert.deepEqual([answer.status, answer.body.code], [400, "directory_unreadable"], answer.text);
  return answer.body.message;
};
const names = async ({ location }: Directory): Promise<string[]> =>
  (await world.get(`/visitees/bycompany/${location}`)).body.map(({ cn }: Body) => cn);
const state = async ({ path }: Directory): Promise<Body> => (await world.get(path)).body;
const plan = (created: number, changed = 0, hidden = 0, removed = 0) => ({ created, changed, hidden, removed });

describe("POST /directories of kind ldap", () => {
  const wrong: [string, object, string, string][] = [
    ["no preset", { preset: null }, "missing_key", "settings.preset"],
    ["another preset", { preset: "novell" }, "wrong_format", "settings.preset"],
    ["no address", { url: "" }, "missing_key", "settings.url"],
    ["an address of the web", { url: "https://dc1.example.org" }, "wrong_format", "settings.url"],
    ["an address with a path", { url: "ldap://127.0.0.1/dc=x" }, "wrong_format", "settings.url"],
    ["an address with a login", { url: "ldap://a:b@127.0.0.1" }, "wrong_format", "settings.url"],
    ["a network that isn't allowed", { url: "ldap://10.0.0.1" }, "not_public", "settings.url"],
    ["a base that is no DN", { people_base: "people" }, "wrong_format", "settings.people_base"],
    ["a base of groups that is no DN", { groups_base: "groups" }, "wrong_format", "settings.groups_base"],
    ["a filter that isn't one", { people_filter: "(uid=" }, "wrong_format", "settings.people_filter"],
    ["a certificate that isn't one", { ca: "-----BEGIN CERTIFICATE-----" }, "wrong_format", "settings.ca"],
    ["StartTLS over TLS", { url: "ldaps://127.0.0.1", start_tls: true }, "wrong_format", "settings.start_tls"],
    ["an interval of a minute", { interval_minutes: 1 }, "wrong_format", "settings.interval_minutes"],
    ["a bind DN without password", { password: "" }, "missing_key", "settings.password"],
    ["a password that is a number", { password: 5 }, "wrong_format", "settings.password"],
    ["a key that means nothing", { people_filters: "(uid=*)" }, "unknown_key", "settings"],
    ["an attribute that means nothing", { attributes: { shoe: "size" } }, "unknown_key", "settings.attributes"],
  ];
  for (const [what, more, code, field] of wrong)
    it(`400 ${code}: ${what}`, async () => {
      const { status, body, text } = await create(settingsOf(more));
      assert.deepEqual([status, body.code, body.field], [400, code, field], text);
    });

  it("400 names the setting that would allow the network", async () => {
    const { body } = await create(settingsOf({ url: "ldaps://192.168.7.1" }));
    assert.match(body.message, /192\.168\.7\.1 resolves to a private network.*CONNECT_ALLOWED_NETWORKS/);
  });

  it("200: the password is in no answer, no log and no plain column, and stays when other settings change", async () => {
    const directory = await makeDirectory(people(1));
    const { body, text } = await world.put(directory.path, { settings: { interval_minutes: 240, password: "" } });
    assert.deepEqual([body.settings.interval_minutes, body.settings.password], [240, undefined]);
    assert.doesNotMatch(text, /a secret/);
    assert.equal((await world.post(`${directory.path}/test`)).body.readable, true);
    const { rows } = await world.db.pool.query("select d::text as row from directories d where _id = $1", [
      directory.id,
    ]);
    assert.doesNotMatch(rows[0].row, /a secret/);
    const log = await world.db.pool.query("select body::text from log_bodies where subject_id = $1", [directory.id]);
    assert.doesNotMatch(JSON.stringify(log.rows), /a secret|"secret"/);
  });

  it("400: a stored password is not sent to another server, nor without TLS where there was TLS", async () => {
    const { path } = await makeDirectory(people(1));
    const moved = await world.put(path, { settings: { url: "ldap://127.0.0.1:1" } });
    assert.deepEqual([moved.status, moved.body.field], [400, "settings.password"]);
    const again = await world.put(path, { settings: { url: "ldap://127.0.0.1:1", password: "b" } });
    assert.equal(again.status, 200, again.text);
  });
});

describe("POST /directories/{id}/test", () => {
  it("200: counts people and groups, and changes nothing", async () => {
    const directory = await makeDirectory([...people(3), group("Sales", [`uid=p1,${PEOPLE}`])]);
    const { status, body } = await world.post(`${directory.path}/test`);
    assert.deepEqual([status, body], [200, { readable: true, people: 3, groups: 1 }]);
    const { people: stored, last_try, last_sync } = await state(directory);
    assert.deepEqual([stored, last_try, last_sync], [0, undefined, undefined]);
  });

  const failures: [string, object, string, RegExp][] = [
    ["a wrong password", { password: "wrong" }, "login_refused", /refuses the bind DN or the password/],
    ["a base that isn't there", { people_base: `ou=nowhere,${BASE}` }, "wrong_base", /no entry at the base DN/],
    ["a filter that fits no person", { people_filter: "(uid=x)" }, "no_people", /found no people/],
    ["an attribute that has no ID", { attributes: { id: "shoeSize" } }, "no_ids", /no shoeSize/],
    ["a server that isn't there", { url: "ldap://127.0.0.1:1" }, "unreachable", /could not be reached/],
    ["StartTLS where there is none", { start_tls: true }, "refused", /result code 2/],
  ];
  for (const [what, more, code, words] of failures)
    it(`200 with the reason: ${what}`, async () => {
      const { path } = await makeDirectory(people(2));
      await world.put(path, { settings: { password: LOGIN.password, ...more } });
      const { body } = await world.post(`${path}/test`);
      assert.deepEqual([body.readable, body.error_code], [false, code], body.error);
      assert.match(body.error, words);
    });

  it("400: a list and SCIM aren't read", async () => {
    const { body } = await create({}, "csv");
    const answer = await world.post(`/directories/${body._id}/test`);
    assert.deepEqual([answer.status, answer.body.code], [400, "wrong_directory_kind"]);
  });
});

describe("POST /directories/{id}/sync of kind ldap", () => {
  it("200: a dry run changes nothing, a run makes hosts, and a repeated one changes no row", async () => {
    const directory = await makeDirectory(people(3));
    assert.deepEqual((await sync(directory, {})).plan, plan(3));
    assert.deepEqual([(await state(directory)).people, await names(directory)], [0, []]);
    assert.deepEqual((await sync(directory)).plan, plan(3));
    assert.deepEqual(await names(directory), ["Person 1", "Person 2", "Person 3"]);
    const rows = () => world.db.pool.query("select xmin, * from hosts union all select xmin, * from hosts order by 2");
    const before = (await rows()).rows;
    assert.deepEqual((await sync(directory)).plan, plan(0));
    assert.deepEqual((await rows()).rows, before);
    const { last_sync, next_try, last_error } = await state(directory);
    assert.deepEqual([typeof last_sync, Date.parse(next_try) > Date.now(), last_error], ["string", true, undefined]);
  });

  it("200: the attributes become what hosts have", async () => {
    const more = {
      givenName: ["Ann"],
      sn: ["Peeters"],
      displayName: [],
      telephoneNumber: ["+32 2 1"],
      mobile: ["+32 470 1"],
    };
    const directory = await makeDirectory(
      [person(1, { ...more, departmentNumber: ["Sales"], mail: ["nonsense", "Ann@Example.org"] })],
      {
        attribute: "department",
        value: "sales",
      },
    );
    await sync(directory);
    const [host] = (await world.get(`/visitees/bycompany/${directory.location}`)).body;
    const { cn, mail, telephoneNumber, mobile, external_id } = host;
    assert.deepEqual(
      [cn, mail, telephoneNumber, mobile, external_id],
      ["Person 1", "ann@example.org", "+32 2 1", "+32 470 1", "00000000-0000-4000-8000-000000000001"],
    );
  });

  it("200: who was moved, renamed or given another address is the same host", async () => {
    const directory = await makeDirectory(people(2));
    await sync(directory);
    const [before] = (await world.get(`/visitees/bycompany/${directory.location}`)).body;
    const moved = person(1, {
      dn: `uid=new,ou=sales,${PEOPLE}`,
      uid: ["new"],
      displayName: ["A. Married"],
      mail: ["new@example.org"],
    });
    server.behaviour.entries = [...root(), moved, person(2)];
    assert.deepEqual((await sync(directory)).plan, plan(0, 1));
    const [after1] = (await world.get(`/visitees/bycompany/${directory.location}`)).body;
    assert.deepEqual([after1._id, after1.cn, after1.mail], [before._id, "A. Married", "new@example.org"]);
  });

  const leaving: [string, Entry | undefined, object][] = [
    ["disabled in Active Directory", person(1, { userAccountControl: ["514"] }), plan(0, 0, 1)],
    ["locked in 389", person(1, { nsAccountLock: ["TRUE"] }), plan(0, 0, 1)],
    ["locked for good in OpenLDAP", person(1, { pwdAccountLockedTime: ["000001010000Z"] }), plan(0, 0, 1)],
    ["locked for a while by wrong passwords", person(1, { pwdAccountLockedTime: ["20261128101500Z"] }), plan(0)],
    ["enabled in Active Directory", person(1, { userAccountControl: ["512"] }), plan(0)],
    ["gone", undefined, plan(0, 0, 0, 1)],
  ];
  for (const [what, entry, expected] of leaving)
    it(`200: a person who is ${what}`, async () => {
      const directory = await makeDirectory(people(2));
      await sync(directory);
      server.behaviour.entries = [...root(), person(2), ...(entry === undefined ? [] : [entry])];
      assert.deepEqual((await sync(directory)).plan, expected);
    });

  it("200: groups in groups count, also in a circle, and members that aren't people don't", async () => {
    const inner = group("Inner", [`UID=P1, ${PEOPLE}`, `cn=Outer,${GROUPS}`, `cn=printer,${BASE}`]);
    const outer = group("Outer", [`cn=Inner,${GROUPS}`, `uid=p2,${PEOPLE}`], 7);
    const directory = await makeDirectory([...people(3), inner, outer], { group: "outer" });
    await sync(directory);
    assert.deepEqual(await names(directory), ["Person 1", "Person 2"]);
    const { body: groups } = await world.get(`${directory.path}/groups`);
    assert.deepEqual(groups.map(({ name, members }: Body) => [name, members]).toSorted(), [
      ["Inner", 2],
      ["Outer", 2],
    ]);
  });

  it("200: groups that exchange their names are still the same groups", async () => {
    const directory = await makeDirectory(
      [...people(2), group("A", [`uid=p1,${PEOPLE}`], 1), group("B", [`uid=p2,${PEOPLE}`], 2)],
      { group: "A" },
    );
    await sync(directory);
    const idOf = async (name: string): Promise<string> =>
      (await world.get(`${directory.path}/groups`)).body.find((one: Body) => one.name === name)._id;
    const a = await idOf("A");
    server.behaviour.entries = [
      ...root(),
      ...people(2),
      group("B", [`uid=p1,${PEOPLE}`], 1),
      group("A", [`uid=p2,${PEOPLE}`], 2),
    ];
    assert.deepEqual((await sync(directory)).plan, plan(1, 0, 1));
    assert.deepEqual([await names(directory), await idOf("B")], [["Person 2"], a]);
  });

  it("200: two groups of one name are both kept, the second by its DN", async () => {
    const second: Entry = { ...group("Sales", [`uid=p2,${PEOPLE}`], 2), dn: `cn=Sales,ou=x,${GROUPS}` };
    const directory = await makeDirectory([...people(2), group("Sales", [`uid=p1,${PEOPLE}`], 1), second], {
      group: "Sales",
    });
    await sync(directory);
    assert.deepEqual(await names(directory), ["Person 1"]);
    const { body } = await world.get(`${directory.path}/groups`);
    assert.deepEqual(body.map(({ name }: Body) => name).toSorted(), ["Sales", `cn=sales,ou=x,${GROUPS}`]);
  });

  it("200: a group of 3,700 comes in ranges of 1,500, and in pages that can be empty", async () => {
    const members = people(3_700).map(({ dn }) => dn);
    const directory = await makeDirectory([...people(3_700), group("All", members)], { group: "nobody" });
    Object.assign(server.behaviour, { rangeMax: 1_500, hasEmptyPages: true });
    await sync(directory);
    const { body } = await world.get(`${directory.path}/groups`);
    assert.deepEqual(
      body.map(({ name, members: count, unknown }: Body) => [name, count, unknown]),
      [["All", 3_700, 0]],
    );
  });

  it("400: a server that dies in mid-page has changed nothing, and the next run has everyone", async () => {
    const directory = await makeDirectory(people(5));
    await sync(directory);
    server.behaviour.entries = [
      ...root(),
      ...people(1_200).map((one, n) => (n < 5 ? { ...one, displayName: ["Changed"] } : one)),
    ];
    for (const page of [0, 1, 2]) {
      server.behaviour.diesOnPage = page;
      assert.match(await refusal(directory), /incomplete/);
      const { people: stored, last_error_code, last_sync } = await state(directory);
      assert.deepEqual([stored, last_error_code, typeof last_sync], [5, "incomplete_response", "string"]);
      assert.deepEqual((await names(directory)).length, 5);
    }
    server.behaviour.diesOnPage = undefined;
    assert.deepEqual((await sync(directory, {})).plan, plan(1_195, 5));
    assert.equal((await state(directory)).last_error, undefined);
  });

  const wrongs: [string, object, RegExp][] = [
    ["a base that isn't there", { people_base: `ou=nowhere,${BASE}` }, /no entry at the base DN/],
    ["a base without people", { people_base: GROUPS }, /found no people/],
    ["a filter that fits no person", { people_filter: "(uid=nobody)" }, /found no people/],
    ["an answer that ends at a limit", {}, /own limit/],
  ];
  for (const [what, settings, words] of wrongs)
    it(`400: ${what} removes no person, of however few`, async () => {
      const directory = await makeDirectory([...people(3), group("Sales", [`uid=p1,${PEOPLE}`])]);
      await sync(directory);
      await world.put(directory.path, { settings });
      if (Object.keys(settings).length === 0) server.behaviour.searchResult = 4;
      assert.match(await refusal(directory, { dry_run: false, confirm: true }), words);
      assert.equal((await names(directory)).length, 3);
    });

  it("200 with stopped: a base with a few of the people removes none without confirm", async () => {
    const few = people(2).map((one, n) => ({ ...one, dn: `uid=p${n + 1},ou=few,${PEOPLE}` }));
    const directory = await makeDirectory([...people(40).slice(2), place(`ou=few,${PEOPLE}`), ...few]);
    await sync(directory);
    await world.put(directory.path, { settings: { people_base: `ou=few,${PEOPLE}` } });
    const { stopped, plan: found } = await sync(directory);
    assert.deepEqual([stopped, found, (await names(directory)).length], [true, plan(0, 0, 0, 38), 40]);
    const { people: stored, last_error_code } = await state(directory);
    assert.deepEqual([stored, last_error_code], [40, "leaving"]);
    await sync(directory, { dry_run: false, confirm: true });
    assert.deepEqual([(await names(directory)).length, (await state(directory)).last_error], [2, undefined]);
  });
});

describe("reading at an interval", () => {
  const run = () => syncDue(world.context, new AbortController().signal);
  const pass = (ms: number): void => void Object.assign(world.clock, { frozen: true, now: Date.now() + ms });
  afterEach(() => void Object.assign(world.clock, { frozen: false }));
  const HOUR_MS = 3_600_000;

  it("begins after the first sync by a person, and reads once an hour in one process of several", async () => {
    await world.db.pool.query("update directories set next_try = null");
    const directory = await makeDirectory(people(1));
    pass(2 * HOUR_MS);
    await run();
    assert.deepEqual(await names(directory), []);
    world.clock.frozen = false;
    await sync(directory);
    server.behaviour.entries = [...root(), ...people(2)];
    const logins = server.logins.length;
    await run();
    assert.equal(server.logins.length, logins);
    pass(HOUR_MS + 1_000);
    await Promise.all([run(), run()]);
    assert.deepEqual([server.logins.length, await names(directory)], [logins + 1, ["Person 1", "Person 2"]]);
    assert.equal(Date.parse((await state(directory)).next_try), world.clock.now + HOUR_MS);
  });

  it("is shown by the System page and the metrics while it fails", async () => {
    await world.db.pool.query("update directories set next_try = null");
    const directory = await makeDirectory(people(1));
    await sync(directory);
    const measure = async () => {
      const other = await makeWorld({ database: world.database });
      const metrics = await readMetrics(other);
      await other.close();
      return ["ok", "failed"].map((state) => metrics.value("foyer_directories", { state }));
    };
    const checks = async () =>
      (await world.get("/system")).body.checks.filter(({ name }: Body) => name === "Directory");
    assert.deepEqual([await measure(), await checks()], [[1, 0], []]);
    server.behaviour.diesOnPage = 0;
    await refusal(directory);
    assert.deepEqual(await measure(), [0, 1]);
    const [check, ...others] = await checks();
    assert.deepEqual([check.level, check.values, others.length], ["warning", { name: "Head office" }, 0]);
    assert.match(check.found, /don't follow "Head office" at present: The server's answer was incomplete/);
  });

  it("notes why it failed and tries again an interval later; a plan that takes many away waits for a person", async () => {
    await world.db.pool.query("update directories set next_try = null");
    const directory = await makeDirectory(people(20));
    await sync(directory);
    server.behaviour.diesOnPage = 0;
    pass(HOUR_MS + 1_000);
    await run();
    const failed = await state(directory);
    assert.deepEqual(
      [failed.last_error_code, Date.parse(failed.next_try)],
      ["incomplete_response", world.clock.now + HOUR_MS],
    );
    server.behaviour.diesOnPage = undefined;
    server.behaviour.entries = [...root(), ...people(2)];
    pass(2 * HOUR_MS + 2_000);
    await run();
    assert.deepEqual([(await state(directory)).last_error_code, (await names(directory)).length], ["leaving", 20]);
    server.behaviour.entries = [...root(), ...people(21)];
    pass(3 * HOUR_MS + 3_000);
    await run();
    assert.deepEqual([(await state(directory)).last_error_code, (await names(directory)).length], [undefined, 21]);
  });
});
