import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, it } from "node:test";

import type { Finding } from "../../server/jobs/system/checks/check.ts";
import { migrate } from "../../server/platform/db/migrate.ts";
import { asAdministrator, cleanUpPlaces, connectionTo, inDatabase, newDatabase } from "../server/jobs/backup/places.ts";
import { releaseTestServer } from "../support/database/server.ts";
import { foyer, urlOf } from "./foyer.ts";

after(async () => {
  await cleanUpPlaces();
  await releaseTestServer();
});

/** The statements by which an administrator gives a role a schema of its own, and nothing in the database itself. */
const leastOf = (role: string): string[] => [
  `create role ${role} login nosuperuser nocreatedb nocreaterole`,
  `create schema ${role} authorization ${role}`,
];

const examine = async (database: string, role: string): Promise<Finding[]> => {
  const { stdout } = await foyer(["doctor", "--json"], {
    env: { DATABASE_URL: await urlOf(database, role), PORT: "0" },
  });
  return JSON.parse(stdout);
};

const found = (findings: readonly Finding[], name: string): [string, string, string][] =>
  findings.filter((each) => each.name === name).map(({ level, found: words, fix = "" }) => [level, words, fix]);

/** A database of an administrator, with what they did in it. */
const given = async (statements: readonly string[]): Promise<string> => {
  const database = await newDatabase();
  for (const statement of statements) await asAdministrator(statement, database);
  return database;
};

const EXTENSIONS = ["create extension pg_trgm", "create extension btree_gin"];

describe("foyer doctor on a database of which the role owns a part (docs/backup.md)", { concurrency: 3 }, () => {
  it("warning: says before the day which right a restore would need", async () => {
    const role = `least_${randomBytes(4).toString("hex")}`;
    const database = await given(leastOf(role));
    await asAdministrator(`revoke temporary on database ${database} from public`, database);
    const [temporary, extensions] = found(await examine(database, role), "Restore");
    assert.equal(temporary?.[0], "warning");
    assert.match(temporary?.[1] ?? "", /would be refused: least_\w+ .*create temporary tables/);
    assert.match(temporary?.[2] ?? "", /grant temporary on database restore_\w+ to least_\w+;/);
    assert.match(extensions?.[1] ?? "", /the extensions btree_gin and pg_trgm/);
    assert.match(extensions?.[2] ?? "", /create extension btree_gin schema least_\w+; create extension pg_trgm schema/);
  });

  it("advice: a role that isn't allowed to create schemas gets a backup where others get a restore point", async () => {
    const role = `least_${randomBytes(4).toString("hex")}`;
    const database = await given([...leastOf(role), ...EXTENSIONS]);
    const [advice] = found(await examine(database, role), "Restore");
    assert.equal(advice?.[0], "advice");
    assert.match(advice?.[1] ?? "", /makes a backup of the data it replaces instead of a restore point/);
    assert.match(advice?.[2] ?? "", /grant create on database restore_\w+ to least_\w+;/);
  });

  it("problem: names the migration whose statements were changed since it was applied", async () => {
    const database = await newDatabase();
    const connection = await connectionTo(database);
    await inDatabase(connection, async (client) => {
      await migrate(client);
      await client.query("update migrations set fingerprint = 'another' where number = 3");
    });
    const findings = await examine(database, connection.user ?? "");
    const [difference] = found(findings, "Migrations");
    assert.equal(difference?.[0], "problem");
    assert.match(difference?.[1] ?? "", /^the migration 0003_idempotency\.sql has changed since it was applied/);
    assert.match(difference?.[2] ?? "", /Start the version of Foyer that wrote the database/);
    assert.deepEqual(found(findings, "Restore"), [["ok", "the database role has the rights for it", ""]]);
  });
});
