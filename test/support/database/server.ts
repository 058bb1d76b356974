import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openDatabase } from "../../../server/platform/db/database.ts";
import { withClient } from "../../../server/platform/db/embedded/client.ts";
import { startEmbedded } from "../../../server/platform/db/embedded/embedded.ts";
import { migrate } from "../../../server/platform/db/migrate.ts";
import { createFirstAdmin } from "../../../server/resources/users/first-admin.ts";
import { partitionByLocation } from "./partition.ts";

/** Where the PostgreSQL of a test run listens; passed to the test files by the environment. */
export type TestServer = { host: string; user: string; logFile: string };

/** A migrated database to clone, with nothing in it. */
export const TEMPLATE = "foyer_template";
/** The one that worlds clone: with the first administrator, whose password is hashed once for all of them. */
export const WORLD_TEMPLATE = "foyer_world";
export const ADMIN = { email: "admin@example.org", password: "correct-horse-battery" };

/** A role that owns its databases and may do nothing else, as the role of an operator's own PostgreSQL. Owns the template. */
export const OWNER = "foyer_owner";

const VARIABLE = "FOYER_TEST_SERVER";
/** `FOYER_TEST_PARTITIONS=4 npm test` runs everything on large tables in this many partitions (docs/scaling.md). */
const PARTITIONS = Number(process.env["FOYER_TEST_PARTITIONS"] ?? "0");

const prepareTemplates = async (server: TestServer): Promise<void> => {
  await withClient({ ...server, database: "postgres" }, async (admin) => {
    await admin.query(`create role ${OWNER} login nosuperuser nocreatedb nocreaterole`);
    await admin.query(`create database ${TEMPLATE} owner ${OWNER}`);
  });
  await withClient({ ...server, user: OWNER, database: TEMPLATE }, async (client) => {
    await migrate(client);
    if (PARTITIONS > 0) await partitionByLocation(client, PARTITIONS);
  });
  await withClient({ ...server, database: "postgres" }, (admin) =>
    admin.query(`create database ${WORLD_TEMPLATE} template ${TEMPLATE} owner ${OWNER}`),
  );
  const db = openDatabase({ ...server, database: WORLD_TEMPLATE, prepare: false, onError: () => undefined });
  await createFirstAdmin(db, ADMIN, Date.now());
  await db.close();
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
  await prepareTemplates(server);
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
