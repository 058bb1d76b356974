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
  // Two parts, each with an index.
  text: `select kind, sum(waiting)::integer as waiting, sum(failed)::integer as failed from (
  select kind, count(*) as waiting, 0 as failed from messages where state in ('queued', 'sending') group by kind
  union all
  select m.kind, 0, count(*) from companies c
  join messages m on m.company_id = c._id and m.create_date > now() - interval '7 days' and m.state = 'failed' group by m.kind) n
group by kind`,
};

/** How many messages of each kind are waiting, and how many were given up in the last seven days, in all locations. */
export const countUnsent = (db: Db): Promise<{ kind: string; waiting: number; failed: number }[]> =>
  db.named(UNSENT, []);
