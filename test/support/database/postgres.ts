import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Client } from "pg";

import { makeClient, withClient } from "../../../server/platform/db/embedded/client.ts";
import { installPackages, isRunnable } from "../run/debian.ts";
import { makeFolder, undoLater, until } from "../run/process.ts";

const run = promisify(execFile);
const BIN = "/usr/lib/postgresql/15/bin";
/** Any unprivileged account: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

const MISSING = `The tests on an own server need Debian's PostgreSQL 15 in ${BIN}: apt-get install postgresql-15.`;

/** Debian's package would start a cluster of its own; this file, which is Debian's way, keeps it from that. */
const wantNoCluster = async (): Promise<void> => {
  await mkdir("/etc/postgresql-common", { recursive: true });
  await writeFile("/etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n", { flag: "wx" }).catch(
    () => undefined, // There is one already: it decides.
  );
};

const install = async (): Promise<void> => {
  if (IS_ROOT && (await isRunnable("/usr/bin/apt-get"))) await wantNoCluster();
  await installPackages(MISSING, "postgresql-15");
  if (!(await isRunnable(join(BIN, "postgres")))) throw new Error(MISSING);
};

const asNobody = (program: string, args: string[]): [string, string[]] =>
  IS_ROOT
    ? ["setpriv", [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", join(BIN, program), ...args]]
    : [join(BIN, program), args];

const answers = async (host: string): Promise<boolean | undefined> => {
  try {
    return await withClient({ host, user: "foyer", database: "postgres" }, async () => true);
  } catch {
    return undefined;
  }
};

type Place = { cluster: string; socket: string };

/** A server of a test, on a Unix socket. */
export type Postgres = Place & {
  /** @param role a superuser when left out */
  urlOf(database: string, role?: string): string;
  client(database: string): Client;
  /** Ends it at once, as when the machine loses its power. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
};

const makePlace = async (): Promise<Place> => {
  const home = await makeFolder();
  await chmod(home, 0o755);
  const place = { cluster: join(home, "cluster"), socket: join(home, "socket") };
  for (const folder of Object.values(place)) {
    await mkdir(folder, { mode: 0o700 });
    if (IS_ROOT) await chown(folder, NOBODY, NOBODY);
  }
  return place;
};

/** Runs one of PostgreSQL's programs. */
const runAs = (program: string, args: string[]) => run(...asNobody(program, args), { cwd: "/" });

const serve = async (place: Place): Promise<Postgres> => {
  const { cluster, socket } = place;
  const settings = ["listen_addresses=", `unix_socket_directories=${socket}`, "fsync=off", "shared_buffers=32MB"];
  const [file, args] = asNobody("postgres", ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])]);
  let kill = async (): Promise<void> => undefined;
  const start = async (): Promise<void> => {
    const server = spawn(file, args, { cwd: "/", stdio: "ignore" });
    const ended = once(server, "exit");
    kill = async () => {
      server.kill("SIGQUIT");
      await ended;
    };
    await until("PostgreSQL 15", () => answers(socket));
  };
  undoLater(() => kill());
  await start();
  return {
    ...place,
    urlOf: (database, role = "foyer") => `postgres://${role}@/${database}?host=${encodeURIComponent(socket)}`,
    client: (database) => makeClient({ host: socket, user: "foyer", database }),
    kill: () => kill(),
    start,
  };
};

/** A PostgreSQL 15 of Debian in a folder of its own; ends with the test file. */
export const startPostgres15 = async (): Promise<Postgres> => {
  if (!(await isRunnable(join(BIN, "postgres")))) await install();
  const place = await makePlace();
  await runAs("initdb", ["-U", "foyer", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync", "-D", place.cluster]);
  return serve(place);
};

/** A standby of it that streams; ends with the test file. */
export const startStandby = async (of: Postgres): Promise<Postgres> => {
  const place = await makePlace();
  const from = ["-h", of.socket, "-U", "foyer", "-D", place.cluster];
  await runAs("pg_basebackup", [...from, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
  return serve(place);
};
