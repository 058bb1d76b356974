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
  await client.query(
    `create temp table terms on commit drop as
     select company_id, field, head, tail, n, substr(visits, 1, size) as newest, substr(visits, size + 1) as older
     from (select company_id, field, head, tail, count(*) as n, string_agg(key, '' order by key desc) as visits,
         ((count(*) - 1) * key_length() % length_together() + key_length())::integer as size
       from visits v, visit_terms(v), visit_key(signed_in, _id) key where company_id = any ($1) group by 1, 2, 3, 4 order by 1, 2, 3, 4) t`,
    [locations],
  );
  await client.query(
    "insert into visit_values (company_id, field, head, tail, n, newest) select company_id, field, head, tail, n, newest from terms",
  );
  await client.query(
    `insert into visit_postings (value_id, since, visits)
     select d._id, case when place + length_together() > length(older) then '' else oldest_key(substr(older, place, length_together())) end,
       substr(older, place, length_together())
     from terms join visit_values d using (company_id, field, head, tail), generate_series(1, length(older), length_together()) place
     order by 1, 2`,
  );
};
