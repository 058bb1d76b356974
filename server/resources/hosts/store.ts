import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";
import { hostByName } from "../../platform/db/host-by-name.ts";
import { piecesOf, type Piece, type Pieces, mergePieces } from "../../platform/db/listing/pieces.ts";
import type { Extra } from "../../platform/lib/record/extra.ts";

/** The columns of a host that rules set. */
export type HostRow = {
  cn: string;
  mail: string | null;
  mobile: string | null;
  telephone_number: string | null;
  sticky: boolean;
  extra: Extra;
};

export type HostKey = { company_id: string; _id: string };
/** A stored host. @property directory_id of one that comes from a directory */
export type StoredHost = HostRow & {
  _id: string;
  directory_id: string | null;
  external_id: string | null;
  doc: string;
};

const columns = [
  "_id",
  "cn",
  "mail",
  "mobile",
  "telephone_number",
  "sticky",
  "extra",
  "directory_id",
  "external_id",
  "doc",
] as const;

/** The total of bytes; 0 if the hosts are known to be few. */
type HostDocs = Pick<Pieces, "docs" | "bytes">;
/** Fewer bytes than this are read row by row. */
const FEW_BYTES = 2 * 1024 * 1024;

/** The rows in order, as far as the limit of bytes allows. */
const withinBytes = async (db: Db, rows: { compile(): unknown }, bytesMax: number): Promise<HostDocs> => {
  const counted = sql`select doc, row_number() over () as n, sum(octet_length(doc)) over (rows unbounded preceding) as upto from (${rows}) h`;
  return mergePieces(await db.rows<Piece>(sql`${piecesOf(counted, bytesMax)} order by n`.compile(build)));
};

/**
 * The managed hosts as JSON texts, by name ignoring case and accents; as many as the limit of bytes allows. Row by row
 * if all of them are few: that costs a third less.
 */
export const listHosts = async (
  db: Db,
  location: string,
  paging: { count?: number; page?: number },
  bytesMax: number,
): Promise<HostDocs> => {
  const all = build
    .selectFrom("hosts")
    .select("doc")
    .where("company_id", "=", location)
    .where("external", "=", false)
    .where("hidden", "=", false)
    .orderBy(sql`cn collate foyer_name`)
    .orderBy("_id");
  const size = paging.count ?? (paging.page === undefined ? undefined : 50);
  const some =
    size === undefined
      ? all
      : all.limit(size).offset(Math.min(((paging.page ?? 1) - 1) * size, Number.MAX_SAFE_INTEGER));
  const short = await db.rows<{ doc: string }>(
    sql`select doc from (${some}) h where ${Math.min(bytesMax, FEW_BYTES)} >=
      (select sum(octet_length(doc)) from hosts where company_id = ${location} and external = false and not hidden)`.compile(
      build,
    ),
  );
  if (short.length > 0) return { docs: [short.map(({ doc }) => doc).join(",")], bytes: 0 };
  return withinBytes(db, some, bytesMax);
};

const managed = (location: string, id: string) =>
  build
    .selectFrom("hosts")
    .select(columns)
    .where("company_id", "=", location)
    .where("_id", "=", id)
    .where("external", "=", false)
    .where("hidden", "=", false);

/** One managed host; external ones are never read back (interface 2.2), nor those who left their directory. */
export const findHost = async (db: Db, location: string, id: string): Promise<StoredHost | undefined> =>
  (await db.rows<StoredHost>(managed(location, id)))[0];

/** Reads a host and keeps it from being changed until the transaction ends. */
export const lockHost = async (db: Db, location: string, id: string): Promise<StoredHost | undefined> =>
  (await db.rows<StoredHost>(managed(location, id).forUpdate()))[0];

export const insertHost = (key: HostKey, row: HostRow, at: string) =>
  build
    .insertInto("hosts")
    .values({
      ...key,
      ...row,
      extra: JSON.stringify(row.extra),
      external: false,
      create_date: at,
      mod_date: at,
    })
    .returning(["_id", "doc"]);

