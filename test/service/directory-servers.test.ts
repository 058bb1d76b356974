import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { MANAGER, startDirsrv } from "../support/outside/dirsrv.ts";
import { ADMINISTRATOR, type DomainChange, startSamba } from "../support/outside/samba.ts";
import { type LoadedServer, SUFFIX } from "../support/outside/slapd.ts";
import { cleanUp } from "../support/run/process.ts";
import { LONG } from "../support/run/size.ts";
import { type Body, buildLocation, makeWorld, type World } from "../support/world.ts";

// slapd, which every whole run reads, has slapd.test.ts.
const WHEN = { concurrency: false, skip: LONG ? false : "FOYER_LONG=1 reads 389 Directory Server and Samba" };
const COUNT = 3_000;
const GROUP = 2_000;
const PEOPLE = `OU=Staff,${SUFFIX}`;
const MOVED = `OU=Moved,${PEOPLE}`;
const GROUPS = `OU=Groups,${SUFFIX}`;

const dnOf = (n: number, unit = PEOPLE): string => `CN=Person ${n},${unit}`;
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);
/** A large group, and two that are in each other: the rules name the first and the last. */
const GROUPS_OF = (first = dnOf(1)): Record<string, string[]> => ({
  Large: [first, ...numbers(2, GROUP).map((n) => dnOf(n))],
  Inner: [dnOf(2_100), `CN=Outer,${GROUPS}`],
  Outer: [`CN=Inner,${GROUPS}`, dnOf(2_200)],
});

const idOf = (kind: string, n: number): string => `${kind}000000-00000000-00000000-${String(n).padStart(8, "0")}`;

const entry = (dn: string, values: Record<string, string | string[]>): string =>
  [
    `dn: ${dn}`,
    ...Object.entries(values).flatMap(([name, of]) => [of].flat().map((value) => `${name}: ${value}`)),
    "",
    "",
  ].join("\n");

/** Everyone, as 389 has them. @param gone who is no longer there @param locked who is disabled @param moved whose DN is another */
const ldif = ({ gone, locked, moved }: { gone?: number; locked?: number; moved?: number } = {}): string => {
  const units = [PEOPLE, MOVED, GROUPS].map((dn) =>
    entry(dn, { objectClass: "organizationalUnit", ou: dn.slice(3, dn.indexOf(",")) }),
  );
  const people = numbers(1, COUNT).flatMap((n) =>
    n === gone
      ? []
      : [
          entry(dnOf(n, n === moved ? MOVED : PEOPLE), {
            objectClass: "inetOrgPerson",
            cn: `Person ${n}`,
            sn: "Person",
            mail: `p${n}@example.org`,
            nsUniqueId: idOf("8", n),
            ...(n === locked ? { nsAccountLock: "true" } : {}),
          }),
        ],
  );
  const groups = Object.entries(GROUPS_OF(moved === 1 ? dnOf(1, MOVED) : undefined)).map(([cn, member], n) =>
    entry(`CN=${cn},${GROUPS}`, {
      objectClass: "groupOfNames",
      cn,
      nsUniqueId: idOf("9", n),
      member: member.filter((dn) => gone === undefined || dn !== dnOf(gone)),
    }),
  );
  return [...units, ...people, ...groups].join("");
};

/** The same, as Active Directory has them. */
const domain = (): DomainChange[] => [
  ...[PEOPLE, MOVED, GROUPS].map((dn) => ({ add: { dn, objectClass: "organizationalUnit" } })),
  ...numbers(1, COUNT).map((n) => ({
    add: {
      dn: dnOf(n),
      objectClass: "user",
      sAMAccountName: `p${n}`,
      mail: `p${n}@example.org`,
      userAccountControl: "544",
    },
  })),
  ...Object.entries(GROUPS_OF()).map(([name, member]) => ({
    add: {
      dn: `CN=${name},${GROUPS}`,
      objectClass: "group",
      sAMAccountName: name,
      member: member.filter((dn) => dn !== `CN=Outer,${GROUPS}`),
    },
  })),
  { addMember: [`CN=Inner,${GROUPS}`, `CN=Outer,${GROUPS}`] },
];

