import { sql } from "kysely";

import type { Sql } from "./fields.ts";

/**
 * What is read and sent at once: a page of 16 MiB in one text keeps every other request waiting for 60 ms, pieces of this size for
 * one. Some three times as much is in memory for each of them while it is read.
 */
const PIECE_BYTES = 64 * 1024;

/** A piece of a page: `rows` is null where none were found, `docs` where the texts exceed the limit. */
export type Piece = { docs: string | null; rows: number | null; bytes: number | null };

/** JSON texts joined by commas, in pieces to be joined by commas in turn; how many rows, and the bytes of all, including those left out. */
export type Pieces = { docs: readonly string[]; rows: number; bytes: number };

/**
 * The statement that joins the texts `doc` of rows up to a number of bytes: a row for each piece, to be ordered by `n`. PostgreSQL
 * knows the length of a long text without reading it, so texts beyond the limit are never in memory, neither here nor there.
 * @param rows with their place `n`, and `upto`: the bytes of them and all before
 */
export const piecesOf = (rows: Sql, bytesMax: number): Sql => sql`
  select string_agg(d.doc, ',' order by d.n) filter (where d.upto <= ${bytesMax}) as docs,
    count(*) as rows, max(d.upto)::bigint as bytes, min(d.n) as n from (${rows}) d
  group by least(d.upto, ${bytesMax}::bigint + 1)::bigint / ${sql.lit(PIECE_BYTES)}`;

/** The pieces of a page as one. */
export const mergePieces = (pieces: readonly Piece[]): Pieces => ({
  docs: pieces.flatMap(({ docs }) => docs ?? []),
  rows: pieces.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
  bytes: pieces.reduce((most, { bytes }) => Math.max(most, bytes ?? 0), 0),
});
