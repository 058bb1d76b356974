import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";
import type { Role } from "../../../shared/roles.ts";

/** A user's last link to a login provider (links-store.ts). */
export type LastLink = { issuer: string; since: string };

/** A user as stored; the password as a PHC string, none until the invitation was used. */
export type UserRow = {
  _id: string;
  email: string;
  password: string | null;
  first_name: string | null;
  last_name: string | null;
  role: Role;
  companies: string[];
  language_id: string | null;
  active: boolean;
  /** From the first login with a login provider on. */
  link: LastLink | null;
  /** Of one who comes from a directory: which one, and its name for the person. */
  directory_id: string | null;
  external_id: string | null;
  /** Whether there is one: then a password alone isn't enough. Derived. */
  second_factor: boolean;
  create_date: string;
  mod_date: string;
};

/** A user whom no directory names. */
export type NewUserRow = Omit<UserRow, "directory_id" | "external_id" | "second_factor">;

const columns = [
  "_id",
  "email",
  "password",
  "first_name",
  "last_name",
  "role",
  "companies",
  "language_id",
  "active",
  "directory_id",
  "external_id",
  "create_date",
  "mod_date",
] as const;

const LAST_LINK = sql<LastLink | null>`(select json_build_object('issuer', l.issuer, 'since', iso(l.since)) from login_links l
  where l.user_id = users._id order by l.since desc limit 1)`;

const hasFactor = sql<boolean>`exists (select from second_factors f where f.user_id = users._id)`;

const all = () =>
  build.selectFrom("users").select(columns).select(LAST_LINK.as("link")).select(hasFactor.as("second_factor"));

export const listUsers = (db: Db): Promise<UserRow[]> => db.rows<UserRow>(all().orderBy("email"));

export const findUser = async (db: Db, id: string): Promise<UserRow | undefined> =>
  (await db.rows<UserRow>(all().where("_id", "=", id)))[0];

export const findUserByEmail = async (db: Db, email: string): Promise<UserRow | undefined> =>
  (await db.rows<UserRow>(all().where("email", "=", email)))[0];

/** The user of a link to a login provider. */
export const findUserByLink = async (
  db: Db,
  { provider, issuer, subject }: { provider: string; issuer: string; subject: string },
): Promise<UserRow | undefined> =>
  (
    await db.rows<UserRow>(
      all().where(
        sql<boolean>`_id = (select user_id from login_links where provider_id = ${provider} and issuer = ${issuer} and subject = ${subject})`,
      ),
    )
  )[0];

/** Reads a user and keeps it from being changed until the transaction ends. */
export const lockUser = async (db: Db, id: string): Promise<UserRow | undefined> =>
  (await db.rows<UserRow>(all().where("_id", "=", id).forUpdate()))[0];

/** Inserts a user; no row if the email address is taken. */
export const insertUser = ({
  link: _none,
  second_factor: _derived,
  ...row
}: NewUserRow & Partial<UserRow> & { person_id?: string }) =>
  build
    .insertInto("users")
    .values(row)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("_id");

export const updateUser = ({ _id, link: _link, second_factor: _derived, ...row }: UserRow) =>
  build
    .updateTable("users")
    .set({ ...row, rev: sql`rev + 1` })
    .where("_id", "=", _id)
    .returning("_id");

/** Changes what a directory, or a login provider's rules, say of a user. */
export const updateDirectoryUser = (id: string, row: Partial<Omit<UserRow, "link">>, at: string) =>
  build
    .updateTable("users")
    .set({ ...(row as Omit<UserRow, "link" | "second_factor">), mod_date: at, rev: sql`rev + 1` })
    .where("_id", "=", id)
    .returning("_id");

/** Sets a user's password, if the user is unchanged since the link was made: one of several uses succeeds. */
export const updatePassword = ({ _id, email, password }: UserRow, hash: string, at: string) =>
  build
    .updateTable("users")
    .set({ password: hash, mod_date: at, rev: sql`rev + 1` })
    .where("_id", "=", _id)
    .where("active", "=", true)
    .where("email", "=", email)
    .where("password", "is not distinct from", password)
    .returning("_id");

/** The user as the subject of a log entry that changes nothing. */
export const findActive = (id: string) =>
  build.selectFrom("users").select("_id").where("_id", "=", id).where("active", "=", true);

export const deleteUser = (id: string) => build.deleteFrom("users").where("_id", "=", id).returning("_id");

/** Whether there is any user; without one, the service offers its setup page. */
export const hasUser = async (db: Db): Promise<boolean> =>
  (await db.rows(build.selectFrom("users").select("_id").limit(1))).length > 0;

/** Stops others from creating users until the transaction ends: the first administrator is created once. */
export const lockUsers = async (db: Db): Promise<void> => {
  await db.rows({ sql: "lock table users in share row exclusive mode", parameters: [] });
};

const admins = (id: string) =>
  build
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("role", "=", "global_admin")
    .where("active", "=", true)
    .where("_id", "!=", id);

/** The active global admins other than this user. */
export const countOtherAdmins = async (db: Db, id: string): Promise<number> =>
  (await db.rows<{ n: number }>(admins(id)))[0]?.n ?? 0;

/** Those of them who have a password. */
export const countOtherAdminsWithPassword = async (db: Db, id: string): Promise<number> =>
  (await db.rows<{ n: number }>(admins(id).where("password", "is not", null)))[0]?.n ?? 0;
