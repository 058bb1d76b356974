// Chooses a Node and runs the script on it.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isatty } from "node:tty";

import { setupFailure } from "./failure.mjs";
import { watch } from "./watchdog.mjs";

/** The first Node that runs TypeScript and has the argon2id of node:crypto. */
const WANTED = [24, 7];

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1]);
};

const PLATFORMS = { linux: "linux", darwin: "darwin", win32: "win" };

const missingNode = (reason) =>
  setupFailure(
    `Foyer needs Node ${WANTED.join(".")} or newer. This is ${process.version}, and ${reason}.\n` +
      "Install Node 24 (from https://nodejs.org or your system's packages) and try again.",
  );

/** The Node that came with the packages. */
const findPinnedNode = (project) => {
  const name = `node-${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const folder = join(project, "node_modules", name);
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) throw missingNode(`the packages don't include another one for this machine (${name})`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  const path = join(folder, (typeof bin === "string" ? bin : bin?.node) ?? "bin/node");
  if (!existsSync(path)) throw missingNode(`${path} is missing (delete node_modules and try again)`);
  return path;
};

/**
 * Ctrl-C reaches the whole foreground group, including the child: passing it on would make it a second one, which
 * services take as "stop immediately". Without a terminal only this process can signal the child.
 */
const forwardSignals = (child) => {
  // Not process.stdin: opening it here would make the pipe it shares with the child non-blocking.
  const atTerminal = isatty(0);
  process.on("SIGINT", () => (atTerminal ? undefined : child.kill("SIGINT")));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
};

/**
 * npm runs its scripts through a shell, and only signals that shell: without this the service would remain as an
 * orphan.
 */
const followParent = (child) => {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const parent = process.ppid;
  setInterval(() => (process.ppid === parent ? undefined : child.kill("SIGTERM")), 1_000).unref();
};

/** Ends as the child ended, so that a supervisor sees the same code or signal. */
const endAs = (code, signal) => {
  if (signal === null) process.exit(code);
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(1), 1_000); // A signal that does not end us (none is known).
};

/**
 * On a machine with much memory, V8 keeps several times the live data as uncollected garbage: the service's resident
 * memory was 315 MB with V8's own choice and is about a third with these.
 */
const MEMORY = ["--max-semi-space-size=4", "--max-old-space-size=768"];

const ENVIRONMENT = {
  // Each name lookup occupies a thread: slow ones must not hold up passwords and files.
  UV_THREADPOOL_SIZE: "16",
  // The C library gives each thread its own heap, and keeps what is freed there (docs/decisions/0009-heap.md).
  MALLOC_ARENA_MAX: "2",
};

/** The IPC channel closes when this process dies, even by kill -9: see server/platform/lib/async/parent-process.ts. */
const runChild = (node, script, args, patience) =>
  new Promise((_, reject) => {
    const child = spawn(node, [...MEMORY, script, ...args], {
      env: { ...ENVIRONMENT, ...process.env },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    forwardSignals(child);
    followParent(child);
    const wasHung = watch(child, patience);
    child.once("error", (error) => reject(missingNode(`${node} does not run here (${error.code})`)));
    child.once("exit", (code, signal) => (wasHung() ? process.exit(1) : endAs(code, signal)));
  });

/**
 * Runs the script on this Node if it is new enough, else on the pinned one; then never returns.
 * @param patience with a script that falls silent (watchdog.mjs), for tests that can't wait as long
 */
export const handOver = async (project, script, args, patience) => {
  const path = resolve(project, script);
  if (!existsSync(path)) throw setupFailure(`${path} does not exist.`);
  const node = isNewEnough(process.versions.node) ? process.execPath : findPinnedNode(project);
  return runChild(node, path, args, patience);
};
