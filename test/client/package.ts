import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../..");

/** A project of a user: an empty folder with our package in its node_modules. */
export type UserProject = {
  folder: string;
  /** Runs a script with Node; gives what it said and its exit code. */
  node: (script: string, env: Record<string, string>) => Promise<{ out: string; err: string; code: number }>;
  /** What the compiler says of these files; empty when it has nothing to say. */
  complaints: (files: Record<string, string>) => Promise<string>;
  remove: () => Promise<void>;
};

const COMPILER =
  "--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --allowJs --checkJs --target es2022".split(" ");
const MODULES = "--module nodenext --lib es2023,dom --types node --typeRoots".split(" ");

/** Where npm would find other packages: no server listens there, so it can need none. */
const NO_REGISTRY = "http://127.0.0.1:9";

/** A user's project with the client installed by npm from a service. @param url of that service */
export const makeUserProject = async (url: string): Promise<UserProject> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-client-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `--registry=${NO_REGISTRY}`];
  const env = { ...process.env, npm_config_cache: join(folder, ".npm") };
  await run("npm", [...args, `${url}/client.tgz`], { cwd: folder, env });
  await cp(join(PROJECT, "examples"), folder, { recursive: true });
  const node: UserProject["node"] = (script, env) =>
    new Promise((resolve) => {
      execFile(process.execPath, [script], { cwd: folder, env }, (error, out, err) =>
        resolve({ out, err, code: error === null ? 0 : Number(error.code) }),
      );
    });
  const complaints: UserProject["complaints"] = async (files) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const args = [...COMPILER, ...MODULES, join(PROJECT, "node_modules/@types"), ...Object.keys(files)];
    return run(join(PROJECT, "node_modules/.bin/tsc"), args, { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  };
  return { folder, node, complaints, remove: () => rm(folder, { recursive: true, force: true }) };
};
