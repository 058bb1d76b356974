import type { Db } from "../../platform/db/database.ts";

/** How many visits are at least indexed in a second, on two processors that also do other things. */
const VISITS_PER_SECOND = 4_000;

const PROGRESS = `select count(distinct p.company_id) as locations, coalesce(sum(d.n) filter (where not p.is_built), 0)::bigint as visits
from visits_to_index p left join visit_days d on d.company_id = p.company_id`;

/** What is left to index: locations, their visits, and about how many seconds it takes. */
export type IndexProgress = { locations: number; visits: number; seconds: number };

/** How much of the visits of all locations isn't indexed yet (docs/decisions/0056-one-list-engine.md). */
export const readIndexProgress = async (db: Pick<Db, "rows">): Promise<IndexProgress> => {
  const [row] = await db.rows<{ locations: number; visits: number }>({ sql: PROGRESS, parameters: [] });
  const { locations, visits } = row ?? { locations: 0, visits: 0 };
  return { locations, visits, seconds: locations === 0 ? 0 : Math.ceil(visits / VISITS_PER_SECOND) + 1 };
};
