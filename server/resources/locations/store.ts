import { sql } from "kysely";

import { build, type Db, withoutTimeout } from "../../platform/db/database.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";

/** A location as it is stored. */
export type LocationRow = {
  _id: string;
  name: string;
  tier: "starter" | "business" | "enterprise";
  timezone: string;
  languages: string[];
  default_language: string;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  country: string | null;
  logo: string | null;
  colour: string | null;
  kiosk_background: string | null;
  privacy_notice: Texts;
  settings: Record<string, unknown>;
  create_date: string;
  mod_date: string;
};

const columns = [
  "_id",
  "name",
  "tier",
  "timezone",
  "languages",
  "default_language",
  "address",
  "zip_code",
  "city",
  "country",
  "logo",
  "colour",
  "kiosk_background",
  "privacy_notice",
  "settings",
  "create_date",
  "mod_date",
] as const;

const stored = (row: LocationRow) => ({
  ...row,
  languages: JSON.stringify(row.languages),
  privacy_notice: JSON.stringify(row.privacy_notice),
  settings: JSON.stringify(row.settings),
});

export const findLocation = async (db: Db, id: string): Promise<LocationRow | undefined> =>
  (await db.rows<LocationRow>(build.selectFrom("companies").select(columns).where("_id", "=", id)))[0];

/** Reads a location and keeps it from being changed until the transaction ends. */
export const lockLocation = async (db: Db, id: string): Promise<LocationRow | undefined> =>
  (await db.rows<LocationRow>(build.selectFrom("companies").select(columns).where("_id", "=", id).forUpdate()))[0];

export type LocationItem = Pick<LocationRow, "_id" | "name" | "tier" | "timezone" | "mod_date">;

/** The covered locations by name; `ids` of `all` means all of them. */
export const listLocations = (db: Db, ids: readonly string[] | "all"): Promise<LocationItem[]> => {
  const all = build.selectFrom("companies").select(["_id", "name", "tier", "timezone", "mod_date"]);
  const some = ids === "all" ? all : all.where("_id", "in", ids.length > 0 ? [...ids] : [""]);
  return db.rows<LocationItem>(some.orderBy(sql`fold_case(name)`).orderBy("_id"));
};

/** Inserts a location; no row if another one has the tag of its ID. */
export const insertLocation = (row: LocationRow) =>
  build
    .insertInto("companies")
    .values(stored(row))
    .onConflict((conflict) => conflict.doNothing())
    .returning("_id");

export const updateLocation = ({ _id, ...row }: LocationRow) =>
  build
    .updateTable("companies")
    .set({ ...stored({ _id, ...row }), rev: sql`rev + 1` })
    .where("_id", "=", _id)
    .returning("_id");

export const deleteLocation = (id: string) => build.deleteFrom("companies").where("_id", "=", id).returning("_id");

/** Tables whose rows belong to a location and are deleted with it. */
const HELD = [
  // First, because a transaction that holds a location's cursor may be waiting for its visits.
  "notification_cursors",
  "visits_to_index",
  "visit_changes",
  "visit_values",
  "visits",
  "visit_days",
  "visit_images",
  "erased_visits",
  "visitor_numbers",
  "registered_visitors",
  "series_invitations",
  "series_occurrences",
  "visit_series",
  "visit_groups",
  "imports",
  "import_salts",
  "watchlists",
  "watch_entries",
  "watch_names",
  "watch_pairs",
  "watch_words",
  "watch_versions",
  "watch_checks",
  "watch_hits",
  "hosts",
  "visit_types",
  "entry_points",
  "agreements",
  "agreement_versions",
  "agreement_files",
  "agreement_visit_types",
  "signed_agreements",
  "carried_signatures",
  "devices",
  "undelivered",
  "pairings",
  "webhooks",
  "deliveries",
  "webhook_replays",
  "messages",
  "erased_sms",
  "invitations_queued",
  "log",
  "log_bodies",
  "seals",
  "erasures",
  "erasure_requests",
  "preregistrations",
  "client_refs",
  "host_replies",
  "held_sign_ins",
  "kiosk_arrivals",
  "shown_answers",
  "host_links",
  "report_subscriptions",
  "evacuation_marks",
  "evacuations",
] as const;

/**
 * Deletes everything in a location, and the location from credentials. It may be a lot, so no time-out stops it
 * half-way.
 */
export const deleteContents = async (db: Db, id: string): Promise<void> => {
  await withoutTimeout(db);
  // The values of its visits are deleted first, so that they aren't searched visit by visit
  // (migrations/0011_visit_values.sql).
  await db.rows({ sql: "set local foyer.removes_location = 'on'", parameters: [] });
  for (const table of HELD) await db.rows(sql`delete from ${sql.table(table)} where company_id = ${id}`.compile(build));
  for (const table of ["users", "api_keys", "idp_credentials"])
    await db.rows(
      sql`update ${sql.table(table)} set companies = array_remove(companies, ${id}) where ${id} = any (companies)`.compile(
        build,
      ),
    );
};

/**
 * Records that a location was removed, so that late writes into it are found, and a restored backup does not bring it
 * back.
 */
export const recordRemoval = async (db: Db, id: string, at: string): Promise<void> => {
  await db.rows(
    sql`insert into erasures (company_id, subject, subject_id, at) values (${SERVICE_LOCATION}, 'location', ${id}, ${at}::timestamptz)
on conflict (company_id, subject_id) do update set at = excluded.at`.compile(build),
  );
  await db.rows(
    sql`insert into removed_locations values (${id}, ${at}::timestamptz) on conflict do nothing`.compile(build),
  );
};

/** The locations removed since then. */
export const listRemovedLocations = (db: Db, since: string): Promise<{ _id: string }[]> =>
  db.rows<{ _id: string }>(sql`select _id from removed_locations where at > ${since}::timestamptz`.compile(build));

/** Deletes the records of removals before then. */
export const deleteRemovals = async (db: Db, before: string): Promise<void> => {
  await db.rows(sql`delete from removed_locations where at <= ${before}::timestamptz`.compile(build));
};
