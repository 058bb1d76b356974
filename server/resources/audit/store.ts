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
  body: string | null;
};

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
 * Entries of a location's log, newest first, and the total size of their bodies: bodies beyond `bytesMax` are left out.
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
  const page = sql`select l.seq, l.at, l.act, l.event, l.subject, l.subject_id, l.actor_kind, l.actor_id, l.request_id,
  l.digest is not null as had_body, octet_length(b.body) as length
from log l left join log_bodies b on b.company_id = l.company_id and b.seq = l.seq
where ${sql.join(parts, sql` and `)} order by l.seq desc limit ${count} offset ${skip}`;
  const rows = await db.rows<AuditRow & { bytes: number }>(
    sql`select p.seq, p.at, p.act, p.event, p.subject, p.subject_id, p.actor_kind, p.actor_id, p.request_id, p.had_body, p.bytes, b.body
from (select q.*, coalesce(sum(q.length) over (), 0)::bigint as bytes from (${page}) q) p
left join log_bodies b on b.company_id = ${location} and b.seq = p.seq and p.bytes <= ${bytesMax} order by p.seq desc`.compile(
      build,
    ),
  );
  return { rows, bytes: rows[0]?.bytes ?? 0 };
};

/** The current names of the actors: the log itself has IDs only. */
export const listNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db.rows<{ _id: string; name: string }>(
    sql`select _id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name from users where _id = any (${ids}::text[])
union all select _id, name from api_keys where _id = any (${ids}::text[])
union all select _id, name from idp_credentials where _id = any (${ids}::text[])
union all select _id, name from devices where _id = any (${ids}::text[])`.compile(build),
  );
  return new Map(rows.map(({ _id, name }) => [_id, name]));
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
