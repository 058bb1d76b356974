import type { HostReply } from "../../../shared/host-replies.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { areOfHost } from "../../platform/db/own-visitors.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { keyValues, type VisitKey } from "./columns.ts";

/** The answer to a visitor who waits for approval: the decision, or before it what the host has replied. */
export type VisitAnswer = { approval?: "approved" | "rejected" | undefined; reply?: HostReply | undefined };

const KEEP = `on conflict (company_id, visit_id) do update set approval = excluded.approval, reply = excluded.reply, at = excluded.at
  where s.approval is distinct from excluded.approval or s.reply is distinct from excluded.reply`;

const SHOW: Statement = {
  name: "record-shown-answer",
  text: `insert into shown_answers as s (company_id, visit_id, approval, reply, at)
select $1, _id, $4::text, $5::text, $3::timestamptz from visits where company_id = $1 and _id = $2 ${KEEP}`,
};

/** Records that a screen was given this answer; the same one again changes nothing. */
export const recordShown = async (db: Db, key: VisitKey, { approval, reply }: VisitAnswer): Promise<void> => {
  await db.named(SHOW, [...keyValues(key), approval ?? null, reply ?? null]);
};

const TELL: Statement = {
  name: "record-told-answer",
  text: withLog(
    `told as (
  insert into shown_answers as s (company_id, visit_id, approval, reply, at)
  select $1, v._id, nullif(v.approval, 'pending'), r.reply, $3::timestamptz
  from visits v left join host_replies r on r.company_id = $1 and r.visit_id = v._id
  where v.company_id = $1 and v._id = $2 ${KEEP} returning visit_id),
c as (select visit_id as _id from told)`,
    4,
  ),
};

/** Records that reception has told the visitor how things are now. */
export const recordTold = async (ctx: RequestContext, key: VisitKey, entry: LogEntry): Promise<void> => {
  await runLogged(ctx, TELL, keyValues(key), entry);
};

// A decision made in the console is reception's own, unless an employee made it; kiosks and phones are where a visitor may wait for one.
const LIST: Statement = {
  name: "list-unseen-answers",
  text: `select v._id as visitor_id, nullif(v.approval, 'pending') as approval,
  case when v.approval = 'pending' then r.reply end as reply, coalesce(d.at, r.at) as at
from visits v
left join shown_answers s on s.company_id = $1 and s.visit_id = v._id
left join host_replies r on r.company_id = $1 and r.visit_id = v._id and r.at > $4::timestamptz and r.host is not distinct from v.recipient
left join lateral (
  select e.at, e.actor_kind, e.actor_id from log e where e.company_id = $1 and e.subject_id = v._id
    and e.event in ('visitor_screening_approved', 'visitor_screening_rejected') order by e.seq desc limit 1) d on true
where v.company_id = $1 and v.signed_out is null and v.signed_in >= $2::timestamptz and v.signed_in <= $3::timestamptz
  and v.approval is not null and v.signed_in_source in (1, 2) and ${areOfHost("$5", "v.")}
  and case v.approval when 'pending' then r.reply is not null and s.reply is distinct from r.reply
    else (d.actor_kind <> 'user' or exists (select from users u where u._id = d.actor_id and u.role = 'employee')) and s.approval is distinct from v.approval end
order by at, v._id`,
};

/** An answer that the visitor has not been shown, and since when (ISO 8601). */
export type UnseenAnswer = {
  visitor_id: string;
  approval: "approved" | "rejected" | null;
  reply: HostReply | null;
  at: string;
};

/** The answers to visitors inside whom the caller sees that no screen has shown, the first first. @param repliesAfter older replies don't count */
export const listUnseen = (
  { db, hosts }: Pick<RequestContext, "db" | "hosts">,
  location: string,
  { from, now, repliesAfter }: { from: string; now: string; repliesAfter: string },
): Promise<UnseenAnswer[]> => db.named<UnseenAnswer>(LIST, [location, from, now, repliesAfter, hosts ?? null]);
