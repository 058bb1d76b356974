import { hashPassword } from "../../platform/auth/passwords/passwords.ts";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { hasUser, insertUser, lockUsers } from "./store.ts";

/** The account of the first administrator; without a name, the address is used. */
export type FirstAdmin = {
  email: string;
  password: string;
  first_name?: string | null;
  last_name?: string | null;
  language_id?: string | null;
};

/**
 * Creates the first global admin, if there is no user yet; of two calls at the same instant one does.
 * @returns whether this call created it
 */
export const createFirstAdmin = async (
  db: Db,
  { email, password, first_name = null, last_name = null, language_id = null }: FirstAdmin,
  now: number,
): Promise<boolean> => {
  if (await hasUser(db)) return false;
  const hash = await hashPassword(password);
  return db.transaction(async (inner) => {
    await lockUsers(inner);
    if (await hasUser(inner)) return false;
    const user = {
      _id: newId(undefined, now),
      email: email.toLowerCase(),
      password: hash,
      first_name,
      last_name,
      role: "global_admin" as const,
      companies: [],
      language_id,
      active: true,
      link: null,
      create_date: iso(now),
      mod_date: iso(now),
    };
    await inner.rows(insertUser(user));
    return true;
  });
};
