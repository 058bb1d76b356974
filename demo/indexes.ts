import { escapeIdentifier, type ClientBase } from "pg";

type Index = { name: string; definition: string };

/**
 * Drops the secondary indexes of a table and returns how to recreate them: a million rows load in half the time
 * without. Runs in the transaction of the load: if it fails, or the process is killed, the indexes are still there.
 */
export const dropIndexes = async (client: ClientBase, table: string): Promise<Index[]> => {
  const { rows } = await client.query<Index>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not i.indisprimary order by c.relname`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${escapeIdentifier(name)}`);
  return rows;
};

/** Recreates them. */
export const buildIndexes = async (
  client: ClientBase,
  indexes: readonly Index[],
  onIndex: (done: number, name: string) => void,
): Promise<void> => {
  for (const [n, { name, definition }] of indexes.entries()) {
    onIndex(n, name);
    await client.query(definition);
  }
};

/** A temporary table on the way to the values of visits, and what it is made of (migrations/0032_values_of_visits_in_postings.sql). */
type Step = { table: string; query: string; values?: unknown[] };

const stepsOf = (locations: readonly string[]): Step[] => [
  {
    table: "terms",
    query: `select company_id, field, head, tail, beginning
      from visits v, visit_terms(v), visit_key(signed_in, _id) beginning where company_id = any ($1)`,
    values: [locations],
  },
  {
    table: "numbers",
    query: `select nextval('visit_values__id_seq') as id, t.*
      from (select company_id, field, head, tail, count(*) as n from terms group by 1, 2, 3, 4 order by 1, 2, 3, 4) t`,
  },
  {
    table: "numbered",
    query: "select id, field, n, beginning from terms join numbers using (company_id, field, head, tail)",
  },
  {
    table: "keys",
    query: `select beginning, beginning || string_agg(number_bytes(id), '' order by at) as key
      from visits v cross join visit_key(signed_in, _id) beginning cross join unnest(carried_fields()) with ordinality c (field, at)
      left join numbered using (beginning, field) where company_id = any ($1) group by beginning`,
    values: [locations],
  },
  {
    table: "lists",
    query: `select id, ((n - 1) * key_length() % length_together() + key_length())::integer as size,
        string_agg(key, '' order by key desc) as visits
      from numbered join keys using (beginning) group by id, n`,
  },
];

/**
 * Loads visits of new locations and writes all their values at once to the tables that filters use
 * (docs/decisions/0039-values-of-visits.md): one by one, in a transaction, each visit takes longer than the one before.
 */
export const withValuesAtOnce = async (
  client: ClientBase,
  locations: readonly string[],
  loadVisits: () => Promise<void>,
): Promise<void> => {
  await client.query("alter table visits disable trigger visits_index");
  await loadVisits();
  await client.query("alter table visits enable trigger visits_index");
  for (const { table, query, values } of stepsOf(locations)) {
    await client.query(`create temp table ${table} on commit drop as ${query}`, values);
    await client.query(`analyze ${table}`);
  }
  await client.query(
    `insert into visit_values (_id, company_id, field, head, tail, n, newest) overriding system value
     select id, company_id, field, head, tail, n, substr(visits, 1, size) from lists join numbers using (id) order by id`,
  );
  await client.query(
    `insert into visit_postings (value_id, since, visits)
     select id, case when place + length_together() > length(visits) then '' else oldest_key(substr(visits, place, length_together())) end,
       substr(visits, place, length_together())
     from lists, generate_series(size + 1, length(visits), length_together()) place order by 1, 2`,
  );
};
