import { join } from "node:path";

import { type Config, readConfig } from "../../../server/platform/config/config.ts";
import { openSourceBeside, type DatabaseSource } from "../../../server/platform/db/source.ts";
import { findPreviousKey, findSecretKey } from "../../../server/platform/secret-key.ts";
import { Failure } from "../../lib/command.ts";
import { isThere, openWithRetry } from "../../lib/database.ts";
import { printToStderr } from "../../lib/output.ts";

/** The database without applying migrations: a backup before an upgrade must have the old schema. */
export type CommandSource = {
  config: Config;
  source: DatabaseSource;
  secretKey: string | undefined;
  previousKey: string | undefined;
};

const openBeside = (config: Config): Promise<DatabaseSource> =>
  openSourceBeside(config, { warn: printToStderr, error: printToStderr });

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
  const source = await openWithRetry(config, openBeside);
  try {
    const secretKey = await findSecretKey(config);
    return await work({ config, source, secretKey, previousKey: await findPreviousKey(config, secretKey) });
  } finally {
    await source.stop();
  }
};
