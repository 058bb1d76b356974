import { execFile } from "node:child_process";
import { readFile, readdir, readlink, realpath } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

const readOrEmpty = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

const ps = async (pid: number, columns: string): Promise<string> => {
  const { stdout } = await run("ps", ["-o", columns, "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim();
};

/**
 * /proc/PID/stat from the state on: the name in brackets may itself contain spaces and brackets, so count from the last
 * one.
 */
const statOf = async (pid: number): Promise<string[]> => {
  const stat = await readOrEmpty(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

const birthOnLinux = async (pid: number): Promise<string | undefined> => {
  const [state, ...rest] = await statOf(pid);
  const startedTicks = rest[18];
  // A zombie has released everything; if no process reaps it, it would count as alive forever.
  return state === "Z" || state === "X" ? undefined : startedTicks;
};

/** When the process began, in the system's own unit; undefined if there is no such process. */
export const findBirth = async (pid: number): Promise<string | undefined> => {
  if (process.platform === "linux") return birthOnLinux(pid);
  const [state, ...started] = (await ps(pid, "stat=,lstart=")).split(/\s+/);
  return state === "" || state?.startsWith("Z") === true ? undefined : started.join(" ");
};

/** The process that started this one; once that has ended another one, usually 1. */
export const findParent = async (pid: number): Promise<number> =>
  Number(process.platform === "linux" ? (await statOf(pid))[1] : await ps(pid, "ppid="));

/** The boot and the PID namespace in which these process numbers are valid. */
export const findPidSpace = async (): Promise<string> => {
  if (process.platform !== "linux") return process.platform;
  const boot = await readOrEmpty("/proc/sys/kernel/random/boot_id");
  const space = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${boot.trim()} ${space}`;
};

/** Whether the process is a PostgreSQL server on that folder (and not another one with its old number). */
export const isServerOn = async (pid: number, cluster: string): Promise<boolean> => {
  if ((await findBirth(pid)) === undefined) return false;
  if (process.platform !== "linux") return (await ps(pid, "command=")).includes(cluster);
  // A postmaster's working directory is its folder, even if the folder was renamed; but root in a plain container may
  // not read that, so the arguments count too.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => "");
  const words = (await readOrEmpty(`/proc/${pid}/cmdline`)).split("\0");
  const real = await realpath(cluster).catch(() => cluster);
  return folder === real || words.includes(cluster);
};

/** The processes of a server on that folder whose postmaster was killed and that have not noticed yet (Linux). */
export const findBackends = async (cluster: string): Promise<number[]> => {
  const real = await realpath(cluster);
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => pid > 0);
  const folders = await Promise.all(
    pids.map(async (pid) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => "");
      const title = await readOrEmpty(`/proc/${pid}/cmdline`);
      return folder === real && title.startsWith("postgres: ");
    }),
  );
  return pids.filter((_, index) => folders[index]);
};
