import { sql } from "kysely";

import type { Sql, ValueTables } from "./fields.ts";
import type { Direction } from "./order.ts";
import { and } from "./plan.ts";
import type { Match } from "./values.ts";

/** Where the keys of the longest column begin. PostgreSQL can estimate how many rows this has, but not if they depended on each row. */
const PLACES = sql`generate_series(1, 2 * length_together(), key_length()) place`;

/** The keys of a column, as `key`; a row for each. @param fit conditions, also of the key that begins at `place` */
const keysIn = (table: Sql, column: string, fit: readonly Sql[]): Sql => {
  const all = and([...fit, sql`place <= length(${sql.ref(column)})`]);
  return sql`substr(${sql.ref(column)}, place, key_length()) as key from ${table}, ${PLACES} where ${all}`;
};

/** The keys of the rows that have one of some values, as `key`; one for each value that it has. @param are the condition of a value's ID */
export const keysOf = ({ values, postings }: ValueTables, are: (id: Sql) => Sql, fit: readonly Sql[] = []): Sql => {
  const newest = sql`select newest as visits from ${sql.table(values)} where ${are(sql`_id`)}`;
  const older = sql`select visits from ${sql.table(postings)} where ${are(sql`value_id`)}`;
  return sql`select ${keysIn(sql`(${newest} union all ${older}) p`, "visits", fit)}`;
};

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
  const newest = sql`select ${keysIn(sql.table(tables.values), "newest", [sql`_id = v.id`])}`;
  const older = sql`select key from (select since, ${keysIn(sql.table(tables.postings), "visits", [sql`value_id = v.id`])}) p
    order by since ${order}, key ${order} limit ${limit + offset}`;
  // In a sub-select, so that one plan serves all lists of values: planning for each took half of the time.
  const keys = sql`select key from unnest((select ${values}::bigint[])) v (id) cross join lateral (${newest} union all (${older})) k
    order by key ${order} limit ${limit} offset ${offset}`;
  return sql`select id_of_key(key) as _id from (${keys}) k`;
};

/** A match whose values are known. */
export type KnownMatch = Match & { values: number[] };

/** Which of the numbers in a key is that of the match's field; -1 where none is. */
const slotOf = ({ carried }: ValueTables, { term: { fields = [] } }: Match): number =>
  fields.length === 1 ? carried.indexOf(fields[0] ?? "") : -1;

/** As `number_bytes` writes it. */
const bytesOf = (value: number): string => `\\x${value.toString(16).padStart(8, "0")}`;

/** Whether the key that begins at `place` in `visits` has the number of one of the match's values. */
const carries = (tables: ValueTables, match: KnownMatch): Sql => {
  const fromEnd = 4 * (tables.carried.length - slotOf(tables, match));
  return sql`substr(visits, place + key_length() - ${sql.lit(fromEnd)}, 4) = any (${match.values.map(bytesOf)}::bytea[])`;
};

/** The matches whose postings are to be read to find the rows that fit all, and those that are tested by what these carry. */
export const readAndTested = (
  tables: ValueTables,
  matches: readonly KnownMatch[],
): { read: KnownMatch[]; tested: KnownMatch[] } => {
  const others = matches.filter((match) => slotOf(tables, match) < 0);
  const read = others.length > 0 ? others : matches.slice(0, 1);
  return { read, tested: matches.filter((match) => !read.includes(match)) };
};

/** The keys of the rows that fit all of some matches, each once. @param matches the rarest first */
export const keysOfAll = (tables: ValueTables, matches: readonly KnownMatch[]): Sql => {
  const { read, tested } = readAndTested(tables, matches);
  const fit = tested.map((match) => carries(tables, match));
  const each = read.map(({ values }, n) => sql`(${keysOf(tables, areAny(values), n === 0 ? fit : [])})`);
  const keys = sql.join(each, sql` intersect `);
  // A row has a word in several fields.
  return read.length > 1 || read[0]?.term.fields ? keys : sql`select distinct key from (${keys}) k`;
};
