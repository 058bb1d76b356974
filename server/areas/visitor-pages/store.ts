import type { MessageKind } from "../../platform/channels/channels.ts";
import type { Db, Statement } from "../../platform/db/database.ts";

const VISITS: Statement = {
  name: "select-own-visits",
  text: "select _id from visits where company_id = $1 and known_visitor_id = $2 order by signed_in, _id",
};

/** The visits of a registered visitor, oldest first. */
export const listVisitIds = async (db: Db, location: string, registeredId: string): Promise<string[]> =>
  (await db.named<{ _id: string }>(VISITS, [location, registeredId])).map(({ _id }) => _id);

const BYTES: Statement = {
  name: "count-own-bytes",
  text: `select coalesce(sum(octet_length(v.doc) + coalesce(octet_length(i.photo), 0) + coalesce(octet_length(i.signature), 0)), 0)::float8 as bytes
from visits v left join visit_images i on i.company_id = v.company_id and i.visit_id = v._id
where v.company_id = $1 and v._id = any ($2::text[])`,
};

/** The size of the visits with their pictures. */
export const countBytes = async (db: Db, location: string, visits: readonly string[]): Promise<number> =>
  (await db.named<{ bytes: number }>(BYTES, [location, visits]))[0]?.bytes ?? 0;

/** A signature, on a visit or before one. */
export type OwnSignature = {
  agreement_id?: string;
  name: string;
  version: number;
  language: string;
  signed_at: string;
  visit?: string;
};

const SIGNED: Statement = {
  name: "select-own-signatures",
  text: `select agreement_id, name, version, language, signed_at, visit_id as visit from signed_agreements
where company_id = $1 and visit_id = any ($2::text[]) order by signed_at, agreement_id`,
};
const PRE_SIGNED: Statement = {
  name: "select-own-pre-signatures",
  text: `select coalesce(a.name ->> coalesce(s.language, l.default_language), a.name ->> l.default_language, a.name ->> 'en', '') as name,
  s.version, coalesce(s.language, l.default_language) as language, s.signed_at
from preregistrations p
join companies l on l._id = p.company_id
cross join jsonb_to_recordset(p.agreements) as s (_id text, version integer, language text, signed_at timestamptz)
left join agreements a on a.company_id = p.company_id and a._id = s._id
where p.company_id = $1 and p.registered_visitor_id = $2`,
};

export const listSignedAgreements = async (
  db: Db,
  location: string,
  visits: readonly string[],
  registeredId: string,
): Promise<OwnSignature[]> => [
  ...(await db.named<OwnSignature>(SIGNED, [location, visits])),
  ...(await db.named<OwnSignature>(PRE_SIGNED, [location, registeredId])),
];

/** A message that was sent to the visitor. */
export type OwnMessage = { kind: MessageKind; to: string; template: string; at: string };

// Messages to hosts and reception are about the visitor, but addressed to others.
const MESSAGES: Statement = {
  name: "select-own-messages",
  text: `select kind, recipient as to, template, create_date as at from messages
where company_id = $1 and subject_id = any ($2::text[]) and template in ('registered_visitor_invitation', 'registered_visitor_change', 'emergency')
order by create_date, _id`,
};

export const listMessages = (db: Db, location: string, subjects: readonly string[]): Promise<OwnMessage[]> =>
  db.named<OwnMessage>(MESSAGES, [location, subjects]);

const GIVEN: Statement = {
  name: "find-given-before",
  text: "select photo, signature, signed_name from preregistrations where company_id = $1 and registered_visitor_id = $2",
};

/** Pictures and name that were submitted for a future visit. */
export const findGivenBefore = async (
  db: Db,
  location: string,
  registeredId: string,
): Promise<Record<"photo" | "signature" | "signed_name", string | null> | undefined> =>
  (await db.named<Record<"photo" | "signature" | "signed_name", string | null>>(GIVEN, [location, registeredId]))[0];

const REPLY: Statement = {
  name: "find-stored-host-reply",
  text: "select reply, at from host_replies where company_id = $1 and visit_id = $2",
};

/** The host's latest reply, however old. */
export const findHostReply = async (
  db: Db,
  location: string,
  visit: string,
): Promise<{ reply: string; at: string } | undefined> =>
  (await db.named<{ reply: string; at: string }>(REPLY, [location, visit]))[0];
