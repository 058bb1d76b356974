import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";

/** A stored credential of the identity provider; directory and application are in lower case. */
export type IdpCredentialRow = {
  _id: string;
  name: string;
  tenant_id: string;
  client_id: string;
  companies: string[];
  create_date: string;
  mod_date: string;
};

const all = () =>
  build
    .selectFrom("idp_credentials")
    .select(["_id", "name", "tenant_id", "client_id", "companies", "create_date", "mod_date"]);

export const listIdpCredentials = (db: Db): Promise<IdpCredentialRow[]> =>
  db.rows<IdpCredentialRow>(all().orderBy("create_date").orderBy("_id"));

export const findIdpCredential = async (db: Db, id: string): Promise<IdpCredentialRow | undefined> =>
  (await db.rows<IdpCredentialRow>(all().where("_id", "=", id)))[0];

/**
 * Stops other transactions from registering, changing and removing until this one ends: an application is registered
 * once.
 */
export const lockIdpCredentials = async (db: Db): Promise<void> => {
  await db.rows({ sql: "lock table idp_credentials in share row exclusive mode", parameters: [] });
};

/** The credential of an application. */
export const findByApplication = async (
  db: Db,
  { tenant_id, client_id }: Pick<IdpCredentialRow, "tenant_id" | "client_id">,
): Promise<IdpCredentialRow | undefined> =>
  (await db.rows<IdpCredentialRow>(all().where("tenant_id", "=", tenant_id).where("client_id", "=", client_id)))[0];

/** Inserts a credential; no row if its application is registered already. */
export const insertIdpCredential = (row: IdpCredentialRow) =>
  build
    .insertInto("idp_credentials")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("_id");

export const updateIdpCredential = ({ _id, name, tenant_id, client_id, companies, mod_date }: IdpCredentialRow) =>
  build
    .updateTable("idp_credentials")
    .set({ name, tenant_id, client_id, companies, mod_date, rev: sql`rev + 1` })
    .where("_id", "=", _id)
    .returning("_id");

export const deleteIdpCredential = (id: string) =>
  build.deleteFrom("idp_credentials").where("_id", "=", id).returning("_id");
