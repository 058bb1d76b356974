import type { Db, Statement } from "../db/database.ts";

const FIND: Statement = {
  name: "find-badged",
  text: `select v.signed_in, (l.settings ->> 'retention_days')::integer as retention_days
from visits v join companies l on l._id = v.company_id
where v.company_id = $1 and v._id = $2`,
};

/** What the end of a badge's code depends on. */
export type Badged = { signed_in: string; retention_days: number | null };

/** Undefined when there is no such visit. */
export const findBadged = async (db: Db, location: string, id: string): Promise<Badged | undefined> =>
  (await db.named<Badged>(FIND, [location, id]))[0];
