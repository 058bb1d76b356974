import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

import type { Client, PoolConfig } from "pg";

import type { WrittenBackup } from "../../../../server/jobs/backup/backup.ts";
import { revertToRestorePoint } from "../../../../server/jobs/backup/revert.ts";
import type { RestoreOptions, RestoreResult } from "../../../../server/jobs/backup/restore.ts";
import { migrate } from "../../../../server/platform/db/migrate.ts";
import { systemContext } from "../../../../server/platform/http/request-context.ts";
import { foyer, urlOf } from "../../../cli/foyer.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import {
  asAdministrator,
  backUp,
  cleanUpPlaces,
  connectionTo,
  hashesOf,
  inDatabase,
  newDatabase,
  newFolder,
  restore,
} from "./places.ts";

const EXTENSIONS = ["pg_trgm", "btree_gin"];

let world: World;
let made: WrittenBackup;
let expected: Record<string, string>;

before(async () => {
  world = await makeWorld({ asOwner: true });
  const location = await buildLocation(world, { name: "Carried" });
  await buildVisit(world, location, { last_name: "Carried" });
  made = await backUp(world, await newFolder());
  expected = await hashesOf(await connectionTo(world.database));
  for (const name of made.manifest.leftOut) if (Object.hasOwn(expected, name)) expected[name] = "0 ";
});
after(async () => {
  await cleanUpPlaces();
  await world.close();
});

/** An empty database, prepared by its administrator, and how its role connects. */
const prepared = async (
  statements: (role: string, database: string) => string[],
  { role, path = "" }: { role?: string; path?: string } = {},
): Promise<{ database: string; connection: PoolConfig }> => {
  const database = await newDatabase();
  const connection = await connectionTo(database);
  const user = role ?? connection.user ?? "";
  for (const statement of statements(user, database)) await asAdministrator(statement, database);
  return {
    database,
    connection: { ...connection, user, ...(path === "" ? {} : { options: `-c search_path=${path}` }) },
  };
};

const extensionsIn = (schema: string): string[] =>
  EXTENSIONS.map((name) => `create extension ${name} schema ${schema}`);

/** A role that has a schema of its own in a database of its administrator, and no right in the database itself. */
const least = async (more: string[] = []): Promise<{ database: string; connection: PoolConfig; role: string }> => {
  const role = `least_${randomBytes(4).toString("hex")}`;
  await asAdministrator(`create role ${role} login nosuperuser nocreatedb nocreaterole`, "postgres");
  const statements = (): string[] => [`create schema app authorization ${role}`, ...more];
  return { ...(await prepared(statements, { role, path: "app" })), role };
};

const into = ({ connection }: { connection: PoolConfig }, more: Partial<RestoreOptions> = {}): Promise<RestoreResult> =>
  restore(world, made.path, { connection, database: "", ...more });

const schemasOf = (client: Client): Promise<string[]> =>
  client
    .query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1",
    )
    .then(({ rows }) => rows.map(({ name }) => name));

describe("a restore by a role that only owns its database (docs/backup.md)", () => {
  const places: [string, (role: string) => string[], string][] = [
    ["that has none", () => [], ""],
    ["whose administrator created them in public", () => extensionsIn("public"), ""],
    [
      "whose administrator created them out of the search path",
      () => ["create schema tools", "grant usage on schema tools to public", ...extensionsIn("tools")],
      "",
    ],
    ["with a schema of one's own by search_path", (role) => [`create schema app authorization ${role}`], "app"],
    ["with both", (role) => [`create schema app authorization ${role}`, ...extensionsIn("public")], "app,public"],
  ];
  for (const [where, statements, path] of places)
    it(`creates the extensions, or finds them, in a database ${where}`, async () => {
      const target = await prepared(statements, { path });
      const { kept } = await into(target);
      assert.deepEqual(kept, {});
      assert.deepEqual(await hashesOf(target.connection), expected);
      const place = `select string_agg(distinct extnamespace::regnamespace::text, ' ') as name from pg_extension where extname <> 'plpgsql'`;
      const { rows } = await inDatabase(target.connection, (client) => client.query<{ name: string }>(place));
      assert.equal(rows[0]?.name, where.includes("out of") ? "tools" : path === "app" ? "app" : "public");
    });

  it("replaces what is there and keeps it as a restore point", async () => {
    const target = await prepared((role) => [`create schema app authorization ${role}`], { path: "app" });
    await into(target);
    const again = await into(target, { replace: true, folder: await newFolder() });
    assert.deepEqual(await hashesOf(target.connection), expected);
    assert.deepEqual(Object.keys(again.kept), ["point"]);
  });

  it("exit 0: foyer migrate and the service itself need no more", async () => {
    const { database, connection } = await prepared(() => []);
    const migrated = await foyer(["migrate"], { env: { DATABASE_URL: await urlOf(database, connection.user) } });
    assert.deepEqual([migrated.code, /0001_texts\.sql/.test(migrated.stdout)], [0, true], migrated.stderr);
    const there = await makeWorld({ database, asOwner: true });
    const location = await buildLocation(there, { name: "Here" });
    assert.equal((await buildVisit(there, location)).company_id, location);
    await there.close();
  });
});

