import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Config } from "../../server/config.ts";
import { findEmbedded, startEmbedded } from "../../server/db/embedded/embedded.ts";
import { openSourceBeside, type Source } from "../../server/db/source.ts";
import { explain } from "../../server/explain.ts";
import { type Finding, ok, problem, within } from "./check.ts";

/** Replaying a log after a power cut takes long; the doctor says so instead of waiting for its end. */
const START_MS_MAX = 30_000;
const NAME = "Database";

const silent = { warn: () => undefined, error: () => undefined };

/** The database to look into, if there is one, and what was found on the way. */
export type Reached = { source: Source | undefined; findings: readonly Finding[]; late: boolean };

const hasData = (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, "pg")).then(
    () => true,
    () => false,
  );

/** Makes and starts a database in a folder of its own and removes it again: a doctor leaves nothing behind. */
const tryOut = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-doctor-"));
  try {
    const server = await startEmbedded({ dataDir });
    await server.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

const notStarted = (error: unknown): Finding => {
  const words = explain(error) ?? (error instanceof Error ? error.message : String(error));
  const [found = "", ...fix] = words.split("\n");
  return problem(NAME, found, fix.join(" ") || "See the message; or set DATABASE_URL to a PostgreSQL of your own.");
};

const stillStarting: Finding = problem(
  NAME,
  "the embedded PostgreSQL did not start within 30 s; it may be replaying its log after a crash",
  "Start Foyer and wait: killing it begins the replay anew. See postgresql.log in DATA_DIR/pg.",
);

const reachEmbedded = async (config: Config): Promise<Reached> => {
  const how = (await findEmbedded(config.dataDir)) === undefined ? "starts" : "running";
  const source = await openSourceBeside(config, silent);
  return { source, findings: [ok(NAME, `embedded PostgreSQL 18, ${how}`)], late: false };
};

const reach = async (config: Config): Promise<Reached> => {
  if (config.databaseUrl !== undefined) {
    const source = await openSourceBeside(config, silent);
    return { source, findings: [], late: false };
  }
  if (await hasData(config.dataDir)) return reachEmbedded(config);
  await tryOut();
  const found = `embedded PostgreSQL 18 works; made in ${config.dataDir} at the first start`;
  return { source: undefined, findings: [ok(NAME, found)], late: false };
};

/** Finds the service's database: DATABASE_URL, or the embedded one, which is started when no service runs it. */
export const reachDatabase = async (config: Config): Promise<Reached> => {
  try {
    const reached = await within(START_MS_MAX, reach(config));
    return reached === "late" ? { source: undefined, findings: [stillStarting], late: true } : reached;
  } catch (error) {
    return { source: undefined, findings: [notStarted(error)], late: false };
  }
};
