import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import type { Client } from "pg";

import { SETTINGS_PROVIDER } from "../server/platform/auth/credential.ts";
import { makeClient } from "../server/platform/db/embedded/client.ts";
import { fingerprintOf } from "../server/platform/db/migration-fingerprint.ts";
import { SCHEMA_MAX } from "../server/platform/db/earlier-schema.ts";
import { migrate, MigrationError, newestMigration } from "../server/platform/db/migrate.ts";
import { releaseTestServer, testServer } from "./support/database/server.ts";

const FOLDER = join(import.meta.dirname, "../migrations");
const undo: (() => Promise<unknown>)[] = [];

after(async () => {
  for (const step of undo.toReversed()) await step();
  await releaseTestServer();
});

const connect = async (database: string): Promise<Client> => {
  const client = makeClient({ ...(await testServer()), database });
  await client.connect();
  undo.push(() => client.end());
  return client;
};

/** An empty database of its own. */
const emptyDatabase = async (): Promise<string> => {
  const database = `migrate_${randomBytes(6).toString("hex")}`;
  const admin = await connect("postgres");
  await admin.query(`create database ${database}`);
  undo.unshift(async () => {
    const last = makeClient({ ...(await testServer()), database: "postgres" });
    await last.connect();
    await last.query(`drop database ${database} with (force)`);
    await last.end();
  });
  return database;
};

