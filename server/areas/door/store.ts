import type { Db, Statement } from "../../platform/db/database.ts";
import { hostByName } from "../../platform/db/host-by-name.ts";

/** A host by name. */
export type HostName = { _id: string; cn: string; sticky: boolean };

const HOSTS: Statement = {
  name: "list-host-names",
  text: "select _id, cn, sticky from hosts where company_id = $1 and not hidden order by cn collate foyer_name, _id",
};

/** The hosts of a location by name, including external ones: they are uploaded so that visitors can choose them. */
export const listHostNames = (db: Db, location: string): Promise<HostName[]> => db.named<HostName>(HOSTS, [location]);

/** A host with the data that a sign-in needs. */
export type HostContact = {
  cn: string;
  mail: string | null;
  telephone_number: string | null;
  /** In the API's form, with extra keys. */
  doc: Record<string, unknown>;
};

const HOST_BY_ID: Statement = {
  name: "find-visited-by-id",
  text: "select cn, mail, telephone_number, doc::jsonb as doc from hosts where company_id = $1 and _id = $2 and not hidden",
};
const HOST_BY_NAME: Statement = {
  name: "find-visited-by-name",
  text: hostByName("h.cn, h.mail, h.telephone_number, h.doc::jsonb as doc", "$2::text"),
};

/** One host by ID, including external ones. */
export const findHostById = async (db: Db, location: string, id: string): Promise<HostContact | undefined> =>
  (await db.named<HostContact>(HOST_BY_ID, [location, id]))[0];

/** The host that is meant by this name (rules 4.3). */
export const findHostByName = async (db: Db, location: string, cn: string): Promise<HostContact | undefined> =>
  (await db.named<HostContact>(HOST_BY_NAME, [location, cn]))[0];

const INSIDE_BY_NAME: Statement = {
  name: "find-inside-by-name",
  text: `select _id, signed_in from visits
where company_id = $1 and signed_out is null and signed_in >= $2::timestamptz and signed_in <= $3::timestamptz
  and same_name(first_name, last_name, $4, $5)
  and ($6::text is null or name_letters(company) = name_letters($6))
order by signed_in, _id limit 2`,
};
const INSIDE_BY_COMPANY: Statement = {
  name: "find-inside-by-company",
  text: `select _id, signed_in from visits
where company_id = $1 and signed_out is null and signed_in >= $2::timestamptz and signed_in <= $3::timestamptz
  and btrim(concat(first_name, last_name)) = '' and name_letters(company) = name_letters($4)
order by signed_in desc, _id desc limit 1`,
};
const INSIDE_OF_REGISTERED: Statement = {
  name: "find-inside-of-known",
  text: `select _id, signed_in from visits
where company_id = $1 and signed_out is null and signed_in >= $2::timestamptz and signed_in <= $3::timestamptz
  and known_visitor_id = $4 order by signed_in desc limit 1`,
};

export type OpenVisit = { _id: string; signed_in: string };
type TimeWindow = { from: string; now: string };

/** Open visits of a name, at most two. @param company tells people of one name apart, if given */
export const findInsideByName = (
  db: Db,
  location: string,
  { from, now }: TimeWindow,
  [first, last, company]: readonly [string, string, string | null],
): Promise<OpenVisit[]> => db.named<OpenVisit>(INSIDE_BY_NAME, [location, from, now, first, last, company]);

/** The newest open visit without a name that has this company, such as a carrier's last delivery. */
export const findInsideByCompany = async (
  db: Db,
  location: string,
  { from, now }: TimeWindow,
  company: string,
): Promise<OpenVisit | undefined> => (await db.named<OpenVisit>(INSIDE_BY_COMPANY, [location, from, now, company]))[0];

/** The open visit of a registered visitor. */
export const findInsideOfRegistered = async (
  db: Db,
  location: string,
  { from, now }: TimeWindow,
  registeredId: string,
): Promise<OpenVisit | undefined> =>
  (await db.named<OpenVisit>(INSIDE_OF_REGISTERED, [location, from, now, registeredId]))[0];

const NOTIFIED: Statement = {
  name: "find-host-notifications",
  text: "select host_notifications from visit_types where company_id = $1 and _id = $2",
};

/** The notification settings of a visit type; a visit without one has none. */
export const findHostNotifications = async (
  db: Db,
  location: string,
  type: string | undefined,
): Promise<Record<string, boolean>> =>
  type === undefined
    ? {}
    : ((await db.named<{ host_notifications: Record<string, boolean> }>(NOTIFIED, [location, type]))[0]
        ?.host_notifications ?? {});
