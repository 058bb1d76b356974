import type { Act } from "../http/call.ts";

/** The 14 kinds of event (interface 6.2). */
const EVENTS = [
  "visitor_signed_in",
  "visitor_signed_out",
  "visitor_updated",
  "visitor_screening_approved",
  "visitor_screening_rejected",
  "registered_visitor_created",
  "registered_visitor_updated",
  "registered_visitor_deleted",
  "registered_visitor_preregistered",
  "device_added",
  "device_online",
  "device_offline",
  "device_deleted",
  "company_updated",
] as const;

export type EventName = (typeof EVENTS)[number];

/** What the log says of a change. */
export type Entry = {
  /** The location whose log it goes to; SERVICE_LOCATION for users, keys and the locations themselves. */
  location: string;
  /** What was done, such as `visit.sign_in`. */
  act: string;
  /** The events it fires, in order; none for changes that nobody outside is told of. */
  events?: readonly EventName[];
  /** The kind of record. */
  subject: string;
};

/** The event's ids from columns of the changed row `c`, as an SQL expression; most changes have none. */
const NO_IDS = "null::jsonb";

const VALUES = 8;

/**
 * The text of a statement that makes a change and writes its log entries, in commit order per location.
 *
 * The data flow forces rows, then lock, then number (docs/decisions/0005-log.md): the lock is taken after every row of `c` was
 * written, the numbers are drawn under the lock, and no row means no lock and no entry.
 * @param ctes common table expressions, one of them `c` with the changed rows and their `_id`
 * @param first the number of the first free parameter; eight follow
 * @param ids an SQL expression over `c` for the ids the event carries
 */
export const withLog = (ctes: string, first: number, ids: string = NO_IDS): string => {
  const [location, at, act, events, subject, actorKind, actorId, requestId] = Array.from(
    { length: VALUES },
    (_, n) => `$${first + n}`,
  );
  return `with ${ctes},
log_lock as materialized (
  select pg_advisory_xact_lock(hashtextextended(${location}::text, 0)) from c having count(*) > 0),
log_entry as (
  insert into log (company_id, seq, at, act, event, subject, subject_id, ids, actor_kind, actor_id, request_id)
  select ${location}, nextval('log_seq'), ${at}::timestamptz, ${act}, s.event, ${subject}, s._id, s.ids, ${actorKind}, ${actorId}, ${requestId}
  from log_lock, (
    select c._id, e.event, ${ids} as ids from c, unnest(${events}::text[]) with ordinality as e (event, n) order by c._id, e.n) s)
select * from c`;
};

/** The eight values that `withLog` asks for, in its order. */
export const logValues = ({ who, now, requestId }: Act, entry: Entry): unknown[] => [
  entry.location,
  new Date(now).toISOString(),
  entry.act,
  entry.events ?? [null],
  entry.subject,
  who.kind,
  who._id,
  requestId,
];

type Compiled = { sql: string; parameters: readonly unknown[] };

/**
 * Runs a change made with the query builder and writes its log entry, in one statement.
 * @param query an insert, update or delete that returns at least `_id`
 * @returns the changed rows
 */
export const change = async <T>(act: Act, query: { compile(): Compiled }, entry: Entry): Promise<T[]> => {
  const { sql, parameters } = query.compile();
  const text = withLog(`c as (${sql})`, parameters.length + 1);
  return act.db.rows<T>({ sql: text, parameters: [...parameters, ...logValues(act, entry)] });
};
