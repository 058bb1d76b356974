import { execFile } from "node:child_process";
import { cp, realpath, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";

import { makeFolder } from "./process.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../../..");
/** What a clone doesn't have: packages, data, and what is built. */
const LEFT_OUT = /^(node_modules|(client\/)?dist|data[^/]*|coverage|screenshots|\.git|[^/]*\.log)$/;

/** Copies the project to a folder of its own, to be changed there; the packages are a link. */
export const copyProject = async (): Promise<string> => {
  const copy = join(await makeFolder(), "foyer");
  const filter = (path: string): boolean => !LEFT_OUT.test(relative(PROJECT, path));
  await cp(PROJECT, copy, { recursive: true, preserveTimestamps: true, filter });
  await symlink(await realpath(join(PROJECT, "node_modules")), join(copy, "node_modules"));
  return copy;
};

/** Runs a program in a copy. @returns what it printed. Errors: it failed; with all that it printed */
export const runIn = async (copy: string, program: string, args: readonly string[]): Promise<string> => {
  // A run of tests in a test would find that it is one, and run nothing.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const options = { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run(program, args, options).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${program} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
  });
  return stdout;
};
