import assert from "node:assert/strict";

import type { World } from "./world.ts";

/** The keys of a column, a row for each; or their beginnings of this many bytes. */
export const keysIn = (column: string, length = "key_length()"): string =>
  `substr(${column}, generate_series(1, length(${column}), key_length()), ${length})`;

/** The key of the visit `v`. */
const KEY = `
  select visit_key(v.signed_in, v._id) || string_agg(number_bytes(d._id), '' order by at) as key
  from unnest(carried_fields()) with ordinality c (field, at) left join visit_terms(v) t using (field)
  left join visit_values d on d.company_id = v.company_id and d.field = t.field and d.head = t.head and d.tail = t.tail`;
/** Values with their visits as they are kept, and as they follow from the visits; those of locations that wait to be indexed apart. */
const KEPT = `
  select company_id, field, head || tail as value, n, array(
    select ${keysIn("newest")} as key union all select ${keysIn("visits")} from visit_postings where value_id = d._id order by key) as visits
  from visit_values d`;
const REAL = `
  select v.company_id, t.field, t.head || t.tail as value, count(*)::integer as n, array_agg(key order by key) as visits
  from visits v, visit_terms(v) t, lateral (${KEY}) k group by 1, 2, 3`;
/** What is kept together with visits out of order, beyond those before or after it, or with too many or none. */
const DISORDERED = `
  select value_id, since from (
    select value_id, since, visits, lead(since) over (partition by value_id order by since) as next from (
      select value_id, since, visits from visit_postings
      union all select _id, case when n * key_length() = length(newest) then '' else oldest_key(newest) end, newest from visit_values) a) p
  where visits <> (select string_agg(key, '' order by key desc) from (select ${keysIn("visits")} as key) k)
    or length(visits) not between key_length() and 2 * length_together() or length(visits) % key_length() > 0
    or oldest_key(visits) < since or substr(visits, 1, length(next)) >= next`;

/** Checks that the values and postings that filters use are those of the visits (docs/decisions/0039-values-of-visits.md). */
export const assertValuesOfVisits = async ({ db }: World): Promise<void> => {
  const query = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows;
  assert.deepEqual(await query(`(${KEPT}) except (${REAL}) limit 3`), [], "kept, but no visit's");
  assert.deepEqual(await query(`(${REAL}) except (${KEPT}) limit 3`), [], "a visit's, but not kept");
  assert.deepEqual(await query(DISORDERED), []);
  const orphans =
    "select 1 from visit_postings p where not exists (select from visit_values d where d._id = p.value_id)";
  assert.deepEqual(await query(orphans), []);
};
