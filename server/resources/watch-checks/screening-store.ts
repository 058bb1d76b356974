import type { Db, Statement } from "../../platform/db/database.ts";
import type { Part } from "../../platform/names/compare.ts";
import type { Fact } from "../../platform/names/match-person.ts";

/** What a list does: `denied` holds. */
export type ListKind = "denied" | "alert" | "vip";

/** An entry that a person is compared with. */
export type Candidate = {
  _id: string;
  list_id: string;
  names: string[];
  born: string | null;
  emails: string[];
  phones: string[];
  review_on: string;
  kind: ListKind;
};

const CANDIDATES: Statement = {
  name: "watch-candidates",
  text: `select e._id, e.list_id, e.names, e.born, e.emails, e.phones, e.review_on, l.kind
from (
  select entry_id, max(shared) as shared from (
    select entry_id, cardinality(array(select unnest(keys) intersect select unnest($2::text[])))
      + case when keys && $3::text[] then 1000 else 0 end as shared
    from watch_names where company_id = $1 and keys && $2::text[]) n
  group by entry_id order by 2 desc, 1 limit $4) found
join watch_entries e on e.company_id = $1 and e._id = found.entry_id
join watchlists l on l.company_id = $1 and l._id = e.list_id`,
};

/**
 * The entries that have most in common with a person.
 * @param keys that they are found by, contacts included @param contacts those that count most
 */
export const listCandidates = (
  db: Db,
  location: string,
  keys: readonly string[],
  contacts: readonly string[],
  most: number,
): Promise<Candidate[]> => db.named(CANDIDATES, [location, keys, contacts, most]);

const WORDS: Statement = {
  name: "watch-words",
  text: "select word, n from watch_words where company_id = $1 and word = any ($2::text[])",
};

/** In how many names of a location's lists these words are. */
export const countWords = async (
  db: Db,
  location: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.named<{ word: string; n: number }>(WORDS, [location, words]);
  return new Map(rows.map(({ word, n }) => [word, n]));
};

const VERSION: Statement = {
  name: "watch-version",
  text: "select version, names from watch_versions where company_id = $1",
};

/** The version of a location's lists, and how many names they have; 0 of both before the first list. */
export const findVersion = async (db: Db, location: string): Promise<{ version: number; names: number }> =>
  (await db.named<{ version: number; names: number }>(VERSION, [location]))[0] ?? { version: 0, names: 0 };

const PAIRS: Statement = {
  name: "watch-pairs",
  text: `select entry_id from watch_pairs
where company_id = $1 and person = $2 and entry_id = any ($3::text[]) and until > $4::timestamptz`,
};

/** The entries that were found to be other people than this person. */
export const listPairs = async (
  db: Db,
  location: string,
  person: string,
  entries: readonly string[],
  at: string,
): Promise<ReadonlySet<string>> =>
  new Set((await db.named<{ entry_id: string }>(PAIRS, [location, person, entries, at])).map((one) => one.entry_id));

/** Sets the deadline of the statements that follow, until `end`. */
export const beginWithin = async (db: Db, ms: number): Promise<void> => {
  await db.rows({ sql: "savepoint watchlist", parameters: [] });
  await db.rows({ sql: `set local statement_timeout = ${ms}`, parameters: [] });
};

/** Goes back to the state before `beginWithin`, the deadline included: what was between only read. */
export const end = async (db: Db): Promise<void> => {
  await db.rows({ sql: "rollback to savepoint watchlist", parameters: [] });
  await db.rows({ sql: "release savepoint watchlist", parameters: [] });
};

const ADD_HITS: Statement = {
  name: "add-watch-hits",
  text: `insert into watch_hits (company_id, _id, subject, subject_id, entry_id, list_id, kind, score, parts, person, algorithm, create_date, mod_date)
  select $1, _id, $2, $3, entry_id, list_id, kind, score, parts, $4, $5, $6, $6
  from jsonb_to_recordset($7::jsonb) as g (_id text, entry_id text, list_id text, kind text, score real, parts jsonb)
  on conflict (company_id, subject_id, entry_id, person) do nothing returning _id`,
};

/** A hit as it is written. */
export type NewHit = {
  _id: string;
  entry_id: string;
  list_id: string;
  kind: ListKind;
  score: number;
  parts: (Part | Fact)[];
};

/** Whom hits are about. */
export type HitSubject = {
  location: string;
  subject: "visit" | "registered_visitor";
  id: string;
  person: string;
  at: string;
  algorithm: number;
};

/** Writes the hits that aren't there yet. @returns how many are new */
export const addHits = async (
  db: Db,
  { location, subject, id, person, at, algorithm }: HitSubject,
  hits: readonly NewHit[],
): Promise<number> => {
  const values = [location, subject, id, person, algorithm, at, JSON.stringify(hits)];
  return (await db.named(ADD_HITS, values)).length;
};

const HELD: Statement = {
  name: "is-held-by-hits",
  text: `select 1 from watch_hits where company_id = $1 and subject_id = $2 and kind = 'denied' and state in ('open', 'same') limit 1`,
};

/** Whether a hit that holds waits for a decision, or was found to be that person. */
export const isHeldByHits = async (db: Db, location: string, id: string): Promise<boolean> =>
  (await db.named(HELD, [location, id])).length > 0;

const SAVE_CHECK: Statement = {
  name: "save-watch-check",
  text: `insert into watch_checks (company_id, subject_id, outcome, version, checked_at) values ($1, $2, $3, $4, $5)
on conflict (company_id, subject_id) do update
  set outcome = excluded.outcome, version = excluded.version, checked_at = excluded.checked_at`,
};

/** What came of a comparison. */
export type Outcome = "clear" | "held" | "unchecked" | "released";

/** Notes what came of a comparison. */
export const saveCheck = async (
  db: Db,
  location: string,
  id: string,
  { outcome, version, at }: { outcome: Outcome; version: number; at: string },
): Promise<void> => {
  await db.named(SAVE_CHECK, [location, id, outcome, version, at]);
};

const COMPARES: Statement = {
  name: "type-compares-visitors",
  text: "select 1 from visit_types where company_id = $1 and _id = $2 and watchlist",
};

/** Whether visitors of a visit type are compared. */
export const isComparing = async (db: Db, location: string, visitType: string | null): Promise<boolean> =>
  (await db.named(COMPARES, [location, visitType])).length > 0;
