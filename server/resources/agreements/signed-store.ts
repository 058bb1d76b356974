import type { Db, Statement } from "../../platform/db/database.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";
import type { Content } from "./store.ts";

/** An agreement as it can be signed now, and the default language of its location. */
export type SignableAgreement = Content & { _id: string; name: Texts; version: number; default_language: string };

const LOCK: Statement = {
  name: "lock-signable",
  text: `select a._id, a.name, a.version, v.type, v.agreement_text, v.video, v.pdf, l.default_language
from agreements a
join agreement_versions v on v.company_id = a.company_id and v.agreement_id = a._id and v.version = a.version
join companies l on l._id = a.company_id
where a.company_id = $1 and a._id = any ($2::text[]) for key share of a`,
};

/** The current versions of these agreements; none of them can be removed before the transaction ends. */
export const lockSignable = (db: Db, location: string, ids: readonly string[]): Promise<SignableAgreement[]> =>
  db.named<SignableAgreement>(LOCK, [location, ids]);

const LOCK_VERSIONS: Statement = {
  name: "lock-agreement-versions",
  // Versions outlive their agreement.
  text: `select v.agreement_id as _id, v.version, v.type, v.agreement_text, v.video, v.pdf, l.default_language,
  coalesce((select a.name from agreements a where a.company_id = v.company_id and a._id = v.agreement_id for key share), '{}') as name
from jsonb_to_recordset($2::jsonb) as s (_id text, version integer)
join agreement_versions v on v.company_id = $1 and v.agreement_id = s._id and v.version = s.version
join companies l on l._id = v.company_id`,
};

/** These versions of agreements, also of those removed since; no other can be removed before the transaction ends. */
export const lockVersions = (
  db: Db,
  location: string,
  shown: readonly { _id: string; version: number }[],
): Promise<SignableAgreement[]> => {
  const wanted = shown.map(({ _id, version }) => ({ _id, version }));
  return db.named<SignableAgreement>(LOCK_VERSIONS, [location, JSON.stringify(wanted)]);
};

const valid = (name: string, which: string): Statement => ({
  name,
  text: `select distinct s.agreement_id as id
from visits v
join signed_agreements s on s.company_id = v.company_id and s.visit_id = v._id
join agreements a on a.company_id = s.company_id and a._id = s.agreement_id and a.version = s.version
where v.company_id = $1 and ${which}
  and (a.expiry_days is null or s.signed_at + make_interval(days => a.expiry_days) > $3::timestamptz)`,
});
const VALID_OF_REGISTERED = valid("select-valid-of-known", "v.known_visitor_id = $2");
const VALID_OF_VISIT = valid(
  "select-valid-of-visit",
  "v._id in (select $2 union all select signed_on from carried_signatures where company_id = $1 and visit_id = $2)",
);

/**
 * Signatures that are still valid, under current versions: on the visits of a registered visitor, or on one visit and
 * those it builds on.
 */
export const listValidSignatures = async (
  db: Db,
  location: string,
  of: { registered: string } | { visit: string },
  now: string,
): Promise<string[]> => {
  const [statement, id] = "registered" in of ? [VALID_OF_REGISTERED, of.registered] : [VALID_OF_VISIT, of.visit];
  return (await db.named<{ id: string }>(statement, [location, id, now])).map((row) => row.id);
};

const CARRY: Statement = {
  name: "carry-signatures",
  text: `insert into carried_signatures (company_id, visit_id, signed_on)
select distinct $1, $2, s.visit_id
from visits b
join visits v on v.company_id = b.company_id and (v._id = b._id or v.known_visitor_id = b.known_visitor_id)
left join carried_signatures c on c.company_id = v.company_id and c.visit_id = v._id
join signed_agreements s on s.company_id = v.company_id and s.visit_id in (v._id, c.signed_on)
where b.company_id = $1 and b._id = $3
on conflict do nothing`,
};

/**
 * Lets a visit build on the signatures of another, of those that one builds on, and of all visits of the same
 * registered visitor.
 */
export const carrySigned = async (db: Db, location: string, visit: string, badge: string): Promise<void> => {
  await db.named(CARRY, [location, visit, badge]);
};

/** The signer: the names on the visit at that moment. */
export type Signer = { name: string; company: string | null; host: string | null };

/** One signature under one agreement. */
export type SignatureRow = {
  agreement_id: string;
  version: number;
  name: string;
  language: string;
  text_hash: string;
  signed_at: string;
  signer: Signer;
  signature: string | null;
};

