import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const APT = "/usr/bin/apt-get";
/** What apt-get says while another one runs. Its own patience (DPkg::Lock::Timeout) is for one of its three locks. */
const LOCKED = /Could not get lock|Unable to (acquire|lock)/;
const PATIENCE_MS = 300_000;
const PAUSE_MS = 500;

/** Whether there is a program of that path. */
export const isRunnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Runs apt-get, and waits while another one runs: a test file beside this one may be installing too.
 * @param program another than the system's, for the test of it
 */
export const runApt = async (args: readonly string[], program = APT): Promise<void> => {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const failure: unknown = await run(program, args, { env }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    if (!LOCKED.test(String(Object(failure).stderr)) || performance.now() > endMs) throw failure;
    await delay(PAUSE_MS);
  }
};

/**
 * Installs packages of Debian for a test that can't do without them, where we are root and there is apt-get.
 * Errors: `missing`, a sentence that says what to install by hand. A test is never skipped for want of a program.
 */
export const installPackages = async (missing: string, ...packages: string[]): Promise<void> => {
  if (process.getuid?.() !== 0 || !(await isRunnable(APT))) throw new Error(missing);
  try {
    await runApt(["update"]);
    await runApt(["install", "-y", "--no-install-recommends", ...packages]);
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
