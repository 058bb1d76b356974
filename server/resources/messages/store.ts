import type { MessageKind } from "../../platform/channels/channels.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Content } from "./columns.ts";

export type MessageState = "queued" | "sending" | "sent" | "failed";

/** A message as it is stored. */
export type MessageRow = Content & {
  company_id: string;
  _id: string;
  kind: MessageKind;
  recipient: string;
  language: string | null;
  state: MessageState;
  /** The number of tries, including the current one. */
  attempts: number;
  next_at: string | null;
  error: string | null;
  answer: string | null;
  subject_id: string | null;
  lease: string | null;
  create_date: string;
  mod_date: string;
  sent_at: string | null;
};

/** A message to be queued. */
export type NewMessage = Pick<
  MessageRow,
  | "company_id"
  | "_id"
  | "kind"
  | "recipient"
  | "template"
  | "parameters"
  | "language"
  | "subject_id"
  | "create_date"
  | "error"
> & { next_at: string };

const COLUMNS =
  "company_id, _id, kind, recipient, template, parameters, language, state, attempts, next_at, error, answer, subject_id, lease, create_date, mod_date, sent_at";

const INSERT: Statement = {
  name: "queue-messages",
  text: `insert into messages (company_id, _id, kind, recipient, template, parameters, language, state, error, next_at, subject_id, create_date, mod_date)
select company_id, _id, kind, recipient, template, parameters, language, case when error is null then 'queued' else 'failed' end, error,
  case when error is null then next_at end, subject_id, create_date, create_date
from jsonb_to_recordset($1::jsonb) as m (company_id text, _id text, kind text, recipient text, template text, parameters jsonb,
  language text, subject_id text, error text, next_at timestamptz, create_date timestamptz)`,
};

/** Queues messages. */
export const insertMessages = async (db: Db, messages: readonly NewMessage[]): Promise<void> => {
  await db.named(INSERT, [JSON.stringify(messages)]);
};

// The row is locked during this statement only; while the message is sent, the lease keeps other processes away.
const TAKE: Statement = {
  name: "take-message",
  text: `with due as (
  select company_id, _id from messages
  where kind = $1 and state in ('queued', 'sending') and next_at <= $2::timestamptz and create_date > $3::timestamptz
  order by next_at limit 1 for update skip locked)
update messages m set state = 'sending', attempts = m.attempts + 1, lease = $4, next_at = $5::timestamptz, mod_date = $2::timestamptz
from due where m.company_id = due.company_id and m._id = due._id
returning ${COLUMNS.split(", ")
    .map((column) => `m.${column}`)
    .join(", ")}`,
};

/** When and for how long a message is taken. */
export type Lease = { kind: MessageKind; now: string; queuedAfter: string; lease: string; until: string };

/** Takes the message that is due longest, or one whose lease ran out; undefined if there is none. */
export const takeMessage = async (db: Db, lease: Lease): Promise<MessageRow | undefined> =>
  (await db.named<MessageRow>(TAKE, [lease.kind, lease.now, lease.queuedAfter, lease.lease, lease.until]))[0];

// Even if another process holds the lease by now: the message was sent, and must not be sent again.
const SENT: Statement = {
  name: "record-sent",
  text: `update messages set state = 'sent', sent_at = $3::timestamptz, mod_date = $3::timestamptz, answer = $4, next_at = null, lease = null, error = null
where company_id = $1 and _id = $2 and state <> 'sent'`,
};

type Key = Pick<MessageRow, "company_id" | "_id">;

/** Records that the channel accepted a message, with its answer; leaves one that is recorded as sent already. */
export const recordSent = async (db: Db, { company_id, _id }: Key, at: string, answer: string): Promise<void> => {
  await db.named(SENT, [company_id, _id, at, answer]);
};

const COUNT_AT: Statement = {
  name: "count-messages-queued-at",
  text: "select count(*)::integer as n from messages where company_id = $1 and create_date = $2::timestamptz",
};

/** How many messages of a location were queued at a moment, as by one call. @param at as the wire writes it */
export const countQueuedAt = async (db: Db, location: string, at: string): Promise<number> =>
  (await db.named<{ n: number }>(COUNT_AT, [location, at]))[0]?.n ?? 0;

const DELETE: Statement = { name: "delete-message", text: "delete from messages where company_id = $1 and _id = $2" };

/** Deletes one message. */
export const deleteMessage = async (db: Db, { company_id, _id }: Key): Promise<void> => {
  await db.named(DELETE, [company_id, _id]);
};

const FAILED: Statement = {
  name: "record-failure",
  text: `update messages set state = case when $5::timestamptz is null then 'failed' else 'queued' end, error = $4, next_at = $5::timestamptz,
  lease = null, mod_date = $6::timestamptz
where company_id = $1 and _id = $2 and state = 'sending' and lease = $3`,
};

/** Records a failure for the holder of the lease; without `again` it is final. */
export const recordFailure = async (
  db: Db,
  { company_id, _id, lease }: Key & Pick<MessageRow, "lease">,
  failure: { error: string; again: string | null; at: string },
): Promise<void> => {
  await db.named(FAILED, [company_id, _id, lease, failure.error, failure.again, failure.at]);
};

