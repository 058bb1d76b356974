import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { text } from "node:stream/consumers";

import { COMPILED } from "../support/run/process.ts";
import { testServer } from "../support/database/server.ts";

export const PROJECT = join(import.meta.dirname, "../..");

/** What a command said and how it ended. */
export type Ran = { code: number; stdout: string; stderr: string };

export type RunOptions = {
  /** The settings; nothing of the test's own environment but what finding programs takes. */
  env?: Record<string, string>;
  stdin?: string;
  /** Kills it, as a power cut would, after this time. */
  killAfterMs?: number;
};

/** Runs a command in a process of its own, without the one of the launcher before it, which has its own tests (test/bin). */
export const foyer = async (
  args: readonly string[],
  { env = {}, stdin = "", killAfterMs }: RunOptions = {},
): Promise<Ran> => {
  const child = spawn(process.execPath, [join(PROJECT, "cli/main.ts"), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], HOME: tmpdir(), DATA_DIR: "/nonexistent", ...COMPILED, ...env },
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  // A command that does not read it may be gone already.
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  clearTimeout(timer);
  return { code: Number(code), stdout, stderr };
};

/** The `DATABASE_URL` of a database on the test run's server, which has a socket only. @param role a superuser when left out */
export const urlOf = async (database: string, role?: string): Promise<string> => {
  const { host, user } = await testServer();
  return `postgres://${role ?? user}@/${database}?host=${encodeURIComponent(host)}`;
};

const folders: string[] = [];

// Here and not where a folder is made: in a `before` hook an `after` would run as soon as that hook is done.
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A folder that is removed after the tests of the file. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-cli-"));
  folders.push(folder);
  return folder;
};
