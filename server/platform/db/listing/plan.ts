import { sql } from "kysely";

import { build, type Db } from "../database.ts";
import type { ListSource, Newest, Sql } from "./fields.ts";
import type { Condition, Filter } from "./filter.ts";
import { type Direction, orderBy, type Sort, type SortKey, sortKeys } from "./order.ts";
import { piecesOf, type Piece, type Pieces, mergePieces } from "./pieces.ts";

/** What to list: of one location, narrowed by `condition`, filtered, sorted, one page of it. */
export type Listing = {
  location: string;
  /** A condition of the list itself, such as "inside"; none for all rows. */
  condition: Sql | undefined;
  filters: readonly Filter[];
  /** Words that a row's texts must contain. */
  words?: string;
  sorts: readonly Sort[];
  timezone: string;
  count: number;
  page: number;
  /** Where counting may stop; the total is exact when left out. */
  totalAtMost?: number | undefined;
  /** How many bytes of records may be handed over. */
  bytesMax: number;
  /** The row `v` as JSON text. */
  doc: Sql;
};

/** One page, and the number of rows in all. Where its records have more `bytes` than asked for, only the first are there. */
export type ListPage = Pick<Pieces, "docs" | "bytes"> & { total: number };

const OFFSET_MAX = Number.MAX_SAFE_INTEGER;

/** How a page is read. */
export type Plan = {
  table: Sql;
  where: Sql;
  keys: readonly SortKey[];
  limit: number;
  offset: number;
  listing: Listing;
  /** Whether it lists all rows of the location. */
  isOfAll: boolean;
  /** Where the rows of each day are counted, if the list is of all rows. */
  counted?: Newest | undefined;
};

/** Conditions of which all hold. */
export const and = (parts: readonly Sql[]): Sql => sql.join([...parts], sql` and `);

/** Meanwhile other requests wait for its connection and the processor. */
const LIST_MS_MAX = 3_000;

/** Runs the statement of a page. */
export const runList = <T>(db: Db, text: Sql): Promise<T[]> =>
  db.rows<T>({ ...text.compile(build), msMax: LIST_MS_MAX });

/** The rows of these IDs as joined JSON texts, in the order of the IDs. */
export const docsOf = ({ table, listing }: Plan, ids: Sql): Sql =>
  piecesOf(
    sql`select ${listing.doc} as doc, p.n, sum(octet_length(v.doc)) over (order by p.n rows unbounded preceding) as upto
    from (select _id, row_number() over () as n from (${ids}) q) p
    join ${table} v on v.company_id = ${listing.location} and v._id = p._id`,
    listing.bytesMax,
  );

/** Finds rows once, to count them and to read a page of them. @param found the rows, as `m` @param ids those of the page, from `m`, in order */
export const countAndPage = async (db: Db, plan: Plan, found: Sql, ids: Sql): Promise<ListPage> => {
  const { limit, offset } = plan;
  const pieces = await runList<Piece & { total: number }>(
    db,
    sql`with m as materialized (${found}) select t.total, j.* from (select count(*) as total from m) t
      left join (${docsOf(plan, sql`${ids} limit ${limit} offset ${offset}`)}) j on true order by j.n`,
  );
  return { ...mergePieces(pieces), total: pieces[0]?.total ?? 0 };
};

/** Reads the rows that fit once, to count and to sort them. */
export const readRowsOnce = (db: Db, plan: Plan): Promise<ListPage> => {
  const named = plan.keys.map((key, n) => sql`${key.by} as ${sql.ref(`k${n}`)}`);
  const keys = plan.keys.map((key, n) => ({ ...key, by: sql.ref(`k${n}`) }));
  const found = sql`select _id, ${sql.join(named)} from ${plan.table} where ${plan.where}`;
  return countAndPage(db, plan, found, sql`select _id from m order by ${orderBy(keys)}`);
};

/** How many rows a location has, by the table that counts them by day. */
const totalOfDays = async (db: Db, { countedIn }: Newest, location: string): Promise<number> => {
  const all = sql`select coalesce(sum(n), 0)::bigint as total from ${sql.table(countedIn)} where company_id = ${location}`;
  return (await runList<{ total: number }>(db, all))[0]?.total ?? 0;
};

/** How many rows fit. @param atMost where counting stops */
export const countRows = async (db: Db, { table, where, counted, listing }: Plan, atMost?: number): Promise<number> => {
  if (counted !== undefined) return totalOfDays(db, counted, listing.location);
  const rows = atMost === undefined ? sql`` : sql` limit ${atMost}`;
  const [row] = await runList<{ total: number }>(
    db,
    sql`select count(*) as total from (select 1 from ${table} where ${where}${rows}) c`,
  );
  return row?.total ?? 0;
};

/** The rows of a page, without their number in all. */
export const readPageRows = async (db: Db, plan: Plan): Promise<Pieces> => {
  const ids = sql`select _id from ${plan.table} where ${plan.where} order by ${orderBy(plan.keys)} limit ${plan.limit} offset ${plan.offset}`;
  return mergePieces(await runList<Piece>(db, sql`${docsOf(plan, ids)} order by n`));
};

/** In which direction the rows are sorted by that date alone; undefined where they are not. */
export const directionOf = ({ field }: Newest, { sorts: [only, ...others] }: Listing): Direction | undefined =>
  others.length === 0 && only?.field === field ? only.direction : undefined;

/** The condition that a row is in the list and fits all filters. */
export const whereOf = ({ location, condition }: Listing, conditions: readonly Condition[]): Sql =>
  and([sql`company_id = ${location}`, ...(condition ? [condition] : []), ...conditions.map(({ where }) => where)]);

/** The plan for a page of the rows that fit all conditions, those of the filters. */
export const planOf = (source: ListSource, listing: Listing, conditions: readonly Condition[]): Plan => {
  const isOfAll = conditions.length === 0 && listing.condition === undefined;
  return {
    table: sql.table(source.table),
    where: whereOf(listing, conditions),
    keys: sortKeys(source, listing.sorts),
    limit: listing.count,
    offset: Math.min((listing.page - 1) * listing.count, OFFSET_MAX),
    listing,
    isOfAll,
    ...(isOfAll ? { counted: source.newest } : {}),
  };
};
