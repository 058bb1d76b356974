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

/** The rows that have one of the values, as a condition. */
export const hasValue = ({ postings }: ValueTables, values: readonly number[]): Sql =>
  sql`_id = any (array(select encode(visit, 'hex') from ${sql.table(postings)} where value_id = any (${values}::bigint[])))`;

/** The IDs of the rows that have one of the values of a field, in the order of their date; the first `limit` after `offset`. */
export const idsByDate = (
  { postings }: ValueTables,
  values: readonly number[],
  { direction, limit, offset }: { direction: Direction; limit: number; offset: number },
): Sql => {
  const order = sql`at ${sql.raw(direction)}, visit ${sql.raw(direction)}`;
  const each = sql`select at, visit from ${sql.table(postings)} where value_id = v.id order by ${order} limit ${limit + offset}`;
  return sql`select encode(visit, 'hex') as _id from unnest(${values}::bigint[]) v (id) cross join lateral (${each}) p
    order by ${order} limit ${limit} offset ${offset}`;
};

/**
 * The rows that have one of each of these values, with their date, each once.
 * @param values the rarest first: what is found so far is looked for among the postings of the next
 */
export const rowsWithAll = (
  { postings }: ValueTables,
  [rarest = [], ...others]: readonly (readonly number[])[],
): Sql => {
  const having = (some: readonly number[]): Sql =>
    sql`select distinct at, visit from ${sql.table(postings)} where value_id = any (${some}::bigint[])`;
  return others.reduce(
    (found, some) =>
      sql`${having(some)} and (at, visit) in (with f as materialized (${found}) select at, visit from f)`,
    having(rarest),
  );
};
