import type { Role } from "../../../shared/roles.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

/** A user's subscription to the report of a location. */
export type Subscription = { location: string; user: string };

const FIND: Statement = {
  name: "find-report-subscription",
  text: "select 1 from report_subscriptions where company_id = $1 and user_id = $2",
};

export const hasSubscription = async (db: Db, { location, user }: Subscription): Promise<boolean> =>
  (await db.named(FIND, [location, user])).length > 0;

const INSERT: Statement = {
  name: "insert-report-subscription",
  text: withLog(
    `c as (insert into report_subscriptions (company_id, user_id, last_month) select $1, _id, $3::date from users where _id = $2
  on conflict do nothing returning user_id as _id)`,
    4,
  ),
};

/** Inserts a subscription, unless it exists. @param lastMonth the first day of the last month that isn't emailed */
export const insertSubscription = async (
  ctx: RequestContext,
  { location, user }: Subscription,
  lastMonth: string,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, INSERT, [location, user, lastMonth], entry);
};

const DELETE: Statement = {
  name: "delete-report-subscription",
  text: withLog(
    "c as (delete from report_subscriptions where company_id = $1 and user_id = $2 returning user_id as _id)",
    3,
  ),
};

/** Deletes a subscription, if it exists. */
export const deleteSubscription = async (
  ctx: RequestContext,
  { location, user }: Subscription,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, DELETE, [location, user], entry);
};

/** A location that has subscribers. */
export type ReportedLocation = { _id: string; name: string; timezone: string; language: string };

const LOCATIONS: Statement = {
  name: "list-reported-locations",
  text: `select _id, name, timezone, default_language as language from companies c
where exists (select from report_subscriptions s where s.company_id = c._id) order by _id`,
};

export const listReportedLocations = (db: Db): Promise<ReportedLocation[]> => db.named<ReportedLocation>(LOCATIONS, []);

// Of several processes only one finds a row unchanged: the others wait, and then find it done.
const TAKE: Statement = {
  name: "take-due-reports",
  text: "update report_subscriptions set last_month = $2::date where company_id = $1 and last_month < $2::date returning user_id",
};

/** Takes the subscriptions for which this month is due, until the transaction ends. @returns their users */
export const takeDue = async (db: Db, location: string, month: string): Promise<string[]> =>
  (await db.named<{ user_id: string }>(TAKE, [location, month])).map(({ user_id }) => user_id);

/** A user who reads the report of a location, as far as the role allows. */
export type Reader = { _id: string; email: string; role: Role; language_id: string | null };

const READERS: Statement = {
  name: "select-report-readers",
  text: `select _id, email, role, language_id from users
where _id = any ($2) and active and email <> '' and (role = 'global_admin' or $1 = any (companies)) order by _id`,
};

/** Those of the users who are active, have an address and cover a location. */
export const listReaders = (db: Db, location: string, users: readonly string[]): Promise<Reader[]> =>
  db.named<Reader>(READERS, [location, users]);
