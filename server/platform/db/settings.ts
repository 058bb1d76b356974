import type { Reader } from "../config/reader.ts";
import { readDatabaseUrl } from "./url.ts";

/** The replica for reads that may be slightly out of date. */
export type ReplicaSettings = {
  url: string;
  /** How far it may lag, in milliseconds, before everything is read from the primary. */
  lagMs: number;
};

/** The settings of several processes on one database, and of a cluster of databases. */
export type DatabaseSettings = {
  databaseUrl: string | undefined;
  /** The same database without the pooler, for connections that need a session of their own. */
  directUrl: string | undefined;
  replica: ReplicaSettings | undefined;
  /** Whether fixed statements are prepared by name. */
  dbPrepare: boolean;
};

const LAG_SECONDS_MAX = 3_600;
const EXPECTED = "a URL such as postgres://foyer:secret@db.example.org/foyer";

const isDatabase = (value: string): boolean => readDatabaseUrl(value) !== undefined;
const isLag = (value: string): boolean =>
  /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= LAG_SECONDS_MAX;
const isSwitch = (value: string): boolean => ["on", "off", "true", "false", "1", "0"].includes(value.toLowerCase());
const isOn = (value: string): boolean => ["on", "true", "1"].includes(value.toLowerCase());

/** The settings of the database. A replica, or an address without the pooler, is useless without DATABASE_URL. */
export const readDatabase = (reader: Reader): DatabaseSettings => {
  const before = reader.problems.length;
  const databaseUrl = reader.checked("DATABASE_URL", isDatabase, EXPECTED);
  const isGiven = databaseUrl !== undefined || reader.problems.length > before;
  const directUrl = reader.checked("DATABASE_DIRECT_URL", isDatabase, EXPECTED);
  const replicaUrl = reader.checked("DATABASE_REPLICA_URL", isDatabase, EXPECTED);
  const lag = reader.checked("DATABASE_REPLICA_LAG", isLag, `a number of seconds from 1 to ${LAG_SECONDS_MAX}`);
  for (const [name, value] of Object.entries({ DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl }))
    if (value !== undefined && !isGiven)
      reader.problems.push(`${name} has no effect without DATABASE_URL. Set both or neither.`);
  return {
    databaseUrl,
    directUrl,
    replica: replicaUrl === undefined ? undefined : { url: replicaUrl, lagMs: Number(lag) * 1_000 },
    dbPrepare: isOn(reader.checked("DB_PREPARE", isSwitch, "on or off")),
  };
};
