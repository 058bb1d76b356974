import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";
import type { RegisteredKey } from "./store.ts";

/**
 * A registered visitor as the API returns them: what is stored, and the last visit that came from it (interface 2.6).
 * Read with the record, so that an erased visit leaves nothing. One probe of an index for each.
 */
export const answerSql = (table: string) => sql<string>`coalesce(
  (select left(${sql.ref(table)}.doc, -1) || ',"last_visit":' || json_strip_nulls(json_build_object('visitorId', last._id,
    'signed_in', iso(last.signed_in), 'signed_out', iso(last.signed_out)))::text || '}'
  from visits last where last.company_id = ${sql.ref(table)}.company_id and last.known_visitor_id = ${sql.ref(table)}._id
  order by last.signed_in desc, last._id desc limit 1), ${sql.ref(table)}.doc)`;

/** What the API returns of one, beside what is stored of them. */
export const findAnswer = async (
  db: Db,
  { company_id, _id }: RegisteredKey,
): Promise<{ _id: string; doc: string; answer: string } | undefined> => {
  const query = build
    .selectFrom("registered_visitors")
    .select(["_id", "doc", answerSql("registered_visitors").as("answer")])
    .where("company_id", "=", company_id)
    .where("_id", "=", _id);
  return (await db.rows<{ _id: string; doc: string; answer: string }>(query))[0];
};
