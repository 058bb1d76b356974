import { sql } from "kysely";

import { column, extraValue, kindOf, type ListSource, type Sql, textOf } from "./fields.ts";

export type Direction = "asc" | "desc";

/** One `sorting[field]` of a request. */
export type Sort = { field: string; direction: Direction };

/** One expression to order by. Rows without it come last in both directions. */
export type SortKey = { by: Sql; direction: Direction; nullable: boolean };

/** Text ignoring case, by code point. Its first letters first: that part an index holds. */
const textKeys = (text: Sql, direction: Direction): SortKey[] =>
  [sql`left(fold_case(${text}), 48) collate "C"`, sql`fold_case(${text}) collate "C"`].map((by) => ({
    by,
    direction,
    nullable: true,
  }));

/** Numbers before strings, numbers by value; other values after them by their JSON text (rules 2). */
const extraKeys = (source: ListSource, { field, direction }: Sort): SortKey[] => {
  const value = extraValue(field);
  // Neither null nor an absent key has a rank: both come last in both directions.
  const rank = sql`case jsonb_typeof(${value}) when 'number' then 0 when 'string' then 1 when 'boolean' then 2 when 'array' then 2 when 'object' then 2 end`;
  const number = sql`case jsonb_typeof(${value}) when 'number' then (${value} #>> '{}')::numeric end`;
  const text = sql`fold_case(${textOf(source, field)}) collate "C"`;
  return [rank, number, text].map((by) => ({ by, direction, nullable: true }));
};

const keysOf = (source: ListSource, sort: Sort): SortKey[] => {
  const { field, direction } = sort;
  const kind = kindOf(source, field);
  if (kind === "images") return [];
  if (kind === "extra") return extraKeys(source, sort);
  if (kind === "text" || kind === "word") return textKeys(column(field), direction);
  if (kind === "span") return [{ by: sql`${textOf(source, field)} collate "C"`, direction, nullable: true }];
  const by = kind === "json" ? textOf(source, field) : column(field);
  return [{ by, direction, nullable: !source.always.has(field) }];
};

/** All expressions of a request's sorting; `_id` breaks ties, in the direction of the last key. */
export const sortKeys = (source: ListSource, sorts: readonly Sort[]): SortKey[] => [
  ...sorts.flatMap((sort) => keysOf(source, sort)),
  { by: sql`_id`, direction: sorts.at(-1)?.direction ?? "desc", nullable: false },
];

const term = ({ by, direction, nullable }: SortKey): Sql =>
  sql`${by} ${sql.raw(direction)}${sql.raw(nullable ? " nulls last" : "")}`;

/** The `order by` list of these keys. */
export const orderBy = (keys: readonly SortKey[]): Sql => sql.join(keys.map(term));
