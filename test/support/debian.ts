import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const APT = "/usr/bin/apt-get";

/** Whether there is a program of that path. */
export const isRunnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Installs packages of Debian for a test that can't do without them, where we are root and there is apt-get.
 * Errors: `missing`, a sentence that says what to install by hand. A test is never skipped for want of a program.
 */
export const installPackages = async (missing: string, ...packages: string[]): Promise<void> => {
  if (process.getuid?.() !== 0 || !(await isRunnable(APT))) throw new Error(missing);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // A test file beside this one may be installing too: wait for the lock instead of failing.
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  try {
    await run(APT, [...wait, "update"], { env });
    await run(APT, [...wait, "install", "-y", "--no-install-recommends", ...packages], { env });
  } catch (error) {
    throw new Error(`${missing} Installing it by apt-get failed.`, { cause: error });
  }
};

/**
 * What `find` finds, after installing packages when it finds nothing at first.
 * Errors: `missing`, also when it is not found afterwards.
 */
export const findOrInstall = async <T>(
  find: () => Promise<T | undefined>,
  missing: string,
  ...packages: string[]
): Promise<T> => {
  const found = await find();
  if (found !== undefined) return found;
  await installPackages(missing, ...packages);
  const installed = await find();
  if (installed === undefined) throw new Error(missing);
  return installed;
};
