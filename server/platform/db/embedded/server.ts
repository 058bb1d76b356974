import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Binaries } from "./binaries.ts";
import { DATABASE, codeOf, runOnce } from "./connect.ts";
import { explainOutput } from "./errors.ts";
import { type Isolation, commandOf } from "./isolation.ts";
import { stopBackends } from "./orphaned-server.ts";

const STOP_PATIENCE_MS = 20_000;
const LOG_BYTES_MAX = 10_000_000;
const STILL_STARTING_MS = 10_000;
const POLL_MS = 5;
const POLL_MS_MAX = 100;

/** A server process that we started. */
export type Server = {
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
  hasExited(): boolean;
};

export type StartOptions = {
  dataDir: string;
  home: string;
  cluster: string;
  socketDir: string;
  binaries: Binaries;
  isolation: Isolation;
  settings: Record<string, string>;
  log: (line: string) => void;
};

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "",
  port: "5432", // Only the last part of the socket's name.
  shared_buffers: "128MB",
  max_connections: "60",
  jit: "off",
  // To start a helper takes longer than a page, and sign-ins need the other processor.
  max_parallel_workers_per_gather: "0",
  random_page_cost: "1.1",
  fsync: "on",
  synchronous_commit: "on",
  // This server has no replica: without a replica's write-ahead log, a restore writes rows and indexes once, not into
  // the log as well.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "2GB",
  checkpoint_completion_target: "0.9",
  timezone: "UTC",
  log_timezone: "UTC",
  // The details and statements of errors and warnings contain visitors' names and numbers.
  log_min_messages: "fatal",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** The setting is a list with commas, so a folder with a comma in its name is quoted. */
const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;

const serverArguments = (start: StartOptions): string[] => {
  const settings = {
    ...SETTINGS,
    unix_socket_directories: quoted(start.socketDir),
    ...start.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", start.cluster, ...flags];
};

const logOf = (home: string): string => join(home, "postgresql.log");

/** At most two files of 10 MB; there is little to log, and PostgreSQL's own rotation would need a process. */
const rotateLog = async (home: string): Promise<number> => {
  const size = await stat(logOf(home)).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= LOG_BYTES_MAX) return size;
  await rename(logOf(home), `${logOf(home)}.1`);
  return 0;
};

const readLogFrom = async (home: string, position: number): Promise<string> => {
  const handle = await open(logOf(home), "r");
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(65_536), position });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
};

/** In a session of its own: Ctrl-C in a terminal must reach only us, who still have requests to finish. */
const spawnPostgres = (start: StartOptions): ChildProcess => {
  const { binaries, isolation, home } = start;
  const { file, args } = commandOf(isolation.prefix, binaries.postgres, serverArguments(start));
  const output = openSync(logOf(home), "a", 0o600);
  try {
    const env = { PATH: process.env["PATH"], LC_ALL: "C", ...binaries.env };
    return spawn(file, args, { cwd: "/", env, detached: true, stdio: ["ignore", output, output] });
  } finally {
    closeSync(output);
  }
};

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** SIGINT is PostgreSQL's fast shutdown: it rolls back, writes a checkpoint and ends. */
const stopServer = async (child: ChildProcess, exited: Promise<void>): Promise<void> => {
  const patience = setTimeout(() => child.kill("SIGQUIT"), STOP_PATIENCE_MS);
  child.kill("SIGINT");
  await exited;
  clearTimeout(patience);
};

const watch = (child: ChildProcess): Server => {
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopServer(child, exited));
  return { pid: child.pid ?? 0, exited, stop, hasExited: () => hasEnded(child) };
};

const createDatabase = (socketDir: string): Promise<void> =>
  runOnce(socketDir, "postgres", `create database ${DATABASE}`);

const NOT_YET = new Set(["ENOENT", "ECONNREFUSED", "57P03", "EACCES"]);

/** Connects to our database; false means not yet. */
const tryConnect = async (socketDir: string): Promise<boolean> => {
  try {
    await runOnce(socketDir, DATABASE, "select 1");
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "3D000") await createDatabase(socketDir); // The first start.
    else if (!NOT_YET.has(code)) throw error;
    return code === "3D000";
  }
};

/** Without a deadline: replaying the log after a power cut may take minutes, and killing it starts that over. */
const waitUntilReady = async (server: Server, start: StartOptions): Promise<boolean> => {
  let waitMs = POLL_MS;
  let tellMs = Date.now() + STILL_STARTING_MS;
  while (!server.hasExited()) {
    if (await tryConnect(start.socketDir)) return true;
    await Promise.race([delay(waitMs), server.exited]);
    waitMs = Math.min(waitMs * 2, POLL_MS_MAX);
    if (Date.now() < tellMs) continue;
    start.log("The database is still starting (it may be replaying its log after a crash) …");
    tellMs = Date.now() + STILL_STARTING_MS;
  }
  return false;
};

/** The started server, or its last output. */
const tryStart = async (start: StartOptions): Promise<Server | string> => {
  const position = await rotateLog(start.home);
  const server = watch(spawnPostgres(start));
  try {
    if (await waitUntilReady(server, start)) return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
  return readLogFrom(start.home, position);
};

const STILL_HELD = /pre-existing shared memory block/;

/**
 * Starts the server and resolves once it accepts connections to our database. If only the postmaster was killed (by the
 * system, for lack of memory, say), its remaining processes are ended first.
 */
export const startServer = async (start: StartOptions): Promise<Server> => {
  const endMs = Date.now() + STOP_PATIENCE_MS;
  for (;;) {
    const started = await tryStart(start);
    if (typeof started !== "string") return started;
    if (!STILL_HELD.test(started) || Date.now() > endMs) {
      throw explainOutput("Starting the database", started, start.dataDir);
    }
    await stopBackends(start.cluster);
    await delay(POLL_MS_MAX);
  }
};
