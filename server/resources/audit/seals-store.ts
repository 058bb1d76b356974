import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";
import { ERASING_ACTIONS } from "../../platform/events/erasure.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";

/** A seal over the entries of a location with `from_seq <= seq <= to_seq`, and over the seal before it. */
export type Seal = {
  company_id: string;
  from_seq: number;
  to_seq: number;
  entries: number;
  prev: Buffer;
  hash: Buffer;
  /** The ID of the key it was made with. */
  key_id: string;
  at: string;
};

/** An entry with everything that a seal covers. */
export type SealedEntry = {
  seq: number;
  at: string;
  act: string;
  event: string | null;
  subject: string;
  subject_id: string;
  ids: string | null;
  actor_kind: string;
  actor_id: string;
  request_id: string | null;
  digest: Buffer | null;
};

/** The same with its body, if it still exists. */
export type SealedEntryWithBody = SealedEntry & {
  salt: Buffer | null;
  body: string | null;
  body_subject_id: string | null;
};

const SEALED = sql.raw(
  "l.seq, l.at, l.act, l.event, l.subject, l.subject_id, l.ids::text as ids, l.actor_kind, l.actor_id, l.request_id, l.digest",
);

/** Locations with entries after their newest seal; the service's own log (users, keys, locations) is one of them. */
export const listUnsealedLocations = async (db: Db): Promise<string[]> => {
  const rows = await db.rows<{ _id: string }>(
    sql`select c._id from (select _id from companies union all select ${SERVICE_LOCATION}) c
left join lateral (select to_seq from seals where company_id = c._id order by from_seq desc limit 1) s on true
where exists (select 1 from log where company_id = c._id and seq > coalesce(s.to_seq, 0)) order by c._id`.compile(
      build,
    ),
  );
  return rows.map(({ _id }) => _id);
};

/** Whether this transaction may seal the location; until it ends, other processes skip the location. */
export const tryLockSealing = async (db: Db, location: string): Promise<boolean> => {
  const lock = sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`seal ${location}`}, 0)) as held`;
  return (await db.rows<{ held: boolean }>(lock.compile(build)))[0]?.held === true;
};

export const findNewestSeal = async (db: Db, location: string): Promise<Seal | undefined> =>
  (
    await db.rows<Seal>(
      sql`select * from seals where company_id = ${location} order by from_seq desc limit 1`.compile(build),
    )
  )[0];

/** The next entries after a number, in order. */
export const listEntriesAfter = (db: Db, location: string, seq: number, limit: number): Promise<SealedEntry[]> =>
  db.rows<SealedEntry>(
    sql`select ${SEALED} from log l where l.company_id = ${location} and l.seq > ${seq} order by l.seq limit ${limit}`.compile(
      build,
    ),
  );

/** The same with their bodies. */
export const listWithBodiesAfter = (
  db: Db,
  location: string,
  seq: number,
  limit: number,
): Promise<SealedEntryWithBody[]> =>
  db.rows<SealedEntryWithBody>(
    sql`select ${SEALED}, b.salt, b.body, b.subject_id as body_subject_id
from log l left join log_bodies b on b.company_id = l.company_id and b.seq = l.seq
where l.company_id = ${location} and l.seq > ${seq} order by l.seq limit ${limit}`.compile(build),
  );

export const insertSeal = async (
  db: Db,
  { company_id, from_seq, to_seq, entries, prev, hash, key_id, at }: Seal,
): Promise<void> => {
  await db.rows(
    sql`insert into seals (company_id, from_seq, to_seq, entries, prev, hash, key_id, at)
