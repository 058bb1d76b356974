import type { Db, Statement } from "../../platform/db/database.ts";
import { iso } from "../../platform/lib/time/time.ts";

const COUNTRY: Statement = {
  name: "find-phone-country",
  text: "select settings ->> 'phone_country' as country from companies where _id = $1",
};

/** The country by which a location's national telephone numbers are read; null if none is set. */
export const findPhoneCountryOf = async (db: Db, location: string): Promise<string | null> =>
  (await db.named<{ country: string | null }>(COUNTRY, [location]))[0]?.country ?? null;

/** SMS that a location sends in a day unless `sms_per_day` says otherwise. */
export const SMS_PER_DAY = 500;

/** The part of the day's SMS from which people are warned (rules 4). */
const WARNING_SHARE = 0.8;

const useSql = (
  now: string,
): string => `select l._id, l.name, coalesce((l.settings ->> 'sms_per_day')::integer, ${SMS_PER_DAY}) as most,
  (select count(*) from messages m where m.company_id = l._id and m.kind = 'sms' and m.state <> 'failed'
    and m.create_date >= date_trunc('day', ${now}::timestamptz at time zone l.timezone) at time zone l.timezone)::integer as today
from companies l`;

const USE: Statement = { name: "read-sms-use", text: `${useSql("$2")} where l._id = $1` };

/**
 * How many SMS of a location were queued or sent on the day of its clock, and how many it may send.
 * @param now milliseconds since 1970
 */
export const readSmsUse = async (db: Db, location: string, now: number): Promise<{ most: number; today: number }> =>
  (await db.named<{ most: number; today: number }>(USE, [location, iso(now)]))[0] ?? { most: SMS_PER_DAY, today: 0 };

const NEAR_LIMIT = `select name, most, today from (${useSql("$1")}) u where today > 0 and today >= most * ${WARNING_SHARE}
order by name limit $2`;

/** The locations that have few SMS left, or none, on the day of their clocks. @param now milliseconds since 1970 */
export const listNearSmsLimit = (
  db: Pick<Db, "rows">,
  now: number,
  limit: number,
): Promise<{ name: string; most: number; today: number }[]> =>
  db.rows({ sql: NEAR_LIMIT, parameters: [iso(now), limit] });
