import assert from "node:assert/strict";
import { appendFile, copyFile, open, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { createArchive, listMembers } from "../../../../server/jobs/backup/archive.ts";
import { revertToRestorePoint } from "../../../../server/jobs/backup/revert.ts";
import {
  describeBackup,
  keyName,
  type Manifest,
  MANIFEST,
  SEAL,
  sealOf,
} from "../../../../server/jobs/backup/manifest.ts";
import { makePacker, readMember } from "../../../../server/jobs/backup/packing.ts";
import { isRestorePoint, listRestorePoints } from "../../../../server/jobs/backup/restore-points.ts";
import { connect } from "../../../../server/jobs/backup/connection.ts";
import { systemContext } from "../../../../server/platform/http/request-context.ts";
import { buildLocation, buildRegistered, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import {
  backUp,
  cleanUpPlaces,
  connectionTo,
  hashesOf,
  inDatabase,
  newDatabase,
  newFolder,
  restore,
} from "./places.ts";

let world: World;
let folder: string;
let location: string;

/** What is hard to carry as text, or sorts and folds in its own way. */
const HARD = [
  "tab\tline\nback\\slash\r\\N \\. \\x41",
  "İstanbul ΟΔΟΣ ẞ",
  "😀‮\u{10FFFF}",
  "",
  "'; drop table visits; --",
];

before(async () => {
  world = await makeWorld({ asOwner: true });
  folder = await newFolder();
  location = await buildLocation(world, { timezone: "Europe/Brussels", settings: { visitor_numbers: true } });
  for (const [n, text] of HARD.entries())
    await buildVisit(world, location, {
      first_name: text || undefined,
      extra_key: { deep: [text, n, null, { "a.b": true }] },
      [`key ${n} ${text}`]: text,
      photo: Buffer.from(`photo ${n} ${text}`).toString("base64"),
    });
  await buildRegistered(world, location, {
    visiting_on: { startDate: "2026-12-01T08:00:00Z", endDate: "2026-12-01T18:00:00Z" },
  });
  await world.post("/visitees", { company_id: location, cn: "Émile Ünal", mail: "e@example.org", odd: HARD });
  const webhook = { url: "http://127.0.0.1:9/hook", auth_username: "u", auth_password: "p" };
  assert.equal((await world.post(`/companies/${location}/webhooks`, webhook)).status, 200);
});

after(async () => {
  await cleanUpPlaces();
  await world.close();
});

/** A copy of a backup that a test may spoil. */
const copyOf = async (path: string): Promise<string> => {
  const copy = join(await newFolder(), "copy.foyer");
  await copyFile(path, copy);
  return copy;
};

/** Writes a backup again with another manifest or other rows, and a seal that fits when the key is known. */
const forged = async (
  path: string,
  change: (manifest: Manifest) => Manifest,
  { key, rows = {} }: { key?: string; rows?: Record<string, string> } = {},
): Promise<string> => {
  const members = await listMembers(path);
  const target = join(await newFolder(), "forged.foyer");
  const archive = await createArchive(target, 0);
  for (const { name } of members.filter((one) => one.name.startsWith("tables/"))) {
    const text = rows[name.replace(/^tables\/(.*)\.copy\.zst$/, "$1")];
    const bytes = text === undefined ? [await readMember(path, members, name)] : makePacker().end(text);
    await archive.add(name, bytes);
  }
  const { manifest } = await describeBackup(path, undefined);
  const text = Buffer.from(JSON.stringify(change(manifest)));
  await archive.add(MANIFEST, [text]);
  await archive.add(SEAL, [sealOf(text, key)]);
  await archive.finish();
  return target;
};

/** Expects a refusal that leaves a database without a single table or schema of ours. */
const assertRefused = async (path: string, message: RegExp): Promise<void> => {
  const database = (await restore(world, (await backUp(world, folder)).path)).database;
  const before_ = await hashesOf(await connectionTo(database));
  await assert.rejects(restore(world, path, { database, replace: true }), message);
  assert.deepEqual(await hashesOf(await connectionTo(database)), before_);
  assert.deepEqual(await inDatabase(await connectionTo(database), listRestorePoints), []);
};

/** Expects a refusal for the missing seal, before a table is made. */
const assertRefusedWith = async (path: string, options: { secretKey: string }): Promise<void> => {
  const database = await newDatabase();
  await assert.rejects(restore(world, path, { ...options, database }), /nor with the previous one.*--accept-unsealed/);
  assert.deepEqual(await hashesOf(await connectionTo(database)), {});
};

describe("backup and restore", () => {
  it("every row of every table comes back exactly: bytes, JSON, timestamps, numbers and any text", async () => {
    const { path, manifest } = await backUp(world, folder);
    const { database, kept, isSealed, brokenSeals } = await restore(world, path);
    assert.deepEqual([kept, isSealed, brokenSeals], [{}, true, 0]);
    const [source, target] = await Promise.all(
      [world.database, database].map(async (one) => hashesOf(await connectionTo(one))),
    );
    const leftOut = manifest.leftOut.filter((name) => Object.hasOwn(source ?? {}, name));
    for (const name of leftOut) {
      assert.equal(target?.[name], "0 ");
      if (source !== undefined) source[name] = "0 ";
    }
    assert.deepEqual(target, source);
    assert.equal(manifest.tables.length + leftOut.length, Object.keys(source ?? {}).length);
  });

  it("the restored database has the schema that its migrations make: columns, indexes, functions, triggers", async () => {
    const schemaOf = async (database: string): Promise<string[]> =>
      inDatabase(await connectionTo(database), async (client) => {
        const { rows } = await client.query<{ line: string }>(
          `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
             from information_schema.columns where table_schema = 'public'
           union all select replace(indexdef, ' ON ONLY ', ' ON ') from pg_indexes where schemaname = 'public'
           union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f' and prolang <> (select oid from pg_language where lanname = 'c')
           union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal and tgparentid = 0
           union all select collname::text from pg_collation where collnamespace = 'public'::regnamespace
           union all select extname::text || extnamespace::regnamespace::text from pg_extension
           union all select nspname::text from pg_namespace where nspname !~ '^(pg_|parts$)' order by 1`,
        );
        return rows.map(({ line }) => line);
      });
    const { database } = await restore(world, (await backUp(world, folder)).path);
    assert.deepEqual(await schemaOf(database), await schemaOf(world.database));
  });

  it("a service works on the restored database: numbers of the log go on beyond all that were given", async () => {
    const made = await backUp(world, folder);
    const { database } = await restore(world, made.path);
    const there = await makeWorld({ database, asOwner: true });
    try {
      const visit = await buildVisit(there, location, { last_name: "After" });
      const { body } = await there.get(`/visitors/bycompany/${location}?count=5&page=1&filter[last_name]=aft`);
      assert.deepEqual([body.total, body.visitors[0]._id], [1, visit._id]);
      const { rows } = await there.db.pool.query("select max(seq)::int8 as seq from log where subject_id = $1", [
        visit._id,
      ]);
      const last = made.manifest.sequences.find(({ name }) => name === "log_seq")?.last ?? 0;
      assert.ok(Number(rows[0].seq) > last + 900_000);
      assert.equal((await there.post("/visitees", { company_id: location, cn: "New" })).status, 200);
    } finally {
      await there.close();
    }
  });

  it("the file is its owner's alone, whole under its name, and nothing else is left in the folder", async () => {
    const own = await newFolder();
    const { path, bytes } = await backUp(world, own, "one.foyer");
    const found = await stat(path);
    assert.deepEqual([found.mode & 0o777, found.size], [0o600, bytes]);
    await assert.rejects(stat(`${path}.partial`), /ENOENT/);
    assert.ok(!(await readFile(path)).includes(world.context.secretKey));
  });

  it("a database that is in use is put aside only when told to, as a restore point to go back to", async () => {
    const { path } = await backUp(world, folder);
    const { database } = await restore(world, path);
    const connection = await connectionTo(database);
    await assert.rejects(
      restore(world, path, { database }),
      /This database already contains Foyer data\. Add --replace/,
    );
    await inDatabase(connection, (client) => client.query("update companies set name = 'Changed'"));
    const changed = await hashesOf(connection);
    const { point = "" } = (await restore(world, path, { database, replace: true })).kept;
    assert.ok(isRestorePoint(point));
    assert.notDeepEqual(await hashesOf(connection), changed);
    const now = world.context.now() + 1_000;
    const actOn = (db: World["context"]["db"]) => systemContext({ ...world.context, db }, "restore");
    const { kept } = await revertToRestorePoint({ connection, folder, now, actOn, point });
    assert.deepEqual(await hashesOf(connection), changed);
    assert.deepEqual(await inDatabase(connection, listRestorePoints), [kept]);
  });

  it("the values of visits, which are not in a backup, are those of before", async () => {
    const values = async (database: string): Promise<unknown[]> =>
      inDatabase(await connectionTo(database), async (client) => {
        const text = `select company_id, field, head, tail, n,
            array(select visit_id from visit_postings where value_id = d._id order by at, visit_id) as visits
          from visit_values d order by 1, 2, 3, 4`;
        return (await client.query(text)).rows;
      });
    const { database } = await restore(world, (await backUp(world, folder)).path);
    const found = await values(database);
    assert.ok(found.length > 0);
    assert.deepEqual(found, await values(world.database));
  });

  it("nothing is restored into a database that a service or a command is using", async () => {
    const { path } = await backUp(world, folder);
    const before_ = await hashesOf(await connectionTo(world.database));
    await world.get("/users/me");
    await assert.rejects(
      restore(world, path, { database: world.database, replace: true }),
      /Foyer is using this database \(\d+ connections?\)\. Stop Foyer on/,
    );
    assert.deepEqual(await hashesOf(await connectionTo(world.database)), before_);
  });
});

describe("a backup that is not as it was written", () => {
  it("cut anywhere, it is refused before anything changes", async () => {
    const { path, bytes } = await backUp(world, folder);
    for (const size of [0, 1, 511, 512, 5_000, bytes - 2_000, bytes - 1_024, bytes - 512, bytes - 1]) {
      const copy = await copyOf(path);
      await truncate(copy, size);
      await assert.rejects(describeBackup(copy, undefined), /cut short|damaged|altered|missing/, `${size} of ${bytes}`);
    }
    const copy = await copyOf(path);
    await truncate(copy, bytes - 512);
    await assertRefused(copy, /cut short/);
  });

  it("one byte altered in any member is found, wherever in the file", async () => {
    const { path } = await backUp(world, folder);
    const members = await listMembers(path);
    const chosen = ["visits", "log", "companies", "webhooks"].map((name) => `tables/${name}.copy.zst`);
    for (const { name, offset, size } of members.filter((one) => [...chosen, MANIFEST, SEAL].includes(one.name))) {
      const copy = await copyOf(path);
      const file = await open(copy, "r+");
      const at = offset + Math.floor(size / 2);
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
      await file.write(Buffer.from([(buffer[0] ?? 0) ^ 0x01]), 0, 1, at);
      await file.close();
      await assert.rejects(restore(world, copy), /altered|damaged/, name);
    }
  });

  it("bytes after its end, and a file that isn't a backup, are refused", async () => {
    const copy = await copyOf((await backUp(world, folder)).path);
    await appendFile(copy, Buffer.alloc(512));
    await assert.rejects(restore(world, copy), /its end is in the wrong place/);
    await writeFile(copy, Buffer.alloc(4_096, "x"));
    await assert.rejects(restore(world, copy), /isn't a Foyer backup/);
  });

  it("a manifest that was exchanged, hash and all, is found with the key that sealed it", async () => {
    const { path } = await backUp(world, folder);
    const same = world.context.secretKey;
    const other = await forged(path, (manifest) => ({ ...manifest, time: "2020-01-01T00:00:00.000Z" }), {
      key: "x".repeat(32),
    });
    await assert.rejects(restore(world, other), /altered/);
    const sealed = await forged(path, (manifest) => manifest, { key: same });
    assert.equal((await restore(world, sealed)).isSealed, true);
  });

  it("one of a newer version, and of another format, is refused with what to do", async () => {
    const { path } = await backUp(world, folder);
    const key = world.context.secretKey;
    const newer = await forged(path, (manifest) => ({ ...manifest, migration: 9_000, program: "9.1.0" }), { key });
    await assertRefused(
      newer,
      /migration 9000, newer than this version of Foyer \(\d+\)\. Restore it with Foyer 9\.1\.0 or newer/,
    );
    const format = await forged(path, (manifest) => ({ ...manifest, format: 3, program: "9.1.0" }), { key });
    await assert.rejects(
      restore(world, format),
      /format 3, and this version of Foyer reads format 2\. Use the version that made it \(9\.1\.0\)/,
    );
  });

  it("one from before the migrations became one schema is refused with the commit that restores it", async () => {
    const { path } = await backUp(world, folder);
    const earlier = await forged(path, (manifest) => ({ ...manifest, format: 1 }), { key: world.context.secretKey });
    await assert.rejects(restore(world, earlier), /Restore it with the commit [0-9a-f]{40}, start this version/);
  });

  it("rows that PostgreSQL refuses roll everything back", async () => {
    const { path } = await backUp(world, folder);
    const { createHash } = await import("node:crypto");
    const row = `${location}\t7\n`;
    const twice = row + row;
    const sha256 = createHash("sha256").update(twice).digest("hex");
    const change = (manifest: Manifest): Manifest => ({
      ...manifest,
      tables: manifest.tables.map((table) =>
        table.name === "visitor_numbers"
          ? { ...table, columns: ["company_id", "last"], rows: 2, bytes: twice.length, sha256 }
          : table,
      ),
    });
    const rows = { visitor_numbers: twice };
    await assertRefused(await forged(path, change, { key: world.context.secretKey, rows }), /duplicate key/);
  });

  it("rows that PostgreSQL reads differently from how they are written fail the check after loading, and roll back", async () => {
    const { path } = await backUp(world, folder);
    const { createHash } = await import("node:crypto");
    const text = `${location}\t007\n`;
    const entry = { rows: 1, bytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };
    const change = (manifest: Manifest): Manifest => ({
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === "visitor_numbers" ? { ...table, ...entry } : table)),
    });
    const file = await forged(path, change, { key: world.context.secretKey, rows: { visitor_numbers: text } });
    await assertRefused(file, /The rows of "visitor_numbers" came back different/);
  });

  it("one that none of our keys sealed is refused unless it is accepted: without a key, of another key, altered or not", async () => {
    const { path } = await backUp(world, folder);
    const changed = (manifest: Manifest): Manifest => ({ ...manifest, time: "2020-01-01T00:00:00.000Z" });
    const files = [
      await forged(path, (manifest) => ({ ...changed(manifest), key: null })),
      await forged(path, (manifest) => ({ ...changed(manifest), key: "0123456789abcdef" }), { key: "x".repeat(32) }),
      await forged(path, (manifest) => ({ ...manifest, key: keyName("x".repeat(32)) }), { key: "x".repeat(32) }),
    ];
    for (const [n, file] of files.entries())
      if (n === 1) await assertRefused(file, /altered/);
      else await assertRefused(file, /isn't sealed with.*--accept-unsealed/);
    const accepted = await restore(world, files[0] ?? "", { acceptUnsealed: true });
    assert.equal(accepted.isSealed, false);
  });

  it("one that another SECRET_KEY sealed is restored with that as SECRET_KEY_PREVIOUS, and where no key is set", async () => {
    const { path } = await backUp(world, folder);
    const secretKey = "another-secret-key-another-secret";
    await assertRefusedWith(path, { secretKey });
    assert.equal((await restore(world, path, { secretKey, previousKey: world.context.secretKey })).isSealed, true);
    assert.equal((await restore(world, path, { secretKey: undefined })).isSealed, false);
  });
});

describe("the connection of a backup", () => {
  it("leaves nothing open, whether it succeeds or fails", async () => {
    const { path } = await backUp(world, folder);
    await assert.rejects(backUp(world, join(folder, "missing")), /ENOENT/);
    await assert.rejects(restore(world, join(folder, "missing.foyer")), /ENOENT/);
    const client = await connect(await connectionTo(world.database));
    const { rows } = await client.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'foyer-backup' and datname = current_database()",
    );
    await client.end();
    assert.deepEqual([rows[0].n, (await stat(path)).isFile()], [1, true]);
  });
});
