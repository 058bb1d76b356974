import type { Client } from "pg";

/** What grows with the years, and the tables of a location beside it. All have the location in their keys. */
const TABLES = [
  "visits",
  "visit_images",
  "log",
  "log_bodies",
  "registered_visitors",
  "hosts",
  "messages",
  "deliveries",
  "signed_agreements",
  "erased_visits",
  "evacuation_marks",
] as const;

const texts = async (client: Client, text: string, values: unknown[] = []): Promise<string[]> =>
  (await client.query<{ text: string }>(text, values)).rows.map((row) => row.text);

/** Functions whose argument is a row of the table: they go with its type and are made again for the new one. */
const FUNCTIONS = `select pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and $1::regclass = any (
    select t.typrelid from unnest(p.proargtypes) a join pg_type t on t.oid = a where t.typrelid <> 0)`;
const TRIGGERS =
  "select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by tgname";

const KEYS = `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
  from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')`;
const INDEXES = `select pg_get_indexdef(i.indexrelid) as text from pg_index i where i.indrelid = $1::regclass
  and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`;
const COLUMNS = `select quote_ident(attname) as text from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;

/** Numbers that the table draws go on after those that were given. */
const NUMBERED = `select format('select setval(%L, max(%I) + 1) from %s having max(%I) is not null',
    pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass, attname) as text
  from pg_attribute where attrelid = $1::regclass and attidentity <> ''`;

/** A table is made anew as parts by a hash of the location, with its rows; keys and indexes keep their names. */
const partition = async (client: Client, table: string, parts: number): Promise<void> => {
  const list = (await texts(client, COLUMNS, [table])).join(", ");
  const made: string[] = [];
  for (const kind of [KEYS, INDEXES, FUNCTIONS, TRIGGERS]) made.push(...(await texts(client, kind, [table])));
  await client.query(`alter table ${table} rename to ${table}_whole`);
  await client.query(`create table ${table} (like ${table}_whole including all excluding indexes) partition by hash (company_id)`); // prettier-ignore
  for (let n = 0; n < parts; n += 1)
    await client.query(`create table parts.${table}_${n} partition of ${table} for values with (modulus ${parts}, remainder ${n})`); // prettier-ignore
  await client.query(`insert into ${table} (${list}) overriding system value select ${list} from ${table}_whole`);
  await client.query(`drop table ${table}_whole cascade`);
  for (const text of await texts(client, NUMBERED, [table])) await client.query(text);
  for (const text of made) await client.query(text);
};

/** Turns a migrated database into one whose large tables are partitioned by location, all in one transaction; once. */
export const partitionByLocation = async (client: Client, parts: number): Promise<void> => {
  if ((await texts(client, "select nspname as text from pg_namespace where nspname = 'parts'")).length > 0) return;
  await client.query("begin");
  // Functions that call each other come in any order.
  await client.query("set local check_function_bodies = off");
  // Out of the way of queries that list the tables of the schema.
  await client.query("create schema parts");
  for (const table of TABLES) await partition(client, table, parts);
  await client.query("commit");
};
