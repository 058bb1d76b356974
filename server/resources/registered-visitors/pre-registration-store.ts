import type { Db, Statement } from "../../platform/db/database.ts";

/** An agreement signed before the visit, in the version that was shown. */
export type PreSignedAgreement = {
  _id: string;
  version: number;
  language: string | null;
  signed_at: string;
  /** How it was shown, where that is known. */
  shown_as?: { name?: string | undefined; language?: string | undefined };
  /** Its signature, where the visitor has signed other agreements since. */
  own?: Pick<PreRegistration, "signature" | "signed_name">;
};

/** What a visitor submitted before the visit besides answers. */
export type PreRegistration = {
  agreements: PreSignedAgreement[];
  signature: string | null;
  signed_name: string | null;
  photo: string | null;
};

/** Identifies a pre-registration: the location and the registered visitor. */
export type PreRegistrationKey = { location: string; id: string };

const FIND: Statement = {
  name: "find-pre-registration",
  text: `select agreements, signature, signed_name, photo from preregistrations where company_id = $1 and registered_visitor_id = $2`,
};

export const findPreRegistration = async (
  db: Db,
  { location, id }: PreRegistrationKey,
): Promise<PreRegistration | undefined> => (await db.named<PreRegistration>(FIND, [location, id]))[0];

const SAVE: Statement = {
  name: "save-pre-registration",
  text: `insert into preregistrations (company_id, registered_visitor_id, agreements, signature, signed_name, photo, saved_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (company_id, registered_visitor_id) do update set agreements = excluded.agreements, signature = excluded.signature,
  signed_name = excluded.signed_name, photo = excluded.photo, saved_at = excluded.saved_at`,
};

/** Saves a pre-registration. @param at ISO 8601 */
export const savePreRegistration = async (
  db: Db,
  { location, id }: PreRegistrationKey,
  { agreements, signature, signed_name, photo }: PreRegistration,
  at: string,
): Promise<void> => {
  await db.named(SAVE, [location, id, JSON.stringify(agreements), signature, signed_name, photo, at]);
};

const DELETE: Statement = {
  name: "delete-pre-registration",
  text: `with gone as (delete from preregistrations where company_id = $1 and registered_visitor_id = $2 returning *)
update held_sign_ins h set preregistration = to_jsonb(gone) from gone where h.company_id = $1 and h.visit_id = $3`,
};

/** Deletes a pre-registration that moved to a visit; while that can be taken back, it is kept with it (migrations/0009_visits.sql). */
export const deletePreRegistration = async (
  db: Db,
  { location, id }: PreRegistrationKey,
  visit: string,
): Promise<void> => {
  await db.named(DELETE, [location, id, visit]);
};

const DISCARD: Statement = {
  name: "discard-pre-registration",
  text: "delete from preregistrations where company_id = $1 and registered_visitor_id = $2",
};

/** Deletes a pre-registration permanently: it came through a link that has ended. */
export const discardPreRegistration = async (db: Db, { location, id }: PreRegistrationKey): Promise<void> => {
  await db.named(DISCARD, [location, id]);
};

const BEGUN: Statement = {
  name: "has-visit-begun",
  text: `select 1 from visits v join registered_visitors r on r.company_id = v.company_id and r._id = v.known_visitor_id
where v.company_id = $1 and v.known_visitor_id = $2 and v.signed_in >= coalesce(r.invited_date, r.create_date) limit 1`,
};

/** Whether a visit has begun since they were invited. */
export const hasBegun = async (db: Db, { location, id }: PreRegistrationKey): Promise<boolean> =>
  (await db.named(BEGUN, [location, id])).length > 0;

const BY_NAME: Statement = {
  name: "find-expected-by-name",
  text: `select _id, name_letters(first_name) = name_letters($3)
    and name_letters(last_name) = name_letters($2) as swapped
from registered_visitors where company_id = $1
  and same_name(first_name, last_name, $2, $3)
  and (visiting_from is null or visiting_from < $5::timestamptz) and (visiting_to is null or visiting_to >= $4::timestamptz)
order by _id limit 2`,
};

/** A visitor found by a name. `swapped`: what was typed as given name is their family name, and the other way round. */
export type NamedVisitor = { _id: string; swapped: boolean | null };

/** The visitors of this name who are expected within a span; at most two. @param span instants as ISO 8601 */
export const findByName = (
  db: Db,
  location: string,
  name: { first: string; last: string },
  span: { from: string; to: string },
): Promise<NamedVisitor[]> => db.named<NamedVisitor>(BY_NAME, [location, name.first, name.last, span.from, span.to]);
