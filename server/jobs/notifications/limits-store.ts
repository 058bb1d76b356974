import type { HostAddress } from "../../platform/channels/channels.ts";
import type { Db, Statement } from "../../platform/db/database.ts";

type Address = HostAddress & { location: string };

const COUNT: Statement = {
  name: "count-messages-by-strangers",
  text: `select count(*)::integer as n from messages
where company_id = $1 and create_date > $4::timestamptz and kind = $2 and recipient = $3 and parameters ? 'byStranger'`,
};

/** How many messages an address got since then about visitors with a poster or an invitation. */
export const countByStrangers = async (
  db: Db,
  { location, kind, recipient }: Address,
  since: string,
): Promise<number> => (await db.named<{ n: number }>(COUNT, [location, kind, recipient, since]))[0]?.n ?? 0;

// It waits until no more came for a while, and no longer than a rush; never less than it did.
const ADD: Statement = {
  name: "add-to-summary",
  text: `update messages set parameters = parameters || jsonb_build_object('count', (parameters ->> 'count')::integer + $4::integer),
  next_at = greatest(next_at, least($5::timestamptz, create_date + $6::integer * interval '1 millisecond'))
where company_id = $1 and kind = $2 and recipient = $3 and template = 'more_visitors' and state = 'queued'
  and create_date > $5::timestamptz - interval '1 day' returning _id`,
};

/** Adds to the count of a summary that has not been sent yet. @returns whether there is one */
export const addToSummary = async (
  db: Db,
  { location, kind, recipient }: Address,
  count: number,
  { quiet, rushMs }: { quiet: string; rushMs: number },
): Promise<boolean> => (await db.named(ADD, [location, kind, recipient, count, quiet, rushMs])).length > 0;

const LAST: Statement = {
  name: "find-last-summary",
  text: `select max(create_date) as last from messages
where company_id = $1 and create_date > $4::timestamptz and kind = $2 and recipient = $3 and template = 'more_visitors'`,
};

/** When an address was last sent a summary since then (ISO 8601), if it was. */
export const findLastSummary = async (
  db: Db,
  { location, kind, recipient }: Address,
  since: string,
): Promise<string | undefined> =>
  (await db.named<{ last: string | null }>(LAST, [location, kind, recipient, since]))[0]?.last ?? undefined;
