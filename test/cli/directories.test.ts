import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { LOGIN, type LdapServer, startLdapServer } from "../support/outside/ldap-server.ts";
import { buildLocation, makeWorld, type World } from "../support/world.ts";
import { foyer, type Ran, urlOf } from "./foyer.ts";

const BASE = "dc=example,dc=org";
const person = (n: number) => ({
  dn: `uid=p${n},${BASE}`,
  objectClass: ["inetOrgPerson"],
  entryUUID: [`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`],
  displayName: [`Person ${n}`],
});
const people = (count: number) => [
  { dn: BASE, objectClass: ["domain"] },
  ...Array.from({ length: count }, (_, n) => person(n + 1)),
];

let world: World;
let server: LdapServer;
let env: Record<string, string>;
let location: string;

before(async () => {
  world = await makeWorld();
  server = await startLdapServer(people(20));
  env = {
    DATABASE_URL: await urlOf(world.database),
    SECRET_KEY: world.context.secretKey,
    CONNECT_ALLOWED_NETWORKS: "127.0.0.0/8",
  };
  location = await buildLocation(world);
  const login = { bind_dn: LOGIN.dn, password: LOGIN.password };
  const settings = { preset: "openldap", url: server.url, people_base: BASE, ...login };
  const { body } = await world.post("/directories", { kind: "ldap", name: "Head office", settings });
  await world.put(`/directories/${body._id}/rules`, [{ everyone: true, hosts_at: [location] }]);
});
after(async () => {
  await server.close();
  await world.close();
});

const run = (...args: string[]): Promise<Ran> => foyer(["directory", ...args], { env });
const hosts = async (): Promise<number> => (await world.get(`/visitees/bycompany/${location}`)).body.length;

describe("foyer directory sync", () => {
  it("0: shows what would change, and changes nothing", async () => {
    const { code, stdout } = await run("sync", "head office", "--dry-run");
    assert.deepEqual([code, await hosts()], [0, 0], stdout);
    assert.match(stdout, /^Would be added: 20, changed: 0, hidden: 0, removed: 0\.\n {2}created {2}0{8}-/);
  });

  it("0: brings hosts up to date, also as JSON", async () => {
    const { code, stdout, stderr } = await run("sync", "Head office", "--json");
    assert.deepEqual([code, await hosts()], [0, 20], stderr);
    assert.equal(JSON.parse(stdout).plan.created, 20);
  });

  it("1: a plan that takes many off the lists waits for --confirm", async () => {
    server.behaviour.entries = people(3);
    const { code, stderr } = await run("sync", "Head office");
    assert.deepEqual([code, await hosts()], [1, 20]);
    assert.match(stderr, /nothing was changed\. If that's right: --confirm/);
    assert.deepEqual([(await run("sync", "Head office", "--confirm")).code, await hosts()], [0, 3]);
  });

  it("1: says why it can't be read", async () => {
    server.behaviour.diesOnPage = 0;
    const { code, stderr } = await run("sync", "Head office");
    assert.deepEqual([code, await hosts()], [1, 3]);
    assert.match(stderr, /could not be read\. The server's answer was incomplete/);
  });

  it("3: there is no directory of that name", async () => {
    const { code, stderr } = await run("sync", "Head offices");
    assert.equal(code, 3);
    assert.match(stderr, /There's no directory "Head offices"\. Did you mean "Head office"\?/);
  });
});

describe("foyer directory list", () => {
  it("0: each with its last sync and its last error", async () => {
    const { code, stdout } = await run("list");
    assert.equal(code, 0);
    assert.match(stdout, /NAME +TYPE.*\nHead office +ldap +3 +0 +20.*The server's answer was incomplete/);
    const [directory] = JSON.parse((await run("list", "--json")).stdout);
    assert.deepEqual([directory.last_error_code, directory.settings.password], ["incomplete_response", undefined]);
  });
});
