import type { Db, Statement } from "./database.ts";

const HEAD: Statement = {
  name: "head-of-log",
  text: "select coalesce(max(seq), 0) as head from log where company_id = $1",
};

/** The number of the newest entry in a location's log; 0 if it is empty. */
export const findHead = async (db: Db, location: string): Promise<number> =>
  (await db.named<{ head: number }>(HEAD, [location]))[0]?.head ?? 0;
