import { sql } from "kysely";

import type { KeyRole, Scope } from "../../../shared/roles.ts";
import { build, type Db } from "../../platform/db/database.ts";

/** An API key as it is stored, without its digest. */
export type ApiKeyRow = {
  _id: string;
  key_id: string;
  name: string;
  companies: string[];
  ip_ranges: string[];
  role: KeyRole;
  scopes: Scope[];
  expires_at: string | null;
  created_by: string | null;
  last_used: string | null;
  create_date: string;
  mod_date: string;
};

const columns = [
  "_id",
  "key_id",
  "name",
  "companies",
  "ip_ranges",
  "role",
  "scopes",
  "expires_at",
  "created_by",
  "last_used",
  "create_date",
  "mod_date",
] as const;

const live = () => build.selectFrom("api_keys").select(columns).where("revoked_at", "is", null);

/** The distinct time zones of some locations. */
export const listTimezones = async (db: Db, companies: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ timezone: string }>(
      build.selectFrom("companies").select("timezone").distinct().where("_id", "in", companies),
    )
  ).map(({ timezone }) => timezone);

export const listApiKeys = (db: Db): Promise<ApiKeyRow[]> =>
  db.rows<ApiKeyRow>(live().orderBy("create_date").orderBy("_id"));

export const findApiKey = async (db: Db, id: string): Promise<ApiKeyRow | undefined> =>
  (await db.rows<ApiKeyRow>(live().where("_id", "=", id)))[0];

/** Reads a key and keeps it from being changed until the transaction ends. */
export const lockApiKey = async (db: Db, id: string): Promise<ApiKeyRow | undefined> =>
  (await db.rows<ApiKeyRow>(live().where("_id", "=", id).forUpdate()))[0];

export const insertApiKey = (row: ApiKeyRow, digest: Buffer) =>
  build
    .insertInto("api_keys")
    .values({ ...row, digest })
    .returning("_id");

export const updateApiKey = ({ _id, name, companies, ip_ranges, role, scopes, expires_at, mod_date }: ApiKeyRow) =>
  build
    .updateTable("api_keys")
    .set({ name, companies, ip_ranges, role, scopes, expires_at, mod_date, rev: sql`rev + 1` })
    .where("_id", "=", _id)
    .where("revoked_at", "is", null)
    .returning("_id");

/** The row is kept, so that the service log can say "revoked" instead of "unknown". */
export const revokeApiKey = (id: string, at: string) =>
  build
    .updateTable("api_keys")
    .set({ revoked_at: at, mod_date: at })
    .where("_id", "=", id)
    .where("revoked_at", "is", null)
    .returning("_id");
