import type { Db, Statement } from "../../platform/db/database.ts";
import { iso, type Span } from "../../platform/lib/time/time.ts";

/** Durations in whole minutes: their count, median and 90th percentile. */
export type Durations = { total: number; median_minutes: number | null; p90_minutes: number | null };

// Counted by minute first: there are fewer minutes than visits to sort.
const durations = (name: string, source: string): Statement => ({
  name,
  text: `with minutes as (select greatest(0, floor(date_part('epoch', until - signed_in) / 60))::integer as m, count(*) as n from ${source} group by 1),
ranked as (select m, sum(n) over (order by m) as upto, sum(n) over () as total from minutes)
select coalesce(max(total), 0)::integer as total, min(m) filter (where upto * 2 >= total) as median_minutes,
  min(m) filter (where upto * 10 >= total * 9) as p90_minutes
from ranked`,
});

// Erased visits keep only the quarter of an hour, which is too coarse here.
const STAYS = durations(
  "read-stays",
  `(select signed_in, signed_out as until from visits
    where company_id = $1 and signed_in >= $2::timestamptz and signed_in < $3::timestamptz and signed_out is not null) stays`,
);

const WAITS = durations(
  "read-waits",
  `(select v.signed_in, d.at as until from visits v, lateral (
      select at from log where company_id = v.company_id and subject_id = v._id and act = 'visit.' || v.approval order by seq limit 1) d
    where v.company_id = $1 and v.signed_in >= $2::timestamptz and v.signed_in < $3::timestamptz
      and v.approval in ('approved', 'rejected')) waits`,
);

const readDurations = async (
  db: Db,
  statement: Statement,
  location: string,
  { start, end }: Span,
): Promise<Durations> => {
  const [row] = await db.named<Durations>(statement, [location, iso(start), iso(end)]);
  if (row === undefined) throw new Error("durations were not read");
  return row;
};

/** How long the visits that began in a span lasted: only those that have ended. */
export const readStays = (db: Db, location: string, span: Span): Promise<Durations> =>
  readDurations(db, STAYS, location, span);

/** How long the visits that began in a span waited until they were approved or rejected. */
export const readWaits = (db: Db, location: string, span: Span): Promise<Durations> =>
  readDurations(db, WAITS, location, span);

/** How many visitors were expected, and how many of them never came. */
export type NoShows = { expected: number; no_shows: number };

// Visits that retention may have erased look the same as visitors who never came.
const NO_SHOWS: Statement = {
  name: "count-no-shows",
  text: `select count(*)::integer as expected, count(*) filter (where not exists (
    select from visits v where v.company_id = r.company_id and v.known_visitor_id = r._id
      and v.signed_in >= r.visiting_from - interval '12 hours' and v.signed_in < r.visiting_to + interval '12 hours'))::integer as no_shows
from registered_visitors r join companies c on c._id = r.company_id
where r.company_id = $1 and r.visiting_to > $2::timestamptz and r.visiting_to <= least($3::timestamptz, $4::timestamptz)
  and r.visiting_from >= coalesce($4::timestamptz - make_interval(days => (c.settings ->> 'retention_days')::integer), '-infinity')`,
};

/** Visitors whose expected time ended in a span, and before now. @param now in milliseconds */
export const countNoShows = async (db: Db, location: string, { start, end }: Span, now: number): Promise<NoShows> => {
  const [row] = await db.named<NoShows>(NO_SHOWS, [location, iso(start), iso(end), iso(now)]);
  return row ?? { expected: 0, no_shows: 0 };
};
