import { type Database, openDatabase } from "../../../server/platform/db/database.ts";
import { explainError } from "../../../server/explain-error.ts";
import { type Check, type Finding, ok, problem, warning } from "../../../server/jobs/system/checks/check.ts";

const NAME = "DATABASE_REPLICA_URL";

/**
 * Whether it is a standby, and how old the oldest unreplayed change is, in seconds; null if nothing waits to be
 * replayed.
 */
type Standby = { standby: boolean; seconds: number | null };

// Without writes, the time of the last commit says nothing; data that has arrived and waits does.
const STANDBY = `select pg_is_in_recovery() as standby,
  case when pg_last_wal_receive_lsn() is distinct from pg_last_wal_replay_lsn()
    then extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as seconds`;

/** The finding about a replica. @param lagMs the most it may lag */
export const judgeReplica = ({ standby, seconds }: Standby, lagMs: number): Finding => {
  if (!standby)
    return problem(
      NAME,
      "it points to a server that isn't a standby, so it isn't used",
      "Set it to a standby of DATABASE_URL.",
    );
  if (seconds !== null && seconds * 1000 > lagMs)
    return warning(
      NAME,
      `it is ${seconds.toFixed(0)} s behind, so everything is read from the primary`,
      "Check the standby's load and network, or increase DATABASE_REPLICA_LAG.",
    );
  return ok(NAME, "a standby, up to date");
};

const look = async (db: Database, lagMs: number): Promise<readonly Finding[]> => {
  const [row] = await db.rows<Standby>({ sql: STANDBY, parameters: [] });
  return row === undefined ? [] : [judgeReplica(row, lagMs)];
};

/** The replica, if one is configured. It is optional, so its loss is a warning. */
const replica: Check = async ({ config }) => {
  if (config.replica === undefined) return [];
  const { url, lagMs } = config.replica;
  const db = openDatabase({ connectionString: url, max: 1, prepare: false, onError: () => undefined });
  try {
    return await look(db, lagMs);
  } catch (error) {
    const words = (explainError(error) ?? "it can't be queried").split("\n", 1)[0] ?? "";
    const fix = "Correct or remove it. Until then, everything is read from the primary.";
    return [warning(NAME, words.replaceAll("DATABASE_URL", NAME), fix)];
  } finally {
    await db.close();
  }
};

/** Each process would create its own key, and links of one would not work at another. */
const sharedKey: Check = ({ config }) => {
  if (config.role === "all" || config.secretKey !== undefined) return [];
  const fix = "Set SECRET_KEY to the same value for all processes, or give them one DATA_DIR.";
  return [warning("SECRET_KEY", `not set, and ROLE=${config.role} shares the work with other processes`, fix)];
};

/** Checks of the settings for several processes on one database, or a cluster of databases. */
export const clusterChecks: readonly Check[] = [replica, sharedKey];
