import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

import { buildPages } from "../web/build.ts";
import { makeMemoryFolder } from "./support/memory-folder.ts";
import { poolerVariable } from "./support/pgbouncer.ts";
import { cleanUp } from "./support/process.ts";
import { serverVariable, startTestServer } from "./support/server.ts";
import { PROMISED_SIZE, SIZE_VARIABLE } from "./support/size.ts";

/** `npm run test:promises`: as often as the promises say (docs/guarantees.md), not a tenth of it. */
const PROMISES = "--promises";
const args = process.argv.slice(2);
const size = args.includes(PROMISES) ? { [SIZE_VARIABLE]: PROMISED_SIZE } : {};

await buildPages(process.env["WEB_DIR"] ?? "dist/web");
const memory = await makeMemoryFolder();
// Before the first file is made: this process has its own there as well.
Object.assign(process.env, memory.variable);
const server = await startTestServer();
/** What Node made of our sources and packages, for the next of the many processes that load them. */
const compiled = resolve(process.env["NODE_COMPILE_CACHE"] ?? "node_modules/.cache/compiled");
const variables = { ...serverVariable(server), ...(await poolerVariable(server)), ...size };
const runner = join(import.meta.dirname, "support/child-runner.ts");
const tests = spawn(process.execPath, [runner, ...args.filter((argument) => argument !== PROMISES)], {
  stdio: "inherit",
  env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...variables },
});
const stop = (): void => void tests.kill("SIGTERM");
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
const code = await new Promise<number>((done) => tests.on("exit", (status) => done(status ?? 1)));
await cleanUp();
await server.stop();
await memory.remove();
process.exitCode = code;
