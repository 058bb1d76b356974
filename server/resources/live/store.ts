import type { Db, Statement } from "../../platform/db/database.ts";

/** An entry of the log as the stream reads it; most changes fire no event. */
export type LoggedEvent = { seq: number; event: string | null; ids: Record<string, string> | null };

const AFTER: Statement = {
  name: "log-after",
  text: "select seq, event, ids from log where company_id = $1 and seq > $2 order by seq limit $3",
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
