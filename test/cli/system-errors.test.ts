import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, symlink, cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { readConfig } from "../../server/platform/config/config.ts";
import { explainError } from "../../server/explain-error.ts";
import { makeFolder as makeDeep } from "../../server/platform/lib/folders.ts";
import { requireFolders } from "../../server/required-folders.ts";
import { COMPILED } from "../support/run/process.ts";
import { makeWorld, type World } from "../support/world.ts";
import { makeFolder, PROJECT, urlOf } from "./foyer.ts";

type Ran = { code: number; stdout: string; stderr: string };

const run = (file: string, args: readonly string[], env: Record<string, string>): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env["PATH"], ...COMPILED, ...env }, timeout: 60_000 };
    execFile(file, [...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

/** Runs foyer where a file system is full or read-only, which any account may mount in a namespace of their own. */
const foyerOn = (mount: string, args: readonly string[], env: Record<string, string>): Promise<Ran> => {
  const inside = `${mount}; exec "$@"`;
  const enter = ["--user", "--map-root-user", "--mount", "--kill-child", "sh", "-ec", inside, "sh"];
  return run("unshare", [...enter, process.execPath, join(PROJECT, "bin/foyer.mjs"), ...args], env);
};

/** What it said on its way to exit code 1: a sentence, and no stack. */
const wordsOf = ({ code, stderr }: Ran): string => {
  assert.equal(code, 1, stderr);
  assert.doesNotMatch(stderr, /^ +at |node:internal|\[cause\]/m);
  assert.ok(stderr.trim().split("\n").length <= 4, stderr);
  return stderr;
};

let world: World;
let disk: string;
let env: Record<string, string>;

before(async () => {
  world = await makeWorld();
  disk = await makeFolder();
  env = { DATABASE_URL: await urlOf(world.database), DISK: disk, DATA_DIR: join(disk, "data") };
});
after(() => world.close());

const READ_ONLY = 'mount -t tmpfs -o ro tmpfs "$DISK"';
const SMALL = 'mount -t tmpfs -o size=16k tmpfs "$DISK"; mkdir "$DISK/data"';

describe("foyer, when the system refuses", { concurrency: 2 }, () => {
  it("1: a backup to a full disk says so, and leaves no half of it behind", async () => {
    const full = `${SMALL}; "$@" && exit 0 || code=$?; ls -A "$DISK/data/backups"; exit $code; :`;
    const ran = await foyerOn(full, ["backup"], env);
    assert.match(wordsOf(ran), /foyer: The disk .*is full\. Free some space/);
    assert.equal(ran.stdout, "");
  });

  it("1: a command on a read-only file system, or in a folder that is a file, says what to do", async () => {
    const file = join(await makeFolder(), "file");
    await writeFile(file, "");
    const [backup, tls] = [foyerOn(READ_ONLY, ["backup"], env), foyerOn(":", ["tls"], { DATA_DIR: file })];
    assert.match(wordsOf(await backup), /foyer: \S+data is on a .*read-only.*\. Mount it for writing/);
    assert.match(wordsOf(await tls), /foyer: \S+file\/tls\/ca\.crt is a file, .*a folder is needed/);
  });

  it("1: a start in a folder that can't be written says so at once, and which setting to change", async () => {
    const ran = await foyerOn(READ_ONLY, ["start"], { DISK: disk, DATA_DIR: join(disk, "data"), PORT: "0" });
    assert.match(wordsOf(ran), /DATA_DIR is \S+data, where .*: its file system is read-only/);
    const file = join(await makeFolder(), "file");
    await writeFile(file, "");
    const refusals: [settings: Record<string, string>, words: RegExp][] = [
      [{ DATA_DIR: file }, /DATA_DIR is \S+file, where .*writ.*: it is a file/],
      [{ DATA_DIR: join(file, "below") }, /DATA_DIR is \S+below, where .*writ.*: it is a file/],
      [{ DATA_DIR: "/proc/foyer" }, /DATA_DIR is \/proc\/foyer, where .*writ/],
      [{ ...env, BACKUP_DIR: file }, /BACKUP_DIR is \S+file, where .*: it is a file/],
    ];
    for (const [settings, words] of refusals) await assert.rejects(requireFolders(readConfig(settings)), words);
    for (const settings of [{ ...env }, { ...env, ROLE: "api", BACKUP_DIR: file }, { DATA_DIR: join(disk, "a/b") }])
      await requireFolders(readConfig(settings));
    assert.deepEqual(await readdir(disk), [], "what was tried is gone again");
  });

  it("no folder is made below /proc, where Node's own way would try forever", async () => {
    const error: unknown = await makeDeep("/proc/foyer/data", 0o700).catch((caught: unknown) => caught);
    assert.match(explainError(error) ?? "", /^\/proc\/foyer .*\. Check its spelling/);
  });

  it("any other refusal of the system is told in its own words", async () => {
    const error: unknown = await readdir(`${disk}/${"x".repeat(300)}`).catch((caught: unknown) => caught);
    assert.match(explainError(error) ?? "", /^The system .*: ENAMETOOLONG: name too long, scandir '.*'\.$/);
    const missing: unknown = await new Promise((resolve) => execFile(join(disk, "gone"), resolve));
    assert.match(explainError(missing) ?? "", /^The system .*: spawn \S+gone ENOENT\.$/);
    const full: unknown = await writeFile("/dev/full", "x").catch((caught: unknown) => caught);
    assert.match(explainError(full) ?? "", /^The disk is full\. Free some space/);
    assert.equal(explainError(new Error("a bug of ours")), undefined);
  });
});

describe("npm run web, when the pages can't be built", () => {
  it("1: shows what the builder said, without its stacks", async () => {
    const project = await makeFolder();
    await mkdir(join(project, "web"));
    for (const path of [
      "web/build.ts",
      "server/platform/lib/folders.ts",
      "server/platform/lib/operator-error.ts",
      "server/areas/web/compress.ts",
      "package.json",
    ])
      await cp(join(PROJECT, path), join(project, path));
    await symlink(join(PROJECT, "node_modules"), join(project, "node_modules"));
    await writeFile(join(project, "web/vite.config.ts"), `export default { root: import.meta.dirname };`);
    await writeFile(join(project, "web/index.html"), `<script type="module" src="./main.ts"></script>`);
    await writeFile(join(project, "web/main.ts"), `import { gone } from "../refusal.ts"; gone();`);
    const ran = await run(process.execPath, [join(project, "web/build.ts")], { WEB_DIR: join(project, "dist") });
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /^The pages cannot be built:\n[^]*refusal\.ts[^]*\nUndo what was changed below web\//);
    assert.doesNotMatch(ran.stderr, /^ +at /m);
    assert.ok(!ran.stderr.includes("\u001b"), "no colours");
    assert.ok(ran.stderr.split("\n").length <= 15, ran.stderr);
  });
});
