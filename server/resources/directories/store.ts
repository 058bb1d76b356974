import { sql } from "kysely";

import type { Role } from "../../../shared/roles.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";
import type { DirectoryFailure } from "../../platform/lib/failure-kinds.ts";

/** Who of a directory's people is a host, and where, and who is a user (docs/directories.md): one of the first three. */
export type DirectoryRule = {
  group?: string;
  attribute?: string;
  value?: string;
  everyone?: boolean;
  hosts_at: string[];
  role?: Role;
  users_at?: string[];
};

export type DirectoryKind = "scim" | "csv" | "ldap";

/** A directory as it is stored. */
export type DirectoryRow = {
  _id: string;
  kind: DirectoryKind;
  name: string;
  settings: Record<string, unknown>;
  rules: DirectoryRule[];
  /** The password of an `ldap` directory, sealed. */
  secret: string | null;
  last_sync: string | null;
  last_try: string | null;
  last_error: string | null;
  last_error_code: DirectoryFailure | null;
  next_try: string | null;
  create_date: string;
  mod_date: string;
};

/** How the last reading of an `ldap` directory went, and when the next one begins. */
export type ReadingState = Pick<DirectoryRow, "last_try" | "last_error" | "last_error_code" | "next_try">;

const columns = [
  "_id",
  "kind",
  "name",
  "settings",
  "rules",
  "secret",
  "last_sync",
  "last_try",
  "last_error",
  "last_error_code",
  "next_try",
  "create_date",
  "mod_date",
] as const;

const all = () => build.selectFrom("directories").select(columns);

export const listDirectories = (db: Db): Promise<DirectoryRow[]> =>
  db.rows<DirectoryRow>(all().orderBy("create_date").orderBy("_id"));

export const findDirectory = async (db: Db, id: string): Promise<DirectoryRow | undefined> =>
  (await db.rows<DirectoryRow>(all().where("_id", "=", id)))[0];

/** Reads a directory and keeps it from being changed until the transaction ends. */
export const lockDirectory = async (db: Db, id: string): Promise<DirectoryRow | undefined> =>
  (await db.rows<DirectoryRow>(all().where("_id", "=", id).forUpdate()))[0];

const stored = ({ settings, rules, ...row }: DirectoryRow) => ({
  ...row,
  settings: JSON.stringify(settings),
  rules: JSON.stringify(rules),
});

export const insertDirectory = (row: DirectoryRow) =>
  build.insertInto("directories").values(stored(row)).returning("_id");

export const updateDirectory = ({ _id, ...row }: DirectoryRow) =>
  build
    .updateTable("directories")
    .set({ ...stored({ _id, ...row }), rev: sql`rev + 1` })
    .where("_id", "=", _id)
    .returning("_id");

export const deleteDirectory = (id: string) => build.deleteFrom("directories").where("_id", "=", id).returning("_id");

/** Notes when all people were last gone through. */
export const updateLastSync = (id: string, at: string) =>
  build.updateTable("directories").set({ last_sync: at }).where("_id", "=", id).returning("_id");

const REPLACE_SECRET: Statement = {
  name: "replace-directory-secret",
  text: "update directories set secret = $3, rev = rev + 1 where _id = $1 and secret = $2 returning _id",
};

/** Replaces a sealed password with another form of it. @returns false if it was changed since */
export const replaceSecret = async (
  db: Db,
  { _id, secret }: { _id: string; secret: string },
  next: string,
): Promise<boolean> => (await db.named(REPLACE_SECRET, [_id, secret, next])).length > 0;

/** Notes it without an entry in the log, where nothing came of it. */
export const noteSync = async (db: Db, id: string, at: string): Promise<void> => {
  await db.rows(updateLastSync(id, at));
};

/** What is written from here on in a transaction can be undone without the rest of it. */
export const beginTrial = async (db: Db): Promise<void> => {
  await db.rows({ sql: "savepoint directory_trial", parameters: [] });
};

/** Undoes what was written since. */
export const undoTrial = async (db: Db): Promise<void> => {
  await db.rows({ sql: "rollback to savepoint directory_trial", parameters: [] });
};

/** Notes how a reading went. */
export const noteReading = async (db: Db, id: string, state: Partial<ReadingState>): Promise<void> => {
  await db.rows(build.updateTable("directories").set(state).where("_id", "=", id));
};

const CLAIM: Statement = {
  name: "claim-directory-reading",
  text: `update directories d set last_try = $1,
  next_try = $1::timestamptz + make_interval(mins => coalesce((d.settings ->> 'interval_minutes')::integer, $2))
from (select _id from directories where kind = 'ldap' and next_try <= $1 order by next_try limit 1 for update skip locked) due
where d._id = due._id returning d._id`,
};