const folderWith = async (files: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-migrations-"));
  undo.push(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
};

const appliedIn = async (client: Client): Promise<string[]> =>
  (await client.query<{ name: string }>("select name from migrations order by applied, number")).rows.map(
    ({ name }) => name,
  );

const ours = async (): Promise<string[]> => (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).toSorted();

/** Every column, index, function and trigger, as text. */
const schemaOf = async (client: Client): Promise<string[]> =>
  (
    await client.query<{ line: string }>(
      `select line from (
         select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
           from information_schema.columns where table_schema = 'public'
         union all select indexdef from pg_indexes where schemaname = 'public'
         union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
           and prolang <> (select oid from pg_language where lanname = 'c')
         union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal) as lines order by 1`,
    )
  ).rows.map(({ line }) => line);

/** The fingerprint of the last migration before they became one schema. */
const LAST_EARLIER = "a38bcbf78ef928a47c0eb273142aaa9160ff871d6c6f84eedde2555e39cb4b1e";

/** As a database says what was applied that the earlier migrations made, which had the same schema. */
const pretendEarlier = async (client: Client, fingerprint: string): Promise<void> => {
  await client.query("truncate migrations");
  await client.query(
    `insert into migrations values (1, '0001_foundation.sql', now(), 'x'), (43, '0043_one_folding.sql', now(), '${fingerprint}')`,
  );
};

const THREE = {
  "0001_first.sql": "create table a (n integer)",
  "0002_second.sql": "alter table a add column m integer",
  "0010_third.sql": "insert into a (n, m) values (1, 2)",
  "README.md": "create table never ()",
  "11_misnamed.sql": "create table never ()",
};

describe("migrations (rules 6)", () => {
  it("apply in the order of their numbers, each once; a second run does nothing", async () => {
    const client = await connect(await emptyDatabase());
    const folder = await folderWith(THREE);
    const names = ["0001_first.sql", "0002_second.sql", "0010_third.sql"];
    assert.deepEqual(await migrate(client, folder), names);
    assert.deepEqual(await migrate(client, folder), []);
    assert.deepEqual(await appliedIn(client), names);
    assert.equal((await client.query("select * from a")).rows.length, 1);
    assert.equal((await client.query("select to_regclass('never') as t")).rows[0].t, null);
  });

  it("a migration that fails is rolled back whole; the ones before it stay, and a mended one goes on", async () => {
    const client = await connect(await emptyDatabase());
    const folder = await folderWith({ ...THREE, "0002_second.sql": "create table b (); select nonsense" });
    await assert.rejects(migrate(client, folder), /nonsense/);
    assert.deepEqual(await appliedIn(client), ["0001_first.sql"]);
    assert.equal((await client.query("select to_regclass('b') as t")).rows[0].t, null);
    await writeFile(join(folder, "0002_second.sql"), THREE["0002_second.sql"]);
    assert.deepEqual(await migrate(client, folder), ["0002_second.sql", "0010_third.sql"]);
  });

  it("several at once apply everything once", async () => {
    const database = await emptyDatabase();
    const clients = await Promise.all(Array.from({ length: 4 }, () => connect(database)));
    const folder = await folderWith(THREE);
    const results = await Promise.all(clients.map((client) => migrate(client, folder)));
    assert.deepEqual(results.flat().toSorted(), ["0001_first.sql", "0002_second.sql", "0010_third.sql"]);
  });

  it("a newer database is refused with what to do, and is left alone", async () => {
    const client = await connect(await emptyDatabase());
    await migrate(client);
    await client.query("insert into migrations values (9000, '9000_future.sql', now())");
    await assert.rejects(migrate(client), (error: unknown) => {
      assert.ok(error instanceof MigrationError);
      assert.match(
        error.message,
        /migration 9000, newer than this version of Foyer \(\d+\)\. Start the version that wrote it/,
      );
      return true;
    });
    assert.equal((await client.query("select pg_try_advisory_lock(7046029) as free")).rows[0].free, true);
  });

  it("one whose statements were changed since it was applied is refused with its name; so is one that was skipped, or is missing", async () => {
    const client = await connect(await emptyDatabase());
    await migrate(client, await folderWith(THREE));
    const others: [Record<string, string>, RegExp][] = [
      [
        { "0002_second.sql": "alter table a add column m bigint" },
        /^The migration 0002_second\.sql has changed since it was applied/,
      ],
      [
        { "0001_first.sql": "create table a (n integer default 'a  b')" },
        /0001_first\.sql has changed since it was applied/,
      ],
      [{ "0003_late.sql": "create table late ()" }, /^The migration 0003_late\.sql wasn't applied/],
    ];
    for (const [files, words] of others)
      await assert.rejects(migrate(client, await folderWith({ ...THREE, ...files })), (error: unknown) => {
        assert.ok(error instanceof MigrationError);
        assert.match(error.message, words);
        assert.match(error.message, /Start the version of Foyer that wrote the database, or put the files/);
        return true;
      });
    const { "0002_second.sql": _, ...two } = THREE;
    await assert.rejects(
      migrate(client, await folderWith(two)),
      /changed by 0002_second\.sql, which this version of Foyer doesn't have/,
    );
    assert.equal((await client.query("select to_regclass('late') as t")).rows[0].t, null);
  });

  it("other line endings, white space and comments are no other statements", async () => {
    const client = await connect(await emptyDatabase());
    await migrate(client, await folderWith(THREE));
    const same = {
      "0001_first.sql": "-- It's a table.\r\ncreate table a (n integer)\r\n",
      "0002_second.sql": "/* of\n two lines */ alter table a\n  add column m integer",
    };
    assert.deepEqual(await migrate(client, await folderWith({ ...THREE, ...same })), []);
    assert.notEqual(fingerprintOf("select 'a -- b'"), fingerprintOf("select 'a -- c'"));
    assert.notEqual(fingerprintOf("select 'a  b'"), fingerprintOf("select 'a b'"));
    assert.equal(fingerprintOf("select 'a\r\nb'"), fingerprintOf("select 'a\nb'"));
  });

  it("leaves the connection's time-outs as they were", async () => {
    const client = await connect(await emptyDatabase());
    const timeouts = async (): Promise<unknown> =>
      (await client.query("select current_setting('statement_timeout') as s, current_setting('lock_timeout') as l"))
        .rows;
    const before = await timeouts();
    await migrate(client, await folderWith(THREE));
    assert.deepEqual(await timeouts(), before);
  });

  it("a database at the last of the earlier migrations is taken over, once, with all that is in it", async () => {
    const client = await connect(await emptyDatabase());
    const names = await ours();
    const earlier = await Promise.all(
      names.slice(0, SCHEMA_MAX).map(async (name) => [name, await readFile(join(FOLDER, name), "utf8")] as const),
    );
    await migrate(client, await folderWith(Object.fromEntries(earlier)));
    await client.query("insert into visitor_numbers values ('a', 7)");
    await pretendEarlier(client, LAST_EARLIER);
    assert.deepEqual(await migrate(client), names.slice(SCHEMA_MAX));
    assert.deepEqual((await appliedIn(client)).toSorted(), names);
    assert.deepEqual(await migrate(client), []);
    const other = await connect(await emptyDatabase());
    await migrate(other);
    assert.deepEqual(await schemaOf(client), await schemaOf(other));
    assert.equal((await client.query("select last from visitor_numbers")).rows[0].last, 7);
  });

  it("the links of users to the login provider of the settings go on (0019)", async () => {
    const client = await connect(await emptyDatabase());
    const before = (await ours()).filter((name) => Number(name.slice(0, 4)) < 19);
    const files = before.map(async (name) => [name, await readFile(join(FOLDER, name), "utf8")] as const);
    await migrate(client, await folderWith(Object.fromEntries(await Promise.all(files))));
    const identity = { issuer: "https://id.example.org", subject: "7", since: "2026-11-20T09:30:00.000Z" };
    await client.query(
      `insert into users (_id, email, role, companies, active, identity, create_date, mod_date)
       values ('a', 'ann@example.org', 'employee', '{}', true, $1, now(), now()), ('b', 'bob@example.org', 'employee', '{}', true, null, now(), now())`,
      [identity],
    );
    await migrate(client);
    const links = "select user_id, provider_id, issuer, subject, by_rules, iso(since) as since from login_links";
    const link = { user_id: "a", provider_id: SETTINGS_PROVIDER, by_rules: false };
    assert.deepEqual((await client.query(links)).rows, [{ ...link, ...identity }]);
  });

  it("one at an earlier migration is refused with the commit to start once, and is left alone", async () => {
    const client = await connect(await emptyDatabase());
    await migrate(client);
    await pretendEarlier(client, "another");
    await assert.rejects(migrate(client), (error: unknown) => {
      assert.ok(error instanceof MigrationError);
      assert.match(error.message, /^The database is from before.*start the commit [0-9a-f]{40} once/);
      return true;
    });
    assert.equal((await appliedIn(client)).length, 2);
  });

  it("ours are numbered 0001 on without a gap, and the newest is known", async () => {
    const names = await ours();
    assert.deepEqual(
      names.map((name) => Number(name.slice(0, 4))),
      names.map((_, n) => n + 1),
    );
    assert.equal(await newestMigration(), names.length);
  });

  it("ours apply from every prefix, to the same schema", async () => {
    const names = await ours();
    // Not the template of the run, whose tables may be in parts.
    const all = await connect(await emptyDatabase());
    await migrate(all);
    const whole = await schemaOf(all);
    for (let n = 1; n <= names.length; n += 1) {
      const client = await connect(await emptyDatabase());
      const files: Record<string, string> = {};
      for (const name of names.slice(0, n)) files[name] = await readFile(join(FOLDER, name), "utf8");
      assert.deepEqual(await migrate(client, await folderWith(files)), names.slice(0, n));
      assert.deepEqual(await migrate(client), names.slice(n));
      assert.deepEqual(await schemaOf(client), whole);
    }
  });
});