/** The template whose messages are about erased visitors: they are deleted where others are kept as sent or failed. */
export const OF_ERASED = "registered_visitor_cancellation" satisfies Content["template"];

const GIVE_UP: Statement = {
  name: "give-up-messages",
  text: `update messages set state = 'failed', next_at = null, lease = null, mod_date = $1::timestamptz, error = rtrim($3::text || coalesce(error, $4::jsonb ->> kind, ''))
where state in ('queued', 'sending') and next_at <= $1::timestamptz and create_date <= $2::timestamptz`,
};

const GIVE_UP_ERASED: Statement = {
  name: "give-up-erased-messages",
  text: `delete from messages where state in ('queued', 'sending') and next_at <= $1::timestamptz and create_date <= $2::timestamptz
  and template = $3`,
};

/**
 * Which messages to give up, and their error: `prefix` before the last error, or before the kind's reason if there is
 * none.
 */
export type GiveUpCriteria = { now: string; queuedUntil: string; prefix: string; reasons: Record<string, string> };

/** Marks messages that were queued too long ago as failed; those about erased visitors are deleted. */
export const giveUpMessages = async (db: Db, { now, queuedUntil, prefix, reasons }: GiveUpCriteria): Promise<void> => {
  await db.named(GIVE_UP_ERASED, [now, queuedUntil, OF_ERASED]);
  await db.named(GIVE_UP, [now, queuedUntil, prefix, JSON.stringify(reasons)]);
};

const FORGET: Statement = {
  name: "forget-messages",
  text: "delete from messages where company_id = $1 and create_date <= $2::timestamptz",
};

/** Deletes the messages of a location, or of the service itself, that were queued until then. */
export const deleteMessages = async (db: Db, location: string, until: string): Promise<void> => {
  await db.named(FORGET, [location, until]);
};

const NEWEST: Statement = {
  name: "newest-messages",
  text: `select ${COLUMNS} from messages where company_id = $1 order by create_date desc, _id desc limit $2 offset $3`,
};

const NEWEST_IN_STATE: Statement = {
  name: "newest-messages-in-state",
  text: `select ${COLUMNS} from messages where company_id = $1 and state = $4 order by create_date desc, _id desc limit $2 offset $3`,
};

/** Filters the messages; `state` undefined means all. */
export type MessageFilter = { state: MessageState | undefined; limit: number; offset: number };

/** The messages of a location, newest first. */
export const listNewest = (db: Db, location: string, { state, limit, offset }: MessageFilter): Promise<MessageRow[]> =>
  state === undefined
    ? db.named<MessageRow>(NEWEST, [location, limit, offset])
    : db.named<MessageRow>(NEWEST_IN_STATE, [location, limit, offset, state]);

const ONE: Statement = {
  name: "find-message",
  text: `select ${COLUMNS} from messages where company_id = $1 and _id = $2`,
};

/** One message of a location. */
export const findMessage = async (db: Db, location: string, id: string): Promise<MessageRow | undefined> =>
  (await db.named<MessageRow>(ONE, [location, id]))[0];

const LOCK_FAILED: Statement = {
  name: "lock-failed-message",
  text: `select ${COLUMNS} from messages where company_id = $1 and _id = $2 and state = 'failed' for update`,
};

/** A message that was given up, locked until the transaction ends. */
export const lockFailed = async (db: Db, location: string, id: string): Promise<MessageRow | undefined> =>
  (await db.named<MessageRow>(LOCK_FAILED, [location, id]))[0];

const REPLACE_FAILED: Statement = {
  name: "replace-failed-message",
  text: withLog(
    `gone as (delete from messages where company_id = $1 and _id = $2 returning *),
c as (
  insert into messages (company_id, _id, kind, recipient, template, parameters, language, state, next_at, subject_id, create_date, mod_date)
  select company_id, $3, kind, $4, template, parameters, language, 'queued', $5::timestamptz, subject_id, $5::timestamptz, $5::timestamptz
  from gone returning _id)`,
    6,
    undefined,
    "null::text",
  ),
};

/**
 * Replaces a failed message by a new one in the queue. @param id the failed message's ID; @param at an instant as the
 * wire writes it
 */
export const replaceFailed = async (
  ctx: RequestContext,
  { company_id, id, _id, recipient, at }: Key & { id: string; recipient: string; at: string },
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, REPLACE_FAILED, [company_id, id, _id, recipient, at], entry);
};

const UNSENT: Statement = {
  name: "count-unsent",
  text: `select count(*) filter (where state <> 'failed')::integer as waiting, count(*) filter (where state = 'failed')::integer as failed
from messages where company_id = $1 and state in ('queued', 'sending', 'failed')`,
};

/** How many messages of a location are waiting, and how many were given up. */
export const countUnsent = async (db: Db, location: string): Promise<{ waiting: number; failed: number }> =>
  (await db.named<{ waiting: number; failed: number }>(UNSENT, [location]))[0] ?? { waiting: 0, failed: 0 };

/** The newest messages of all locations and of the service itself. */
export const listNewestOfAll = (db: Db, limit: number): Promise<MessageRow[]> =>
  db.rows<MessageRow>({
    sql: `select ${COLUMNS} from messages order by create_date desc, _id desc limit $1`,
    parameters: [limit],
  });
