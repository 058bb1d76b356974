import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";

/** Who stands in for a user, and when; instants as the wire writes them. */
export type NewStandIn = { stand_in: string | null; stand_in_from: string | null; stand_in_until: string | null };

/** The same with the address of that user; null without one. */
export type StandInRow = NewStandIn & { email: string | null };

export const NO_STAND_IN: NewStandIn = { stand_in: null, stand_in_from: null, stand_in_until: null };

const FIND = `select u.stand_in, u.stand_in_from, u.stand_in_until, s.email
from users u left join users s on s._id = u.stand_in where u._id = $1`;
const READ: Statement = { name: "find-stand-in", text: FIND };
const LOCK: Statement = { name: "lock-stand-in", text: `${FIND} for update of u` };

/** Who stands in for a user; undefined if the user is gone. */
export const findStandIn = async (db: Db, user: string): Promise<StandInRow | undefined> =>
  (await db.named<StandInRow>(READ, [user]))[0];

/** The same; it can't be changed until the transaction ends. */
export const lockStandIn = async (db: Db, user: string): Promise<StandInRow | undefined> =>
  (await db.named<StandInRow>(LOCK, [user]))[0];

const COLLEAGUE: Statement = {
  name: "find-colleague",
  text: `select c._id from users u join users c on c._id <> u._id and c.active and fold_case(c.email) = fold_case(btrim($2))
where u._id = $1 and (u.role = 'global_admin' or c.role = 'global_admin' or u.companies && c.companies)`,
};

/** The ID of another user with this address who has a location in common with a user. */
export const findColleague = async (db: Db, user: string, email: string): Promise<string | undefined> =>
  (await db.named<{ _id: string }>(COLLEAGUE, [user, email]))[0]?._id;

/** Writes who stands in for a user. */
export const updateStandIn = (user: string, row: NewStandIn, at: string) =>
  build
    .updateTable("users")
    .set({ ...row, mod_date: at, rev: sql`rev + 1` })
    .where("_id", "=", user)
    .returning("_id");
