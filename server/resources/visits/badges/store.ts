import type { Db, Statement } from "../../../platform/db/database.ts";

const FIND: Statement = {
  name: "find-badged",
  text: `select v.signed_in, (l.settings ->> 'retention_days')::integer as retention_days
from visits v join companies l on l._id = v.company_id
where v.company_id = $1 and v._id = $2`,
};

/** The values that determine when a badge's code expires. */
export type BadgeValidity = { signed_in: string; retention_days: number | null };

/** Undefined if there is no such visit. */
export const findBadgeValidity = async (db: Db, location: string, id: string): Promise<BadgeValidity | undefined> =>
  (await db.named<BadgeValidity>(FIND, [location, id]))[0];
