// npm test: runs the files that are named, or those of every day, or with `--whole` the others (test/support/run/whole.ts). `--watch` runs
// them again when a source changes.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { buildPages } from "../web/build.ts";
import { makeMemoryFolder } from "./support/run/memory-folder.ts";
import { poolerVariable } from "./support/database/pgbouncer.ts";
import { cleanUp } from "./support/run/process.ts";
import { serverVariable, startTestServer } from "./support/database/server.ts";
import type { Lane } from "./support/run/whole.ts";
import { PROMISED_SIZE, SIZE_VARIABLE } from "./support/run/size.ts";

/** `npm run test:promises`: as often as the promises say (docs/guarantees.md), not a tenth of it. */
const PROMISES = "--promises";
const WATCH = "--watch";
const args = process.argv.slice(2);
const WHOLE = "--whole";
const lane: Lane = args.includes(PROMISES) ? "all" : args.includes(WHOLE) ? "whole" : "daily";
const passed = args.filter((argument) => ![PROMISES, WATCH, WHOLE].includes(argument));
const size = args.includes(PROMISES) ? { [SIZE_VARIABLE]: PROMISED_SIZE } : {};

/** Files under these folders open no page. */
const WITHOUT_PAGES = /^test\/(?:server|shared|demo|dev)\//;
const files = passed.filter((argument) => !argument.startsWith("--"));
const needsPages = files.length === 0 || !files.every((file) => WITHOUT_PAGES.test(relative("", file)));

const memory = await makeMemoryFolder();
// Before the first file is made: this process has its own there as well.
Object.assign(process.env, memory.variable);
/** What Node made of our sources and packages, for the next of the many processes that load them. */
const compiled = resolve(process.env["NODE_COMPILE_CACHE"] ?? "node_modules/.cache/compiled");
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());

/** Runs the files once, beside a server of their own. @returns the exit code */
const runOnce = async (): Promise<number> => {
  if (needsPages) await buildPages(process.env["WEB_DIR"] ?? "dist/web");
  const server = await startTestServer();
  const variables = { ...serverVariable(server), ...(await poolerVariable(server)), ...size };
  const tests = spawn(
    process.execPath,
    [join(import.meta.dirname, "support/run/child-runner.ts"), `--lane=${lane}`, ...passed],
    {
      stdio: "inherit",
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...variables },
    },
  );
  const stop = (): void => void tests.kill("SIGTERM");
  stopping.signal.addEventListener("abort", stop);
  const code = await new Promise<number>((done) => tests.on("exit", (status) => done(status ?? 1)));
  stopping.signal.removeEventListener("abort", stop);
  await cleanUp();
  await server.stop();
  return code;
};

const SOURCES = ["server", "shared", "texts", "cli", "migrations", "web", "test"];
/** An editor writes a file in several steps. */
const SETTLE_MS = 200;

const nextChange = async (): Promise<void> => {
  const changed = Promise.withResolvers<undefined>();
  const watchers = SOURCES.map((folder) => watch(folder, { recursive: true }, () => changed.resolve(undefined)));
  stopping.signal.addEventListener("abort", () => changed.resolve(undefined), { once: true });
  await changed.promise;
  for (const watcher of watchers) watcher.close();
  await pause(SETTLE_MS);
};

process.exitCode = await runOnce();
while (args.includes(WATCH) && !stopping.signal.aborted) {
  console.log("\nWaiting for a change. Ctrl+C ends.\n");
  await nextChange();
  if (!stopping.signal.aborted) process.exitCode = await runOnce();
}
await memory.remove();
