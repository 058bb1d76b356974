import type { Db } from "../../platform/db/database.ts";
import { listMails } from "./store.ts";

/**
 * The addresses of hosts by the names they were asked for, external ones included (rules 4.3).
 */
export const findHostMails = async (
  db: Db,
  location: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | null>> =>
  new Map((await listMails(db, location, names)).map(({ name, mail }) => [name, mail]));