/**
 * Takes a directory whose reading is due, and sets the time of the one after it: of several processes, one reads it.
 * @param minutes between two readings where its settings don't say so
 */
export const claimReading = async (db: Db, now: string, minutes: number): Promise<string | undefined> =>
  (await db.named<{ _id: string }>(CLAIM, [now, minutes]))[0]?._id;

/** The directory as the subject of a log entry that changes nothing of it. */
export const touchDirectory = (id: string) => build.selectFrom("directories").select("_id").where("_id", "=", id);

const HELD = ["directory_tokens", "directory_members", "directory_groups", "directory_people", "directory_requests"];

/** Deletes everything that a directory holds, but its hosts and users. */
export const deleteContents = async (db: Db, id: string): Promise<void> => {
  for (const table of HELD)
    await db.rows(sql`delete from ${sql.table(table)} where directory_id = ${id}`.compile(build));
};

/** How many people and groups a directory has. */
export type DirectoryCounts = { people: number; groups: number };

const COUNT: Statement = {
  name: "count-directory",
  text: `select (select count(*) from directory_people where directory_id = $1)::integer as people,
  (select count(*) from directory_groups where directory_id = $1)::integer as groups`,
};

export const countContents = async (db: Db, id: string): Promise<DirectoryCounts> =>
  (await db.named<DirectoryCounts>(COUNT, [id]))[0] ?? { people: 0, groups: 0 };

/** A token without its digest. */
export type TokenRow = { _id: string; last_used: string | null; create_date: string };

export const listTokens = (db: Db, directory: string): Promise<TokenRow[]> =>
  db.rows<TokenRow>(
    build
      .selectFrom("directory_tokens")
      .select(["_id", "last_used", "create_date"])
      .where("directory_id", "=", directory)
      .orderBy("create_date")
      .orderBy("_id"),
  );

export const insertToken = (row: { directory_id: string; _id: string; digest: Buffer; create_date: string }) =>
  build.insertInto("directory_tokens").values(row).returning("_id");

export const deleteToken = (directory: string, id: string) =>
  build.deleteFrom("directory_tokens").where("directory_id", "=", directory).where("_id", "=", id).returning("_id");

const FIND_BY_TOKEN: Statement = {
  name: "find-directory-by-token",
  text: `select t._id as token, d._id, d.name, coalesce(t.last_used <= $2, true) as unused
from directory_tokens t join directories d on d._id = t.directory_id where t.digest = $1`,
};
const TOUCH: Statement = {
  name: "touch-directory-token",
  text: "update directory_tokens set last_used = $2 where _id = $1",
};

/** The directory of a token. @property unused whether its last use is a minute ago or more */
export type TokenHolder = { token: string; _id: string; name: string; unused: boolean };

/** @param digest of the whole token @param minuteAgo a minute before now */
export const findByToken = async (db: Db, digest: Buffer, minuteAgo: string): Promise<TokenHolder | undefined> =>
  (await db.named<TokenHolder>(FIND_BY_TOKEN, [digest, minuteAgo]))[0];

/** Notes that a token was used. */
export const touchToken = async (db: Db, token: string, at: string): Promise<void> => {
  await db.named(TOUCH, [token, at]);
};

/** A request of a SCIM client and what came of it; nothing of a person is in it. */
export type RequestRow = { at: string; method: string; path: string; status: number; detail: string | null };

/** How many requests are kept of a directory. */
const REQUESTS_MAX = 200;

const RECORD: Statement = {
  name: "record-directory-request",
  text: `with added as (
  insert into directory_requests (directory_id, at, method, path, status, detail)
  select _id, $2, $3, $4, $5, $6 from directories where _id = $1 returning n)
delete from directory_requests where directory_id = $1 and n < (
  select n from directory_requests where directory_id = $1 order by n desc offset ${REQUESTS_MAX - 2} limit 1)`,
};

/** Records a request, and forgets the oldest beyond the limit. */
export const recordRequest = async (db: Db, directory: string, row: RequestRow): Promise<void> => {
  await db.named(RECORD, [directory, row.at, row.method, row.path, row.status, row.detail]);
};

const REQUESTS: Statement = {
  name: "list-directory-requests",
  text: "select at, method, path, status, detail from directory_requests where directory_id = $1 order by n desc limit $2",
};

/** The last requests, newest first. */
export const listRequests = (db: Db, directory: string): Promise<RequestRow[]> =>
  db.named<RequestRow>(REQUESTS, [directory, REQUESTS_MAX]);
