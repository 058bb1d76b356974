import { hashPassword } from "../auth/passwords.ts";
import type { Db } from "../db/database.ts";
import { newId } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import { hasUser, insertUser, lockUsers } from "./store.ts";

export type FirstAdmin = { email: string; password: string };

/**
 * Creates the first global admin, when there is no user yet; of two at the same instant one does.
 * @returns whether this call created it
 */
export const createFirstAdmin = async (db: Db, { email, password }: FirstAdmin, now: number): Promise<boolean> => {
  if (await hasUser(db)) return false;
  const hash = await hashPassword(password);
  return db.transaction(async (inner) => {
    await lockUsers(inner);
    if (await hasUser(inner)) return false;
    const user = {
      _id: newId(undefined, now),
      email: email.toLowerCase(),
      password: hash,
      first_name: null,
      last_name: null,
      role: "global_admin" as const,
      companies: [],
      language_id: null,
      active: true,
      create_date: iso(now),
      mod_date: iso(now),
    };
    await inner.rows(insertUser(user));
    return true;
  });
};
