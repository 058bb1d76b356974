import type { Db, Statement } from "../../platform/db/database.ts";
import type { DayOrder } from "../../../shared/import/dates.ts";
import type { ImportTarget } from "../../../shared/import/presets.ts";

export type ImportState = "receiving" | "mapped" | "running" | "done" | "failed" | "undone";

/** How a file was read. @property dates the order of the dates in each column that has any, and what it was taken from */
export type Understood = {
  encoding?: string;
  separator?: string;
  heading_row?: number;
  /** What the values of each column prove of the order of its dates. */
  orders?: (DayOrder | undefined | null)[];
  dates?: Record<string, { order: DayOrder; by: "file" | "country" }>;
};

/** A stored import. @property cursor how many rows are done */
export type ImportRow = {
  company_id: string;
  _id: string;
  target: ImportTarget;
  state: ImportState;
  filename: string | null;
  preset: string | null;
  sealed_key: string;
  understood: Understood;
  columns: string[];
  mapping: Record<string, string>;
  chosen: Record<string, Record<string, string | null>>;
  rows: number;
  cursor: number;
  result: Record<string, number>;
  failure: string | null;
  user_id: string;
  create_date: string;
  mod_date: string;
};

const COLUMNS = `company_id, _id, target, state, filename, preset, sealed_key, understood, columns, mapping, chosen, rows, cursor,
  result, failure, user_id, create_date, mod_date`;

const INSERT: Statement = {
  name: "insert-import",
  text: `insert into imports (company_id, _id, target, state, filename, sealed_key, user_id, create_date, mod_date)
    values ($1, $2, $3, 'receiving', $4, $5, $6, $7, $7)`,
};

/** Notes an import whose file is being received. */
export const insertImport = async (
  db: Db,
  row: Pick<ImportRow, "company_id" | "_id" | "target" | "filename" | "sealed_key" | "user_id" | "create_date">,
): Promise<void> => {
  const { company_id, _id, target, filename, sealed_key, user_id, create_date } = row;
  await db.named(INSERT, [company_id, _id, target, filename, sealed_key, user_id, create_date]);
};

/** The change that makes a received file one that can be run; for `runLoggedQuery`. */
export const receivedImport = (row: ImportRow) => ({
  compile: () => ({
    sql: `update imports set state = 'mapped', preset = $3, understood = $4, columns = $5, mapping = $6, rows = $7
      where company_id = $1 and _id = $2 returning _id`,
    parameters: [
      row.company_id,
      row._id,
      row.preset,
      JSON.stringify(row.understood),
      JSON.stringify(row.columns),
      JSON.stringify(row.mapping),
      row.rows,
    ],
  }),
});

/** The change of mapping and values; for `runLoggedQuery`. */
export const mappedImport = ({ company_id, _id, mapping, chosen, understood, mod_date }: ImportRow) => ({
  compile: () => ({
    sql: `update imports set mapping = $3, chosen = $4, understood = $5, mod_date = $6 where company_id = $1 and _id = $2 returning _id`,
    parameters: [
      company_id,
      _id,
      JSON.stringify(mapping),
      JSON.stringify(chosen),
      JSON.stringify(understood),
      mod_date,
    ],
  }),
});

/** The change of state; for `runLoggedQuery`. */
export const movedImport = ({ company_id, _id, state, result, failure, mod_date }: ImportRow) => ({
  compile: () => ({
    sql: `update imports set state = $3, result = $4, failure = $5, mod_date = $6 where company_id = $1 and _id = $2 returning _id`,
    parameters: [company_id, _id, state, JSON.stringify(result), failure, mod_date],
  }),
});

const FIND: Statement = {
  name: "find-import",
  text: `select ${COLUMNS} from imports where company_id = $1 and _id = $2`,
};
const LOCK: Statement = { name: "lock-import", text: `${FIND.text} for update` };

export const findImport = async (db: Db, location: string, id: string): Promise<ImportRow | undefined> =>
  (await db.named<ImportRow>(FIND, [location, id]))[0];

/** The same, locked until the transaction ends. */
export const lockImport = async (db: Db, location: string, id: string): Promise<ImportRow | undefined> =>
  (await db.named<ImportRow>(LOCK, [location, id]))[0];

const LIST: Statement = {
  name: "list-imports",
  text: `select ${COLUMNS} from imports where company_id = $1 and state <> 'receiving' order by create_date desc, _id desc limit 1000`,
};

/** The imports of a location, the newest first. */
export const listImports = (db: Db, location: string): Promise<ImportRow[]> => db.named(LIST, [location]);

const NEXT: Statement = {
  name: "next-running-import",
  text: `select ${COLUMNS} from imports where state = 'running' order by create_date limit 1 for update skip locked`,
};