const INSERT: Statement = {
  name: "insert-signed",
  text: `insert into signed_agreements (company_id, visit_id, agreement_id, version, name, language, text_hash, signed_at, signer, signature)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

export const insertSigned = async (db: Db, location: string, visit: string, signed: SignatureRow): Promise<void> => {
  const { agreement_id, version, name, language, text_hash, signed_at, signer, signature } = signed;
  const values = [agreement_id, version, name, language, text_hash, signed_at, JSON.stringify(signer), signature];
  await db.named(INSERT, [location, visit, ...values]);
};

const DELETE: Statement = {
  name: "delete-signed",
  text: "delete from signed_agreements where company_id = $1 and visit_id = $2 and agreement_id = any ($3::text[])",
};

/** Removes signatures from a visit. */
export const deleteSigned = async (db: Db, location: string, visit: string, ids: readonly string[]): Promise<void> => {
  await db.named(DELETE, [location, visit, ids]);
};

/** Everything that a signed document shows. */
export type SignedRecord = SignatureRow &
  Content & {
    visit_id: string;
    first_name: string | null;
    last_name: string | null;
    location: string;
    logo: string | null;
    address: string | null;
    zip_code: string | null;
    city: string | null;
    timezone: string;
    default_language: string;
  };

const FIND: Statement = {
  name: "find-signed",
  text: `select s.visit_id, s.agreement_id, s.version, s.name, s.language, s.text_hash, s.signed_at, s.signer,
  coalesce(s.signature, i.signature) as signature, v.type, v.agreement_text, v.video, v.pdf,
  l.name as location, l.logo, l.address, l.zip_code, l.city, l.timezone, l.default_language
from signed_agreements s
join agreement_versions v on v.company_id = s.company_id and v.agreement_id = s.agreement_id and v.version = s.version
join companies l on l._id = s.company_id
left join visit_images i on i.company_id = s.company_id and i.visit_id = s.visit_id
where s.company_id = $1 and s.visit_id = $2 and s.agreement_id = $3`,
};

/** What was signed, by whom and where. */
export const findSigned = async (
  db: Db,
  location: string,
  visit: string,
  agreement: string,
): Promise<SignedRecord | undefined> => (await db.named<SignedRecord>(FIND, [location, visit, agreement]))[0];

const LIST: Statement = {
  name: "list-signed",
  text: `select s.agreement_id, s.name, s.version, s.language, s.signed_at,
  s.signed_at + make_interval(days => a.expiry_days) as valid_until
from visits v
left join signed_agreements s on s.company_id = v.company_id and s.visit_id = v._id
left join agreements a on a.company_id = s.company_id and a._id = s.agreement_id
where v.company_id = $1 and v._id = $2 order by s.signed_at, s.agreement_id`,
};

/**
 * A signed agreement of a visit; `valid_until` is null if the signature does not expire, or its agreement was removed.
 */
export type SignedAgreementRow = Pick<SignatureRow, "agreement_id" | "name" | "version" | "language" | "signed_at"> & {
  valid_until: string | null;
};

type NoAgreement = { agreement_id: null };

/** Undefined if there is no such visit. */
export const listSigned = async (
  db: Db,
  location: string,
  visit: string,
): Promise<SignedAgreementRow[] | undefined> => {
  const rows = await db.named<SignedAgreementRow | NoAgreement>(LIST, [location, visit]);
  return rows.length === 0 ? undefined : rows.filter((row): row is SignedAgreementRow => row.agreement_id !== null);
};

const FIND_PDF: Statement = {
  name: "find-signed-pdf",
  text: "select pdf from signed_agreements where company_id = $1 and visit_id = $2 and agreement_id = $3",
};

/** The stored document; null if it was not requested before, undefined if the agreement was not signed. */
export const findSignedPdf = async (
  db: Db,
  location: string,
  visit: string,
  agreement: string,
): Promise<Buffer | null | undefined> =>
  (await db.named<{ pdf: Buffer | null }>(FIND_PDF, [location, visit, agreement]))[0]?.pdf;

const KEEP_PDF: Statement = {
  name: "keep-signed-pdf",
  text: `update signed_agreements set pdf = coalesce(pdf, $4) where company_id = $1 and visit_id = $2 and agreement_id = $3
returning pdf`,
};

/**
 * Stores the first document made; if two are made at once, both callers get the same one. Undefined if the visit was
 * erased in the meantime.
 */
export const insertSignedPdf = async (
  db: Db,
  location: string,
  [visit, agreement]: readonly [string, string],
  pdf: Buffer,
): Promise<Buffer | undefined> =>
  (await db.named<{ pdf: Buffer }>(KEEP_PDF, [location, visit, agreement, pdf]))[0]?.pdf;

/** Identifies a signed document, in this sort order. */
export type SignedDocumentKey = { company_id: string; visit_id: string; agreement_id: string };

/** Sorts before all documents. */
export const FIRST_KEY: SignedDocumentKey = { company_id: "", visit_id: "", agreement_id: "" };

const KEPT: Statement = {
  name: "select-kept-documents",
  text: `select company_id, visit_id, agreement_id, pdf from signed_agreements
where pdf is not null and (company_id, visit_id, agreement_id) > ($1, $2, $3)
order by company_id, visit_id, agreement_id limit $4`,
};

/** The stored documents, a page after a key. */
export const listStoredPdfs = (
  db: Db,
  after: SignedDocumentKey,
  limit: number,
): Promise<(SignedDocumentKey & { pdf: Buffer })[]> =>
  db.named<SignedDocumentKey & { pdf: Buffer }>(KEPT, [after.company_id, after.visit_id, after.agreement_id, limit]);

const REPLACE: Statement = {
  name: "replace-kept-document",
  text: `update signed_agreements set pdf = $5 where company_id = $1 and visit_id = $2 and agreement_id = $3 and pdf = $4
returning visit_id`,
};

/** Replaces a document, if it is still the expected one. @returns whether it was */
export const replaceStoredPdf = async (db: Db, at: SignedDocumentKey, was: Buffer, next: Buffer): Promise<boolean> =>
  (await db.named(REPLACE, [at.company_id, at.visit_id, at.agreement_id, was, next])).length > 0;
