import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";
import type { Total } from "../../platform/lib/record/record-limits.ts";

/** Uploaded documents by language: size, and SHA-256 in hexadecimal. */
export type PdfFiles = Record<string, { bytes: number; sha256: string }>;

/** What is signed; changing it makes a new version. */
export type Content = { type: "text" | "pdf" | "video"; agreement_text: Texts; video: Texts; pdf: PdfFiles };

/** The stored columns of an agreement, besides its content. */
export type AgreementRow = {
  company_id: string;
  _id: string;
  name: Texts;
  active: boolean;
  version: number;
  index: number;
  expiry_days: number | null;
  group_only: boolean;
  /** WebVTT by language. */
  captions: Texts;
  create_date: string;
  mod_date: string;
};

/** An agreement with the content of its newest version. */
export type WholeAgreement = AgreementRow & Content & { visit_types: string[] };

const VISIT_TYPES = `(select coalesce(jsonb_agg(l.visit_type_id order by l.place_in_agreement, l.visit_type_id), '[]')
  from agreement_visit_types l where l.company_id = a.company_id and l.agreement_id = a._id) as visit_types`;
const SELECT = `select a.company_id, a._id, a.name, a.active, a.version, a.index, a.expiry_days, a.group_only, coalesce(a.captions, '{}') as captions, a.create_date, a.mod_date,
  v.type, v.agreement_text, v.video, v.pdf, ${VISIT_TYPES}
from agreements a join agreement_versions v on v.company_id = a.company_id and v.agreement_id = a._id and v.version = a.version
where a.company_id = $1`;

const LIST: Statement = { name: "list-agreements", text: `${SELECT} order by a.index, a._id` };
const FIND: Statement = { name: "find-agreement", text: `${SELECT} and a._id = $2` };
const LOCK: Statement = {
  name: "lock-agreement",
  // Not `for update`: a visit type that lists it, or a visitor who signs it, must not have to wait.
  text: "select 1 from agreements where company_id = $1 and _id = $2 for no key update",
};

export const listAgreements = (db: Db, location: string): Promise<WholeAgreement[]> =>
  db.named<WholeAgreement>(LIST, [location]);

export const findAgreement = async (db: Db, location: string, id: string): Promise<WholeAgreement | undefined> =>
  (await db.named<WholeAgreement>(FIND, [location, id]))[0];

/** Keeps an agreement from being changed until the transaction ends. */
export const lockAgreement = async (db: Db, location: string, id: string): Promise<void> => {
  await db.named(LOCK, [location, id]);
};

const TOTAL: Statement = {
  name: "total-of-agreements",
  text: `select count(*)::integer as records,
  coalesce(sum(octet_length(a.name::text) + coalesce(octet_length(a.captions::text), 0) + octet_length(v.agreement_text::text) + octet_length(v.video::text)), 0)::float8 as bytes
from agreements a join agreement_versions v on v.company_id = a.company_id and v.agreement_id = a._id and v.version = a.version
where a.company_id = $1`,
};

/**
 * The agreements of a location in their newest versions; uploaded documents are stored elsewhere and are not counted.
 */
export const totalOf = async (db: Db, location: string): Promise<Total> =>
  (await db.named<Total>(TOTAL, [location]))[0] ?? { records: 0, bytes: 0 };

const stored = (row: AgreementRow) => ({
  ...row,
  name: JSON.stringify(row.name),
  captions: Object.keys(row.captions).length === 0 ? null : JSON.stringify(row.captions),
});

export const insertAgreement = (row: AgreementRow) =>
  build.insertInto("agreements").values(stored(row)).returning("_id");

export const updateAgreement = (row: AgreementRow) =>
  build
    .updateTable("agreements")
    .set({ ...stored(row), rev: sql`rev + 1` })
    .where("company_id", "=", row.company_id)
    .where("_id", "=", row._id)
    .returning("_id");

export const deleteAgreement = (location: string, id: string) =>
  build.deleteFrom("agreements").where("company_id", "=", location).where("_id", "=", id).returning("_id");

const INSERT_VERSION: Statement = {
  name: "insert-agreement-version",
  text: `insert into agreement_versions (company_id, agreement_id, version, type, agreement_text, video, pdf, create_date)
values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Stores the content of a new version. */
export const insertVersion = async (db: Db, row: AgreementRow, content: Content): Promise<void> => {
  const texts = [content.agreement_text, content.video, content.pdf].map((value) => JSON.stringify(value));
  await db.named(INSERT_VERSION, [row.company_id, row._id, row.version, content.type, ...texts, row.mod_date]);
};

const INSERT_FILE: Statement = {
  name: "insert-agreement-file",
  text: "insert into agreement_files (company_id, agreement_id, digest, bytes) values ($1, $2, $3, $4) on conflict do nothing",
};

export const insertFile = async (
  db: Db,
  { company_id, _id }: AgreementRow,
  file: { digest: string; bytes: Buffer },
): Promise<void> => {
  await db.named(INSERT_FILE, [company_id, _id, file.digest, file.bytes]);
};

const COPY_FILES: Statement = {
  name: "copy-agreement-files",
  text: `insert into agreement_files (company_id, agreement_id, digest, bytes)
    select $3, $4, digest, bytes from agreement_files where company_id = $1 and agreement_id = $2 and digest = any ($5::text[])`,
};

/** Gives an agreement documents of another one. */
export const copyFiles = async (
  db: Db,
  from: AgreementRow,
  to: AgreementRow,
  digests: readonly string[],
): Promise<void> => {
  await db.named(COPY_FILES, [from.company_id, from._id, to.company_id, to._id, digests]);
};

const FIND_FILE: Statement = {
  name: "find-agreement-file",
  text: "select bytes from agreement_files where company_id = $1 and agreement_id = $2 and digest = $3",
};

/** An uploaded document by its digest, including those of earlier versions. */
export const findFile = async (db: Db, location: string, id: string, digest: string): Promise<Buffer | undefined> =>
  (await db.named<{ bytes: Buffer }>(FIND_FILE, [location, id, digest]))[0]?.bytes;
