import type { MessageKind } from "../../../platform/channels/channels.ts";
import type { Db, Statement } from "../../../platform/db/database.ts";

const VISIT: Statement = {
  name: "find-timed-visit",
  text: `select v.signed_in, v.signed_out, r.invited_date, r.preregistered_date
from visits v left join registered_visitors r on r.company_id = v.company_id and r._id = v.known_visitor_id
where v.company_id = $1 and v._id = $2`,
};

/** The times of the visit itself, and of the registered visitor it came from. */
export type VisitTimes = {
  signed_in: string;
  signed_out: string | null;
  invited_date: string | null;
  preregistered_date: string | null;
};

/** ISO 8601; undefined if there is no such visit. */
export const findTimes = async (db: Db, location: string, id: string): Promise<VisitTimes | undefined> =>
  (await db.named<VisitTimes>(VISIT, [location, id]))[0];

const ACTIONS: Statement = {
  name: "select-actions",
  text: "select at, act as action from log where company_id = $1 and subject_id = $2 and act = any ($3::text[]) order by seq desc limit $4",
};

/** The newest entries of a record's log with these actions. */
export const listTimelineEntries = (
  db: Db,
  location: string,
  id: string,
  { actions, count }: { actions: readonly string[]; count: number },
): Promise<{ at: string; action: string }[]> => db.named(ACTIONS, [location, id, actions, count]);

const MESSAGES: Statement = {
  name: "select-messages-of",
  text: `select kind, template, state, create_date as queued_at, coalesce(sent_at, create_date) as at from messages
where company_id = $1 and template = any ($3::text[]) and (subject_id = $2 or parameters -> 'companions' ? $2) and subject_id in (
  with own as (select group_id from kiosk_arrivals where company_id = $1 and visit_id = $2)
  select $2 union select group_id from own
  union select a.visit_id from own join kiosk_arrivals a on a.company_id = $1 and a.group_id = own.group_id)
order by create_date desc, _id desc limit $4`,
};

/** A message about a visit; `at` is when it was sent or, if it wasn't, queued. */
export type VisitMessage = {
  kind: MessageKind;
  template: string;
  state: "queued" | "sending" | "sent" | "failed";
  /** The same for the messages of one occasion. */
  queued_at: string;
  at: string;
};

/** The newest messages about a visit, alone or with others, of these templates. */
export const listMessagesOf = (
  db: Db,
  location: string,
  id: string,
  { templates, count }: { templates: readonly string[]; count: number },
): Promise<VisitMessage[]> => db.named<VisitMessage>(MESSAGES, [location, id, templates, count]);
