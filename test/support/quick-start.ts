import { execFile } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { findOrInstall } from "./run/debian.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../..");
const ADDRESS = "http://127.0.0.1:8080";

/** The page is typed into a shell: what it is typed with is installed where it may, or the test fails and names it. */
const needs = (program: string): Promise<string> => {
  const find = (): Promise<string | undefined> =>
    run(program, ["--version"]).then(
      () => program,
      () => undefined,
    );
  return findOrInstall(
    find,
    `The quick start needs ${program}. Install it (Debian: apt-get install ${program}).`,
    program,
  );
};

/** The blocks of docs/quick-start.md that are meant to be typed: the first starts the service, the rest call it. */
export const readQuickStart = async (): Promise<{ start: string; calls: string[] }> => {
  const page = await readFile(join(PROJECT, "docs/quick-start.md"), "utf8");
  const [start = "", ...calls] = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
  return { start, calls };
};

/**
 * Types the calls into one shell, in a folder of its own that has the project's examples, as the reader's has.
 * @param url of the service instead of the page's
 * @param packageUrl where npm gets the client from, when that is another address
 * @returns what each block printed, and all that was said about errors
 */
export const typeCalls = async (
  calls: readonly string[],
  { folder, url, packageUrl = url }: { folder: string; url: string; packageUrl?: string },
): Promise<{ outputs: string[]; stderr: string }> => {
  const script = calls
    .map((block) => block.replace(`${ADDRESS}/client.tgz`, `${packageUrl}/client.tgz`).replaceAll(ADDRESS, url))
    .map((block) => block.replace("node examples/", `FOYER_URL=${url} node examples/`))
    .map((block) => `printf '\\001\\n'\n${block}`)
    .join("\n");
  for (const program of ["bash", "curl"]) await needs(program);
  await symlink(join(PROJECT, "examples"), join(folder, "examples"));
  // Without the start-up files that bash reads where no other shell is around it.
  const { stdout, stderr } = await run("bash", ["--norc", "-euo", "pipefail", "-c", script], { cwd: folder });
  return { outputs: stdout.split("\u0001\n").slice(1), stderr };
};
