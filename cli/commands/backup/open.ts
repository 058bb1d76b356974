import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { type Config, readConfig } from "../../../server/platform/config/config.ts";
import { InUseError } from "../../../server/platform/db/embedded/errors.ts";
import { openSourceBeside, type DatabaseSource } from "../../../server/platform/db/source.ts";
import { findPreviousKey, findSecretKey } from "../../../server/platform/secret-key.ts";
import { Failure } from "../../lib/command.ts";
import { printToStderr } from "../../lib/output.ts";

/** The database without applying migrations: a backup before an upgrade must have the old schema. */
export type CommandSource = {
  config: Config;
  source: DatabaseSource;
  secretKey: string | undefined;
  previousKey: string | undefined;
};

const PATIENCE_MS = 10_000;
const POLL_MS = 50;

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const reach = async (config: Config): Promise<DatabaseSource> => {
  for (const endMs = Date.now() + PATIENCE_MS; ;) {
    try {
      return await openSourceBeside(config, { warn: printToStderr, error: printToStderr });
    } catch (error) {
      if (!(error instanceof InUseError) || Date.now() > endMs) throw error;
      await delay(POLL_MS);
    }
  }
};

/**
 * Opens the service's database for one command: that of the running service, or one started for the command.
 * @param creates whether it may create the embedded database if there is none yet
 */
export const withSource = async <T>(creates: boolean, work: (reached: CommandSource) => Promise<T>): Promise<T> => {
  const config = readConfig();
  if (config.databaseUrl === undefined && !creates && !(await isThere(join(config.dataDir, "pg"))))
    throw new Failure(
      `There's no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the same values as for the server.`,
    );
  const source = await reach(config);
  try {
    const secretKey = await findSecretKey(config);
    return await work({ config, source, secretKey, previousKey: await findPreviousKey(config, secretKey) });
  } finally {
    await source.stop();
  }
};
