import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { WatchReason } from "../../../shared/import/watch-reasons.ts";

/** An entry as it is stored; `note` as it was sealed. */
export type EntryRow = {
  company_id: string;
  _id: string;
  list_id: string;
  names: string[];
  born: string | null;
  emails: string[];
  phones: string[];
  reason_code: WatchReason;
  note: string | null;
  review_on: string;
  source_id: string | null;
  user_id: string | null;
  create_date: string;
  mod_date: string;
};

/** A name of an entry with what it is found by. */
export type NameRow = { entry_id: string; n: number; words: string[]; keys: string[] };

const COLUMNS =
  "company_id, _id, list_id, names, born, emails, phones, reason_code, note, review_on, source_id, user_id, create_date, mod_date";

const LIST: Statement = {
  name: "list-watch-entries",
  text: `select ${COLUMNS} from watch_entries where company_id = $1 and list_id = $2 and ($3::text is null or _id = $3)
order by create_date desc, _id desc`,
};

/** The entries of a list, the newest first, or one of them. */
export const listEntries = (db: Db, location: string, list: string, id: string | null = null): Promise<EntryRow[]> =>
  db.named(LIST, [location, list, id]);

const SAVE = `insert into watch_entries (${COLUMNS})
  select $1, _id, list_id, names, born, emails, phones, reason_code, note, review_on, source_id, user_id, create_date, mod_date
  from jsonb_to_recordset($2::jsonb) as g (_id text, list_id text, names text[], born text, emails text[], phones text[],
    reason_code text, note text, review_on text, source_id text, user_id text, create_date timestamptz, mod_date timestamptz)
  on conflict (company_id, _id) do update set rev = watch_entries.rev + 1, names = excluded.names, born = excluded.born,
    emails = excluded.emails, phones = excluded.phones, reason_code = excluded.reason_code, note = excluded.note,
    review_on = excluded.review_on, source_id = excluded.source_id, mod_date = excluded.mod_date
  returning _id`;

const SAVE_ONE: Statement = { name: "save-watch-entry", text: withLog(`c as (${SAVE})`, 3) };
const SAVE_MANY: Statement = { name: "save-watch-entries", text: SAVE };

const FORGET_NAMES: Statement = {
  name: "forget-watch-names",
  text: "delete from watch_names where company_id = $1 and entry_id = any ($2::text[])",
};
// Who is called otherwise now may be the person.
const FORGET_PAIRS: Statement = {
  name: "forget-watch-pairs",
  text: "delete from watch_pairs where company_id = $1 and entry_id = any ($2::text[])",
};
const ADD_NAMES: Statement = {
  name: "add-watch-names",
  text: `insert into watch_names (company_id, entry_id, n, words, keys)
  select $1, entry_id, n, words, keys from jsonb_to_recordset($2::jsonb) as g (entry_id text, n integer, words text[], keys text[])`,
};

/** Writes entries with their names, new ones and changed ones. @param entry of the log, for one that a person writes */
export const saveEntries = async (
  ctx: RequestContext,
  location: string,
  rows: readonly EntryRow[],
  names: readonly NameRow[],
  entry?: LogEntry,
): Promise<void> => {
  const ids = rows.map(({ _id }) => _id);
  const values = [location, JSON.stringify(rows)];
  await (entry === undefined ? ctx.db.named(SAVE_MANY, values) : runLogged(ctx, SAVE_ONE, values, entry));
  await ctx.db.named(FORGET_NAMES, [location, ids]);
  await ctx.db.named(FORGET_PAIRS, [location, ids]);
  await ctx.db.named(ADD_NAMES, [location, JSON.stringify(names)]);
};

const DELETE = "delete from watch_entries where company_id = $1 and _id = any ($2::text[]) returning _id";
const DELETE_ONE: Statement = { name: "delete-watch-entry", text: withLog(`c as (${DELETE})`, 3) };
const DELETE_MANY: Statement = { name: "delete-watch-entries", text: DELETE };

/** Deletes entries. @param entry of the log, for one that a person removes */
export const deleteEntries = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  entry?: LogEntry,
): Promise<void> => {
  await (entry === undefined
    ? ctx.db.named(DELETE_MANY, [location, ids])
    : runLogged(ctx, DELETE_ONE, [location, ids], entry));
};

const NOTE: Statement = { name: "note-watchlist-act", text: withLog("c as (select $1::text as _id)", 2) };

/** Writes an entry of the log about a record that the act itself doesn't change. */
export const noteAct = async (ctx: RequestContext, id: string, entry: LogEntry): Promise<void> => {
  await runLogged(ctx, NOTE, [id], entry);
};
