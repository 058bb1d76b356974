import type { EventName } from "../../../shared/events.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Db, Statement } from "../db/database.ts";

/** An entry for the log. */
export type LogEntry = {
  /** The location whose log it is written to; SERVICE_LOCATION for users, keys and the locations themselves. */
  location: string;
  /** The action, such as `visit.start`. */
  action: string;
  /** The events it fires, in order; none for internal changes. */
  events?: readonly EventName[];
  /** The kind of record. */
  subject: string;
  /**
   * The change, if one entry covers many rows, a long one as JSON text; otherwise a trigger records the changed row
   * (migrations/0002_log.sql).
   */
  body?: { before?: object; after?: object } | string;
};

/** The event's IDs from columns of the changed row `c`, as an SQL expression; most changes have none. */
const NO_IDS = "null::jsonb";

/** The row before and after the change, as its table's trigger recorded it; null for tables without one. */
const NOTED = "take_change(c._id)";

const VALUES = 9;

/** @param parameter the location's, such as "$1" */
const lockOf = (parameter = "$1"): string => `pg_advisory_xact_lock(hashtextextended(${parameter}::text, 0))`;

const LOCK: Statement = { name: "lock-log", text: `select ${lockOf()}` };

/** Waits for changes of a location that are in progress, and delays later ones until the transaction ends. */
export const lockLog = async (db: Db, location: string): Promise<void> => {
  await db.named(LOCK, [location]);
};

/**
 * The text of a statement that makes a change and writes its log entries, in commit order per location.
 *
 * The data flow forces rows, then lock, then number (docs/decisions/0005-log.md): the lock is taken after every row of
 * `c` was written, the numbers are drawn under the lock, and without rows there is neither lock nor entry. The change
 * itself is written to `log_bodies` as exact text; the entry keeps its salted digest (docs/decisions/0011-audit.md).
 * @param ctes common table expressions, one of them `c` with the changed rows and their `_id`
 * @param first the number of the first free parameter; nine follow, and none after them
 * @param ids an SQL expression over `c` for the IDs in the event
 * @param body an SQL expression over `c` for the change, as JSON text; a statement that changes several audited rows
 * returns the note of each in its `returning` and names that column here
 */
export const withLog = (ctes: string, first: number, ids: string = NO_IDS, body: string = NOTED): string => {
  const [location, at, act, events, subject, actorKind, actorId, requestId, given] = Array.from(
    { length: VALUES },
    (_, n) => `$${first + n}`,
  );
  return `with ${ctes},
log_lock as materialized (
  select ${lockOf(location)} from c having count(*) > 0),
log_row as materialized (
  select nextval('log_seq') as seq, s.*, uuid_send(gen_random_uuid()) as salt
  from log_lock, (
    select c._id, e.event, ${ids} as ids, case when e.n = 1 then coalesce(${given}::text, ${body}) end as body
    from c, unnest(${events}::text[]) with ordinality as e (event, n) order by c._id, e.n) s),
log_body as (
  insert into log_bodies (company_id, seq, subject_id, salt, body)
  select ${location}, seq, _id, salt, body from log_row where body is not null),
log_entry as (
  insert into log (company_id, seq, at, act, event, subject, subject_id, ids, actor_kind, actor_id, request_id, digest)
  select ${location}, seq, ${at}::timestamptz, ${act}, event, ${subject}, _id, ids, ${actorKind}, ${actorId}, ${requestId},
    sha256(salt || convert_to(body, 'UTF8'))
  from log_row)
select * from c`;
};

/** The nine values of `withLog`, in order. */
const logValues = ({ principal, now, requestId }: RequestContext, entry: LogEntry): unknown[] => [
  entry.location,
  new Date(now).toISOString(),
  entry.action,
  entry.events ?? [null],
  entry.subject,
  principal.kind,
  principal._id,
  requestId,
  typeof entry.body === "object" ? JSON.stringify(entry.body) : (entry.body ?? null),
];

/**
 * Runs a fixed statement of `withLog`.
 * @param values its own; those of the log follow
 * @returns the rows of `c`
 */
export const runLogged = <T>(
  ctx: RequestContext,
  statement: Statement,
  values: readonly unknown[],
  entry: LogEntry,
): Promise<T[]> =>
  ctx.db.named<T>({ ...statement, logLocation: entry.location }, [...values, ...logValues(ctx, entry)]);

type CompiledQuery = { sql: string; parameters: readonly unknown[] };

/**
 * Runs a change made with the query builder and writes its log entry, in one statement.
 * @param query an insert, update or delete that returns at least `_id`
 * @param ids as in `withLog`, over the rows of the query
 * @returns the changed rows
 */
export const runLoggedQuery = async <T>(
  ctx: RequestContext,
  query: { compile(): CompiledQuery },
  entry: LogEntry,
  ids: string = NO_IDS,
): Promise<T[]> => {
  const { sql, parameters } = query.compile();
  const text = withLog(`c as (${sql})`, parameters.length + 1, ids);
  return ctx.db.rows<T>({
    sql: text,
    parameters: [...parameters, ...logValues(ctx, entry)],
    logLocation: entry.location,
  });
};
