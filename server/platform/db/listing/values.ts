import { sql } from "kysely";

import { build, type Db } from "../database.ts";
import type { Sql, ValueTables } from "./fields.ts";
import type { Term } from "./filter.ts";
import type { Direction } from "./order.ts";

/** More values than these are not named one by one. */
const VALUES_MAX = 2_000;
/** So many values of a field are compared faster one after the other than by their trigrams. */
const FEW_VALUES = 2_000;

/** What a term fits: how many rows have one of the values, and those, where they are not too many. */
export type Match = { rows: number; values: number[] | undefined; isOfOneField: boolean };

const any = (value: Sql, patterns: readonly Sql[]): Sql =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${value} like ${pattern}`),
    sql` or `,
  )})`;

const found = (where: Sql, { values }: ValueTables): Sql =>
  sql`select d._id, d.n from ${sql.table(values)} d where ${where}`;

const TEXT = sql`(d.head || d.tail)`;
/** The same as no index knows it. */
const PLAIN_TEXT = sql`(d.head || d.tail || '')`;

const matching = (tables: ValueTables, location: string, { field, patterns, probe }: Term): Sql => {
  const fits = any(PLAIN_TEXT, patterns);
  const here = sql`d.company_id = ${location}${field === undefined ? sql`` : sql` and d.field = ${field}`}`;
  const each = found(sql`${here} and ${fits}`, tables);
  if (probe === undefined) return each;
  const byTrigrams = found(sql`${here} and ${TEXT} like ${probe} and ${fits}`, tables);
  if (field === undefined) return byTrigrams;
  const few = sql`(select count(*) <= ${FEW_VALUES} from (
    select 1 from ${sql.table(tables.values)} d where ${here} limit ${FEW_VALUES + 1}) c)`;
  return sql`${each} and ${few} union all ${byTrigrams} and not ${few}`;
};

type MatchRow = { at: number; rows: number; values: string | null; isPending: boolean };

/**
 * The values that each of the terms fits.
 * @returns undefined while the visits of the location are still being indexed
 */
export const matchesOf = async (
  db: Db,
  tables: ValueTables,
  location: string,
  terms: readonly Term[],
): Promise<Match[] | undefined> => {
  const pending = sql`exists (select 1 from ${sql.table(tables.pending)} where company_id = ${location})`;
  const parts = terms.map(
    (term, at) => sql`select ${sql.lit(at)} as at, coalesce(sum(m.n), 0)::bigint as rows,
      case when count(*) <= ${VALUES_MAX} then string_agg(m._id::text, ',') end as values, ${pending} as "isPending"
      from (${matching(tables, location, term)}) m`,
  );
  const rows = await db.rows<MatchRow>(sql.join(parts, sql` union all `).compile(build));
  if (rows.some(({ isPending }) => isPending)) return undefined;
  return terms.map((term, at) => {
    const row = rows.find((one) => one.at === at);
    const isOfOneField = term.field !== undefined;
    return { rows: row?.rows ?? 0, isOfOneField, values: row?.rows === 0 ? [] : row?.values?.split(",").map(Number) };
  });
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
