import type { ColumnType, JSONColumnType } from "kysely";

/** A timestamp: read as ISO 8601 text (db/database.ts), written as text or Date. */
export type Timestamp = ColumnType<string, string, string>;
export type NullableTimestamp = ColumnType<string | null, string | null | undefined, string | null>;
export type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
export type Json<T> = JSONColumnType<T & object>;
export type Texts = Record<string, string>;

export type StoredRecord = {
  _id: string;
  create_date: Timestamp;
  mod_date: Timestamp;
  rev: ColumnType<number, number | undefined, number>;
};
export type LocationRecord = StoredRecord & { company_id: string };
/** What a record has that comes from a directory; all null for others. */
export type OfDirectory = { directory_id: NullableText; person_id: NullableText; external_id: NullableText };
