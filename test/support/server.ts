import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { withClient } from "../../server/platform/db/embedded/client.ts";
import { startEmbedded } from "../../server/platform/db/embedded/embedded.ts";
import { migrate } from "../../server/platform/db/migrate.ts";
import { partitionByLocation } from "./partition.ts";

/** Where the PostgreSQL of a test run listens; passed to the test files by the environment. */
export type TestServer = { host: string; user: string; logFile: string };

/** The migrated database that every test file clones. */
export const TEMPLATE = "foyer_template";

/** A role that owns its databases and may do nothing else, as the role of an operator's own PostgreSQL. Owns the template. */
export const OWNER = "foyer_owner";

const VARIABLE = "FOYER_TEST_SERVER";
/** `FOYER_TEST_PARTITIONS=4 npm test` runs everything on large tables in so many parts (docs/scaling.md). */
const PARTITIONS = Number(process.env["FOYER_TEST_PARTITIONS"] ?? "0");

const prepareTemplate = async (server: TestServer): Promise<void> => {
  await withClient({ ...server, database: "postgres" }, async (admin) => {
    await admin.query(`create role ${OWNER} login nosuperuser nocreatedb nocreaterole`);
    await admin.query(`create database ${TEMPLATE} owner ${OWNER}`);
  });
  await withClient({ ...server, user: OWNER, database: TEMPLATE }, async (client) => {
    await migrate(client);
    if (PARTITIONS > 0) await partitionByLocation(client, PARTITIONS);
  });
};

/** Starts a PostgreSQL for tests. It need not survive a crash, so it does not wait for the disk; the kill tests start their own. */
export const startTestServer = async (): Promise<TestServer & { stop(): Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-test-"));
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
    log_min_messages: "error",
    // With the database, so that a test file finds the errors of its own.
    log_line_prefix: "%p %d ",
  };
  const embedded = await startEmbedded({ dataDir, settings });
  const logFile = join(dataDir, "pg", "postgresql.log");
  const server = { host: embedded.socketDir, user: embedded.user, logFile };
  await prepareTemplate(server);
  const stop = async (): Promise<void> => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...server, stop };
};

/** What the runner hands to the test files. */
export const serverVariable = (server: TestServer): Record<string, string> => ({
  [VARIABLE]: JSON.stringify({ host: server.host, user: server.user, logFile: server.logFile }),
});

let own: Promise<TestServer & { stop(): Promise<void> }> | undefined;

/** The server of this run; a test file that is run alone starts one for itself. */
export const testServer = async (): Promise<TestServer> => {
  const given = process.env[VARIABLE];
  if (given !== undefined) return JSON.parse(given) as TestServer;
  own ??= startTestServer();
  return own;
};

/** Stops the server that this file started for itself, if it did. */
export const releaseTestServer = async (): Promise<void> => {
  if (own !== undefined) await (await own).stop();
  own = undefined;
};
