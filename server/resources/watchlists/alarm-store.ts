import type { Db, Statement } from "../../platform/db/database.ts";

/** A location with new hits. */
export type AlarmedLocation = { _id: string; name: string; default_language: string };

// A location that was removed meanwhile is told nothing.
const TELL: Statement = {
  name: "tell-watch-hits",
  text: `with told as (update watch_hits set told = true where not told returning company_id)
select distinct l._id, l.name, l.default_language from told join companies l on l._id = told.company_id`,
};

/** Notes that the administrators of all locations were told of their hits. @returns the locations that have new ones */
export const takeNewHits = (db: Db): Promise<AlarmedLocation[]> => db.named(TELL, []);

const ADMINISTRATORS: Statement = {
  name: "watch-hit-administrators",
  text: `with own as (select email, language_id from users where active and role = 'local_admin' and $1 = any(companies))
select email, language_id from own
union all
select email, language_id from users where active and role = 'global_admin' and not exists (select 1 from own)`,
};

/** The administrators of a location; if it has none, the global ones. */
export const listAdministrators = (
  db: Db,
  location: string,
): Promise<{ email: string; language_id: string | null }[]> => db.named(ADMINISTRATORS, [location]);
