import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { promisify } from "node:util";

import { EmbeddedError } from "./errors.ts";

const run = promisify(execFile);

/** The requested mode: `auto` chooses by our own account and by what the system allows. */
export type IsolationMode = "auto" | "namespace" | "account" | "none";

/** How to run PostgreSQL, which refuses to be root, and which account its files must belong to as seen from here. */
export type Isolation = {
  kind: "namespace" | "account" | "none";
  /** The words before the program and its arguments. */
  prefix: readonly string[];
  uid: number;
  gid: number;
};

/** Ends the server with its parent, even by kill -9. The parent's thread is what counts: start it from the main one. */
const END_WITH_PARENT = ["--pdeathsig", "INT"];
const NOBODY = 65_534;

/** Splits prefix, program and arguments for spawn. */
export const commandOf = (
  prefix: readonly string[],
  program: string,
  args: readonly string[],
): { file: string; args: string[] } => {
  const [file = program, ...rest] = [...prefix, program, ...args];
  return { file, args: rest };
};

const runs = async (prefix: readonly string[], program: string, args: readonly string[] = []): Promise<boolean> => {
  const command = commandOf(prefix, program, args);
  try {
    await run(command.file, command.args, { cwd: "/" });
    return true;
  } catch {
    return false;
  }
};

const firstThatRuns = async (prefixes: readonly string[][]): Promise<string[] | undefined> => {
  for (const prefix of prefixes) if (await runs(prefix, "true")) return prefix;
  return undefined;
};

const listedUids = async (): Promise<number[]> => {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  return text.split("\n").map((line) => Number(line.split(":")[2] ?? Number.NaN));
};

/** Inside the namespace the number is only a name, but initdb insists on an entry in /etc/passwd. */
const namedUid = async (): Promise<number> => {
  const uids = (await listedUids()).filter((uid) => uid > 0);
  return uids.includes(1000) ? 1000 : (uids[0] ?? 1000);
};

const ownIds = (): { uid: number; gid: number } => ({
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
});

/** A namespace in which we are another account: needs neither a second account nor a folder that it could reach. */
const inNamespace = async (): Promise<Isolation | undefined> => {
  const uid = await namedUid();
  const enter = ["unshare", "--user", `--map-user=${uid}`, `--map-group=${uid}`];
  const prefix = await firstThatRuns([[...enter, "setpriv", ...END_WITH_PARENT], enter]);
  return prefix && { kind: "namespace", prefix, ...ownIds() };
};

const asAccount = async (): Promise<Isolation> => {
  if (!(await listedUids()).includes(NOBODY)) {
    throw new EmbeddedError(
      `PostgreSQL won't run as root, and the account nobody (${NOBODY}) isn't in /etc/passwd.`,
      "Run Foyer as a normal user, add that account, or set DATABASE_URL.",
    );
  }
  const prefix = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", ...END_WITH_PARENT];
  if (await runs(prefix, "true")) return { kind: "account", prefix, uid: NOBODY, gid: NOBODY };
  throw new EmbeddedError(
    "PostgreSQL won't run as root, and this system allows neither a user namespace nor another account.",
    "Run Foyer as a normal user (docker run --user …), or set DATABASE_URL.",
  );
};

const asOurselves = async (): Promise<Isolation> => {
  const prefix = (await firstThatRuns([["setpriv", ...END_WITH_PARENT]])) ?? [];
  return { kind: "none", prefix, ...ownIds() };
};

const hasName = (): boolean => {
  try {
    return userInfo().username !== "";
  } catch {
    return false; // For example a number given to a container. initdb refuses it, so it gets a name in a namespace.
  }
};

const refusedNamespace = (): EmbeddedError =>
  new EmbeddedError(
    "User namespaces were requested, but this system doesn't allow them.",
    "Leave the isolation at auto, or allow user namespaces.",
  );

const automatic = async (): Promise<Isolation> => {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasName()) return asOurselves();
  return (await inNamespace()) ?? (isRoot ? asAccount() : asOurselves());
};

/** Chooses once per start; the probes take about 5 ms each. */
export const chooseIsolation = async (wish: IsolationMode): Promise<Isolation> => {
  if (wish === "none") return asOurselves();
  if (wish === "account") return asAccount();
  if (wish === "auto") return automatic();
  const isolation = await inNamespace();
  if (isolation === undefined) throw refusedNamespace();
  return isolation;
};

/** Whether the server could enter this folder: the system decides, because modes alone don't tell. */
export const canReach = async (isolation: Isolation, folder: string): Promise<boolean> => {
  if (isolation.kind === "none") return true;
  return runs(isolation.prefix, "sh", ["-c", 'cd "$0"', folder]);
};

/** Whether the server could run this program. */
export const canRun = async (isolation: Isolation, program: string): Promise<boolean> => {
  if (isolation.kind === "none") return true;
  return runs(isolation.prefix, "test", ["-x", program]);
};
