import { build, type Db, type Statement } from "../../../platform/db/database.ts";

/** The location's data in an emergency message. */
export type EmergencyLocation = { name: string; default_language: string };

const PLACE: Statement = {
  name: "read-emergency-location",
  text: "select name, default_language from companies where _id = $1",
};

export const findEmergencyLocation = async (db: Db, location: string): Promise<EmergencyLocation | undefined> =>
  (await db.named<EmergencyLocation>(PLACE, [location]))[0];

/** How a visitor inside can be reached. */
export type ReachableVisitor = { _id: string; email: string | null; phone: string | null; language_id: string | null };

const INSIDE: Statement = {
  name: "reach-inside",
  text: `select _id, email, phone, language_id from visits
where company_id = $1 and signed_in >= $2 and signed_in < $3 and signed_in <= $4 and signed_out is null
  and (email is not null or phone is not null)
order by signed_in, _id`,
};

/** The visitors inside now with an email address or a phone number. @param inside the window of rules 3 */
export const listInside = (
  db: Db,
  location: string,
  inside: { from: string; to: string; now: string },
): Promise<ReachableVisitor[]> => db.named<ReachableVisitor>(INSIDE, [location, inside.from, inside.to, inside.now]);

/** A user with a marshal's role. */
export type Marshal = { email: string; language_id: string | null };

const MARSHALS: Statement = {
  name: "reach-marshals",
  text: `select email, language_id from users
where active and role in ('local_admin', 'receptionist', 'security_guard') and $1 = any(companies) order by _id`,
};

/** The marshals of a location, including global administrators, who may be anywhere. */
export const listMarshals = (db: Db, location: string): Promise<Marshal[]> => db.named<Marshal>(MARSHALS, [location]);

/** The location's row for the log entry; it does not change. */
export const locationRow = (location: string) =>
  build.selectFrom("companies").select("_id").where("_id", "=", location);
