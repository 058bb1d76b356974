import type { Db, Statement } from "../../platform/db/database.ts";
import type { DeliveryRow, EventIds, Target } from "./columns.ts";

/** The next event of a location, claimed for sending. */
export type Claim = Target & {
  seq: number;
  at: string;
  event: string;
  ids: EventIds;
  subject_id: string;
  webhook_id: string;
  location_name: string;
  failures: number;
  generation: number;
};

/** Who claims an event, under a name used only once, and for how long. */
export type Lease = { by: string; ms: number };

// One update decides who sends: only one process finds `inflight` empty and the cursor below the event. It uses the
// database's clock, so that processes need not agree on the time.
const CLAIM: Statement = {
  name: "claim-event",
  text: `with next as (
  select seq, at, event, ids, subject_id from log
  where company_id = $1 and event is not null and seq > (select cursor from webhooks where company_id = $1)
  order by seq limit 1)
update webhooks w set inflight = next.seq, lease_by = $2, lease_until = clock_timestamp() + $3::integer * interval '1 millisecond'
from next, companies c
where w.company_id = $1 and c._id = $1 and c.tier = 'enterprise' and w.enabled and w.inflight is null and w.cursor < next.seq
returning next.*, w.company_id, w._id as webhook_id, w.url, w.http_method, w.auth_username, w.auth_password, w.secret,
  w.previous_secret, w.previous_secret_ends_at, w.failures, w.generation, c.name as location_name`,
};

/** Claims the next event of a location; undefined if none waits, one is in progress, or the webhook is off. */
export const claimNext = async (db: Db, location: string, lease: Lease): Promise<Claim | undefined> =>
  (await db.named<Claim>(CLAIM, [location, lease.by, lease.ms]))[0];

const RELEASE: Statement = {
  name: "release-event",
  text: "update webhooks set inflight = null, lease_by = null, lease_until = null where company_id = $1 and lease_by = $2",
};

/** Gives a claimed event back that was not sent: it is the next one again. */
export const releaseClaim = async (db: Db, location: string, { by }: Lease): Promise<void> => {
  await db.named(RELEASE, [location, by]);
};

/** The columns of an inserted delivery. */
export const COLUMNS =
  "company_id, _id, kind, state, event, event_id, ids, subject_id, replay_of, url, http_method, status, error, error_code, head, started, create_date, mod_date";

/** A delivery `$1` as JSON, as a row. A response that arrives after its visit was erased is not kept. */
export const FROM_JSON = `select ${COLUMNS.replace(" head,", " case when exists (select 1 from erasures e where e.company_id = d.company_id and e.subject_id = d.subject_id) then null else head end as head,")}
from jsonb_to_record($1::jsonb) as d (company_id text, _id text, kind text, state text, event text, event_id text, ids jsonb,
  subject_id text, replay_of text, url text, http_method text, status integer, error text, error_code text, head text, started timestamptz,
  create_date timestamptz, mod_date timestamptz)`;

// A process that has lost the lease writes nothing: its successor has recorded the event.
const RECORD: Statement = {
  name: "record-delivery",
  text: `with d as (${FROM_JSON}),
w as (
  update webhooks set cursor = greatest(cursor, inflight), inflight = null, lease_by = null, lease_until = null,
    failures = case when generation <> $5 or $6::boolean is null then failures when $6 then 0 else failures + 1 end
  where company_id = $2 and inflight = $3 and lease_by = $4
  returning generation = $5 as counted, failures, enabled),
kept as (insert into deliveries (${COLUMNS}) select d.* from d, w)
select * from w`,
};

/** The effect of a delivery's outcome; a `success` of undefined leaves the counter unchanged. */
export type Recording = {
  claim: Claim;
  lease: Lease;
  delivery: DeliveryRow;
  success: boolean | undefined;
};

/** The counter after a delivery; `counted` is false if the configuration was saved in the meantime. */
export type FailureCounter = { counted: boolean; failures: number; enabled: boolean };

/** Records a delivery: cursor, counter and log in one statement. @returns undefined if the lease was lost */
export const recordDelivery = async (
  db: Db,
  { claim, lease, delivery, success }: Recording,
): Promise<FailureCounter | undefined> =>
  (
    await db.named<FailureCounter>(RECORD, [
      JSON.stringify(delivery),
      claim.company_id,
      claim.seq,
      lease.by,
      claim.generation,
      success ?? null,
    ])
  )[0];

const DUE: Statement = {
  name: "find-waiting-events",
  text: `select w.company_id as location, w.lease_until <= clock_timestamp() as abandoned,
  w.inflight is null and exists (select 1 from log l where l.company_id = w.company_id and l.seq > w.cursor and l.event is not null) as waiting,
  exists (select from webhook_replays r where r.company_id = w.company_id) as replaying
from webhooks w join companies c on c._id = w.company_id
where (c.tier = 'enterprise' and (w.enabled or exists (select from webhook_replays r where r.company_id = w.company_id)))
  or w.lease_until <= clock_timestamp()`,
};

/** A location with a webhook: whether events or replays wait, and whether a process ended during a call. */
export type DueLocation = { location: string; abandoned: boolean | null; waiting: boolean; replaying: boolean };

/** The locations whose webhook may have work: it is enabled, has replays to send, or holds a claim that ran out. */
export const listDueLocations = (db: Db): Promise<DueLocation[]> => db.named<DueLocation>(DUE, []);

const HAS_ENABLED: Statement = {
  name: "has-webhook",
  text: "select 1 from webhooks where company_id = $1 and enabled",
};

/** Whether the location has a webhook that is enabled. */
export const hasEnabled = async (db: Db, location: string): Promise<boolean> =>
  (await db.named(HAS_ENABLED, [location])).length > 0;

/** An event that a process claimed and never recorded. */
export type AbandonedEvent = Pick<
  Claim,
  "company_id" | "seq" | "at" | "event" | "ids" | "subject_id" | "url" | "http_method"
> & {
  lease_by: string;
};

const FIND_ABANDONED: Statement = {
  name: "find-abandoned-event",
  text: `select w.company_id, w.url, w.http_method, w.lease_by, l.seq, l.at, l.event, l.ids, l.subject_id
from webhooks w join log l on l.company_id = w.company_id and l.seq = w.inflight
where w.company_id = $1 and w.lease_until <= clock_timestamp()`,
};

/** The event of a location whose claim ran out. @returns undefined if there is none */
export const findAbandoned = async (db: Db, location: string): Promise<AbandonedEvent | undefined> =>
  (await db.named<AbandonedEvent>(FIND_ABANDONED, [location]))[0];

const GIVE_UP: Statement = {
  name: "give-up-event",
  text: `with d as (${FROM_JSON}),
w as (
  update webhooks set cursor = greatest(cursor, inflight), inflight = null, lease_by = null, lease_until = null
  where company_id = $2 and lease_by = $3 and lease_until <= clock_timestamp()
  returning company_id)
insert into deliveries (${COLUMNS}) select d.* from d, w`,
};

/**
 * Records that the outcome of an event is unknown, and continues after it; the counter is unchanged
 * (docs/decisions/0016-webhooks.md).
 */
export const giveUpAbandoned = async (
  db: Db,
  { company_id, lease_by }: AbandonedEvent,
  delivery: DeliveryRow,
): Promise<void> => {
  await db.named(GIVE_UP, [JSON.stringify(delivery), company_id, lease_by]);
};
