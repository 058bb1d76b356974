import assert from "node:assert/strict";

import type { World } from "./world.ts";

/** Values and postings as they are kept, and as they follow from the visits; those of locations that wait to be indexed apart. */
const KEPT = `
  select d.company_id, d.field, d.head || d.tail as value, d.n, array_agg(p.at || encode(p.visit, 'hex') order by p.at, p.visit) as visits
  from visit_values d left join visit_postings p on p.value_id = d._id group by d._id, 1, 2, 3, 4`;
const REAL = `
  select v.company_id, t.field, t.head || t.tail as value, count(*)::integer as n, array_agg(v.signed_in || v._id order by v.signed_in, decode(v._id, 'hex')) as visits
  from visits v, visit_terms(v) t group by 1, 2, 3`;

/** Checks that the values and postings that filters use are those of the visits (docs/decisions/0039-values-of-visits.md). */
export const assertValuesOfVisits = async ({ db }: World): Promise<void> => {
  const query = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows;
  assert.deepEqual(await query(`(${KEPT}) except (${REAL}) limit 3`), [], "kept, but no visit's");
  assert.deepEqual(await query(`(${REAL}) except (${KEPT}) limit 3`), [], "a visit's, but not kept");
  const orphans =
    "select 1 from visit_postings p where not exists (select from visit_values d where d._id = p.value_id)";
  assert.deepEqual(await query(orphans), []);
};