describe("a restore by a role without CREATE on the database (docs/backup.md)", () => {
  it("replaces the tables in place, keeps what was there as a backup, and goes back to it", async () => {
    const target = await least(extensionsIn("public"));
    await inDatabase(target.connection, (client) => migrate(client));
    assert.deepEqual((await into(target)).kept, {});
    assert.deepEqual(await hashesOf(target.connection), expected);
    await inDatabase(target.connection, (client) => client.query("update companies set name = 'Changed'"));
    const changed = await hashesOf(target.connection);
    const folder = await newFolder();
    const { kept } = await into(target, { replace: true, folder });
    assert.deepEqual(await hashesOf(target.connection), expected);
    assert.match(kept.file ?? "", /before-\d{8}T\d{6}Z\.foyer$/);
    await restore(world, kept.file ?? "", { ...target, replace: true, folder, now: world.context.now() + 1_000 });
    assert.deepEqual(await hashesOf(target.connection), changed);
    assert.deepEqual(await inDatabase(target.connection, schemasOf), ["app", "public"]);
    assert.equal((await readdir(folder)).length, 2);
  });

  it("that fails leaves everything as it was, and no file", async () => {
    const target = await least(extensionsIn("public"));
    await into(target);
    const before_ = await hashesOf(target.connection);
    const folder = await newFolder();
    const actOn = (): never => {
      throw new Error("planted");
    };
    await assert.rejects(into(target, { replace: true, folder, actOn }), /planted/);
    assert.deepEqual([await hashesOf(target.connection), await readdir(folder)], [before_, []]);
  });

  it("is refused in a sentence where a view of others is built on the tables", async () => {
    const target = await least(extensionsIn("public"));
    await into(target);
    await asAdministrator("create view public.names as select name from app.companies", target.database);
    const folder = await newFolder();
    await assert.rejects(
      into(target, { replace: true, folder }),
      /view public\.names depends on table app\.companies.*grant create on database/,
    );
    assert.deepEqual([await hashesOf(target.connection), await readdir(folder)], [expected, []]);
  });

  it("can't go back to a restore point: it says which right it takes", async () => {
    const target = await least([...extensionsIn("public"), "create schema before_20260101_000000"]);
    await into(target);
    const { connection } = target;
    const back = { connection, folder: await newFolder(), now: world.context.now(), point: "before_20260101_000000" };
    const actOn = (db: World["context"]["db"]) => systemContext({ ...world.context, db }, "restore");
    await assert.rejects(
      revertToRestorePoint({ ...back, actOn }),
      /isn't allowed to create the schema .* grant create on database restore_\w+ to least_\w+;/,
    );
  });
});

describe("a restore that the role's rights do not allow", () => {
  it("is refused before anything changes, with the statement that allows it", async () => {
    const bare = await least();
    await assert.rejects(into(bare), /doesn't have the extensions btree_gin and pg_trgm, and least_\w+ isn't allowed to create them\. .*create extension btree_gin schema app; create extension pg_trgm schema app;/); // prettier-ignore
    const { role, database, connection } = await least(extensionsIn("public"));
    await asAdministrator(`revoke temporary on database ${database} from public`, database);
    await assert.rejects(into({ connection }), /isn't allowed to create temporary tables\. .*grant temporary on database restore_\w+ to least_\w+;/); // prettier-ignore
    await asAdministrator(`grant temporary on database ${database} to ${role}; alter schema app owner to current_user; grant usage on schema app to ${role}`, database); // prettier-ignore
    await assert.rejects(into({ connection }), /isn't allowed to create tables in the schema app\. .*grant usage, create on schema app to least_\w+;/); // prettier-ignore
    assert.deepEqual(await hashesOf(connection), {});
  });

  it("is refused to a role that may only use another's tables", async () => {
    const owned = await prepared(() => []);
    await into(owned);
    const { connection, role } = await least();
    await asAdministrator(`grant usage, create on schema public to ${role}`, owned.database);
    const other = { ...connection, database: owned.database, options: "" };
    await assert.rejects(into({ connection: other }, { replace: true }), /the tables belong to the role foyer_owner/i);
  });
});
