import type { Db, Statement } from "../../platform/db/database.ts";

/** An entry of the log as the stream reads it; most changes fire no event. */
export type LoggedEvent = {
  seq: number;
  event: string | null;
  ids: Record<string, string> | null;
  /** The folded addresses of the visitor's hosts, before and after the change; null where it is about no visitor. */
  hosts: (string | null)[] | null;
};

// What was erased has no host any more.
const AFTER: Statement = {
  name: "log-after",
  text: `select e.seq, e.event, e.ids, case when e.ids ?| array['visitorId', 'knownVisitorId'] then array[
    (select host_address($1, b.body::jsonb -> 'before') from log_bodies b where b.company_id = $1 and b.seq = e.seq),
    (select host_address($1, v.recipient, v.recipient_mail) from visits v where v.company_id = $1 and v._id = e.subject_id),
    (select host_address($1, r.recipient, r.extra ->> 'recipient_mail') from registered_visitors r
      where r.company_id = $1 and r._id = e.subject_id)
  ] end as hosts
from log e where e.company_id = $1 and e.seq > $2 order by e.seq limit $3`,
};

/**
 * The entries of a location after that number, in commit order, including those without an event: the reader moves past
 * them.
 */
export const listEventsAfter = (db: Db, location: string, seq: number, limit: number): Promise<LoggedEvent[]> =>
  db.named<LoggedEvent>(AFTER, [location, seq, limit]);

const SUBJECTS: Statement = {
  name: "log-subjects-after",
  text: "select seq, subject_id from log where company_id = $1 and seq > $2 order by seq limit $3",
};

/** What the entries after a number are about, in commit order. */
export const listSubjectsAfter = (
  db: Db,
  location: string,
  seq: number,
  limit: number,
): Promise<{ seq: number; subject_id: string }[]> => db.named(SUBJECTS, [location, seq, limit]);

const GROWN: Statement = {
  name: "grown-logs",
  text: `select r.location from unnest($1::text[], $2::bigint[]) as r (location, seq)
where exists (select 1 from log l where l.company_id = r.location and l.seq > r.seq)`,
};

/** Which of these locations have entries after the number read last. */
export const listGrownLocations = async (db: Db, read: readonly (readonly [string, number])[]): Promise<string[]> => {
  const values = [read.map(([location]) => location), read.map(([, seq]) => seq)];
  return (await db.named<{ location: string }>(GROWN, values)).map(({ location }) => location);
};
