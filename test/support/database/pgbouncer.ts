import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { withClient } from "../../../server/platform/db/embedded/client.ts";
import { installPackages, isRunnable } from "../run/debian.ts";
import { freePort, makeFolder, undoLater, until } from "../run/process.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const MISSING = "The tests behind a pooler need Debian's PgBouncer: apt-get install pgbouncer.";
const IS_ROOT = process.getuid?.() === 0;
/** It refuses to be root: in a namespace of its own it is another account, which may reach what root may. */
const AS_SOMEBODY: [string, ...string[]] = ["unshare", "--user", "--map-user=65534", "--map-group=65534"];

/** So few that clients share them all the time. */
const POOL_SIZE = 4;

const settings = (host: string, user: string, port: number): string =>
  [
    "[databases]",
    `* = host=${host} user=${user}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${POOL_SIZE}`,
    "max_client_conn = 500",
    "ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout",
    "",
  ].join("\n");

const answers = async (port: number, user: string): Promise<true | undefined> => {
  try {
    await withClient({ host: "127.0.0.1", port, user, database: "postgres" }, (client) => client.query("select 1"));
    return true;
  } catch {
    return undefined;
  }
};

const VARIABLE = "FOYER_TEST_POOLER_PORT";

/** Where the services of a run reach their databases, when it goes through a pooler. */
export const givenPooler = (): { host: string; port: number } | undefined => {
  const port = process.env[VARIABLE];
  return port === undefined ? undefined : { host: "127.0.0.1", port: Number(port) };
};

/** What the runner hands to the test files: with `FOYER_TEST_POOLER=on` all their services go through a pooler. */
export const poolerVariable = async (server: { host: string; user: string }): Promise<Record<string, string>> => {
  if (process.env["FOYER_TEST_POOLER"] !== "on") return {};
  const urlOf = await startPgBouncer(server);
  return { [VARIABLE]: new URL(urlOf("postgres")).port };
};

/**
 * A PgBouncer that hands out a few connections by the transaction; ends with the test file.
 * @param server the folder of its socket, and the user of all connections there
 * @returns the `DATABASE_URL` of a database behind it
 */
export const startPgBouncer = async (server: { host: string; user: string }): Promise<(database: string) => string> => {
  if (!(await isRunnable(PROGRAM))) await installPackages(MISSING, "pgbouncer");
  const [home, port] = [await makeFolder(), await freePort()];
  const file = join(home, "pgbouncer.ini");
  await writeFile(file, settings(server.host, server.user, port));
  const [program, ...args]: [string, ...string[]] = IS_ROOT
    ? [...AS_SOMEBODY, PROGRAM, "-q", file]
    : [PROGRAM, "-q", file];
  const pooler = spawn(program, args, { cwd: "/", stdio: "ignore" });
  const ended = once(pooler, "exit");
  undoLater(async () => {
    pooler.kill("SIGKILL");
    await ended;
  });
  await until("PgBouncer", () => answers(port, server.user), 10_000);
  return (database) => `postgres://${server.user}@127.0.0.1:${port}/${database}`;
};
