import type { HostReply } from "../../../shared/host-replies.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { areOfHost } from "../../platform/db/own-visitors.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { EVENT_IDS, keyValues, type VisitKey } from "./columns.ts";

/** A reply, and when it was made (ISO 8601). */
export type StoredReply = { reply: HostReply; at: string };

// The same reply sent twice counts once; a visitor who has left or was rejected gets no replies.
const RECORD: Statement = {
  name: "record-host-reply",
  text: withLog(
    `visit as (
  select _id, visit_type, known_visitor_id, recipient from visits
  where company_id = $1 and _id = $2 and signed_out is null and approval is distinct from 'rejected' for key share),
was as (
  select reply from host_replies where company_id = $1 and visit_id = $2),
replied as (
  insert into host_replies as r (company_id, visit_id, reply, host, at)
  select $1, _id, $4::text, coalesce($5::text, recipient), $3::timestamptz from visit
  on conflict (company_id, visit_id) do update set reply = excluded.reply, host = excluded.host, at = excluded.at
  where r.reply <> excluded.reply or r.host is distinct from excluded.host or r.at < excluded.at - interval '1 minute'
  returning visit_id, reply),
c as (
  select v._id, v.visit_type, v.known_visitor_id, r.reply, (select reply from was) as was
  from visit v join replied r on r.visit_id = v._id)`,
    6,
    EVENT_IDS,
    `jsonb_build_object('before', jsonb_strip_nulls(jsonb_build_object('host_reply', c.was)),
      'after', jsonb_build_object('host_reply', c.reply))::text`,
  ),
};

/**
 * Records a host's reply. @param host the visit's new host; null: as before
 * @returns whether it was new, and the visitor inside
 */
export const recordReply = async (
  ctx: RequestContext,
  key: VisitKey,
  { reply, host }: { reply: HostReply; host: string | null },
  entry: LogEntry,
): Promise<boolean> => (await runLogged(ctx, RECORD, [...keyValues(key), reply, host], entry)).length > 0;

const COUNT: Statement = {
  name: "count-host-replies",
  text: "select count(*)::integer as n from log where company_id = $1 and subject_id = $2 and act = any ($3::text[])",
};

/** How often a visit was replied to, by the log's names for replies. */
export const countReplies = async (
  db: Db,
  location: string,
  visit: string,
  actions: readonly string[],
): Promise<number> => (await db.named<{ n: number }>(COUNT, [location, visit, actions]))[0]?.n ?? 0;

const FIND: Statement = {
  name: "find-host-reply",
  text: `select r.reply, r.at from host_replies r join visits v on v.company_id = r.company_id and v._id = r.visit_id
where r.company_id = $1 and r.visit_id = $2 and r.at > $3::timestamptz and r.host is not distinct from v.recipient`,
};

/** The latest reply of the visit's current host after a time (ISO 8601), if any. */
export const findReply = async (
  db: Db,
  location: string,
  visit: string,
  after: string,
): Promise<StoredReply | undefined> => (await db.named<StoredReply>(FIND, [location, visit, after]))[0];

const LIST: Statement = {
  name: "list-host-replies",
  text: `select r.visit_id as visitor_id, r.reply, r.at from visits v
join host_replies r on r.company_id = v.company_id and r.visit_id = v._id
where v.company_id = $1 and v.signed_out is null and r.at > $2::timestamptz and r.host is not distinct from v.recipient
  and ${areOfHost("$3", "v.")}
order by r.at desc, r.visit_id`,
};

/** The replies to visitors who are inside and whom the caller sees, newest first. */
export const listReplies = (
  { db, hosts }: Pick<RequestContext, "db" | "hosts">,
  location: string,
  after: string,
): Promise<(StoredReply & { visitor_id: string })[]> => db.named(LIST, [location, after, hosts ?? null]);
