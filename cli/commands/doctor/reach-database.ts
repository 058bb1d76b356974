import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Config } from "../../../server/platform/config/config.ts";
import { findEmbedded, startEmbedded } from "../../../server/platform/db/embedded/embedded.ts";
import { openSourceBeside, type DatabaseSource } from "../../../server/platform/db/source.ts";
import { isThere, openWithRetry } from "../../lib/database.ts";
import { explainError } from "../../../server/explain-error.ts";
import { type Finding, ok, problem, within } from "../../../server/jobs/system/checks/check.ts";

/** Replaying a log after a power cut takes long; the doctor says so instead of waiting. */
const START_MS_MAX = 30_000;
const NAME = "Database";

const silent = { warn: () => undefined, error: () => undefined };

/** The database to check, if there is one, and the findings so far. */
export type DatabaseAccess = { source: DatabaseSource | undefined; findings: readonly Finding[]; late: boolean };

/** Creates and starts a database in a folder of its own and removes it again: a doctor leaves nothing behind. */
const startOnTrial = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-doctor-"));
  try {
    const server = await startEmbedded({ dataDir });
    await server.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

const notStarted = (error: unknown): Finding => {
  const words = explainError(error) ?? (error instanceof Error ? error.message : String(error));
  const [found = "", ...fix] = words.split("\n");
  return problem(NAME, found, fix.join(" ") || "Follow the message above, or set DATABASE_URL to your own PostgreSQL.");
};

const stillStarting: Finding = problem(
  NAME,
  "the embedded PostgreSQL didn't start within 30 s. It might be replaying its log after a crash",
  "Start Foyer and wait. If you stop it, the replay starts again. See postgresql.log in DATA_DIR/pg.",
);

const reachEmbedded = async (config: Config): Promise<DatabaseAccess> => {
  const how = (await findEmbedded(config.dataDir)) === undefined ? "starts" : "running";
  const source = await openWithRetry(config, () => openSourceBeside(config, silent));
  return { source, findings: [ok(NAME, `embedded PostgreSQL 18, ${how}`)], late: false };
};

const reach = async (config: Config): Promise<DatabaseAccess> => {
  if (config.databaseUrl !== undefined) {
    const source = await openSourceBeside(config, silent);
    return { source, findings: [], late: false };
  }
  if (await isThere(join(config.dataDir, "pg"))) return reachEmbedded(config);
  await startOnTrial();
  const found = `embedded PostgreSQL 18 works. The first start creates a database in ${config.dataDir}`;
  return { source: undefined, findings: [ok(NAME, found)], late: false };
};

/** Finds the service's database: DATABASE_URL, or the embedded one, which is started if no service runs it. */
export const reachDatabase = async (config: Config): Promise<DatabaseAccess> => {
  try {
    const reached = await within(START_MS_MAX, reach(config));
    return reached === "late" ? { source: undefined, findings: [stillStarting], late: true } : reached;
  } catch (error) {
    return { source: undefined, findings: [notStarted(error)], late: false };
  }
};
