import { sql } from "kysely";

import type { Db } from "../database.ts";
import type { ListSource, Sql, ValueTables } from "./fields.ts";
import type { Condition, Term } from "./filter.ts";
import { type Listing, runList } from "./plan.ts";

/** What a term fits: the condition that a posting is of such a value, and how many rows have one. */
export type Match = { term: Term; fits: Sql; rows: number };

/**
 * Up to this many values, or rows, are compared one by one: the planner estimates the trigram index ten times too cheap, and to read
 * the rows of another value is worth it for more.
 */
export const COMPARED_MAX = 2_000;

/** What is found of the term `n`: its rows, and the IDs of its values if they are few. */
type TermCount = { n: number; rows: number; known: string[] | null; pending: boolean };

/** As many values are handed over between two statements; more are found again. */
const KNOWN_MAX = 1_000;

/** The values that a term fits, as `_id` and `n`. */
const valuesLike = ({ values }: ValueTables, location: string, { fields, patterns, probe }: Term): Sql => {
  const all = sql`from ${sql.table(values)} where company_id = ${location}${fields === undefined ? sql`` : sql` and field = any (${fields}::text[])`}`;
  const searched = sql`coalesce(searched, head || tail)`;
  const text = fields === undefined ? searched : sql`head || tail`;
  // An expression of its own, which no index has.
  const fitting = sql`select _id, n ${all} and ${text} || '' like any (${patterns}::text[])`;
  if (probe === undefined) return fitting;
  const many = sql`select exists (select ${all} offset ${sql.lit(COMPARED_MAX)}) as are_many`;
  const areMany = sql`(select are_many from many)`;
  return sql`with many as materialized (${many})
    ${fitting} and not ${areMany} union all ${fitting} and ${searched} like ${probe} and ${areMany}`;
};

/** Whether rows of the location are still being indexed, so that some have no values yet. */
const isPending = ({ pending }: ValueTables, location: string): Sql =>
  sql`exists (select from ${sql.table(pending)} where company_id = ${location})`;

/**
 * What the filters and words find among the values, the rarest first.
 * @returns undefined where none is of a text, or where the location is still being indexed
 */
export const findMatches = async (
  db: Db,
  { values: tables }: ListSource,
  { location }: Pick<Listing, "location">,
  conditions: readonly Condition[],
): Promise<Match[] | undefined> => {
  const terms = conditions.flatMap(({ term }) => term ?? []);
  if (tables === undefined || terms.length === 0) return undefined;
  const each = terms.map((term) => valuesLike(tables, location, term));
  const counts = each.map(
    (
      values,
      n,
    ) => sql`select ${sql.lit(n)} as n, coalesce(sum(d.n), 0)::bigint as rows, ${isPending(tables, location)} as pending,
      case when count(*) <= ${sql.lit(KNOWN_MAX)} then coalesce(array_agg(d._id), '{}') end as known from (${values}) d`,
  );
  const found = await runList<TermCount>(db, sql.join(counts, sql` union all `));
  if (found.some(({ pending }) => pending)) return undefined;
  return found
    .flatMap(({ n, rows, known }) => {
      const ids = known === null ? sql`array(select _id from (${each[n]}) d)` : sql`${known}::bigint[]`;
      return terms[n] ? [{ term: terms[n], fits: sql`value_id = any (${ids})`, rows }] : [];
    })
    .toSorted((a, b) => a.rows - b.rows);
};

/** Whether some rows of a location have no values yet. */
export const isBeingIndexed = async (db: Db, tables: ValueTables, location: string): Promise<boolean> =>
  (await runList<{ pending: boolean }>(db, sql`select ${isPending(tables, location)} as pending`))[0]?.pending ?? false;
