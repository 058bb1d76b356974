import type pg from "pg";

import type { Config } from "../config/config.ts";
import { makeFolder } from "../lib/folders.ts";
import {
  type EmbeddedAddress,
  type EmbeddedOptions,
  type EmbeddedServer,
  findEmbedded,
  startEmbedded,
} from "./embedded/embedded.ts";
import { shareServer } from "./embedded/server-share.ts";
import { readDatabaseUrl } from "./url.ts";

/** The database: how to connect to it, its name for people, and how to release it. */
export type DatabaseSource = {
  connection: pg.PoolConfig;
  /** The same database without the pooler, for connections that need a session of their own. */
  direct: pg.PoolConfig;
  /** For the operator; without credentials. */
  shown: string;
  /** Whether the server was started for this process, so that stopping ends it for other users too. */
  owned: boolean;
  stop(): Promise<void>;
};

type Log = { warn(message: string): void; error(message: string): void };

const RESTART_MS_FIRST = 200;
/** Short enough that it runs again within five seconds once a full disk has room. */
const RESTART_MS_MAX = 2_000;

const externalSource = (url: string, directUrl = url): DatabaseSource => {
  const address = readDatabaseUrl(url);
  return {
    connection: { connectionString: url },
    direct: { connectionString: directUrl },
    shown: `PostgreSQL at ${address?.host}, database ${address?.database}`,
    owned: false,
    stop: async () => undefined,
  };
};

const connectionTo = ({ socketDir, user, database }: EmbeddedAddress): pg.PoolConfig => ({
  host: socketDir,
  user,
  database,
  // Otherwise PGPORT, PGSSLMODE and similar variables, meant for another server, would apply.
  port: 5432,
  password: "",
  ssl: false,
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

type ServerSupervisor = { server: EmbeddedServer; stopping: boolean };

/** Starts the server again until it runs, waiting longer each time. */
const restartServer = async (keeper: ServerSupervisor, options: EmbeddedOptions, log: Log): Promise<void> => {
  for (let waitMs = RESTART_MS_FIRST; !keeper.stopping; waitMs = Math.min(waitMs * 2, RESTART_MS_MAX)) {
    try {
      keeper.server = await startEmbedded(options);
      // Told to stop while it was starting: `stop` could only end the previous one.
      if (keeper.stopping) await keeper.server.stop();
      return;
    } catch (error) {
      log.error(`The embedded PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`);
      await pause(waitMs);
    }
  }
};

/** Runs the embedded server and restarts it when it ends by itself (killed, out of memory). */
const embeddedSource = async (config: Config, log: Log): Promise<DatabaseSource> => {
  await makeFolder(config.dataDir, 0o700);
  const options = { dataDir: config.dataDir, log: (line: string) => log.warn(line) };
  const keeper: ServerSupervisor = { server: await startEmbedded(options), stopping: false };
  const watch = async (): Promise<void> => {
    await keeper.server.exited;
    if (keeper.stopping) return;
    log.error("The embedded PostgreSQL stopped unexpectedly. Starting it again.");
    await restartServer(keeper, options, log);
    await watch();
  };
  const watching = watch();
  const stop = async (): Promise<void> => {
    keeper.stopping = true;
    await keeper.server.stop();
    await watching;
  };
  const description = `PostgreSQL 18, embedded, in ${config.dataDir}/pg`;
  const connection = connectionTo(keeper.server);
  return { connection, direct: connection, shown: description, owned: true, stop };
};

/** The configured database for the service, which owns the embedded one. */
export const openSource = (config: Config, log: Log): Promise<DatabaseSource> =>
  config.databaseUrl === undefined
    ? embeddedSource(config, log)
    : Promise.resolve(externalSource(config.databaseUrl, config.directUrl));

/**
 * The connection to the configured database, which runs already, without the pooler: for connections outside the
 * service's pool.
 */
export const runningConnection = async (config: Config): Promise<pg.PoolConfig> => {
  if (config.databaseUrl !== undefined) return externalSource(config.databaseUrl, config.directUrl).direct;
  const running = await findEmbedded(config.dataDir);
  if (running === undefined) throw new Error("the embedded database does not run");
  return connectionTo(running);
};

/** The server of a running service, or of another command. */
const runningSource = (running: EmbeddedAddress, { dataDir }: Config): DatabaseSource => {
  const connection = connectionTo(running);
  return {
    connection,
    direct: connection,
    shown: `PostgreSQL 18, embedded, in ${dataDir}/pg`,
    owned: false,
    stop: async () => undefined,
  };
};

/**
 * The configured database for a command: it shares the server of a running service, or of another command, or starts its own, which ends
 * when no other command uses it.
 */
export const openSourceBeside = async (config: Config, log: Log): Promise<DatabaseSource> => {
  if (config.databaseUrl !== undefined) return externalSource(config.databaseUrl, config.directUrl);
  const running = await findEmbedded(config.dataDir);
  const source = running === undefined ? await embeddedSource(config, log) : runningSource(running, config);
  const share = await shareServer({ ...source.direct, database: "postgres" }).catch(async (error: unknown) => {
    await source.stop();
    throw error;
  });
  const stop = async (): Promise<void> => {
    if (source.owned) await share.waitForOthers();
    await source.stop();
    await share.giveBack();
  };
  return { ...source, stop };
};
