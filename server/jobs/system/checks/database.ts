import type { Db } from "../../../platform/db/database.ts";
import { obstaclesTo, privilegesIn } from "../../backup/privileges.ts";
import { type AppliedMigration, APPLIED_MIGRATIONS } from "../../../platform/db/migration-fingerprint.ts";
import { describeApplied, neededExtensions, newestMigration } from "../../../platform/db/migrate.ts";
import { readDatabaseUrl } from "../../../platform/db/url.ts";
import { countOf } from "../../../platform/lib/text/count-of.ts";
import { advice, type DatabaseCheck, type Finding, inWords, isLoopback, ok, problem, warning } from "./check.ts";

const NAME = "Database";

/** The one row of a query. */
const one = async <T>(db: Pick<Db, "rows">, sql: string): Promise<T> => {
  const [row] = await db.rows<T>({ sql, parameters: [] });
  if (row === undefined) throw new Error("the database gave no row");
  return row;
};

const VERSION_MIN = 150_000;

/** The finding about a server's version (as in `server_version_num`). */
export const judgeVersion = (number: number, shown: string): Finding =>
  number >= VERSION_MIN
    ? ok(NAME, shown)
    : problem(
        NAME,
        `${shown} is too old`,
        "Use PostgreSQL 15 or newer, or unset DATABASE_URL to use the embedded database.",
      );

const version: DatabaseCheck = async (db, { config }) => {
  const { number, text } = await one<{ number: number; text: string }>(
    db,
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as text",
  );
  const where = config.databaseUrl === undefined ? undefined : readDatabaseUrl(config.databaseUrl);
  const [shown = ""] = text.split(" ", 1);
  if (where === undefined) return [];
  const finding = judgeVersion(number, `PostgreSQL ${shown} at ${where.host}, database ${where.database}`);
  return [inWords(finding, finding.level === "ok" ? "version" : "versionOld", { version: shown, ...where })];
};

const tls: DatabaseCheck = async (db, { config }) => {
  const where = config.databaseUrl === undefined ? undefined : readDatabaseUrl(config.databaseUrl);
  const host = where?.host.replace(/:\d+$/, "") ?? "/";
  if (host.startsWith("/") || isLoopback(host)) return [];
  const row = await one<{ ssl: boolean }>(db, "select ssl from pg_stat_ssl where pid = pg_backend_pid()");
  if (row.ssl) return [inWords(ok(NAME, "connected over TLS"), "tls")];
  const fix = "Add ?sslmode=verify-full to DATABASE_URL, and turn TLS on there.";
  return [inWords(warning(NAME, `connected without TLS to ${host}`, fix), "noTls", { host })];
};

const encoding: DatabaseCheck = async (db) => {
  const { name } = await one<{ name: string }>(db, "select current_setting('server_encoding') as name");
  if (name === "UTF8") return [];
  const fix =
    "Create one with: create database foyer encoding 'UTF8' template template0, and name that in DATABASE_URL.";
  const found = `its encoding is ${name}, so names in other scripts would be lost`;
  return [inWords(problem(NAME, found, fix), "encoding", { encoding: name })];
};

const COSTS: Readonly<Record<string, string>> = {
  fsync: "a power cut can damage the whole database",
  full_page_writes: "a power cut can damage the whole database",
  synchronous_commit: "a crash can lose visits that were already confirmed",
};

const durability: DatabaseCheck = async (db) => {
  const rows = await db.rows<{ name: string; setting: string }>({
    sql: "select name, setting from pg_settings where name = any ($1) and setting = 'off' order by name",
    parameters: [Object.keys(COSTS)],
  });
  if (rows.length === 0) return [inWords(ok("Durability", "every commit is synced to disk"), "durable")];
  return rows.map(({ name }) => {
    const fix = `Run: alter system set ${name} = on; select pg_reload_conf();`;
    return inWords(problem("Durability", `${name} is off: ${COSTS[name]}`, fix), "notDurable", { setting: name });
  });
};

