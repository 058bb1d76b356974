import { sql } from "kysely";

import type { Role } from "../../../shared/roles.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";

/** What the members of a group of the provider are: one role, at these locations. */
export type LoginRule = { group: string; role: Role; users_at?: string[] };

/** A login provider as it is stored; the secret sealed. */
export type LoginProviderRow = {
  _id: string;
  name: string;
  issuer: string | null;
  client_id: string | null;
  client_secret: string | null;
  scopes: string;
  groups_claim: string;
  active: boolean;
  rules: LoginRule[];
  create_date: string;
  mod_date: string;
};

const all = () =>
  build
    .selectFrom("login_providers")
    .select([
      "_id",
      "name",
      "issuer",
      "client_id",
      "client_secret",
      "scopes",
      "groups_claim",
      "active",
      "rules",
      "create_date",
      "mod_date",
    ]);

export const listLoginProviders = (db: Db): Promise<LoginProviderRow[]> =>
  db.rows<LoginProviderRow>(all().orderBy("create_date").orderBy("_id"));

export const findLoginProvider = async (db: Db, id: string): Promise<LoginProviderRow | undefined> =>
  (await db.rows<LoginProviderRow>(all().where("_id", "=", id)))[0];

/** Reads a provider and keeps it from being changed until the transaction ends. */
export const lockLoginProvider = async (db: Db, id: string): Promise<LoginProviderRow | undefined> =>
  (await db.rows<LoginProviderRow>(all().where("_id", "=", id).forUpdate()))[0];

const stored = ({ rules, ...row }: LoginProviderRow) => ({ ...row, rules: JSON.stringify(rules) });

export const insertLoginProvider = (row: LoginProviderRow) =>
  build.insertInto("login_providers").values(stored(row)).returning("_id");

export const updateLoginProvider = (row: LoginProviderRow) =>
  build
    .updateTable("login_providers")
    .set({ ...stored(row), rev: sql`rev + 1` })
    .where("_id", "=", row._id)
    .returning("_id");

export const deleteLoginProvider = (id: string) =>
  build.deleteFrom("login_providers").where("_id", "=", id).returning("_id");

/** The provider as the subject of a log entry that changes nothing of it. */
export const touchLoginProvider = (id: string) => build.selectNoFrom(sql<string>`${id}::text`.as("_id"));

/** Seals a secret anew, if it is still the one that was read: nothing else of the provider changes. */
export const replaceSecret = async (db: Db, { _id, client_secret }: LoginProviderRow, sealed: string) => {
  const changed = build.updateTable("login_providers").set({ client_secret: sealed }).returning("_id");
  return (await db.rows(changed.where("_id", "=", _id).where("client_secret", "=", client_secret))).length > 0;
};

const FORGET_LINKS: Statement = { name: "forget-login-links", text: "delete from login_links where provider_id = $1" };
const FORGET_HEALTH: Statement = {
  name: "forget-login-provider-health",
  text: "delete from login_provider_health where provider_id = $1",
};

/** Forgets whom a provider means: from the next login on, the verified address counts again. */
export const deleteLinks = async (db: Db, id: string): Promise<void> => {
  await db.named(FORGET_LINKS, [id]);
};

/** Deletes the links and the health of a provider. */
export const deleteContents = async (db: Db, id: string): Promise<void> => {
  await deleteLinks(db, id);
  await db.named(FORGET_HEALTH, [id]);
};

const EXISTING: Statement = { name: "existing-locations", text: "select _id from companies where _id = any ($1)" };

/** Those of the locations that there are. */
export const listExisting = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await db.named<{ _id: string }>(EXISTING, [ids])).map(({ _id }) => _id);

const RECORD: Statement = {
  name: "record-login-provider-health",
  text: `insert into login_provider_health (provider_id, last_success, last_failure, error)
values ($1, case when $3::text is null then $2::timestamptz end, case when $3::text is not null then $2::timestamptz end, $3)
on conflict (provider_id) do update set
  last_success = coalesce(excluded.last_success, login_provider_health.last_success),
  last_failure = coalesce(excluded.last_failure, login_provider_health.last_failure),
  error = coalesce(excluded.error, login_provider_health.error)`,
};

/** Records how a login or a test went. @param error a sentence, undefined for a success */
export const recordHealth = async (db: Db, id: string, at: string, error: string | undefined): Promise<void> => {
  await db.named(RECORD, [id, at, error ?? null]);
};
