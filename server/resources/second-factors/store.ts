import { sql } from "kysely";

import type { Role } from "../../../shared/roles.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";

/** A second factor as stored: an authenticator app (`totp`), or a passkey, of which each has columns of its own. */
export type FactorRow = {
  _id: string;
  user_id: string;
  kind: "totp" | "passkey";
  name: string | null;
  last_used: string | null;
  create_date: string;
} & Secrets;

type Secrets = {
  /** Sealed. */
  secret: string | null;
  last_step: number | null;
  credential_id: string | null;
  public_key: Buffer | null;
  counter: number | null;
  rp_id: string | null;
};

const all = () =>
  build
    .selectFrom("second_factors")
    .select([
      "_id",
      "user_id",
      "kind",
      "name",
      "last_used",
      "create_date",
      "secret",
      "last_step",
      "credential_id",
      "public_key",
      "counter",
      "rp_id",
    ]);

/** The factors of a user, oldest first. */
export const listFactors = (db: Db, user: string): Promise<FactorRow[]> =>
  db.rows<FactorRow>(all().where("user_id", "=", user).orderBy("create_date").orderBy("_id"));

export const findPasskey = async (db: Db, credentialId: string): Promise<FactorRow | undefined> =>
  (await db.rows<FactorRow>(all().where("credential_id", "=", credentialId)))[0];

const LOCK: Statement = { name: "lock-user-of-factors", text: "select _id from users where _id = $1 for update" };

/** Lets one change of a user's factors follow the other until the transaction ends. */
export const lockFactors = async (db: Db, user: string): Promise<void> => {
  await db.named(LOCK, [user]);
};

/** Inserts a factor; no row if the passkey is stored already. */
export const insertFactor = (
  row: Partial<Secrets> & Pick<FactorRow, "_id" | "user_id" | "kind" | "name">,
  at: string,
) =>
  build
    .insertInto("second_factors")
    .values({ ...row, create_date: at, mod_date: at })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("_id");

export const deleteFactor = (user: string, id: string) =>
  build.deleteFrom("second_factors").where("user_id", "=", user).where("_id", "=", id).returning("_id");

/** Uses a code's time step up: of several uses at once, in any process, one finds it unused. */
export const takeStep = async (db: Db, id: string, step: number, at: string): Promise<boolean> => {
  const query = build.updateTable("second_factors").set({ last_step: step, last_used: at }).where("_id", "=", id);
  return (await db.rows(query.where("last_step", "<", step).returning("_id"))).length > 0;
};

/** Notes the counter of a passkey, which rises with each use; that of a passkey on several devices stays 0. */
export const updateCounter = async (db: Db, id: string, counter: number, at: string): Promise<boolean> => {
  const query = build.updateTable("second_factors").set({ counter, last_used: at }).where("_id", "=", id);
  const isUnused = sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  return (await db.rows(query.where(isUnused).returning("_id"))).length > 0;
};

/** Stores new recovery codes of a user in the place of earlier ones. */
export const replaceCodes = (user: string, hashes: readonly string[], at: string) => {
  const row = { hashes: [...hashes], codes_left: hashes.length, create_date: at };
  return build
    .insertInto("recovery_codes")
    .values({ _id: user, ...row })
    .onConflict((conflict) => conflict.column("_id").doUpdateSet(row))
    .returning("_id");
};

/** The recovery codes of a user; one that was used is null. */
export const findCodes = async (
  db: Db,
  user: string,
): Promise<{ hashes: (string | null)[]; codes_left: number } | undefined> =>
  (
    await db.rows<{ hashes: (string | null)[]; codes_left: number }>(
      build.selectFrom("recovery_codes").select(["hashes", "codes_left"]).where("_id", "=", user),
    )
  )[0];

/** Uses a recovery code up; no row if it was used in the meantime. */
export const takeCode = (user: string, hash: string) =>
  build
    .updateTable("recovery_codes")
    .set({ hashes: sql<string[]>`array_replace(hashes, ${hash}, null)`, codes_left: sql<number>`codes_left - 1` })
    .where("_id", "=", user)
    .where(sql<boolean>`${hash} = any (hashes)`)
    .returning("_id");

export const deleteCodes = (user: string) =>
  build.deleteFrom("recovery_codes").where("_id", "=", user).returning("_id");

/** The roles that need a second factor. */
export const findRoles = async (db: Db): Promise<Role[]> => {
  const rules = build.selectFrom("login_rules").select("second_factor_roles");
  return (await db.rows<{ second_factor_roles: Role[] }>(rules))[0]?.second_factor_roles ?? [];
};

/** Stores the roles that need a second factor. */
export const replaceRoles = (roles: readonly Role[], at: string) =>
  build
    .insertInto("login_rules")
    .values({ _id: SERVICE_LOCATION, second_factor_roles: [...roles], create_date: at, mod_date: at })
    .onConflict((conflict) => conflict.column("_id").doUpdateSet({ second_factor_roles: [...roles], mod_date: at }))
    .returning("_id");

/** The sealed secrets, to be sealed with another key. */
export const listSecrets = (db: Db): Promise<{ _id: string; user_id: string; secret: string }[]> =>
  db.rows(build.selectFrom("second_factors").select(["_id", "user_id", "secret"]).where("secret", "is not", null));

/** Replaces a sealed secret, if it is still the same. */
export const replaceSecret = async (
  db: Db,
  { _id, secret }: { _id: string; secret: string },
  next: string,
): Promise<boolean> => {
  const query = build.updateTable("second_factors").set({ secret: next }).where("_id", "=", _id);
  return (await db.rows(query.where("secret", "=", secret).returning("_id"))).length > 0;
};