const extensions: DatabaseCheck = async (db) => {
  const needed = await neededExtensions();
  const rows = await db.rows<{ name: string }>({
    sql: "select name from pg_available_extensions where name = any ($1)",
    parameters: [needed],
  });
  const missing = needed.filter((name) => !rows.some((row) => row.name === name));
  const fix = "Install PostgreSQL's contrib package there (postgresql-contrib on Debian).";
  if (missing.length === 0) return [];
  const found = `it's missing the extensions ${missing.join(" and ")}`;
  return [inWords(problem(NAME, found, fix), "extensions", { extensions: missing.join(", ") })];
};

const folding: DatabaseCheck = async (db) => {
  const { made } = await one<{ made: boolean }>(db, "select to_regproc('fold_case') is not null as made");
  if (!made) return [];
  const { folded } = await one<{ folded: string }>(db, "select fold_case('ÉÜ') as folded");
  if (folded === "éü") return [];
  const fix =
    "Restore the function fold_case and the collation foyer_fold from migrations/, then reindex the database.";
  return [inWords(problem("Case folding", "É and Ü aren't matched with é and ü", fix), "folding")];
};

const migrations: DatabaseCheck = async (db) => {
  const { made } = await one<{ made: boolean }>(db, "select to_regclass('migrations') is not null as made");
  const rows = made ? await db.rows<AppliedMigration>({ sql: APPLIED_MIGRATIONS, parameters: [] }) : [];
  const newest = await newestMigration();
  const { at, difference } = await describeApplied(rows);
  if (at > newest) {
    const found = `the database is at ${at}, newer than this version of Foyer (${newest})`;
    const fix = "Start the version of Foyer that wrote it, or a newer one.";
    return [inWords(problem("Migrations", found, fix), "migrationsAhead", { at, newest })];
  }
  if (difference !== undefined)
    return [inWords(problem("Migrations", difference.found, difference.fix), "migrationsDiffer")];
  if (at === newest) return [inWords(ok("Migrations", `up to date, at ${at}`), "migrated", { at })];
  const found = `the database is at ${at}, but this version of Foyer needs ${newest}`;
  const fix = "Run node bin/foyer.mjs migrate, or restart Foyer.";
  return [inWords(advice("Migrations", found, fix), "migrationsBehind", { at, newest })];
};

/** Obstacles to a restore are reported before a restore is needed. */
const restoring: DatabaseCheck = async (db) => {
  const privileges = await privilegesIn(db, await neededExtensions());
  const obstacles = obstaclesTo(privileges);
  if (obstacles.length > 0)
    return obstacles.map(({ found, fix }) =>
      inWords(warning("Restore", `it would be refused: ${found}`, fix), "restoreRefused"),
    );
  if (privileges.createsSchemas)
    return [inWords(ok("Restore", "the database role has the rights for it"), "restorable")];
  const { role, database } = privileges;
  const found = `${role} isn't allowed to create schemas, so a restore makes a backup of the data it replaces instead of a restore point`;
  const fix = `For restore points, run this as an administrator: grant create on database ${database} to ${role};`;
  return [inWords(advice("Restore", found, fix), "noRestorePoints", { role, database })];
};

/** Connections of one process (the pool), and a few for commands. */
const CONNECTIONS_MIN = 10;

const CONNECTIONS = `select least(
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
  (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
  (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most`;

const connections: DatabaseCheck = async (db) => {
  const { most } = await one<{ most: number }>(db, CONNECTIONS);
  if (most >= CONNECTIONS_MIN) return [];
  const fix = `Increase max_connections (or the limit for the database or user) to ${CONNECTIONS_MIN} for each Foyer process.`;
  const found = `it only allows Foyer ${countOf(most, "connection")}`;
  return [inWords(problem(NAME, found, fix), "connections", { number: most })];
};

/** Checks of the server, independent of Foyer's data. */
export const databaseChecks: readonly DatabaseCheck[] = [
  version,
  tls,
  encoding,
  durability,
  extensions,
  folding,
  migrations,
  restoring,
  connections,
];
