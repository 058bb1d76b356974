import { sql } from "kysely";

import { build, type Db } from "../database.ts";
import type { Sql, ValueTables } from "./fields.ts";
import type { Term } from "./filter.ts";
import type { Direction } from "./order.ts";
import { runList, runPreparedList } from "./plan.ts";

/** What a term fits: how many rows have one of the values, and those, where they are not too many. */
export type Match = { term: Term; rows: number; values: number[] | undefined };

type MatchRow = { at: number; rows: number | null; values: string | null; isPending: boolean };

/**
 * The values that each of the terms fits.
 * @returns undefined while the visits of the location are still being indexed
 */
export const matchesOf = async (
  db: Db,
  { match, pending }: ValueTables,
  location: string,
  terms: readonly Term[],
): Promise<Match[] | undefined> => {
  const isPending = sql`exists (select 1 from ${sql.table(pending)} where company_id = ${location})`;
  const parts = terms.map(
    ({ fields, patterns, probe }, at) =>
      sql`select ${sql.lit(at)} as at, m.visits as rows, m.ids as values, ${isPending} as "isPending"
      from ${sql.raw(match)}(${location}, ${fields ?? null}::text[], array[${sql.join(patterns)}], ${probe ?? null}) m`,
  );
  const text = sql.join(parts, sql` union all `);
  // Of one filter there are few texts.
  const rows = await (terms.length === 1 ? runPreparedList : runList)<MatchRow>(db, text);
  if (rows.some(({ isPending: still }) => still)) return undefined;
  return terms.map((term, at) => {
    const { rows: found, values } = rows.find((one) => one.at === at) ?? { rows: 0, values: null };
    return { term, rows: found ?? 0, values: found === null ? [] : values?.split(",").map(Number) };
  });
};

/** Whether visits of the location are still being indexed. */
export const isPending = async (db: Db, { pending }: ValueTables, location: string): Promise<boolean> => {
  const query = sql`select 1 from ${sql.table(pending)} where company_id = ${location}`;
  return (await db.rows(query.compile(build))).length > 0;
};

/** Where the keys of the longest column begin. PostgreSQL can estimate how many rows this has, but not if they depended on each row. */
const PLACES = sql`generate_series(1, 2 * length_together(), key_length()) place`;

/** The keys of a column, as `key`; a row for each. @param are a condition of the table's rows */
const keysIn = (table: string, column: string, are: Sql): Sql =>
  sql`substr(${sql.ref(column)}, place, key_length()) as key from ${sql.table(table)}, ${PLACES} where ${are} and place <= length(${sql.ref(column)})`;

/** The keys of the rows that have one of some values, as `key`; one for each value that it has. @param are the condition of a value's ID */
export const keysOf = ({ values, postings }: ValueTables, are: (id: Sql) => Sql): Sql =>
  sql`select ${keysIn(values, "newest", are(sql`_id`))} union all select ${keysIn(postings, "visits", are(sql`value_id`))}`;

const areAny =
  (values: readonly number[]) =>
  (id: Sql): Sql =>
    sql`${id} = any (${values}::bigint[])`;

/** The rows that have one of the values, as a condition. */
export const hasValue = (tables: ValueTables, values: readonly number[]): Sql =>
  sql`_id = any (array(select id_of_key(key) from (${keysOf(tables, areAny(values))}) k))`;

/** The IDs of the rows that have one of the values of a field, in the order of their date; the first `limit` after `offset`. */
export const idsByDate = (
  tables: ValueTables,
  values: readonly number[],
  { direction, limit, offset }: { direction: Direction; limit: number; offset: number },
): Sql => {
  const order = sql.raw(direction);
  const newest = sql`select ${keysIn(tables.values, "newest", sql`_id = v.id`)}`;
  const older = sql`select key from (select since, ${keysIn(tables.postings, "visits", sql`value_id = v.id`)}) p
    order by since ${order}, key ${order} limit ${limit + offset}`;
  const keys = sql`select key from unnest(${values}::bigint[]) v (id) cross join lateral (${newest} union all (${older})) k
    order by key ${order} limit ${limit} offset ${offset}`;
  return sql`select id_of_key(key) as _id from (${keys}) k`;
};

/** The keys of the rows that have one of each of these values, each once. @param values the rarest first */
export const keysWithAll = (tables: ValueTables, values: readonly (readonly number[])[]): Sql => {
  const having = values.map((some) => sql`(${keysOf(tables, areAny(some))})`);
  return sql`select distinct key from (${sql.join(having, sql` intersect `)}) k`;
};
