import type { Db } from "../../platform/db/database.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";

type Reader = Pick<Db, "rows">;

/** The locations to look at; null for all of them, and what belongs to none. */
export type Places = readonly string[] | null;

/** What is known of a connection; an `error` only after a failure. */
export type ConnectionRow = {
  _id: string | null;
  name: string | null;
  /** Whether it is turned on. */
  active: boolean;
  last_success: string | null;
  last_failure: string | null;
  error: string | null;
  next_try: string | null;
};

/** How far back failed messages count: those before are of no use to anyone any more. */
const FAILED = "create_date > now() - interval '7 days' and error is not null";

const MESSAGES = `with places as (select _id from companies where $2::text[] is null or _id = any ($2)
  union all select '${SERVICE_LOCATION}' where $2::text[] is null)
select null as _id, k.kind as name, true as active, max(s.sent_at) as last_success, max(f.at) as last_failure,
  (array_agg(f.error order by f.at desc nulls last))[1] as error, min(w.next_at) as next_try
from unnest($1::text[]) k (kind) cross join places p
left join lateral (select sent_at from messages m where m.company_id = p._id and m.kind = k.kind and sent_at is not null
  order by sent_at desc limit 1) s on true
left join lateral (select mod_date as at, error from messages m where m.company_id = p._id and m.kind = k.kind and ${FAILED}
  order by mod_date desc limit 1) f on true
left join lateral (select min(next_at) as next_at from messages m where m.company_id = p._id and m.kind = k.kind
  and state = 'queued' and attempts > 0) w on true
group by k.kind`;

/** Email and SMS by their kind, which is the `name`. */
export const findMessages = (db: Reader, kinds: readonly string[], places: Places): Promise<ConnectionRow[]> =>
  db.rows<ConnectionRow>({ sql: MESSAGES, parameters: [kinds, places] });

// The last failure is looked for only while there is one: among many successes that would take long.
const WEBHOOKS = `select w.company_id as _id, c.name, w.enabled or w.failures >= $2 as active,
  d.create_date as last_success, f.create_date as last_failure, f.error, null as next_try
from webhooks w join companies c on c._id = w.company_id and c.tier = 'enterprise'
left join lateral (select create_date from deliveries d where d.company_id = w.company_id and d.state = 'delivered'
  order by d.n desc limit 1) d on true
left join lateral (select create_date, error from deliveries f where w.failures > 0 and f.company_id = w.company_id
  and f.kind = 'event' and f.state = 'failed' order by f.n desc limit 1) f on true
where $1::text[] is null or w.company_id = any ($1) order by c.name, w.company_id`;

/** @param failuresMax after how many failures in a row Foyer turns a webhook off: that is a failure, too */
export const findWebhooks = (db: Reader, places: Places, failuresMax: number): Promise<ConnectionRow[]> =>
  db.rows<ConnectionRow>({ sql: WEBHOOKS, parameters: [places, failuresMax] });

// Foyer reads LDAP servers itself and notes how that went; SCIM clients call it.
// 404 and 409 are part of what a SCIM client does: it asks for people that aren't there, and adds some that are.
const DIRECTORIES = `select d._id, d.name, true as active, greatest(d.last_sync, s.at) as last_success,
  case when d.last_error is null then f.at else d.last_try end as last_failure, coalesce(d.last_error, f.error) as error, d.next_try
from directories d
left join lateral (select at from directory_requests r where r.directory_id = d._id and r.status < 400
  order by r.n desc limit 1) s on true
left join lateral (select at, coalesce(detail, status::text) as error from directory_requests r
  where r.directory_id = d._id and r.status >= 400 and r.status not in (404, 409) order by r.n desc limit 1) f on true
order by d.create_date, d._id`;

export const findDirectories = (db: Reader): Promise<ConnectionRow[]> =>
  db.rows<ConnectionRow>({ sql: DIRECTORIES, parameters: [] });

const PROVIDERS = `select p._id, p.name, p.active, h.last_success, h.last_failure, h.error, null as next_try
from (select _id, name, active, create_date from login_providers
  union all select $1::text, $2::text, true, null where $2::text is not null) p
left join login_provider_health h on h.provider_id = p._id order by p.create_date nulls first, p._id`;

/** @param own the provider of the settings, if there is one */
export const findProviders = (db: Reader, own: { _id: string; name: string } | undefined): Promise<ConnectionRow[]> =>
  db.rows<ConnectionRow>({ sql: PROVIDERS, parameters: [own?._id ?? null, own?.name ?? null] });
