import type { Db } from "../../platform/db/database.ts";
import { selectMails } from "./store.ts";

/** The addresses of hosts by their full names: of several the first one's, external ones included (rules 4). */
export const findHostMails = async (
  db: Db,
  location: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | null>> =>
  new Map((await selectMails(db, location, names)).map(({ cn, mail }) => [cn, mail]));
