import { sql } from "kysely";

import { build, type Db } from "../database.ts";
import { narrowByValues, pageByValues } from "./by-values.ts";
import type { ListSource, Sql } from "./fields.ts";
import { type Condition, filterConditions, wordConditions } from "./filter.ts";
import { orderBy } from "./order.ts";
import { countRows, type Listing, type ListPage, type Plan, planOf, readPageRows, readRowsOnce } from "./plan.ts";
import { pageInTextOrder } from "./text-order.ts";

/** Runs a statement over all rows of a list, for a caller who takes all of them. */
const runOnAll = <T>(db: Db, text: Sql): Promise<T[]> => db.rows<T>(text.compile(build));

const conditionsOf = (source: ListSource, { filters, words = "", timezone }: Listing): Condition[] => [
  ...filterConditions(source, filters, timezone),
  ...wordConditions(source, words),
];

/** Page and total are two statements side by side. */
const pageInOrder = async (db: Db, plan: Plan): Promise<ListPage> => {
  const [{ docs, bytes }, total] = await Promise.all([
    readPageRows(db, plan),
    countRows(db, plan, plan.listing.totalAtMost),
  ]);
  return { total, docs, bytes };
};

/** In one of three ways: found by values, in the order of a text, or on the way through the list. */
const readPage = async (
  db: Db,
  source: ListSource,
  plan: Plan,
  conditions: readonly Condition[],
): Promise<ListPage> => {
  // Without values a trigram index finds the texts, and has to find all of them to know how many there are.
  if (source.values === undefined && conditions.length > 0) return readRowsOnce(db, plan);
  return (
    (await pageByValues(db, source, plan, conditions)) ??
    (await pageInTextOrder(db, source, plan)) ??
    (await pageInOrder(db, plan))
  );
};

/** One page of a list, with its total. Errors: `400` for filters that are not well formed. */
export const listPage = async (db: Db, source: ListSource, listing: Listing): Promise<ListPage> => {
  const conditions = conditionsOf(source, listing);
  const { totalAtMost = Infinity } = listing;
  const { total, ...found } = await readPage(db, source, planOf(source, listing, conditions), conditions);
  return { ...found, total: Math.min(total, totalAtMost) };
};

/** The same page without its total, which can cost more than the page: for a caller who shows none. */
export const listDocs = async (db: Db, source: ListSource, listing: Listing): Promise<Omit<ListPage, "total">> => {
  const conditions = conditionsOf(source, listing);
  if (conditions.some(({ term }) => term !== undefined)) return listPage(db, source, listing);
  const plan = planOf(source, listing, conditions);
  return (await pageInTextOrder(db, source, plan)) ?? readPageRows(db, plan);
};

/**
 * The ids of all rows of a list in its order, as of one moment, one after the other without anything between: for a caller who
 * takes the rows in parts. Page and count are not looked at. Errors: `400` for filters that are not well formed.
 */
export const listIds = async (db: Db, source: ListSource, listing: Listing): Promise<string> => {
  const conditions = conditionsOf(source, listing);
  const { table, where, keys } = await narrowByValues(db, source, planOf(source, listing, conditions), conditions);
  const inOrder = sql`select _id, row_number() over (order by ${orderBy(keys)}) as n from ${table} where ${where}`;
  const [row] = await runOnAll<{ ids: string }>(
    db,
    sql`select coalesce(string_agg(_id, '' order by n), '') as ids from (${inOrder}) q`,
  );
  return row?.ids ?? "";
};

/** Some rows as JSON texts joined by commas, and how many of the ids asked for they cover. */
export type DocsPart = { docs: string; taken: number };

/**
 * The rows of these ids in their order, as many as the bytes allow, but one at least; those that are gone are left out.
 */
export const docsByIds = async (
  db: Db,
  source: ListSource,
  { location, doc, bytesMax }: Pick<Listing, "location" | "doc" | "bytesMax">,
  ids: readonly string[],
): Promise<DocsPart> => {
  const rows = sql`select ${doc} as doc, p.n, octet_length(v.doc) as bytes,
    sum(octet_length(v.doc)) over (order by p.n rows unbounded preceding) as upto
    from unnest(${[...ids]}::text[]) with ordinality as p (_id, n)
    join ${sql.table(source.table)} v on v.company_id = ${location} and v._id = p._id`;
  const fits = sql`d.upto <= ${bytesMax} or d.upto = d.bytes`;
  const [row] = await runOnAll<{ docs: string; last: number | null; all: boolean | null }>(
    db,
    sql`select coalesce(string_agg(d.doc, ',' order by d.n) filter (where ${fits}), '') as docs,
      max(d.n) filter (where ${fits}) as last, bool_and(${fits}) as all from (${rows}) d`,
  );
  return { docs: row?.docs ?? "", taken: row?.all === false ? (row.last ?? ids.length) : ids.length };
};
