import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { installedPackages } from "./run/installed-packages.ts";

const run = promisify(execFile);

/** The packages of others that make clients of an OpenAPI document or check it. @returns the folder that holds their node_modules */
export const generators = (): Promise<string> => installedPackages("generators", "orval");

/** Runs a program of one of those packages on this Node. @param script such as `orval/dist/bin/orval.mjs` */
export const runGenerator = async (
  folder: string,
  script: string,
  args: readonly string[],
  cwd: string,
): Promise<void> => {
  await run(process.execPath, [join(folder, "node_modules", script), ...args], { cwd });
};
