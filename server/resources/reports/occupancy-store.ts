import type { Db, Statement } from "../../platform/db/database.ts";
import { iso, type Span } from "../../platform/lib/time/time.ts";
import { areOfHost } from "../../platform/db/own-visitors.ts";
import { arePersons } from "../../platform/db/persons.ts";

/** The columns by which visits are counted, besides time. */
export type OccupancyGroup = "entrypoint_id" | "visit_type";

/** The intervals to count in, and when a visit counts as inside. All instants are in milliseconds. */
export type OccupancyRange = {
  location: string;
  by: OccupancyGroup | undefined;
  /** Where each interval begins, and where the last one ends. */
  bounds: readonly number[];
  /** For each day, the instant from which a visit must have begun to count as inside on it. */
  insideFrom: readonly number[];
  /** When each of these days ends. */
  dayEnds: readonly number[];
  /** The first instant in the future. */
  unknownFrom: number;
  /** Whose visitors alone are counted; folded. */
  hosts: readonly string[] | undefined;
};

const seconds = (list: readonly number[]): number[] => list.map((ms) => ms / 1000);
const epoch = (column: string): string => `extract(epoch from ${column})::float8`;

// A visit adds one when it begins and subtracts one when it ends; the running sum is how many are inside until the next
// row. Rows of the same instant share their sum. Each interval has a row that changes nothing at its start.
const curve = (name: string, key: string): Statement => ({
  name,
  text: `with stays as (
  select key, greatest(began, ($2::float8[])[1]) as began, least(ended, ($6::float8[])[width_bucket(began, $5::float8[])], $7::float8) as ended
  from (select ${key} as key, ${epoch("signed_in")} as began, ${epoch("signed_out")} as ended from visits
    where company_id = $1 and signed_in >= $3::timestamptz and signed_in < $4::timestamptz and ${arePersons()} and ${areOfHost("$9")}) v),
moves as (
  select key, at, step, null::integer as bound from stays, lateral (values (began, 1), (ended, -1)) m (at, step)
    where ended > began and at < ($2::float8[])[cardinality($2::float8[])]
  union all select key, at, 0, n::integer from unnest($8::text[]) k (key), unnest(trim_array($2::float8[], 1)) with ordinality b (at, n)),
levels as (
  select key, at, bound, max(bound) over so_far as n, sum(step) over so_far as level,
    lead(at, 1, ($2::float8[])[cardinality($2::float8[])]) over so_far as until
  from moves window so_far as (partition by key order by at))
select key, n, max(level) filter (where bound is not null) as at_start, max(level) as peak, sum(level * (until - at)) as seconds
from levels group by key, n`,
});

const CURVES = {
  all: curve("read-occupancy", "null::text"),
  entrypoint_id: curve("read-occupancy-by-entrypoint", "entrypoint_id"),
  visit_type: curve("read-occupancy-by-visit-type", "visit_type"),
};

/**
 * An interval, counted from 1: how many were inside at its start and at most, and the total of seconds spent inside.
 */
export type Level = { key: string | null; n: number; at_start: number; peak: number; seconds: number };

/**
 * How many visits were inside in each interval, for each of the keys. @param keys a single null if nothing divides them
 */
export const readLevels = (db: Db, range: OccupancyRange, keys: readonly (string | null)[]): Promise<Level[]> =>
  db.named<Level>(CURVES[range.by ?? "all"], [
    range.location,
    seconds(range.bounds),
    iso(range.insideFrom[0] ?? 0),
    iso(range.bounds.at(-1) ?? 0),
    seconds(range.insideFrom),
    seconds(range.dayEnds),
    range.unknownFrom / 1000,
    keys,
    range.hosts ?? null,
  ]);

/** Visits of persons and the remains of erased ones, which have no host, by one of their times. @param hosts as of `areOfHost` */
const both = (
  columns: string,
  time: "signed_in" | "signed_out",
  [from, to, hosts]: readonly [string, string, string],
): string =>
  [
    { table: "visits", seen: areOfHost(hosts) },
    { table: "erased_visits", seen: `${hosts}::text[] is null` },
  ]
    .map(
      ({ table, seen }) => `select ${columns} from ${table}
    where company_id = $1 and ${time} >= ${from}::timestamptz and ${time} < ${to}::timestamptz and ${arePersons()} and ${seen}`,
    )
    .join(" union all ");

const moves = (name: string, key: string): Statement => ({
  name,
  text: `select key, width_bucket(at, $2::float8[]) as n, sum(came)::integer as arrivals, (count(*) - sum(came))::integer as departures from (
  ${both(`${key} as key, ${epoch("signed_in")} as at, 1 as came`, "signed_in", ["$3", "$4", "$5"])}
  union all ${both(`${key} as key, ${epoch("signed_out")} as at, 0 as came`, "signed_out", ["$3", "$4", "$5"])}) m group by 1, 2`,
});
const MOVES = {
  all: moves("count-moves", "null::text"),
  entrypoint_id: moves("count-moves-by-entrypoint", "entrypoint_id"),
  visit_type: moves("count-moves-by-visit-type", "visit_type"),
};

/** How many signed in and out in an interval, counted from 1. */
export type Moves = { key: string | null; n: number; arrivals: number; departures: number };

/** Sign-ins and sign-outs in each interval that has any, erased visits included (rules 3), without deliveries. */
export const countMoves = (
  db: Db,
  { location, bounds, by, hosts }: Pick<OccupancyRange, "location" | "bounds" | "by" | "hosts">,
): Promise<Moves[]> =>
  db.named<Moves>(MOVES[by ?? "all"], [
    location,
    seconds(bounds),
    iso(bounds[0] ?? 0),
    iso(bounds.at(-1) ?? 0),
    hosts ?? null,
  ]);

const keysOf = (key: OccupancyGroup): Statement => ({
  name: `list-occupancy-${key}`,
  text: `select distinct key from (${both(`${key} as key`, "signed_in", ["$2", "$3", "$4"])}
  union all ${both(`${key} as key`, "signed_out", ["$2", "$3", "$4"])}) k order by key`,
});
const KEYS = { entrypoint_id: keysOf("entrypoint_id"), visit_type: keysOf("visit_type") };

/**
 * The values of a column among visits that began or ended between two instants, in order; null, for those without,
 * comes last.
 */
export const listKeys = async (
  db: Db,
  { location, hosts }: Pick<OccupancyRange, "location" | "hosts">,
  { start, end }: Span,
  by: OccupancyGroup,
): Promise<(string | null)[]> =>
  (await db.named<{ key: string | null }>(KEYS[by], [location, iso(start), iso(end), hosts ?? null])).map(
    ({ key }) => key,
  );
