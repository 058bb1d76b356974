import type { Db, Statement } from "../../platform/db/database.ts";

const DATABASE: Statement = {
  name: "read-database-facts",
  text: "select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes",
};

/** The database's version, and its size in bytes. */
export const findDatabase = async (db: Db): Promise<{ version: string; bytes: number }> => {
  const [found = { version: "", bytes: 0 }] = await db.named<{ version: string; bytes: number }>(DATABASE, []);
  return found;
};

const UNSENT: Statement = {
  name: "count-unsent-of-all",
  text: `select kind, count(*) filter (where state <> 'failed')::integer as waiting, count(*) filter (where state = 'failed')::integer as failed
from messages where state in ('queued', 'sending', 'failed') group by kind`,
};

/** How many messages of each kind wait, and how many were given up, in all locations. */
export const countUnsent = (db: Db): Promise<{ kind: string; waiting: number; failed: number }[]> =>
  db.named(UNSENT, []);
