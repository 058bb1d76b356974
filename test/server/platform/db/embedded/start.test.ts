import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";

import { findEmbedded, startEmbedded } from "../../../../../server/platform/db/embedded/embedded.ts";
import { EmbeddedError } from "../../../../../server/platform/db/embedded/errors.ts";
import { freeBytes } from "../../../../../server/platform/lib/folders.ts";
import { makeFolder, query, removeLater } from "./fixture.ts";

const CHECK_LETTERS = `
  select show_trgm('éöü') <> '{}' as accents, show_trgm('山田太郎') <> '{}' as names,
         lower('ÉÜ') = 'éü' as lowered, 'É' ilike 'é' as folded`;

describe("the embedded server", () => {
  let folder = "";
  let dataDir = "";
  before(async () => {
    folder = await makeFolder();
    dataDir = join(folder, 'data, of "Foyer"');
  });

  it("makes its database on the first start, even under a name with commas and quotes", async () => {
    const server = await startEmbedded({ dataDir });
    await query(server, "create table kept as select 1 as one");
    assert.equal((await stat(join(dataDir, "pg/18"))).mode & 0o777, 0o700);
    assert.equal((await stat(server.socketDir)).mode & 0o777, 0o700);
    await server.stop();
  });

  it("keeps it over the second start, and can be found by others while it runs", async () => {
    assert.equal(await findEmbedded(dataDir), undefined);
    const server = await startEmbedded({ dataDir });
    const found = await findEmbedded(dataDir);
    assert.ok(found);
    assert.deepEqual(await query(found, "select one from kept"), [{ one: 1 }]);
    await server.stop();
    assert.equal(await findEmbedded(dataDir), undefined);
  });

  it("takes é, Ü and 山 for letters", async () => {
    const locales = execFileSync("locale", ["-a"], { encoding: "utf8" });
    assert.match(locales, /C\.utf-?8/i, "this test needs the system's C.UTF-8");
    const server = await startEmbedded({ dataDir });
    await query(server, "create extension pg_trgm");
    const [letters] = await query(server, CHECK_LETTERS);
    assert.deepEqual(letters, { accents: true, names: true, lowered: true, folded: true });
    await server.stop();
  });

  it("syncs every commit, opens no port, and lets a setting be changed", async () => {
    const server = await startEmbedded({ dataDir, settings: { work_mem: "12MB" } });
    const rows = await query(
      server,
      `select name, setting from pg_settings where name in
       ('fsync', 'synchronous_commit', 'listen_addresses', 'jit', 'work_mem') order by name`,
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
      fsync: "on",
      jit: "off",
      listen_addresses: "",
      synchronous_commit: "on",
      work_mem: "12288",
    });
    await server.stop();
  });

  it("writes no value of an error into its log, which only its owner can read", async () => {
    const server = await startEmbedded({ dataDir });
    await query(server, "create table people (name text primary key)");
    await query(server, "insert into people values ('Ada Lovelace')");
    await assert.rejects(query(server, "insert into people values ('Ada Lovelace')"));
    await server.stop();
    const path = join(dataDir, "pg/postgresql.log");
    assert.doesNotMatch(await readFile(path, "utf8"), /Lovelace/);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it("says when the server ends by itself, and can be started again", async () => {
    const server = await startEmbedded({ dataDir });
    process.kill(server.pid, "SIGINT");
    await server.exited;
    const again = await startEmbedded({ dataDir });
    await again.stop();
    await again.stop();
  });

  it("finds a place for its socket when DATA_DIR's path is too long for one", async () => {
    const long = join(folder, "long".repeat(30));
    const server = await startEmbedded({ dataDir: long });
    removeLater(server.socketDir);
    assert.ok(server.socketDir.length < 90, server.socketDir);
    assert.equal((await stat(server.socketDir)).mode & 0o777, 0o700);
    assert.ok(await findEmbedded(long));
    await server.stop();
  });

  it("takes away what a killed initdb left half made", async () => {
    const broken = join(folder, "broken");
    await mkdir(join(broken, "pg/18.new-abcdef/base"), { recursive: true });
    const server = await startEmbedded({ dataDir: broken });
    await server.stop();
    assert.deepEqual(
      (await readdir(join(broken, "pg"))).filter((name) => name.includes("new")),
      [],
    );
  });
});

const tryMount = (folder: string): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=30m,mode=0755", "tmpfs", folder], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
};

const refusal = async (dataDir: string, message: RegExp, fix: RegExp): Promise<void> => {
  await assert.rejects(startEmbedded({ dataDir }), (error) => {
    assert.ok(error instanceof EmbeddedError, String(error));
    assert.match(error.message, message);
    assert.match(error.fix, fix);
    return true;
  });
};

describe("the embedded server refuses, with a message that helps,", () => {
  it("data of an older and of a newer major, which it leaves alone", async () => {
    for (const major of ["17", "19"]) {
      const dataDir = await makeFolder();
      await mkdir(join(dataDir, "pg", major), { recursive: true });
      await writeFile(join(dataDir, "pg", major, "PG_VERSION"), `${major}\n`);
      await refusal(dataDir, new RegExp(`data from PostgreSQL ${major}`), /foyer backup FILE.*foyer restore FILE/);
      assert.deepEqual(await readdir(join(dataDir, "pg", major)), ["PG_VERSION"]);
    }
  });

  it("a folder 18 that is not a database", async () => {
    const dataDir = await makeFolder();
    await mkdir(join(dataDir, "pg/18/base"), { recursive: true });
    await refusal(dataDir, /isn't a complete database/, /move it away/);
  });

  it("a full disk, both while it makes the database and later", async (t) => {
    const dataDir = await makeFolder();
    if (!tryMount(dataDir)) return t.skip("this needs the right to mount a small file system");
    t.after(() => execFileSync("umount", [dataDir]));
    await refusal(dataDir, /disk that holds .* is full/, /Free some space/);
    const left = await readdir(join(dataDir, "pg"));
    assert.deepEqual(
      left.filter((name) => name.startsWith("18")),
      [],
    );
    execFileSync("mount", ["-o", "remount,size=100m", dataDir]);
    const server = await startEmbedded({ dataDir });
    await server.stop();
    await writeFile(join(dataDir, "filler"), Buffer.alloc(await freeBytes(dataDir)));
    await refusal(dataDir, /disk that holds .* is full/, /Free some space/);
  });
});