/** A directory of a server: what is done to it, whatever its kind. */
type Tested = { settings: object; change: () => Promise<void>; kill: () => Promise<void> };

const start389 = async (): Promise<Tested> => {
  const server: LoadedServer = await startDirsrv(ldif());
  const { dn: bind_dn, password } = MANAGER;
  return {
    settings: { preset: "389ds", url: server.url, bind_dn, password },
    change: () => server.load(ldif({ gone: 2, locked: 3, moved: 1 })),
    kill: server.kill,
  };
};

const startDomain = async (): Promise<Tested> => {
  const { url, ca, change, kill } = await startSamba();
  await change(domain());
  const { dn: bind_dn, password } = ADMINISTRATOR;
  return {
    settings: { preset: "active_directory", url, ca, bind_dn, password },
    change: () =>
      change([
        { rename: [dnOf(1), dnOf(1, MOVED)] },
        { delete: dnOf(2) },
        { set: [dnOf(3), "userAccountControl", "546"] },
      ]),
    kill,
  };
};

for (const [name, begin] of Object.entries({
  "389 Directory Server": start389,
  "Samba's Active Directory": startDomain,
}))
  describe(`an LDAP directory in ${name}`, WHEN, () => {
    let server: Tested;
    let world: World;
    let location: string;
    let path: string;
    const change = async (more: object): Promise<void> => {
      const { status, text } = await world.put(path, {
        settings: { ...server.settings, people_base: PEOPLE, groups_base: GROUPS, ...more },
      });
      assert.equal(status, 200, text);
    };
    const sync = async (body: object = { dry_run: false }): Promise<Body> =>
      (await world.post(`${path}/sync`, body)).body;
    const hosts = async (): Promise<number> => (await world.get(`/visitees/bycompany/${location}`)).body.length;

    before(async () => {
      server = await begin();
      world = await makeWorld();
      location = await buildLocation(world);
      const settings = { ...server.settings, people_base: PEOPLE, groups_base: GROUPS };
      const { status, body, text } = await world.post("/directories", { kind: "ldap", name, settings });
      assert.equal(status, 200, text);
      path = `/directories/${body._id}`;
      const rules = ["Large", "Outer"].map((group) => ({ group, hosts_at: [location] }));
      assert.equal((await world.put(`${path}/rules`, rules)).status, 200);
    });
    after(async () => {
      await world.close();
      await cleanUp();
    });

    it("has 3,000 people and a group of 2,000, and groups in each other", async () => {
      const tested = (await world.post(`${path}/test`)).body;
      assert.deepEqual(tested, { readable: true, people: COUNT, groups: 3 });
      const first = await sync();
      assert.equal(first.plan?.created, GROUP + 2, JSON.stringify(first));
      assert.deepEqual((await sync()).plan, { created: 0, changed: 0, hidden: 0, removed: 0 });
    });

    it("with a wrong base removes no person", async () => {
      for (const people_base of [`OU=Nowhere,${SUFFIX}`, MOVED]) {
        await change({ people_base });
        assert.equal((await sync({ dry_run: false, confirm: true })).code, "directory_unreadable");
      }
      await change({});
      assert.equal(await hosts(), GROUP + 2);
    });

    it("knows who was moved, disabled and deleted", async () => {
      await server.change();
      assert.deepEqual((await sync()).plan, { created: 0, changed: 0, hidden: 1, removed: 1 });
      assert.equal(await hosts(), GROUP + 2 - 2);
    });

    it("that is killed removes no person, and says so", async () => {
      await server.kill();
      assert.equal((await sync({ dry_run: false, confirm: true })).code, "directory_unreadable");
      assert.equal(await hosts(), GROUP + 2 - 2);
    });
  });
