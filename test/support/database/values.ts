import assert from "node:assert/strict";

import type { World } from "../world.ts";

/** Values with their visits as they are kept, and as they follow from the visits. */
const KEPT = `
  select company_id, field, head || tail as value, n,
    array(select array[at::text, visit_id] from visit_postings where value_id = d._id order by at, visit_id) as visits
  from visit_values d`;
const REAL = `
  select v.company_id, t.field, t.head || t.tail as value, count(*)::integer as n,
    array_agg(array[v.signed_in::text, v._id] order by v.signed_in, v._id) as visits
  from visits v, terms_of(visit_texts(v)) t where not exists (select from visits_to_index where company_id = v.company_id) group by 1, 2, 3`;

/** Checks that the values and postings that filters use are those of the visits (docs/decisions/0056-one-list-engine.md). */
export const assertValuesOfVisits = async ({ db }: World): Promise<void> => {
  const query = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows;
  assert.deepEqual(await query(`(${KEPT}) except (${REAL}) limit 3`), [], "kept, but no visit's");
  assert.deepEqual(await query(`(${REAL}) except (${KEPT}) limit 3`), [], "a visit's, but not kept");
  const orphans =
    "select 1 from visit_postings p where not exists (select from visit_values d where d._id = p.value_id)";
  assert.deepEqual(await query(orphans), []);
};
