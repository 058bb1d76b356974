import { spawn } from "node:child_process";
import { glob } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";

import { buildPages } from "../web/build.ts";
import { poolerVariable } from "./support/pgbouncer.ts";
import { cleanUp } from "./support/process.ts";
import { serverVariable, startTestServer } from "./support/server.ts";

/** Files to run: those named on the command line, else all. */
const files = async (): Promise<string[]> => {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
  return named.length > 0 ? named : (await Array.fromAsync(glob("test/**/*.test.ts"))).toSorted();
};

const flags = process.argv.slice(2).filter((argument) => argument.startsWith("-"));

await buildPages(process.env["WEB_DIR"] ?? "dist/web");
const server = await startTestServer();
/** What Node made of our sources and packages, for the next of the many processes that load them. */
const compiled = resolve(process.env["NODE_COMPILE_CACHE"] ?? "node_modules/.cache/compiled");
const variables = { ...serverVariable(server), ...(await poolerVariable(server)) };
const tests = spawn(
  process.execPath,
  [
    "--test",
    // One more than there are cores: many files wait, on deadlines and on a browser.
    `--test-concurrency=${availableParallelism() + 1}`,
    "--test-reporter=spec",
    ...flags,
    ...(await files()),
  ],
  { stdio: "inherit", env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...variables } },
);
const stop = (): void => void tests.kill("SIGTERM");
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
const code = await new Promise<number>((resolve) => tests.on("exit", (status) => resolve(status ?? 1)));
await cleanUp();
await server.stop();
process.exitCode = code;