values (${company_id}, ${from_seq}, ${to_seq}, ${entries}, ${prev}, ${hash}, ${key_id}, ${at}::timestamptz)`.compile(
      build,
    ),
  );
};

/** The next seals after a number, in order. */
export const listSealsAfter = (db: Db, location: string, fromSeq: number, limit: number): Promise<Seal[]> =>
  db.rows<Seal>(
    sql`select * from seals where company_id = ${location} and from_seq > ${fromSeq} order by from_seq limit ${limit}`.compile(
      build,
    ),
  );

/** Every location, and every other that has a log or seals. */
export const listLocations = async (db: Db): Promise<string[]> => {
  const rows = await db.rows<{ company_id: string }>(
    sql`select company_id from log union select company_id from seals union select _id from companies order by 1`.compile(
      build,
    ),
  );
  return rows.map(({ company_id }) => company_id);
};

/** What must be in a location's log by what is stored beside it. */
export type LogTraces = {
  /** The number of the newest entry; null if there is none. */
  newest: number | null;
  /** The number of the entry up to which notifications have read the log; null if they have read nothing. */
  notified: number | null;
  /** Whether there is a visit, or for the service's own log a user. */
  has_records: boolean;
  /** Whether the oldest visit has an entry; null without visits. */
  knows_oldest: boolean | null;
};

/** The traces that a location's log has left elsewhere; for the service's own log, its users. */
export const findTraces = async (db: Db, location: string): Promise<LogTraces> => {
  const [row] = await db.rows<LogTraces>(
    sql`with oldest as (select _id from visits where company_id = ${location} order by _id limit 1)
select (select max(seq) from log where company_id = ${location}) as newest,
  (select nullif(seq, 0) from notification_cursors where company_id = ${location}) as notified,
  case when ${location} = ${SERVICE_LOCATION} then exists (select 1 from users) else exists (select 1 from oldest) end as has_records,
  (select exists (select 1 from log where company_id = ${location} and subject_id = o._id) from oldest o) as knows_oldest`.compile(
      build,
    ),
  );
  return row ?? { newest: null, notified: null, has_records: false, knows_oldest: null };
};

/** Bodies that match no entry of the log. */
export const listStrayBodies = async (db: Db, location: string, limit: number): Promise<number[]> => {
  const rows = await db.rows<{ seq: number }>(
    sql`select b.seq from log_bodies b where b.company_id = ${location} and not exists (
  select 1 from log l where l.company_id = b.company_id and l.seq = b.seq and l.digest is not null) order by b.seq limit ${limit}`.compile(
      build,
    ),
  );
  return rows.map(({ seq }) => seq);
};

/** An entry whose body is gone. */
export type MissingBody = { seq: number; subjectId: string };

/** The bodies among these entries that are missing, although the log records no erasure of their subject after them. */
export const listUnexplained = async (
  db: Db,
  location: string,
  missing: readonly MissingBody[],
): Promise<{ seq: number }[]> =>
  db.rows<{ seq: number }>(
    sql`select m.seq from unnest(${missing.map(({ seq }) => seq)}::bigint[], ${missing.map(({ subjectId }) => subjectId)}::text[])
  as m (seq, subject_id)
where not exists (select 1 from log e where e.company_id = ${location} and e.subject_id = m.subject_id and e.seq > m.seq
  and e.act = any (${ERASING_ACTIONS}::text[])) order by m.seq`.compile(build),
  );

/** The first seal of a location; undefined if nothing was sealed yet. */
export const findFirstSeal = async (db: Db, location: string): Promise<Seal | undefined> =>
  (await listSealsAfter(db, location, 0, 1))[0];

/** The seal that ends with an entry. */
export const findSealTo = async (db: Db, location: string, toSeq: number): Promise<Seal | undefined> =>
  (
    await db.rows<Seal>(
      sql`select * from seals where company_id = ${location} and to_seq = ${toSeq} limit 1`.compile(build),
    )
  )[0];

/** Whether any location has such a seal. */
export const hasSeal = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.rows(sql`select 1 from seals where hash = ${hash}`.compile(build))).length > 0;

/** When entries were written, by number; for a range, its first remaining entry. */
export const listTimes = async (db: Db, location: string, seqs: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db.rows<{ seq: number; at: string }>(
    sql`select s.seq, e.at from unnest(${seqs}::bigint[]) as s (seq), lateral (
  select at from log where company_id = ${location} and log.seq >= s.seq order by log.seq limit 1) e`.compile(build),
  );
  return new Map(rows.map(({ seq, at }) => [seq, at]));
};
