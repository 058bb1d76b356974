import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

/** A watch list as it is stored. */
export type WatchlistRow = {
  company_id: string;
  _id: string;
  name: string;
  kind: "denied" | "alert" | "vip";
  format: "csv" | "ofac" | "eu" | "un" | "opensanctions" | null;
  imported_at: string | null;
  create_date: string;
  mod_date: string;
};

const COLUMNS = "company_id, _id, name, kind, format, imported_at, create_date, mod_date";
const COUNT = `(select count(*)::integer from watch_entries e
  where e.company_id = l.company_id and e.list_id = l._id) as entries`;

const LIST: Statement = {
  name: "list-watchlists",
  text: `select ${COLUMNS}, ${COUNT} from watchlists l where company_id = $1 and ($2::text is null or _id = $2)
order by fold_case(name), _id`,
};

/** The watch lists of a location by name, or one of them. */
export const listWatchlists = (
  db: Db,
  location: string,
  id: string | null = null,
): Promise<(WatchlistRow & { entries: number })[]> => db.named(LIST, [location, id]);

const LOCK: Statement = {
  name: "lock-watchlist",
  text: `select ${COLUMNS} from watchlists where company_id = $1 and _id = $2 for update`,
};

/** A watch list, kept from being changed until the transaction ends. */
export const lockWatchlist = async (db: Db, location: string, id: string): Promise<WatchlistRow | undefined> =>
  (await db.named<WatchlistRow>(LOCK, [location, id]))[0];

const SAVE: Statement = {
  name: "save-watchlist",
  text: withLog(
    `c as (
  insert into watchlists (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (company_id, _id) do update set rev = watchlists.rev + 1, name = excluded.name, kind = excluded.kind,
    format = excluded.format, imported_at = excluded.imported_at, mod_date = excluded.mod_date
  returning _id)`,
    9,
  ),
};

/** Writes a watch list, a new one or all of a stored one. */
export const saveWatchlist = async (ctx: RequestContext, row: WatchlistRow, entry: LogEntry): Promise<void> => {
  const { company_id, _id, name, kind, format, imported_at, create_date, mod_date } = row;
  await runLogged(ctx, SAVE, [company_id, _id, name, kind, format, imported_at, create_date, mod_date], entry);
};

const DELETE: Statement = {
  name: "delete-watchlist",
  text: withLog(
    `entries as (delete from watch_entries where company_id = $1 and list_id = $2),
c as (delete from watchlists where company_id = $1 and _id = $2 returning _id)`,
    3,
  ),
};

/** Deletes a watch list with its entries. */
export const deleteWatchlist = async (
  ctx: RequestContext,
  location: string,
  id: string,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, DELETE, [location, id], entry);
};

const RAISE: Statement = {
  name: "raise-watch-version",
  text: `insert into watch_versions as v (company_id, version) select _id, 1 from companies where _id = $1
on conflict (company_id) do update set version = v.version + 1`,
};

/** Notes that more people are looked for: who is inside or expected is compared again. */
export const raiseVersion = async (db: Db, location: string): Promise<void> => {
  await db.named(RAISE, [location]);
};
