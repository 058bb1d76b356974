import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";

import { READER, type Slapd, startSlapd, SUFFIX } from "../support/outside/slapd.ts";
import { cleanUp } from "../support/run/process.ts";
import { type Body, buildLocation, makeWorld, type World } from "../support/world.ts";

const COUNT = 3_000;
const GROUP = 2_000;
const PEOPLE = `ou=people,${SUFFIX}`;
const GROUPS = `ou=groups,${SUFFIX}`;

const idOf = (kind: string, n: number): string => `00000000-0000-1000-${kind}-${String(n).padStart(12, "0")}`;
const dnOf = (n: number, unit = PEOPLE): string => `uid=p${n},${unit}`;

const unitOf = (dn: string): string =>
  `dn: ${dn}\nobjectClass: organizationalUnit\nou: ${/^ou=([^,]+)/.exec(dn)?.[1]}\n\n`;

const person = (n: number, unit = PEOPLE, more = ""): string => `dn: ${dnOf(n, unit)}
objectClass: inetOrgPerson
uid: p${n}
cn: Person ${n}
sn: Person
mail: p${n}@example.org
telephoneNumber: +32 2 ${n}
departmentNumber: D${n % 10}
entryUUID: ${idOf("8000", n)}
${more}
`;

const group = (n: number, name: string, members: readonly string[]): string => `dn: cn=${name},${GROUPS}
objectClass: groupOfNames
cn: ${name}
entryUUID: ${idOf("9000", n)}
${members.map((dn) => `member: ${dn}`).join("\n")}

`;

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const GROUPS_LDIF = [
  group(
    1,
    "Large",
    numbers(1, GROUP).map((n) => dnOf(n)),
  ),
  group(2, "Inner", [dnOf(2_100), `cn=Outer,${GROUPS}`]),
  group(3, "Outer", [`cn=Inner,${GROUPS}`, dnOf(2_200)]),
].join("");

const ldif = (people: readonly string[]): string =>
  [
    unitOf(PEOPLE),
    unitOf(GROUPS),
    unitOf(`ou=empty,${SUFFIX}`),
    unitOf(`ou=moved,${PEOPLE}`),
    ...people,
    GROUPS_LDIF,
  ].join("");

let slapd: Slapd;
let world: World;
let location: string;
let path: string;

const settingsOf = (more: object = {}): object => ({
  preset: "openldap",
  url: slapd.url,
  bind_dn: READER.dn,
  password: READER.password,
  people_base: PEOPLE,
  groups_base: GROUPS,
  ...more,
});
const change = async (more: object): Promise<void> => {
  const { status, text } = await world.put(path, { settings: settingsOf(more) });
  assert.equal(status, 200, text);
};
const sync = async (body: object = { dry_run: false }): Promise<Body> => (await world.post(`${path}/sync`, body)).body;
const hosts = async (): Promise<number> => (await world.get(`/visitees/bycompany/${location}`)).body.length;
const test = async (): Promise<Body> => (await world.post(`${path}/test`)).body;

before(async () => {
  slapd = await startSlapd(ldif(numbers(1, COUNT).map((n) => person(n))));
  world = await makeWorld();
  location = await buildLocation(world);
  const { status, body, text } = await world.post("/directories", {
    kind: "ldap",
    name: "slapd",
    settings: settingsOf(),
  });
  assert.equal(status, 200, text);
  path = `/directories/${body._id}`;
  await world.put(`${path}/rules`, [
    { group: "Large", hosts_at: [location] },
    { group: "Outer", hosts_at: [location] },
  ]);
});
after(async () => {
  await world.close();
  await cleanUp();
});

