import type { Db, Statement } from "../../platform/db/database.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";

/** The parts of a visit type's question that are needed to show its answer. */
export type Question = { field_name: string; label: Texts; visible: boolean };

/** A visit with everything its host sees; timestamps as the wire writes them. */
export type HostedVisitRow = {
  approval: string | null;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  recipient: string | null;
  signed_in: string;
  signed_out: string | null;
  extra: Record<string, unknown>;
  /** The first characters of the photo, enough to see whether it is one. */
  photo_start: string | null;
  visit_type: Texts | null;
  fields: Question[] | null;
  entry_point: Texts | null;
  agreements: { name: string; version: number }[];
  location: string;
  logo: string | null;
  colour: string | null;
  timezone: string;
  default_language: string;
  decided_at: string | null;
  decided_by: string | null;
  decider: string | null;
};

const FIND: Statement = {
  name: "find-hosted-visit",
  text: `select v.approval, v.first_name, v.last_name, v.company, v.email, v.phone, v.address, v.zip_code, v.city, v.recipient,
  v.signed_in, v.signed_out, v.extra, t.name as visit_type, t.fields, p.name as entry_point,
  (select left(i.photo, 300) from visit_images i where i.company_id = $1 and i.visit_id = v._id) as photo_start,
  (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'version', s.version) order by s.signed_at, s.agreement_id), '[]')
    from signed_agreements s where s.company_id = $1 and s.visit_id = v._id) as agreements,
  l.name as location, l.logo, l.colour, l.timezone, l.default_language,
  d.at as decided_at, d.actor_kind as decided_by, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as decider
from visits v
join companies l on l._id = $1
left join visit_types t on t.company_id = $1 and t._id = v.visit_type
left join entry_points p on p.company_id = $1 and p._id = v.entrypoint_id
left join lateral (
  select e.at, e.actor_kind, e.actor_id from log e where e.company_id = $1 and e.subject_id = v._id
    and e.event in ('visitor_screening_approved', 'visitor_screening_rejected') order by e.seq desc limit 1) d on true
left join users u on d.actor_kind = 'user' and u._id = d.actor_id
where v.company_id = $1 and v._id = $2`,
};

/** A visit as its host sees it; undefined if there is none. */
export const findHostedVisit = async (db: Db, location: string, visit: string): Promise<HostedVisitRow | undefined> =>
  (await db.named<HostedVisitRow>(FIND, [location, visit]))[0];

const PHOTO: Statement = {
  name: "find-hosted-photo",
  text: "select photo from visit_images where company_id = $1 and visit_id = $2",
};

/** The photo as it was sent; null or undefined if there is none. */
export const findPhoto = async (db: Db, location: string, visit: string): Promise<string | null | undefined> =>
  (await db.named<{ photo: string | null }>(PHOTO, [location, visit]))[0]?.photo;

const REACHABLE: Statement = {
  name: "list-reachable-hosts",
  text: `select cn from hosts where company_id = $1 and not hidden and (mail is not null or mobile is not null)
group by cn order by min(cn collate foyer_name)`,
};

/** The hosts of a location with an address, by name. */
export const listReachableHosts = (db: Db, location: string): Promise<{ cn: string }[]> =>
  db.named(REACHABLE, [location]);

const LOCK: Statement = {
  name: "lock-hosted-visit",
  text: "select recipient, signed_out is not null as has_left from visits where company_id = $1 and _id = $2 for update",
};

/** Whose visit it is now, locked until the transaction ends; undefined if there is none. */
export const lockHostedVisit = async (
  db: Db,
  location: string,
  visit: string,
): Promise<{ recipient: string | null; has_left: boolean } | undefined> =>
  (await db.named<{ recipient: string | null; has_left: boolean }>(LOCK, [location, visit]))[0];
