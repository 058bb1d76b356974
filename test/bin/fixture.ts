import { execFileSync, spawnSync } from "node:child_process";
import { chmod, cp, link, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const PINNED = `node-${process.platform}-${process.arch}`;

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A project of nothing but the launchers, one script and the pinned Node; in step unless told otherwise. */
export const makeProject = async (script: string, inStep = true): Promise<string> => {
  const project = await mkdtemp(join(tmpdir(), "foyer-bin-"));
  folders.push(project);
  await cp(join(PROJECT, "bin"), join(project, "bin"), { recursive: true });
  await cp(join(PROJECT, "server/platform/lib/async/parent-process.ts"), join(project, "parent.ts"));
  await writeFile(join(project, "package.json"), '{ "name": "tried", "type": "module", "version": "1.0.0" }');
  await writeFile(join(project, "script.ts"), script);
  if (inStep) await addPackages(project);
  return project;
};

const addPackages = async (project: string): Promise<void> => {
  await mkdir(join(project, "node_modules"));
  await symlink(join(PROJECT, "node_modules", PINNED), join(project, "node_modules", PINNED));
};

/**
 * A Node below 24.7. The system's where it is one, else ours with its version painted over: the launchers
 * look at nothing but the version. The preload is only for the launcher; the pinned Node must not get it.
 */
export const findOldNode = async (project: string): Promise<string[]> => {
  const version = execFileSync("node", ["-p", "process.versions.node"], { encoding: "utf8" });
  if (Number.parseFloat(version) < 24) return ["node"];
  const paint = join(project, "old.mjs");
  await writeFile(paint, 'Object.defineProperty(process.versions, "node", { value: "20.0.0" });');
  return [process.execPath, `--import=${paint}`];
};

const NOBODY = 65_534;

/** A Node that may read the project and write nothing there: as root, which may everything, one run as the account nobody. */
export const nodeThatMayNotWrite = async (project: string): Promise<string[]> => {
  if (process.getuid?.() !== 0) {
    await chmod(join(project, "node_modules"), 0o555);
    return [process.execPath];
  }
  const node = join(project, "node");
  await link(process.execPath, node).catch(() => cp(process.execPath, node));
  await chmod(project, 0o755);
  return ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", node];
};

/** Why a test that needs a terminal is skipped, if it is. */
export const NO_TERMINAL =
  spawnSync("script", ["--version"]).error === undefined ? false : "this needs the program script";
