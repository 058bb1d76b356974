import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";
import type { DeliveryRow, ListedDelivery } from "./columns.ts";

const columns = [
  "company_id",
  "_id",
  "kind",
  "state",
  "event",
  "event_id",
  "ids",
  "subject_id",
  "replay_of",
  "url",
  "http_method",
  "status",
  "error",
  "error_code",
  "head",
  "started",
  "create_date",
  "mod_date",
] as const;

/** Whether a later delivery brought the event of `d`, which failed. */
export const RECOVERED = `(d.state <> 'delivered' and exists (select from deliveries later
  where later.company_id = d.company_id and later.event_id = d.event_id and later.n > d.n and later.state = 'delivered'))`;

const recovered = sql<boolean>`${sql.raw(RECOVERED)}`;

const all = (location: string) =>
  build
    .selectFrom("deliveries as d")
    .select([...columns, recovered.as("recovered")])
    .where("company_id", "=", location);

/** Filters the deliveries; `delivered` undefined means all, false those whose event never arrived. */
export type DeliveryFilter = { delivered: boolean | undefined; count: number; skip: number };

/** Deliveries of a location, newest first. */
export const listDeliveries = (
  db: Db,
  location: string,
  { delivered, count, skip }: DeliveryFilter,
): Promise<ListedDelivery[]> => {
  const some =
    delivered === undefined
      ? all(location)
      : delivered
        ? all(location).where("state", "=", "delivered")
        : all(location)
            .where("state", "<>", "delivered")
            .where(sql<boolean>`not ${recovered}`);
  return db.rows<ListedDelivery>(some.orderBy("n", "desc").limit(count).offset(skip));
};

const NAMES: Statement = {
  name: "names-of-subjects",
  text: `select _id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), company) as name from visits where company_id = $1 and _id = any ($2::text[])
union all select _id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), company) from registered_visitors where company_id = $1 and _id = any ($2::text[])
union all select _id, name from devices where company_id = $1 and _id = any ($2::text[])
union all select _id, coalesce(name ->> 'en', (select min(value) from jsonb_each_text(name))) from (
  select _id, name from visit_types where company_id = $1
  union all select _id, name from entry_points where company_id = $1
  union all select _id, name from agreements where company_id = $1) configured where _id = any ($2::text[])
union all select _id, name from companies where _id = $1 and _id = any ($2::text[])`,
};

/** The current names of the events' subjects: the deliveries themselves hold IDs only. */
export const listSubjectNames = async (
  db: Db,
  location: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.named<{ _id: string; name: string | null }>(NAMES, [location, ids]);
  return new Map(rows.flatMap(({ _id, name }) => (name === null || name === "" ? [] : [[_id, name] as const])));
};

/** One delivery of a location. */
export const findDelivery = async (db: Db, location: string, id: string): Promise<ListedDelivery | undefined> =>
  (await db.rows<ListedDelivery>(all(location).where("_id", "=", id)))[0];

/** Records a delivery in the log of deliveries, without moving the position of the webhook. */
export const insertDelivery = (row: DeliveryRow) =>
  build
    .insertInto("deliveries")
    .values({ ...row, ids: row.ids === null ? null : sql`${JSON.stringify(row.ids)}::jsonb` })
    .returning("_id");

const FORGET: Statement = {
  name: "forget-deliveries",
  text: `with gone as (delete from deliveries where create_date < $1::timestamptz returning company_id, _id)
delete from webhook_replays r using gone where r.company_id = gone.company_id and r.delivery_id = gone._id`,
};

/** Deletes deliveries made before then, and their place in the queue to be sent again. */
export const deleteDeliveriesBefore = async (db: Db, before: string): Promise<void> => {
  await db.named(FORGET, [before]);
};
