import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { buildClient } from "../../client/build.ts";

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

const MANIFEST = {
  name: "foyer",
  version: "0.1.0",
  type: "module",
  exports: { "./client": { types: "./client/dist/index.d.ts", default: "./client/dist/index.js" } },
};

const COMPILER =
  "--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --allowJs --checkJs --target es2022".split(" ");
const MODULES = "--module nodenext --lib es2023,dom --types node --typeRoots".split(" ");

/** Installs the client, built from this OpenAPI document, as a user would have it. */
export const makeUserProject = async (document: unknown): Promise<UserProject> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-client-"));
  const installed = join(folder, "node_modules/foyer");
  await mkdir(installed, { recursive: true });
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  await writeFile(join(installed, "package.json"), JSON.stringify(MANIFEST));
  await buildClient(join(installed, "client/dist"), join(folder, "openapi.json"));
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
