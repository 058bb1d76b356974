import { sql } from "kysely";

import type { Db } from "../database.ts";
import type { ListSource, ValueTables } from "./fields.ts";
import type { Condition } from "./filter.ts";
import {
  and,
  countAndPage,
  directionOf,
  type ListPage,
  type Plan,
  readPageRows,
  readRowsOnce,
  whereOf,
} from "./plan.ts";
import { COMPARED_MAX, findMatches, type Match } from "./values.ts";

/** As many rows, or postings, as are read to find a page and its total: some milliseconds, at most some 200. What fits more is found on the way through the list. */
const READ_MAX = 20_000;

/** The plan narrowed to the rows with the rarest of the values, on which the other conditions are tested; undefined where they are many. */
const narrowTo = (
  plan: Plan,
  { postings }: ValueTables,
  { term, fits, rows }: Match,
  conditions: readonly Condition[],
): Plan | undefined => {
  if (rows > READ_MAX) return undefined;
  const has = sql`_id = any (array(select visit_id from ${sql.table(postings)} where ${fits}))`;
  const others = conditions.filter((condition) => condition.term !== term);
  return { ...plan, where: and([has, whereOf(plan.listing, others)]) };
};

/** The same, for a caller who takes all rows: the plan itself where the values don't narrow it. */
export const narrowByValues = async (
  db: Db,
  source: ListSource,
  plan: Plan,
  conditions: readonly Condition[],
): Promise<Plan> => {
  const [rarest] = (await findMatches(db, source, plan.listing, conditions)) ?? [];
  return (rarest && source.values && narrowTo(plan, source.values, rarest, conditions)) ?? plan;
};

/** A page by date of the rows that have one of the values of each: of the rows themselves only those of the page are read. */
const pageFromPostings = (
  db: Db,
  plan: Plan,
  { postings }: ValueTables,
  matches: readonly Match[],
): Promise<ListPage> => {
  const direction = sql.raw(plan.keys[0]?.direction ?? "desc");
  const having = matches.map(({ term, fits }) => {
    // A row has one value in a field, but a word in several.
    const row = term.fields === undefined ? sql`distinct visit_id as _id, at` : sql`visit_id as _id, at`;
    return sql`select ${row} from ${sql.table(postings)} where ${fits}`;
  });
  const found = sql.join(having, sql` intersect `);
  const ids = sql`select _id from m order by at ${direction}, _id ${direction}`;
  return countAndPage(db, plan, found, ids);
};

/** A page of rows that are found by their values. @returns undefined where the list is gone through instead */
export const pageByValues = async (
  db: Db,
  source: ListSource,
  plan: Plan,
  conditions: readonly Condition[],
): Promise<ListPage | undefined> => {
  const matches = await findMatches(db, source, plan.listing, conditions);
  const [rarest, ...others] = matches ?? [];
  if (matches === undefined || rarest === undefined || source.values === undefined) return undefined;
  if (rarest.rows === 0) return { total: 0, docs: [], bytes: 0 };
  const areAll = matches.length === conditions.length && plan.listing.condition === undefined;
  const byDate = source.newest !== undefined && directionOf(source.newest, plan.listing) !== undefined;
  const areFew = others.length > 0 && rarest.rows <= COMPARED_MAX;
  if (areAll && byDate && !areFew && rarest.rows <= READ_MAX) return pageFromPostings(db, plan, source.values, matches);
  const few = narrowTo(plan, source.values, rarest, conditions);
  if (few !== undefined) return readRowsOnce(db, few);
  // A row has one value in a field, but a word in several.
  const isCounted = areAll && others.length === 0 && rarest.term.fields !== undefined;
  return isCounted ? { ...(await readPageRows(db, plan)), total: rarest.rows } : undefined;
};
