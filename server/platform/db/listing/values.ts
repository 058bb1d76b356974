import { sql } from "kysely";

import { build, type Db } from "../database.ts";
import type { ValueTables } from "./fields.ts";
import type { Term } from "./filter.ts";
import { runList, runPreparedList } from "./plan.ts";

/** What a term fits: how many rows have one of the values, and those, where they are not too many. */
export type Match = { term: Term; rows: number; values: number[] | undefined };

type MatchRow = { at: number; rows: number | null; values: string | null; isPending: boolean };

/**
 * The values that each of the terms fits.
 * @returns undefined while the visits of the location are still being indexed
 */
export const matchesOf = async (
  db: Db,
  { match, pending }: ValueTables,
  location: string,
  terms: readonly Term[],
): Promise<Match[] | undefined> => {
  const isPending = sql`exists (select 1 from ${sql.table(pending)} where company_id = ${location})`;
  const parts = terms.map(
    ({ fields, patterns, probe }, at) =>
      sql`select ${sql.lit(at)} as at, m.visits as rows, m.ids as values, ${isPending} as "isPending"
      from ${sql.raw(match)}(${location}, ${fields ?? null}::text[], array[${sql.join(patterns)}], ${probe ?? null}) m`,
  );
  const text = sql.join(parts, sql` union all `);
  // Of one filter, or two, there are few texts.
  const rows = await (terms.length <= 2 ? runPreparedList : runList)<MatchRow>(db, text);
  if (rows.some(({ isPending: still }) => still)) return undefined;
  return terms.map((term, at) => {
    const { rows: found, values } = rows.find((one) => one.at === at) ?? { rows: 0, values: null };
    return { term, rows: found ?? 0, values: found === null ? [] : values?.split(",").map(Number) };
  });
};

/** Whether visits of the location are still being indexed. */
export const isPending = async (db: Db, { pending }: ValueTables, location: string): Promise<boolean> => {
  const query = sql`select 1 from ${sql.table(pending)} where company_id = ${location}`;
  return (await db.rows(query.compile(build))).length > 0;
};
