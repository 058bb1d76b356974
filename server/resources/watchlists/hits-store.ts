import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Part } from "../../platform/names/compare.ts";
import type { Fact } from "../../platform/names/match-person.ts";
import type { WatchlistRow } from "./store.ts";

type State = "open" | "same" | "different" | "let_in" | "refused";

/** A hit as it is stored. */
export type HitRow = {
  company_id: string;
  _id: string;
  subject: "visit" | "registered_visitor";
  subject_id: string;
  entry_id: string;
  list_id: string;
  kind: WatchlistRow["kind"];
  score: number;
  parts: (Part | Fact)[];
  person: string;
  algorithm: number;
  state: State;
  reason: string | null;
  decided_by: string | null;
  decided_at: string | null;
  create_date: string;
  mod_date: string;
};

const COLUMNS =
  "company_id, _id, subject, subject_id, entry_id, list_id, kind, score, parts, person, algorithm, state, reason, decided_by, decided_at, create_date, mod_date";

const LIST: Statement = {
  name: "list-watch-hits",
  text: `select ${COLUMNS} from watch_hits where company_id = $1 and ($2::text is null or state = $2)
order by create_date desc, _id limit $3 offset $4`,
};

/** The hits of a location, the newest first. */
export const listHits = (
  db: Db,
  location: string,
  state: string | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<HitRow[]> => db.named(LIST, [location, state, limit, offset]);

const FIND = `select ${COLUMNS} from watch_hits where company_id = $1 and _id = $2`;
const FIND_ONE: Statement = { name: "find-watch-hit", text: FIND };
const LOCK: Statement = { name: "lock-watch-hit", text: `${FIND} for update` };

/** One hit. */
export const findHit = async (db: Db, location: string, id: string): Promise<HitRow | undefined> =>
  (await db.named<HitRow>(FIND_ONE, [location, id]))[0];

/** One hit, kept from being decided by others until the transaction ends. */
export const lockHit = async (db: Db, location: string, id: string): Promise<HitRow | undefined> =>
  (await db.named<HitRow>(LOCK, [location, id]))[0];

const DECIDE: Statement = {
  name: "decide-watch-hit",
  text: withLog(
    `c as (
  update watch_hits set rev = rev + 1, state = $3, reason = $4, decided_by = $5, decided_at = $6::timestamptz, mod_date = $6::timestamptz
  where company_id = $1 and _id = $2 returning _id)`,
    7,
  ),
};

/** Writes the decision on a hit. */
export const decideHit = async (
  ctx: RequestContext,
  { company_id, _id, state, reason, decided_by, mod_date }: HitRow,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, DECIDE, [company_id, _id, state, reason, decided_by, mod_date], entry);
};

const ADD_PAIR: Statement = {
  name: "add-watch-pair",
  text: `insert into watch_pairs (company_id, entry_id, person, until)
select $1, _id, $3, $4::timestamptz from watch_entries where company_id = $1 and _id = $2
on conflict (company_id, entry_id, person) do update set until = excluded.until`,
};

/** Remembers until then that a person isn't an entry. */
export const addPair = async (
  db: Db,
  { company_id, entry_id, person }: Pick<HitRow, "company_id" | "entry_id" | "person">,
  until: string,
): Promise<void> => {
  await db.named(ADD_PAIR, [company_id, entry_id, person, until]);
};

const RELEASE: Statement = {
  name: "release-held",
  text: `update watch_checks set outcome = 'released' where company_id = $1 and subject_id = $2 and outcome in ('held', 'unchecked')
returning subject_id`,
};

/** Lets a visit go on. @returns whether it was held */
export const release = async (db: Db, location: string, id: string): Promise<boolean> =>
  (await db.named(RELEASE, [location, id])).length > 0;

const OLD: Statement = {
  name: "delete-old-watch-hits",
  text: `delete from watch_hits where create_date < $1::timestamptz and (state <> 'refused' or create_date < $2::timestamptz)`,
};
const OLD_PAIRS: Statement = {
  name: "delete-old-watch-pairs",
  text: "delete from watch_pairs where until < $1::timestamptz",
};
const OLD_ENTRIES: Statement = {
  name: "delete-old-watch-entries",
  text: "delete from watch_entries where review_on < $1",
};

/** Deletes what is kept no longer. @param before when hits, refused ones, pairs and reviews are too old */
export const deleteOld = async (
  db: Db,
  before: { hits: string; refused: string; pairs: string; review: string },
): Promise<void> => {
  await db.named(OLD, [before.hits, before.refused]);
  await db.named(OLD_PAIRS, [before.pairs]);
  await db.named(OLD_ENTRIES, [before.review]);
};
