import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";

/** An entry of the log with what remains of its body. */
export type AuditRow = {
  seq: number;
  at: string;
  act: string;
  event: string | null;
  subject: string;
  subject_id: string;
  actor_kind: string;
  actor_id: string;
  request_id: string | null;
  /** Whether it ever had a body. */
  had_body: boolean;
  /** null if there is none or it was left out for its size. */
  body: string | null;
  truncated: boolean;
};

const COLUMNS =
  "l.seq, l.at, l.act, l.event, l.subject, l.subject_id, l.actor_kind, l.actor_id, l.request_id, l.digest is not null as had_body";

/** A longer body is only in the answer with its own entry: one change of many hosts must not keep a page from being read. */
const LISTED_BYTES_MAX = 256 * 1024;

/** Filters the entries; instants are ISO 8601, `to` itself is excluded. */
export type AuditFilter = {
  subjectId: string | undefined;
  actor: string | undefined;
  act: string | undefined;
  from: string | undefined;
  to: string | undefined;
  count: number;
  skip: number;
};

/**
 * Entries of a location's log, newest first, and the total size of their bodies. Long bodies are left out; all of them,
 * if together they have more than `bytesMax`.
 */
export const listEntries = async (
  db: Db,
  location: string,
  wanted: AuditFilter,
  bytesMax: number,
): Promise<{ rows: AuditRow[]; bytes: number }> => {
  const { subjectId, actor, act, from, to, count, skip } = wanted;
  const parts = [
    sql`l.company_id = ${location}`,
    ...(subjectId === undefined ? [] : [sql`l.subject_id = ${subjectId}`]),
    ...(actor === undefined ? [] : [sql`l.actor_id = ${actor}`]),
    ...(act === undefined ? [] : [sql`l.act = ${act}`]),
    ...(from === undefined ? [] : [sql`l.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`l.at < ${to}::timestamptz`]),
  ];
  const page = sql`select ${sql.raw(COLUMNS)}, octet_length(b.body) as length
from log l left join log_bodies b on b.company_id = l.company_id and b.seq = l.seq
where ${sql.join(parts, sql` and `)} order by l.seq desc limit ${count} offset ${skip}`;
  const rows = await db.rows<AuditRow & { bytes: number }>(
    sql`select p.seq, p.at, p.act, p.event, p.subject, p.subject_id, p.actor_kind, p.actor_id, p.request_id, p.had_body, p.bytes, b.body,
  coalesce(p.length > ${LISTED_BYTES_MAX}, false) as truncated
from (select q.*, coalesce(sum(q.length) filter (where q.length <= ${LISTED_BYTES_MAX}) over (), 0)::bigint as bytes from (${page}) q) p
left join log_bodies b on b.company_id = ${location} and b.seq = p.seq and p.length <= ${LISTED_BYTES_MAX} and p.bytes <= ${bytesMax}
order by p.seq desc`.compile(build),
  );
  return { rows, bytes: rows[0]?.bytes ?? 0 };
};

/** One entry with its whole body. */
export const findEntry = async (db: Db, location: string, seq: number): Promise<AuditRow | undefined> =>
  (
    await db.rows<AuditRow>(
      sql`select ${sql.raw(COLUMNS)}, b.body, false as truncated
from log l left join log_bodies b on b.company_id = l.company_id and b.seq = l.seq
where l.company_id = ${location} and l.seq = ${seq}`.compile(build),
    )
  )[0];

/** Who acted, as they are now: `email` of users alone, `role` of users, keys and applications. */
export type Actor = { _id: string; name: string; role: string | null; email: string | null };

/** The current names of the actors: the log itself has IDs only. */
export const listActors = async (db: Db, ids: readonly string[]): Promise<Map<string, Actor>> => {
  const rows = await db.rows<Actor>(
    sql`select _id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name, role, email from users where _id = any (${ids}::text[])
union all select _id, name, role, null from api_keys where _id = any (${ids}::text[])
union all select _id, name, null, null from idp_credentials where _id = any (${ids}::text[])
union all select _id, name, null, null from devices where _id = any (${ids}::text[])
union all select _id, name, null, null from directories where _id = any (${ids}::text[])`.compile(build),
  );
  return new Map(rows.map((row) => [row._id, row]));
};

/** The last change of a record by another than one actor, in some logs; undefined if there is none. */
export const findLastChange = async (
  db: Db,
  locations: readonly string[],
  { subject, except }: { subject: string; except: string },
): Promise<Pick<AuditRow, "subject" | "actor_id"> | undefined> => {
  const rows = await db.rows<Pick<AuditRow, "subject" | "actor_id">>(
    sql`select subject, actor_id from log
where company_id = any (${locations}::text[]) and subject_id = ${subject} and actor_id <> ${except} order by at desc, seq desc limit 1`.compile(
      build,
    ),
  );
  return rows[0];
};
