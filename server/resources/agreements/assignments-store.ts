import type { Db, Statement } from "../../platform/db/database.ts";

const LOCK: Statement = {
  name: "lock-assignments",
  text: "select pg_advisory_xact_lock(hashtextextended($1 || ' agreements of visit types', 0))",
};

/** Until the transaction ends, only this call changes the location's pairs: two that cross would deadlock. */
export const lockAssignments = async (db: Db, location: string): Promise<void> => {
  await db.named(LOCK, [location]);
};

const LOCK_TYPES: Statement = {
  name: "lock-visit-types",
  text: "select _id from visit_types where company_id = $1 and _id = any ($2::text[]) order by _id for key share",
};
const LOCK_AGREEMENTS: Statement = {
  name: "lock-agreements",
  text: "select _id from agreements where company_id = $1 and _id = any ($2::text[]) order by _id for key share",
};

/** How many of these IDs are visit types of the location; none of them can be removed before the transaction ends. */
export const lockVisitTypes = async (db: Db, location: string, ids: readonly string[]): Promise<number> =>
  (await db.named(LOCK_TYPES, [location, ids])).length;

/** How many of these IDs are agreements of the location; none of them can be removed before the transaction ends. */
export const lockAgreements = async (db: Db, location: string, ids: readonly string[]): Promise<number> =>
  (await db.named(LOCK_AGREEMENTS, [location, ids])).length;

type Side = "agreement" | "type";
const COLUMN: Record<Side, { id: string; place: string }> = {
  agreement: { id: "agreement_id", place: "place_in_agreement" },
  type: { id: "visit_type_id", place: "place_in_type" },
};

/**
 * Sets the list on one side. A pair that remains keeps its position in the other side's list; a new pair is added at
 * its end.
 */
const setList = (own: Side, other: Side): Statement => ({
  name: `set-list-of-${own}`,
  text: `with gone as (
  delete from agreement_visit_types where company_id = $1 and ${COLUMN[own].id} = $2 and ${COLUMN[other].id} <> all ($3::text[]))
insert into agreement_visit_types (company_id, ${COLUMN[own].id}, ${COLUMN[other].id}, ${COLUMN[own].place}, ${COLUMN[other].place})
select $1, $2, u.id, u.n, coalesce((
  select max(l.${COLUMN[other].place}) + 1 from agreement_visit_types l where l.company_id = $1 and l.${COLUMN[other].id} = u.id), 1)
from unnest($3::text[]) with ordinality as u (id, n)
on conflict (company_id, agreement_id, visit_type_id) do update set ${COLUMN[own].place} = excluded.${COLUMN[own].place}`,
});
const SET_TYPES = setList("agreement", "type");
const SET_AGREEMENTS = setList("type", "agreement");

/** Sets the visit types of an agreement, in this order. */
export const setTypesOf = async (
  db: Db,
  location: string,
  agreement: string,
  ids: readonly string[],
): Promise<void> => {
  await db.named(SET_TYPES, [location, agreement, ids]);
};

/** Sets the agreements of a visit type, in this order. */
export const setAgreementsOf = async (
  db: Db,
  location: string,
  type: string,
  ids: readonly string[],
): Promise<void> => {
  await db.named(SET_AGREEMENTS, [location, type, ids]);
};
