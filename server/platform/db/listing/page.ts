import { sql } from "kysely";

import { build, type Db } from "../database.ts";
import { findValues, narrowToRarest, pageByValues } from "./by-values.ts";
import { startOfPage } from "./days.ts";
import type { ListSource, Sql } from "./fields.ts";
import { type Condition, filterConditions, wordConditions } from "./filter.ts";
import { orderBy } from "./order.ts";
import { pageInTextOrder } from "./text-order.ts";
import type { Pieces } from "./pieces.ts";
import {
  and,
  countRows,
  directionOf,
  type Listing,
  type ListPage,
  pageViaIndex,
  type Plan,
  planOf,
  readPageRows,
} from "./plan.ts";

/** Runs a statement over all rows of a list, for a caller who takes all of them. */
const runOnAll = <T>(db: Db, text: Sql): Promise<T[]> => db.rows<T>(text.compile(build));

/** Skipping this many rows is faster than finding the day in which a page begins. */
const SKIPPED_MAX = 1_000;

/** The rows of a page; far back, those of all before its first day are not read. */
const readFarPageRows = async (db: Db, plan: Plan): Promise<Pieces> => {
  const { counted, listing, offset } = plan;
  const direction = counted === undefined ? undefined : directionOf(counted, listing);
  if (counted === undefined || direction === undefined || offset <= SKIPPED_MAX) return readPageRows(db, plan);
  const start = await startOfPage(db, counted, { location: listing.location, direction, offset });
  if (start === undefined) return readPageRows(db, plan);
  return readPageRows(db, { ...plan, where: and([plan.where, start.where]), offset: start.offset });
};

/** Page and total are two statements side by side. */
const pageViaScan = async (db: Db, plan: Plan): Promise<ListPage> => {
  const [{ docs, bytes }, all] = await Promise.all([
    readFarPageRows(db, plan),
    countRows(db, plan, plan.listing.totalAtMost),
  ]);
  return { total: all, docs, bytes };
};

const conditionsOf = (source: ListSource, { filters, words = "", timezone }: Listing): Condition[] => [
  ...filterConditions(source, filters, timezone),
  ...wordConditions(source, words),
];

const readPage = async (
  db: Db,
  source: ListSource,
  plan: Plan,
  conditions: readonly Condition[],
): Promise<ListPage> => {
  if (conditions.some(({ indexed }) => indexed)) return pageViaIndex(db, plan);
  const page = await pageByValues(db, source, plan, conditions);
  if (page !== undefined) return page;
  return (await pageInTextOrder(db, source, plan)) ?? pageViaScan(db, plan);
};

/** One page of a list, with its total. Errors: `400` for filters that are not well formed. */
export const listPage = async (db: Db, source: ListSource, listing: Listing): Promise<ListPage> => {
  const conditions = conditionsOf(source, listing);
  const plan = planOf(source, listing, conditions);
  const { totalAtMost = Infinity } = listing;
  const { total: all, ...found } = await readPage(db, source, plan, conditions);
  return { ...found, total: Math.min(all, totalAtMost) };
};

/** The same page without its total, which can cost more than the page: for a caller who shows none. */
export const listDocs = async (db: Db, source: ListSource, listing: Listing): Promise<Omit<ListPage, "total">> => {
  const conditions = conditionsOf(source, listing);
  if (conditions.some(({ indexed, term }) => indexed || term !== undefined)) return listPage(db, source, listing);
  const plan = planOf(source, listing, conditions);
  return (await pageInTextOrder(db, source, plan)) ?? readFarPageRows(db, plan);
};

/**
 * The ids of all rows of a list in its order, as of one moment, one after the other without anything between: for a caller who
 * takes the rows in parts. Page and count are not looked at. Errors: `400` for filters that are not well formed.
 */
export const listIds = async (db: Db, source: ListSource, listing: Listing): Promise<string> => {
  const conditions = conditionsOf(source, listing);
  const all = planOf(source, listing, conditions);
  const { table, where, keys } =
    narrowToRarest(all, conditions, await findValues(db, source, listing, conditions)) ?? all;
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
