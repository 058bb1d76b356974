import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";

/** An entry point as it is stored. */
export type EntryPointRow = {
  company_id: string;
  _id: string;
  name: Texts;
  active: boolean;
  index: number;
  create_date: string;
  mod_date: string;
};

const columns = ["company_id", "_id", "name", "active", "index", "create_date", "mod_date"] as const;
const all = (location: string) => build.selectFrom("entry_points").select(columns).where("company_id", "=", location);

export const listEntryPoints = (db: Db, location: string): Promise<EntryPointRow[]> =>
  db.rows<EntryPointRow>(all(location).orderBy("index").orderBy("_id"));

export const findEntryPoint = async (db: Db, location: string, id: string): Promise<EntryPointRow | undefined> =>
  (await db.rows<EntryPointRow>(all(location).where("_id", "=", id)))[0];

/** Reads an entry point and keeps it from being changed until the transaction ends. */
export const lockEntryPoint = async (db: Db, location: string, id: string): Promise<EntryPointRow | undefined> =>
  (await db.rows<EntryPointRow>(all(location).where("_id", "=", id).forUpdate()))[0];

export const insertEntryPoint = (row: EntryPointRow) =>
  build
    .insertInto("entry_points")
    .values({ ...row, name: JSON.stringify(row.name) })
    .returning("_id");

export const updateEntryPoint = ({ company_id, _id, ...row }: EntryPointRow) =>
  build
    .updateTable("entry_points")
    .set({ ...row, name: JSON.stringify(row.name), rev: sql`rev + 1` })
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning("_id");

export const deleteEntryPoint = (location: string, id: string) =>
  build.deleteFrom("entry_points").where("company_id", "=", location).where("_id", "=", id).returning("_id");

/** The inputs of a poster's token. */
export type PosterRow = { _id: string; name: Texts; active: boolean; poster_generation: number };

const posterColumns = ["_id", "name", "active", "poster_generation"] as const;

export const findPoster = async (db: Db, location: string, id: string): Promise<PosterRow | undefined> =>
  (
    await db.rows<PosterRow>(
      build.selectFrom("entry_points").select(posterColumns).where("company_id", "=", location).where("_id", "=", id),
    )
  )[0];

/** Raises a poster's generation. @param at ISO 8601 */
export const raisePoster = (location: string, id: string, at: string) =>
  build
    .updateTable("entry_points")
    .set({ poster_generation: sql`poster_generation + 1`, mod_date: at, rev: sql`rev + 1` })
    .where("company_id", "=", location)
    .where("_id", "=", id)
    .returning(posterColumns);
