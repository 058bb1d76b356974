import { join, resolve } from "node:path";

import { MAJOR, prepareBinaries } from "./binaries.ts";
import { USER, ensureCluster } from "./cluster.ts";
import { DATABASE, acceptsConnections } from "./connect.ts";
import { explainFileError } from "./errors.ts";
import { type Isolation, type IsolationMode, chooseIsolation } from "./isolation.ts";
import { readRunning, stopOrphan } from "./orphaned-server.ts";
import { takeOwnership } from "./ownership.ts";
import { findHome, openHome, prepareHome, prepareRun } from "./data-folders.ts";
import { type Server, startServer } from "./server.ts";

/** Where and as which user to connect. */
export type EmbeddedAddress = { socketDir: string; user: string; database: string };

/** The server of this process. `exited` also settles if it ends by itself, which the caller must handle. */
export type EmbeddedServer = EmbeddedAddress & {
  pid: number;
  stop(): Promise<void>;
  exited: Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log?: (line: string) => void;
  /** PostgreSQL settings that override ours. */
  settings?: Record<string, string>;
  isolation?: IsolationMode;
  /** A folder for what another account must reach while DATA_DIR or the packages are closed to it. */
  systemDir?: string;
};

type StartPlan = {
  dataDir: string;
  systemDir: string;
  home: string;
  isolation: Isolation;
  settings: Record<string, string>;
  log: (line: string) => void;
};

const addressOf = (socketDir: string): EmbeddedAddress => ({
  socketDir,
  user: USER,
  database: DATABASE,
});

const clusterOf = (home: string): string => join(home, String(MAJOR));

const isAnswering = async (home: string): Promise<boolean> => {
  const running = await readRunning(clusterOf(home));
  return running !== undefined && acceptsConnections(running.socketDir);
};

type StartedServer = { server: Server; socketDir: string };

/** Everything that only the owner of the folder may do. */
const startOwned = async (plan: StartPlan): Promise<StartedServer> => {
  const { dataDir, home, isolation, log } = plan;
  await openHome(home, isolation);
  await stopOrphan(clusterOf(home), log);
  const binaries = await prepareBinaries(isolation, home, plan.systemDir, log);
  const cluster = await ensureCluster(dataDir, home, binaries, isolation);
  const socketDir = await prepareRun(dataDir, home, isolation);
  const server = await startServer({ ...plan, cluster, binaries, socketDir });
  return { server, socketDir };
};

const startPlanned = async (plan: StartPlan): Promise<EmbeddedServer> => {
  const release = await takeOwnership(plan.home, () => isAnswering(plan.home));
  try {
    const { server, socketDir } = await startOwned(plan);
    // A full disk must not turn the end of the server into an error: a dead owner doesn't count anyway.
    const exited = server.exited.then(release).catch(() => {});
    const stop = (): Promise<void> => server.stop().then(() => exited);
    return { ...addressOf(socketDir), pid: server.pid, stop, exited };
  } catch (error) {
    await release().catch(() => {});
    throw error;
  }
};

/**
 * Starts the PostgreSQL of the packages on DATA_DIR/pg, creating the database on the first start. The server ends with
 * this process. Throws an EmbeddedError with a message and a fix for anything that the operator can fix. Call it from
 * the main thread: a server ends with its parent's thread.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const { log = () => {}, settings = {}, systemDir = "/var/lib/foyer" } = options;
  const dataDir = resolve(options.dataDir);
  try {
    const isolation = await chooseIsolation(options.isolation ?? "auto");
    const home = await prepareHome(dataDir, isolation, systemDir, log);
    return await startPlanned({ dataDir, systemDir, home, isolation, settings, log });
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
};

/**
 * The server that runs on the folder and accepts connections, for commands beside the service, which must not stop it.
 */
export const findEmbedded = async (dataDir: string): Promise<EmbeddedAddress | undefined> => {
  try {
    const running = await readRunning(clusterOf(await findHome(resolve(dataDir))));
    if (running === undefined || !(await acceptsConnections(running.socketDir))) return undefined;
    return addressOf(running.socketDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
};
