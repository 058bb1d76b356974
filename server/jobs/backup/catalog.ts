import type { ClientBase } from "pg";

/**
 * Tables whose rows are short-lived: sessions, pairing codes, counters of refusals, requests
 * of directories. Also those that are rebuilt from
 * the visits (docs/decisions/0056-one-list-engine.md).
 */
export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([
  "sessions",
  "pairings",
  "refusals",
  "password_requests",
  "known_addresses",
  "directory_requests",
  "visit_values",
  "visit_postings",
  "visits_to_index",
  "visit_changes",
]);

/** The table of applied migrations: a restore writes it anew. */
const OF_MIGRATIONS = "migrations";

/** A table and its columns, except generated ones, which are computed again. */
export type Table = { name: string; columns: string[] };

const rowsOf = async <T extends object>(client: ClientBase, sql: string, values: unknown[] = []): Promise<T[]> =>
  (await client.query<T>(sql, values)).rows;

/** The schema of unqualified names. */
export const currentSchema = async (client: ClientBase): Promise<string> =>
  (await rowsOf<{ name: string }>(client, "select current_schema() as name"))[0]?.name ?? "public";

/** Without tables of extensions or of another application in the same schema. */
const OURS = (oid: string, owner: string): string =>
  `pg_has_role(${owner}, 'USAGE') and not exists (select 1 from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

/** Foyer's tables in a schema by name; read from the catalog, so that no table can be forgotten. */
export const tablesIn = (client: ClientBase, schema: string): Promise<Table[]> =>
  rowsOf<Table>(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $2
  and ${OURS("c.oid", "c.relowner")}
group by c.relname order by c.relname`,
    [schema, OF_MIGRATIONS],
  );

/** Sequences that were used, with their last number. */
export const sequencesIn = async (client: ClientBase, schema: string): Promise<{ name: string; last: number }[]> =>
  (
    await rowsOf<{ name: string; last: string }>(
      client,
      `select sequencename as name, last_value as last from pg_sequences
where schemaname = $1 and last_value is not null order by 1`,
      [schema],
    )
  ).map(({ name, last }) => ({ name, last: Number(last) }));

/** The newest migration in a schema; undefined if Foyer never ran there. */
export const migrationIn = async (client: ClientBase, schema: string): Promise<number | undefined> => {
  const [found] = await rowsOf<{ made: boolean }>(
    client,
    "select exists (select 1 from pg_class where relnamespace = to_regnamespace($1) and relname = $2) as made",
    [schema, OF_MIGRATIONS],
  );
  if (found?.made !== true) return undefined;
  const [row] = await rowsOf<{ last: number | null }>(client, `select max(number) as last from "${schema}".migrations`);
  return row?.last ?? 0;
};

/** An object that can be altered or dropped on its own: `kind` and `name` in SQL. */
export type SchemaObject = { kind: string; name: string; needsTable: boolean };

/**
 * Lists all of Foyer's objects in a schema that can be moved on their own. Routines come first, because their
 * signatures use the row types of tables (`needsTable`: such a type is among the arguments, or the body names a table).
 */
export const objectsIn = (client: ClientBase, schema: string): Promise<SchemaObject[]> =>
  rowsOf<SchemaObject>(
    client,
    `select kind, name, "needsTable" from (
select 1 as turn, 'routine' as kind, p.oid::regprocedure::text as name,
  exists (select 1 from unnest(p.proargtypes) a join pg_type t on t.oid = a where t.typrelid <> 0)
    or exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass) as "needsTable"
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = $1 and ${OURS("p.oid", "p.proowner")}
union all select 2, case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, format('%I.%I', n.nspname, c.relname), false
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'p', 'S', 'v', 'm') and ${OURS("c.oid", "c.relowner")}
    and not (c.relkind = 'S' and exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
union all select 3, 'collation', format('%I.%I', n.nspname, l.collname), false from pg_collation l join pg_namespace n on n.oid = l.collnamespace
  where n.nspname = $1 and ${OURS("l.oid", "l.collowner")}
union all select 3, 'type', format('%I.%I', n.nspname, t.typname), false from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = $1 and t.typtype in ('e', 'd', 'r') and ${OURS("t.oid", "t.typowner")}) m order by turn, kind, name`,
    [schema],
  );

/** The newest seal of each location's log in a schema. */
export const newestSeals = async (
  client: ClientBase,
  schema: string,
): Promise<{ location: string; entry: number; hash: string }[]> =>
  (
    await rowsOf<{ location: string; entry: string; hash: string }>(
      client,
      `select distinct on (company_id) company_id as location, to_seq as entry, encode(hash, 'hex') as hash
from "${schema}".seals order by company_id, from_seq desc`,
    )
  ).map(({ location, entry, hash }) => ({ location, entry: Number(entry), hash }));
