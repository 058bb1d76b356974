import type { PoolClient } from "pg";

import type { Database } from "../../../server/platform/db/database.ts";
import { advice, type CheckInput, type Finding, warning } from "../../../server/jobs/system/checks/check.ts";

/** By name, like hot statements; sent again, it is only bound and run. */
const named = async (client: PoolClient): Promise<void> => {
  await client.query({ name: "foyer-doctor", text: "select 1" });
};

/**
 * Behind a pooler in transaction mode, the second client gets the connection on which the first one prepared the
 * statement, and the first one then gets another.
 */
const namedStatementsWork = async (first: PoolClient, second: PoolClient): Promise<boolean> => {
  try {
    await named(first);
    await second.query("begin");
    await named(second);
    await named(first);
    return true;
  } catch (error) {
    const code = Reflect.get(Object(error), "code");
    if (code !== "26000" && code !== "42P05") throw error;
    return false;
  } finally {
    await second.query("rollback");
  }
};

/** Checks named statements, which some poolers lose. */
export const pooler = async (db: Database, { config }: CheckInput): Promise<readonly Finding[]> => {
  const [first, second] = [await db.pool.connect(), await db.pool.connect()];
  try {
    const work = await namedStatementsWork(first, second);
    if (config.dbPrepare && !work)
      return [
        warning("DB_PREPARE", "the pooler in front of the database drops named statements", "Set DB_PREPARE=off."),
      ];
    if (!config.dbPrepare && work)
      return [advice("DB_PREPARE", "off, although named statements work here and are faster", "Remove DB_PREPARE.")];
    return [];
  } finally {
    first.release(true);
    second.release(true);
  }
};
