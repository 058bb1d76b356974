import type { Db } from "../../platform/db/database.ts";
import { listMails } from "./store.ts";

/**
 * The addresses of hosts by full name, external ones included; of several hosts with a name, the first one's (rules 4).
 */
export const findHostMails = async (
  db: Db,
  location: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | null>> =>
  new Map((await listMails(db, location, names)).map(({ cn, mail }) => [cn, mail]));
