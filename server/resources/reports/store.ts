import type { Db, Statement } from "../../platform/db/database.ts";
import type { Span } from "../../platform/lib/time/time.ts";
import { iso } from "../../platform/lib/time/time.ts";

/** Erased visits remain in these counters (rules 3). */
const between = (column: "signed_in" | "signed_out", from: string, to: string): string =>
  `((select count(*) from visits where company_id = $1 and ${column} >= ${from} and ${column} < ${to})
  + (select count(*) from erased_visits where company_id = $1 and ${column} >= ${from} and ${column} < ${to}))`;

const STATISTICS: Statement = {
  name: "read-statistics",
  text: `select ${between("signed_in", "$2::timestamptz", "$3::timestamptz")} as "totalVisitorsIn",
  (select count(*) from visits where company_id = $1 and signed_in >= $6::timestamptz and signed_in < $3::timestamptz
    and signed_in <= $7::timestamptz and signed_out is null)
  + (select count(*) from visits where $8::boolean and company_id = $1 and signed_in >= $6::timestamptz and signed_in < $3::timestamptz
    and signed_out >= $3::timestamptz) as "totalVisitorsCurrent",
  ${between("signed_out", "$2::timestamptz", "$3::timestamptz")} as "totalVisitorsOut",
  ${between("signed_in", "$4::timestamptz", "$5::timestamptz")} as "totalMonthlyVisitors",
  (select count(*) from messages where company_id = $1 and kind = 'sms' and sent_at >= $4::timestamptz and sent_at < $5::timestamptz)
  + (select count(*) from erased_sms where company_id = $1 and sent_at >= $4::timestamptz and sent_at < $5::timestamptz) as "totalMonthlySMS"`,
};

export type Statistics = {
  totalVisitorsIn: number;
  totalVisitorsCurrent: number;
  totalVisitorsOut: number;
  totalMonthlyVisitors: number;
  totalMonthlySMS: number;
};

/** The range of the counters: the day, its month, and when a visit counts as inside on that day. */
export type StatisticsRange = {
  location: string;
  day: Span;
  month: Span;
  insideFrom: string;
  now: string;
  past: boolean;
};

/** All counters in one statement. */
export const readStatistics = async (
  db: Db,
  { location, day, month, insideFrom, now, past }: StatisticsRange,
): Promise<Statistics> => {
  const values = [location, iso(day.start), iso(day.end), iso(month.start), iso(month.end), insideFrom, now, past];
  const [row] = await db.named<Statistics>(STATISTICS, values);
  if (row === undefined) throw new Error("visit totals were not read");
  return row;
};

const TOTAL: Statement = {
  name: "count-started",
  text: `select ${between("signed_in", "$2::timestamptz", "$3::timestamptz")} as total`,
};

/** Visits that started in a span. */
export const countStarted = async (db: Db, location: string, span: Span): Promise<number> =>
  (await db.named<{ total: number }>(TOTAL, [location, iso(span.start), iso(span.end)]))[0]?.total ?? 0;

// The bounds come from the caller: the database may have other time zone data.
const bucketed = (column: "signed_in" | "signed_out"): string => `
  (select width_bucket(extract(epoch from ${column})::float8, $2::float8[]) as n, count(*) as total from (
    select ${column} from visits where company_id = $1 and ${column} >= $3::timestamptz and ${column} < $4::timestamptz
    union all
    select ${column} from erased_visits where company_id = $1 and ${column} >= $3::timestamptz and ${column} < $4::timestamptz) v group by 1)`;

const BUCKETS: Statement = {
  name: "count-in-buckets",
  text: `select b.n, coalesce(i.total, 0) as started, coalesce(o.total, 0) as ended
from generate_series(1, array_length($2::float8[], 1) - 1) as b (n)
left join ${bucketed("signed_in")} i on i.n = b.n left join ${bucketed("signed_out")} o on o.n = b.n order by b.n`,
};

export type Bucket = { started: number; ended: number };

/**
 * Visits that started and ended in each of the spans between successive bounds.
 * @param bounds instants in milliseconds, ascending, at least two
 */
export const countInBuckets = (db: Db, location: string, bounds: readonly number[]): Promise<Bucket[]> => {
  const first = bounds[0] ?? 0;
  const last = bounds.at(-1) ?? 0;
  return db.named<Bucket>(BUCKETS, [location, bounds.map((ms) => ms / 1000), iso(first), iso(last)]);
};

/** How many visits have a key; null stands for no key. */
export type KeyCount = { key: string | null; total: number };

const started = (columns: string): string => `(
    select ${columns} from visits where company_id = $1 and signed_in >= $2::timestamptz and signed_in < $3::timestamptz
    union all
    select ${columns} from erased_visits where company_id = $1 and signed_in >= $2::timestamptz and signed_in < $3::timestamptz) v`;

const byColumn = (column: "visit_type" | "entrypoint_id"): Statement => ({
  name: `count-by-${column}`,
  text: `select ${column} as key, count(*) as total from ${started(column)} group by 1 order by 2 desc, 1`,
});

/** The most names listed. */
const NAMES_MAX = 20;

const byName = (column: "recipient" | "company"): Statement => ({
  name: `count-by-${column}`,
  text: `select ${column} as key, count(*) as total from visits
where company_id = $1 and signed_in >= $2::timestamptz and signed_in < $3::timestamptz and ${column} <> ''
group by 1 order by 2 desc, 1 limit ${NAMES_MAX}`,
});

const BY_COLUMN = {
  visit_type: byColumn("visit_type"),
  entrypoint_id: byColumn("entrypoint_id"),
  recipient: byName("recipient"),
  company: byName("company"),
};

/** Visits that started in a span by a column, most frequent first; of names, the first twenty. */
export const countByColumn = (
  db: Db,
  location: string,
  { start, end }: Span,
  column: keyof typeof BY_COLUMN,
): Promise<KeyCount[]> => db.named<KeyCount>(BY_COLUMN[column], [location, iso(start), iso(end)]);

/** A time zone offset in milliseconds, and the instant from which it applies. */
export type Offset = { from: number; ms: number };

// Counted by quarter of an hour first: there are fewer quarters than visits to convert to the location's clock.
const byClock = (name: string, key: string): Statement => ({
  name: `count-by-${name}`,
  text: `select (${key})::text as key, sum(total)::int as total from (
  select epoch + ($5::float8[])[width_bucket(epoch, $4::float8[])] as clock, total from (
    select extract(epoch from quarter)::float8 as epoch, count(*) as total
    from (select date_bin('15 minutes', signed_in, '1970-01-01 00:00:00Z') as quarter from ${started("signed_in")}) q group by quarter) e) c
group by 1`,
});
const BY_CLOCK = {
  hour: byClock("hour", "((floor(clock / 3600)::bigint % 24) + 24) % 24"),
  // 1970 began on a Thursday.
  weekday: byClock("weekday", "(((floor(clock / 86400)::bigint + 3) % 7) + 7) % 7 + 1"),
};

/**
 * Visits that started in a span by the hour or the weekday of the location's clock. @param offsets of its zone,
 * ascending
 */
export const countByClock = (
  db: Db,
  location: string,
  { start, end }: Span,
  part: keyof typeof BY_CLOCK,
  offsets: readonly Offset[],
): Promise<KeyCount[]> => {
  const bounds = offsets.map(({ from }) => from / 1000);
  const seconds = offsets.map(({ ms }) => ms / 1000);
  return db.named<KeyCount>(BY_CLOCK[part], [location, iso(start), iso(end), bounds, seconds]);
};
