import { sql } from "kysely";

import type { Db } from "../database.ts";
import { column, kindOf, type ListSource, type Sql, textOf, valueFieldsOf, type ValueTables } from "./fields.ts";
import { type Pieces, type Piece, mergePieces } from "./pieces.ts";
import { countRows, docsOf, type ListPage, type Plan, readPageRows, runList } from "./plan.ts";
import { isBeingIndexed } from "./values.ts";

/** The rows of a page that have a text in the field, and how many have one in all. */
type RowsWithText = { first: Pieces; count: () => Promise<number> };

/** By the index of a text column: `nulls last` over all rows could not use it (468 ms against 0.5). */
const rowsByIndex = async (db: Db, plan: Plan, field: string): Promise<RowsWithText> => {
  const having = {
    ...plan,
    where: sql`${plan.where} and ${column(field)} is not null`,
    keys: plan.keys.map((key) => ({ ...key, nullable: false })),
    counted: undefined,
  };
  return { first: await readPageRows(db, having), count: () => countRows(db, having) };
};

/** Numbers first and by value, then texts, then others (rules 2). */
const orderOfValues = (fields: readonly string[], direction: Sql): Sql => {
  const texts = sql`head ${direction}, tail ${direction}`;
  if (fields.length === 1) return texts;
  const [numbers] = fields;
  const rank = sql`array_position(${fields}::text[], field) ${direction}`;
  return sql`${rank}, case when field = ${numbers} then (head || tail)::numeric end ${direction}, ${texts}`;
};

/**
 * By the values in their order: the rows of those that reach into the page, each value's by their IDs. A value has one row at
 * least, so no more values than rows are looked at.
 */
const rowsByValues = async (
  db: Db,
  tables: ValueTables,
  plan: Plan,
  fields: readonly string[],
): Promise<RowsWithText> => {
  const { limit, offset, listing } = plan;
  const direction = sql.raw(listing.sorts[0]?.direction ?? "asc");
  const of = sql`${sql.table(tables.values)} where company_id = ${listing.location} and field = any (${fields}::text[])`;
  const order = orderOfValues(fields, direction);
  const ordered = sql`select _id, n, row_number() over () as place, sum(n) over (rows unbounded preceding) - n as before
    from (select _id, n from ${of} order by ${order} limit ${offset + limit}) d`;
  const rows = sql`select visit_id from ${sql.table(tables.postings)} where value_id = v._id order by visit_id ${direction} limit ${offset + limit} - v.before`;
  const ids = sql`with v as materialized (select * from (${ordered}) o where before < ${offset + limit} and before + n > ${offset})
    select visit_id as _id from v cross join lateral (${rows}) p order by v.place, visit_id ${direction}
    limit ${limit} offset ${offset} - (select min(before) from v)`;
  const count = async (): Promise<number> =>
    (await runList<{ n: number }>(db, sql`select coalesce(sum(n), 0)::bigint as n from ${of}`))[0]?.n ?? 0;
  return { first: mergePieces(await runList<Piece>(db, sql`${docsOf(plan, ids)} order by n`)), count };
};

const isText = (source: ListSource, field: string): boolean => ["text", "extra"].includes(kindOf(source, field));

const findRowsWithText = async (
  db: Db,
  source: ListSource,
  plan: Plan,
  field: string,
): Promise<RowsWithText | undefined> => {
  if (source.values === undefined) return rowsByIndex(db, plan, field);
  if (await isBeingIndexed(db, source.values, plan.listing.location)) return undefined;
  return rowsByValues(db, source.values, plan, valueFieldsOf(source, field));
};

/**
 * A page of all rows of a location, sorted by one text: of those that have it first; those without it are appended only where the
 * page reaches them. How many have it is only counted for pages beyond all of those.
 * @returns undefined for other lists, and where nothing keeps the order
 */
export const pageInTextOrder = async (db: Db, source: ListSource, plan: Plan): Promise<ListPage | undefined> => {
  const [only, ...others] = plan.listing.sorts;
  if (!plan.isOfAll || only === undefined || others.length > 0) return undefined;
  const isOrdered = source.values === undefined ? source.sortable.has(only.field) : isText(source, only.field);
  if (!isOrdered) return undefined;
  const [found, all] = await Promise.all([findRowsWithText(db, source, plan, only.field), countRows(db, plan)]);
  if (found === undefined) return undefined;
  const { first } = found;
  if (first.rows === plan.limit) return { total: all, docs: first.docs, bytes: first.bytes };
  const before = first.rows > 0 ? plan.offset + first.rows : await found.count();
  if (before >= all) return { total: all, docs: first.docs, bytes: first.bytes };
  const rest = await readPageRows(db, {
    ...plan,
    where: sql`${plan.where} and ${textOf(source, only.field)} is null`,
    keys: plan.keys.slice(-1),
    limit: plan.limit - first.rows,
    offset: Math.max(0, plan.offset - before),
  });
  return { total: all, docs: [...first.docs, ...rest.docs], bytes: first.bytes + rest.bytes };
};