/** The oldest import that is running and that no other process is at, locked until the transaction ends. */
export const lockNextRunning = async (db: Db): Promise<ImportRow | undefined> =>
  (await db.named<ImportRow>(NEXT, []))[0];

const ADVANCE: Statement = {
  name: "advance-import",
  text: "update imports set cursor = $3, result = $4, chosen = $5 where company_id = $1 and _id = $2",
};

/** Notes how far an import is; commits with what the step wrote. */
export const advance = async (db: Db, { company_id, _id, cursor, result, chosen }: ImportRow): Promise<void> => {
  await db.named(ADVANCE, [company_id, _id, cursor, JSON.stringify(result), JSON.stringify(chosen)]);
};

const ADD_PARTS: Statement = {
  name: "add-import-parts",
  text: `insert into import_parts (company_id, import_id, n, sealed)
    select $1, $2, $3 + t.n - 1, t.sealed from unnest($4::text[]) with ordinality as t (sealed, n)`,
};

/** Stores parts of a file, the first of them with number `first`. */
export const addParts = async (
  db: Db,
  { company_id, _id }: Pick<ImportRow, "company_id" | "_id">,
  first: number,
  sealed: readonly string[],
): Promise<void> => {
  await db.named(ADD_PARTS, [company_id, _id, first, sealed]);
};

const FIND_PART: Statement = {
  name: "find-import-part",
  text: "select sealed from import_parts where company_id = $1 and import_id = $2 and n = $3",
};

export const findPart = async (
  db: Db,
  { company_id, _id }: Pick<ImportRow, "company_id" | "_id">,
  n: number,
): Promise<string | undefined> => (await db.named<{ sealed: string }>(FIND_PART, [company_id, _id, n]))[0]?.sealed;

const DELETE_PARTS: Statement = {
  name: "delete-import-parts",
  text: "delete from import_parts where company_id = $1 and import_id = $2",
};

/** Forgets the file of an import. */
export const deleteParts = async (db: Db, { company_id, _id }: ImportRow): Promise<void> => {
  await db.named(DELETE_PARTS, [company_id, _id]);
};

const ADD_REJECTS: Statement = {
  name: "add-import-rejects",
  text: "insert into import_rejects (company_id, import_id, n, sealed) values ($1, $2, $3, $4)",
};

/** Keeps rejected rows of a step that begins at row `n`. */
export const addRejects = async (db: Db, { company_id, _id }: ImportRow, n: number, sealed: string): Promise<void> => {
  await db.named(ADD_REJECTS, [company_id, _id, n, sealed]);
};

const LIST_REJECTS: Statement = {
  name: "list-import-rejects",
  text: "select n, sealed from import_rejects where company_id = $1 and import_id = $2 and n > $3 order by n limit 100",
};

/** Some of the rejected rows, those after step `after`. */
export const listRejects = (
  db: Db,
  { company_id, _id }: ImportRow,
  after: number,
): Promise<{ n: number; sealed: string }[]> => db.named(LIST_REJECTS, [company_id, _id, after]);

const DELETE: Statement = { name: "delete-import", text: "delete from imports where company_id = $1 and _id = $2" };

/** Forgets an import with all its rows. */
export const deleteImport = async (
  db: Db,
  { company_id, _id }: Pick<ImportRow, "company_id" | "_id">,
): Promise<void> => {
  await db.named(DELETE, [company_id, _id]);
};

const FORGET: Statement = {
  name: "forget-imports",
  text: `delete from imports where create_date < $1::timestamptz and state <> 'running'
    or create_date < $2::timestamptz and state = 'receiving'`,
};

/** Forgets the imports that began before a moment, and files whose receiving was broken off. */
export const deleteOld = async (db: Db, before: string, receivingBefore: string): Promise<void> => {
  await db.named(FORGET, [before, receivingBefore]);
};

const PLACE: Statement = {
  name: "place-of-import",
  text: `select timezone, country, settings ->> 'phone_country' as phone_country, name,
    (settings ->> 'retention_days')::integer as retention_days from companies where _id = $1`,
};

/** What an import needs to know of its location. */
export type Place = {
  name: string;
  timezone: string;
  country: string | null;
  phone_country: string | null;
  retention_days: number | null;
};

export const findPlace = async (db: Db, location: string): Promise<Place | undefined> =>
  (await db.named<Place>(PLACE, [location]))[0];

const SALT: Statement = {
  name: "salt-of-imports",
  text: `insert into import_salts (company_id, salt) values ($1, sha256(uuid_send(gen_random_uuid())))
    on conflict (company_id) do update set salt = import_salts.salt returning encode(salt, 'hex') as salt`,
};

/** The salt of a location's imports, made when it is first needed. */
export const saltOf = async (db: Db, location: string): Promise<string> => {
  const [row] = await db.named<{ salt: string }>(SALT, [location]);
  if (row === undefined) throw new Error("the salt of imports was not made");
  return row.salt;
};
