import type { Db } from "../../platform/db/database.ts";
import type { Kind } from "./kinds-store.ts";

/** A record, with its place in the order in which its kind is read. */
export type ArchivedRow = { key: string } & Record<string, unknown>;

/** The most bytes of a page: one record can have several megabytes. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;

const listAfter = (
  db: Db,
  location: string,
  { name, select, atOnce = 1_000 }: Kind,
  after: string,
): Promise<ArchivedRow[]> =>
  db.named(
    {
      name: `archive-${name}`,
      text: `with p as materialized (select * from (${select}) q where key > $2 order by key limit ${atOnce}),
        s as (select key, sum(pg_column_size(p)) over (order by key) as page_bytes from p)
      select p.* from p join s using (key) where page_bytes <= ${PAGE_BYTES_MAX} or key = (select min(key) from p) order by key`,
    },
    [location, after],
  );

/** All records of a kind, some at a time; no connection is held between them. */
export async function* listKind(db: Db, location: string, kind: Kind): AsyncGenerator<ArchivedRow[]> {
  for (let after = ""; ;) {
    const rows = await listAfter(db, location, kind, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.key;
  }
}
