import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

import { makeClient } from "../../../../../server/platform/db/embedded/client.ts";
import { startEmbedded } from "../../../../../server/platform/db/embedded/embedded.ts";
import { takeOwnership } from "../../../../../server/platform/db/embedded/ownership.ts";
import { findBirth, findPidSpace } from "../../../../../server/platform/db/embedded/processes.ts";
import { type Child, IS_ROOT, NO_NAMESPACE, gone, makeFolder, pathWith, query, startChild } from "./fixture.ts";

const addressOf = (socketDir = ""): { socketDir: string; user: string; database: string } => ({
  socketDir,
  user: "foyer",
  database: "foyer",
});

/** Inserts until the server goes away; resolves with the number of rows that were acknowledged. */
const insertUntilKilled = async (socketDir: string, killAt: number, kill: () => void): Promise<number> => {
  const client = makeClient({ host: socketDir, user: "foyer", database: "foyer", ssl: false });
  await client.connect();
  await client.query("create table acknowledged (n int)");
  for (let n = 1; ; n++) {
    try {
      await client.query("insert into acknowledged values ($1)", [n]);
    } catch {
      return n - 1;
    }
    if (n === killAt) kill();
  }
};

const NO_TIE = ["unshare", "true", "sh", "test"];

describe("the life of the server is tied to ours:", () => {
  it("after kill -9 a start at once has every acknowledged row", async () => {
    const dataDir = await makeFolder();
    const child = startChild({ dataDir });
    const { pid = 0, socketDir = "" } = await child.outcome;
    const rows = await insertUntilKilled(socketDir, 300, () => child.process.kill("SIGKILL"));
    const server = await startEmbedded({ dataDir });
    const [found] = await query(server, "select count(*)::int as n from acknowledged");
    assert.ok(Number(found?.["n"]) >= rows && rows >= 300, `${String(found?.["n"])} of ${rows}`);
    assert.notEqual(server.pid, pid);
    await server.stop();
  });

  it("after kill -9 the server goes by itself", async () => {
    const child = startChild({ dataDir: await makeFolder() });
    const { pid = 0 } = await child.outcome;
    child.process.kill("SIGKILL");
    await gone(pid);
  });

  it("where nothing ties them, the next start stops the orphan", { skip: IS_ROOT && NO_NAMESPACE }, async () => {
    const dataDir = await makeFolder();
    const child = startChild({ dataDir, path: await pathWith(NO_TIE) });
    const { pid = 0, socketDir = "" } = await child.outcome;
    child.process.kill("SIGKILL");
    await child.exited;
    await query(addressOf(socketDir), "create table by_orphan as select 1");
    const lines: string[] = [];
    const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
    assert.match(lines.join("\n"), new RegExp(`left behind by an earlier Foyer \\(process ${pid}\\)`));
    await gone(pid);
    assert.equal((await query(server, "select * from by_orphan")).length, 1);
    await server.stop();
  });

  it("where only the postmaster is killed, the next start ends the busy rest of it", async () => {
    const dataDir = await makeFolder();
    const server = await startEmbedded({ dataDir });
    const client = makeClient({
      host: server.socketDir,
      user: "foyer",
      database: "foyer",
      ssl: false,
    });
    await client.connect();
    const busy = client.query("select count(*) from generate_series(1, 1000000000)");
    const failed = assert.rejects(busy);
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    const again = await startEmbedded({ dataDir });
    await failed;
    await again.stop();
  });

  it("a process that got the number of a dead server is left alone", async () => {
    const dataDir = await makeFolder();
    await (await startEmbedded({ dataDir })).stop();
    const stale = [process.pid, join(dataDir, "pg/18"), 1, 5432, join(dataDir, "run"), "", "", "ready"];
    await writeFile(join(dataDir, "pg/18/postmaster.pid"), `${stale.join("\n")}\n`);
    await writeFile(join(dataDir, "run/.s.PGSQL.5432.lock"), `${process.pid}\n`);
    await (await startEmbedded({ dataDir })).stop();
  });
});

const outcomes = async (children: Child[]): Promise<{ ready: Child[]; messages: string[] }> => {
  const ready: Child[] = [];
  const messages: string[] = [];
  for (const child of children) {
    const said = await child.outcome;
    if (said.kind === "ready") ready.push(child);
    else messages.push(said.message ?? "");
  }
  return { ready, messages };
};

describe("one folder, one owner:", () => {
  it("a second process is refused by name, and the first goes on unharmed", async () => {
    const dataDir = await makeFolder();
    const server = await startEmbedded({ dataDir });
    const second = await startChild({ dataDir }).outcome;
    assert.equal(
      second.message,
      `The database in DATA_DIR is being used by another Foyer process (${process.pid}). ` +
        "Stop it, or set DATA_DIR to another folder.",
    );
    assert.equal((await query(server, "select 1")).length, 1);
    await server.stop();
  });

  it("of four that start at the same instant exactly one wins, on a new folder and on a crashed one", async () => {
    const dataDir = await makeFolder();
    for (const state of ["new", "crashed"]) {
      const { ready, messages } = await outcomes([1, 2, 3, 4].map(() => startChild({ dataDir })));
      assert.equal(ready.length, 1, `${state}: ${messages.join("\n")}`);
      for (const message of messages) assert.match(message, /being used by another Foyer process \(\d+\)/);
      ready[0]?.process.kill("SIGKILL");
      await ready[0]?.exited;
    }
  });

  it("a dead owner is outbid by exactly one of many, again and again", async () => {
    const folder = await makeFolder();
    for (let round = 1; round <= 20; round++) {
      const dead = { pid: process.pid, birth: "0", space: "", released: false };
      await writeFile(join(folder, `owner.${round * 100}.json`), JSON.stringify(dead));
      const tries = Array.from({ length: 16 }, () => takeOwnership(folder, () => Promise.resolve(false)));
      const settled = await Promise.allSettled(tries);
      assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 1);
    }
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith(".draft")),
      [],
    );
  });

  it("an owner whose launcher was killed is waited for, since it ends by itself; one with its launcher refuses", async () => {
    for (const launcher of [1, process.pid]) {
      const folder = await makeFolder();
      const owner = spawn("sleep", ["60"], { stdio: "ignore" });
      const { pid = 0 } = owner;
      const claim = { pid, launcher, birth: await findBirth(pid), space: await findPidSpace(), released: false };
      await writeFile(join(folder, "owner.1.json"), JSON.stringify(claim));
      const taken = takeOwnership(folder, () => Promise.resolve(true));
      if (launcher === process.pid) await assert.rejects(taken, /being used by another Foyer process/);
      owner.kill("SIGKILL");
      if (launcher !== process.pid) assert.ok(await taken);
    }
  });

  it("an owner in another container counts as alive while its server answers", async () => {
    const folder = await makeFolder();
    const elsewhere = { pid: 7, birth: "1", space: "another", released: false };
    await writeFile(join(folder, "owner.1.json"), JSON.stringify(elsewhere));
    await assert.rejects(
      takeOwnership(folder, () => Promise.resolve(true)),
      /being used by another Foyer/,
    );
    assert.ok(await takeOwnership(folder, () => Promise.resolve(false)));
    assert.ok(existsSync(join(folder, "owner.2.json")));
  });
});
