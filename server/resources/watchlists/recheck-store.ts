import type { Db, Statement } from "../../platform/db/database.ts";

/** What is compared of a visitor. */
type ComparedKeys = Record<"first_name" | "last_name" | "email" | "phone" | "born", string | null>;

/** A visit or registered visitor to be compared. `was`: what came of it last. */
export type DuePerson = { company_id: string; _id: string; was: string | null };

// Oldest first, so that those that can't be compared don't keep the others waiting.
const VISITS: Statement = {
  name: "visits-to-compare",
  text: `select v.company_id, v._id, c.outcome as was
from visit_types t left join watch_versions w on w.company_id = t.company_id
join visits v on v.company_id = t.company_id and v.visit_type = t._id and v.signed_out is null and v.signed_in > $1::timestamptz - $3::integer * interval '1 hour'
left join watch_checks c on c.company_id = v.company_id and c.subject_id = v._id
where t.watchlist and v.approval is distinct from 'rejected' and (c.outcome is null or c.outcome = 'unchecked' or c.version < w.version)
order by c.checked_at nulls first limit $2`,
};

const EXPECTED: Statement = {
  name: "expected-to-compare",
  text: `select r.company_id, r._id, c.outcome as was
from visit_types t left join watch_versions w on w.company_id = t.company_id
join registered_visitors r on r.company_id = t.company_id and r.visit_type = t._id and (r.visiting_to is null or r.visiting_to > $1::timestamptz)
left join watch_checks c on c.company_id = r.company_id and c.subject_id = r._id
where t.watchlist and (c.outcome is null or c.version < w.version or c.checked_at < r.mod_date)
order by c.checked_at nulls first limit $2`,
};

const LOCK_VISIT: Statement = {
  name: "lock-visit-to-compare",
  text: `select _id, visit_type, first_name, last_name, email, phone, extra ->> 'born' as born from visits
where company_id = $1 and _id = $2 for update`,
};

const LOCK_EXPECTED: Statement = {
  name: "lock-expected-to-compare",
  text: `select first_name, last_name, email, phone, extra ->> 'born' as born from registered_visitors
where company_id = $1 and _id = $2 for key share`,
};

type DueKey = Pick<DuePerson, "company_id" | "_id">;

/** Visits to be compared, those that were compared longest ago first. @param hours how long a visit can be open */
export const listDueVisits = (db: Db, at: string, most: number, hours: number): Promise<DuePerson[]> =>
  db.named(VISITS, [at, most, hours]);

/** Registered visitors to be compared, those that were compared longest ago first. */
export const listDueExpected = (db: Db, at: string, most: number): Promise<DuePerson[]> =>
  db.named(EXPECTED, [at, most]);

/** A visit, locked until the transaction ends. */
export const lockVisit = async (
  db: Db,
  { company_id, _id }: DueKey,
): Promise<(ComparedKeys & { _id: string; visit_type: string | null }) | undefined> =>
  (await db.named<ComparedKeys & { _id: string; visit_type: string | null }>(LOCK_VISIT, [company_id, _id]))[0];

/** A registered visitor, kept from being removed until the transaction ends. */
export const lockExpected = async (db: Db, { company_id, _id }: DueKey): Promise<ComparedKeys | undefined> =>
  (await db.named<ComparedKeys>(LOCK_EXPECTED, [company_id, _id]))[0];
