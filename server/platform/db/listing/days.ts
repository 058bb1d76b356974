import { sql } from "kysely";

import { build, type Db } from "../database.ts";
import { addDays } from "../../lib/time.ts";
import { column, type Newest, type Sql } from "./fields.ts";
import type { Direction } from "./order.ts";

/** How many rows a location has, as the table of days knows it (migrations/0022_visit_days.sql). */
export const totalOfDays = async (db: Db, { countedIn }: Newest, location: string): Promise<number> => {
  const all = sql`select coalesce(sum(n), 0)::bigint as total from ${sql.table(countedIn)} where company_id = ${location}`;
  const [row] = await db.rows<{ total: number }>(all.compile(build));
  return row?.total ?? 0;
};

/** Where a page begins: the rows that are left to skip, and a condition that leaves out the days before. */
export type PageStart = { where: Sql; offset: number };

/**
 * The day in which a page begins, of all rows of a location in the order of their date: what is before it is skipped without
 * being read.
 * @param offset rows to skip @returns undefined where no day is counted
 */
export const startOfPage = async (
  db: Db,
  { field, countedIn }: Newest,
  { location, direction, offset }: { location: string; direction: Direction; offset: number },
): Promise<PageStart | undefined> => {
  const order = sql`day ${sql.raw(direction)}`;
  const days = sql`select day, sum(n) over (order by ${order}) - n as before from ${sql.table(countedIn)} where company_id = ${location}`;
  const [first] = await db.rows<{ day: string; before: number }>(
    sql`select day::text as day, before::bigint as before from (${days}) d where before <= ${offset}
      order by before desc limit 1`.compile(build),
  );
  if (first === undefined) return undefined;
  const edge = sql`${direction === "desc" ? addDays(first.day, 1) : first.day}::timestamp at time zone 'UTC'`;
  const where = direction === "desc" ? sql`${column(field)} < ${edge}` : sql`${column(field)} >= ${edge}`;
  return { where, offset: offset - first.before };
};