/** Passes on what slapd says, and cuts the line after this many bytes. */
const cutAfter = async (bytes: number): Promise<{ url: string; close: () => void }> => {
  let left = bytes;
  const server = createServer((client: Socket) => {
    const target = connect(Number(new URL(slapd.url).port), "127.0.0.1");
    client.pipe(target).on("error", () => undefined);
    client.on("error", () => undefined);
    target.on("data", (chunk) => {
      left -= chunk.length;
      if (left > 0) client.write(chunk);
      else [client, target].forEach((end) => end.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { url: `ldap://127.0.0.1:${port}`, close: () => void server.close() };
};

describe("an LDAP directory in OpenLDAP's slapd", { concurrency: false }, () => {
  it("has 3,000 people and a group of 2,000, and groups in groups in a circle", async () => {
    assert.deepEqual(await test(), { readable: true, people: COUNT, groups: 3 });
    assert.equal((await sync({})).plan.created, GROUP + 2);
    assert.equal((await sync()).plan.created, GROUP + 2);
    assert.equal(await hosts(), GROUP + 2);
    assert.deepEqual((await sync()).plan, { created: 0, changed: 0, hidden: 0, removed: 0 });
  });

  it("is read over StartTLS and LDAPS with a certificate of the company's own, and not without it", async () => {
    for (const secured of [{ start_tls: true }, { url: slapd.secureUrl, start_tls: null }]) {
      await change({ ...secured, ca: slapd.ca });
      assert.equal((await test()).people, COUNT);
      await change({ ...secured, ca: null });
      assert.deepEqual([(await test()).readable, (await test()).error_code], [false, "tls"]);
    }
    await change({ start_tls: null, ca: null });
  });

  it("that ends the connection anywhere has changed nothing", async () => {
    for (const bytes of [100, 5_000, 200_000, 500_000]) {
      const cut = await cutAfter(bytes);
      await change({ url: cut.url });
      const { code, message } = await sync({ dry_run: false, confirm: true });
      assert.equal(code, "directory_unreadable", message);
      cut.close();
    }
    await change({});
    assert.deepEqual([await hosts(), (await world.get(path)).body.people], [GROUP + 2, COUNT]);
  });

  it("with a wrong or empty base removes no person", async () => {
    for (const people_base of [`ou=nowhere,${SUFFIX}`, `ou=empty,${SUFFIX}`]) {
      await change({ people_base });
      assert.equal((await sync({ dry_run: false, confirm: true })).code, "directory_unreadable");
    }
    await change({ groups_base: `ou=empty,${SUFFIX}` });
    assert.equal((await sync()).stopped, true, "without groups, everyone would be hidden");
    await change({});
    assert.equal(await hosts(), GROUP + 2);
  });

  it("knows who was moved, disabled and deleted", async () => {
    const people = numbers(4, COUNT).map((n) => person(n));
    const locked = person(3, PEOPLE, "pwdAccountLockedTime: 000001010000Z\n");
    const moved = person(1, `ou=moved,${PEOPLE}`);
    await slapd.load(
      ldif([moved, locked, ...people]).replace(`member: ${dnOf(1)}\n`, `member: ${dnOf(1, `ou=moved,${PEOPLE}`)}\n`),
    );
    assert.deepEqual((await sync()).plan, { created: 0, changed: 0, hidden: 1, removed: 1 });
    assert.equal(await hosts(), GROUP);
  });

  it("that is killed is noted with its reason, and followed again once it is back", async () => {
    await slapd.kill();
    assert.equal((await sync()).code, "directory_unreadable");
    const { last_error_code, last_sync } = (await world.get(path)).body;
    assert.deepEqual([last_error_code, typeof last_sync], ["unreachable", "string"]);
    assert.equal(await hosts(), GROUP);
  });

  it("that gives everyone 500 entries removes no person, and says what it must allow", async () => {
    const limited = await startSlapd(ldif(numbers(1, COUNT).map((n) => person(n))), { limited: true });
    await change({ url: limited.url });
    assert.match((await sync({ dry_run: false, confirm: true })).message, /its own limit of entries/);
    assert.equal(await hosts(), GROUP);
  });
});
