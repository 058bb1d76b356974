import type { Db, Statement } from "../../platform/db/database.ts";

/** A visit whose visit type ends it, and when (ISO 8601). */
export type DueEnding = { company_id: string; _id: string; ends: string };

// An imported visit stays as its log had it, without events. Visits from before this many days are left as they are: a type that is given an end doesn't stir up forgotten ones.
const DAYS = 31;

const DUE: Statement = {
  name: "list-due-endings",
  text: `select v.company_id, v._id, v.signed_in + make_interval(mins => t.ends_after_minutes) as ends
from visit_types t join visits v on v.company_id = t.company_id and v.visit_type = t._id and v.signed_out is null
  and v.signed_in >= $1::timestamptz - interval '${DAYS} days' and v.signed_in <= $1::timestamptz - make_interval(mins => t.ends_after_minutes)
where t.ends_after_minutes is not null
  and not exists (select from imports i where i.company_id = v.company_id and i._id = v.user_id)
order by ends, v._id limit $2`,
};

/** Open visits whose visit type should have ended them by now, the first first. @param now ISO 8601 */
export const listDueEndings = (db: Db, now: string, count: number): Promise<DueEnding[]> =>
  db.named<DueEnding>(DUE, [now, count]);