export const updateHost = (key: HostKey, row: HostRow, at: string) =>
  build
    .updateTable("hosts")
    .set({ ...row, extra: JSON.stringify(row.extra), mod_date: at, rev: sql`rev + 1` })
    .where("company_id", "=", key.company_id)
    .where("_id", "=", key._id)
    .returning(["_id", "doc"]);

export const deleteHost = (key: HostKey) =>
  build
    .deleteFrom("hosts")
    .where("company_id", "=", key.company_id)
    .where("_id", "=", key._id)
    .where("external", "=", false)
    .returning("_id");

/** A row of the external hosts. */
export type ExternalHost = Pick<HostRow, "cn" | "mail" | "mobile" | "telephone_number">;
export type StoredExternalHost = ExternalHost & { _id: string };

const COUNT_EXTERNAL: Statement = {
  name: "count-external-hosts",
  text: "select count(*)::integer as count from hosts where company_id = $1 and external",
};

/** How many external hosts a location has. */
export const countExternalHosts = async (db: Db, location: string): Promise<number> =>
  (await db.named<{ count: number }>(COUNT_EXTERNAL, [location]))[0]?.count ?? 0;

/** The external hosts of a location, locked until the transaction ends. */
export const lockExternalHosts = async (db: Db, location: string): Promise<StoredExternalHost[]> => {
  // If two uploads run at once, the second waits for all of the first, even if there is no row to lock yet.
  await db.rows(sql`select 1 from companies where _id = ${location} for update`.compile(build));
  return db.rows<StoredExternalHost>(
    build
      .selectFrom("hosts")
      .select(["_id", "cn", "mail", "mobile", "telephone_number"])
      .where("company_id", "=", location)
      .where("external", "=", true)
      .orderBy("create_date")
      .orderBy("_id"),
  );
};

/** Writes external hosts, new and changed ones. */
export const saveExternalHosts = async (
  db: Db,
  location: string,
  hosts: readonly StoredExternalHost[],
  at: string,
): Promise<void> => {
  if (hosts.length === 0) return;
  await db.rows(
    sql`insert into hosts (company_id, _id, cn, mail, mobile, telephone_number, sticky, external, create_date, mod_date, doc)
      select ${location}, h._id, h.cn, h.mail, h.mobile, h.telephone_number, false, true, ${at}::timestamptz, ${at}::timestamptz, ''
      from jsonb_to_recordset(${JSON.stringify(hosts)}::jsonb) as h (_id text, cn text, mail text, mobile text, telephone_number text)
      on conflict (company_id, _id) do update set cn = excluded.cn, mail = excluded.mail, mobile = excluded.mobile,
        telephone_number = excluded.telephone_number, mod_date = excluded.mod_date, rev = hosts.rev + 1`.compile(build),
  );
};

const DELETE_EXTERNAL: Statement = {
  name: "delete-external-hosts",
  text: "delete from hosts where company_id = $1 and _id = any ($2) and external",
};

/** Removes external hosts, any number of them. */
export const deleteExternalHosts = async (db: Db, location: string, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.named(DELETE_EXTERNAL, [location, ids]);
};

/** The row for the log entry of an upload: the location itself. */
export const locationRow = (location: string) =>
  build.selectFrom("companies").select("_id").where("_id", "=", location);

const MAILS: Statement = {
  name: "find-mails-of-hosts",
  text: `select name, found.mail from (select distinct unnest($2::text[]) as name) names
  join lateral (${hostByName("h.mail", "name")}) found on true`,
};

/** The email address of the host that each of these names means (rules 4.3). */
export const listMails = (
  db: Db,
  location: string,
  names: readonly string[],
): Promise<{ name: string; mail: string | null }[]> => db.named(MAILS, [location, names]);
