-- Everything a location records, and who may see it. docs/architecture.md shows the house; designs and reasons in docs/decisions/.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Folding must know É and Ü whatever the server's own collation is. PostgreSQL 17 and newer bring a provider of their own;
-- older ones use ICU.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    create collation foyer_fold (provider = builtin, locale = 'C.UTF-8');
  else
    create collation foyer_fold (provider = icu, locale = 'und');
  end if;
end $$;

-- Names as people sort them: case and accents ignored. Only for ORDER BY, never for an index (an index would depend on the ICU version).
create collation foyer_name (provider = icu, locale = 'und-u-ks-level1');

-- The one case folding of column, pattern and exact test. The final sigma is folded by hand, so that folding a text equals
-- folding its parts: a substring stays a substring.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return translate(lower(value collate foyer_fold), 'ς', 'σ');

create function iso(value timestamptz) returns text
  language plpgsql immutable strict parallel safe as
$$ begin return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'); end $$;

-- JSON text without the spaces that jsonb puts in.
create function json_compact(value jsonb) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  case jsonb_typeof(value)
    when 'array' then
      return '[' || coalesce((select string_agg(json_compact(item), ',' order by n)
                                from jsonb_array_elements(value) with ordinality as a (item, n)), '') || ']';
    when 'object' then
      return '{' || coalesce((select string_agg(to_json(key)::text || ':' || json_compact(item), ',' order by n)
                                from jsonb_each(value) with ordinality as o (key, item, n)), '') || '}';
    else
      return value::text;
  end case;
end $$;

-- The text a filter compares (rules 2): the string itself, or the JSON text of anything else; null is no value.
create function json_text(value jsonb) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  case jsonb_typeof(value)
    when 'string' then return value #>> '{}';
    when 'null' then return null;
    when 'array', 'object' then return json_compact(value);
    else return value::text;
  end case;
end $$;

-- The instant a stored text names, or null: dates in extra keys are texts that only a range filter reads as dates.
create function instant_of(value text) returns timestamptz
  language plpgsql immutable strict parallel safe as
$$
begin
  if value !~ '^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?([Zz]|[+-]\d{2}(:?\d{2})?)?$' then
    return null;
  end if;
  return date_trunc('milliseconds',
    (replace(value, ',', '.') || case when value ~ '([Zz]|[+-]\d{2}(:?\d{2})?)$' then '' else 'Z' end)::timestamptz);
exception when others then
  return null;
end $$;

-- Whether a stored text is a date in [low, high). A plain date is the start of that day in the location's zone, so the caller
-- gives the first dates at or after each bound; absent bounds are open.
create function date_in_range(value text, low timestamptz, high timestamptz, low_date text, high_date text) returns boolean
  language plpgsql immutable parallel safe as
$$
declare
  at timestamptz;
begin
  if value ~ '^\d{4}-\d{2}-\d{2}$' then
    begin
      perform value::date;
    exception when others then
      return false;
    end;
    return (low_date is null or value collate "C" >= low_date collate "C")
       and (high_date is null or value collate "C" < high_date collate "C");
  end if;
  at := instant_of(value);
  return at is not null and (low is null or at >= low) and (high is null or at < high);
end $$;

-- Locations ------------------------------------------------------------------------------------------------------------

create table companies (
  _id text collate "C" primary key,
  tag text collate "C" generated always as (substr(_id, 9, 6)) stored unique,
  name text not null,
  tier text not null,
  timezone text not null,
  languages jsonb not null,
  default_language text not null,
  address text,
  zip_code text,
  city text,
  country text,
  logo text,
  settings jsonb not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1
);

-- Locations removed a short while ago: what a request under way still wrote into one is removed a minute later.
create table removed_locations (
  _id text collate "C" primary key,
  at timestamptz not null
);

-- The log: one entry per change, in commit order per location (docs/decisions/0005-log.md) ------------------------------

create sequence log_seq cache 1;

create table log (
  company_id text collate "C" not null,
  seq bigint not null,
  at timestamptz(3) not null,
  act text not null,
  event text,
  subject text not null,
  subject_id text collate "C" not null,
  ids jsonb,
  actor_kind text not null,
  actor_id text not null,
  request_id text,
  digest bytea,
  primary key (company_id, seq)
);

-- Visits ---------------------------------------------------------------------------------------------------------------

create table visits (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  first_name text,
  last_name text,
  company text,
  email text,
  phone text,
  address text,
  zip_code text,
  city text,
  recipient text,
  recipient_mail text,
  visit_type text collate "C",
  entrypoint_id text collate "C",
  known_visitor_id text collate "C",
  signed_in timestamptz(3) not null,
  signed_out timestamptz(3),
  signed_in_source smallint not null,
  signed_out_source smallint,
  approval text,
  safe boolean not null default false,
  user_id text,
  signed_in_user text,
  signed_out_user text,
  language_id text,
  agreements jsonb not null default '[]',
  extra jsonb not null default '{}',
  client_ref text,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  doc text not null,
  search text not null,
  primary key (company_id, _id)
);

-- The list form of a visit as JSON text, in the order of interface 2.1. agreements, photo and signature are not in it.
create function visit_doc(v visits) returns text
  language plpgsql immutable parallel safe as
$$
declare
  doc text := json_strip_nulls(json_build_object(
    '_id', v._id, 'company_id', v.company_id,
    'first_name', v.first_name, 'last_name', v.last_name, 'company', v.company, 'email', v.email, 'phone', v.phone,
    'address', v.address, 'zip_code', v.zip_code, 'city', v.city,
    'recipient', v.recipient, 'recipient_mail', v.recipient_mail,
    'visit_type', v.visit_type, 'entrypoint_id', v.entrypoint_id, 'known_visitor_id', v.known_visitor_id,
    'signed_in', iso(v.signed_in), 'signed_out', iso(v.signed_out),
    'signed_in_source', v.signed_in_source, 'signed_out_source', v.signed_out_source,
    'approval', v.approval, 'safe', v.safe,
    'user_id', v.user_id, 'signed_in_user', v.signed_in_user, 'signed_out_user', v.signed_out_user,
    'language_id', v.language_id, 'create_date', iso(v.create_date), 'mod_date', iso(v.mod_date)));
begin
  if v.extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(v.extra::text, 2);
end $$;

-- The folded text of all string values, what the trigram index is made of. Dates, ids and numbers of documented fields are
-- left out: with them the index doubled and slowed. So are the people at the desk: a name that stands in every third row would
-- make each filter on a visitor of that name fetch all of them.
create function visit_search(v visits) returns text
  language plpgsql immutable parallel safe as
$$
declare
  parts text := concat_ws(E'\x01', v.first_name, v.last_name, v.company, v.email, v.phone, v.address, v.zip_code, v.city,
    v.recipient, v.recipient_mail, v.language_id);
begin
  if v.extra <> '{}' then
    parts := concat_ws(E'\x01', parts, (select string_agg(json_text(value), E'\x01') from jsonb_each(v.extra)));
  end if;
  return fold(parts);
end $$;

create function visits_derive() returns trigger
  language plpgsql as
$$
begin
  new.doc := visit_doc(new);
  new.search := visit_search(new);
  return new;
end $$;

create trigger visits_derive before insert or update on visits
  for each row execute function visits_derive();

create index visits_log on visits (company_id, signed_in desc, _id desc);
create index visits_inside on visits (company_id, signed_in desc) where signed_out is null;
create index visits_out on visits (company_id, signed_out) where signed_out is not null;
-- The list of entries not yet sorted in is read by every search: kept short, ten thousand sign-ins do not slow the next ones.
create index visits_search on visits using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 64);
-- Sorted by their first letters; PostgreSQL orders the few with equal beginnings itself (incremental sort), and no text is too
-- long for the index.
create index visits_by_last_name on visits (company_id, (left(fold(last_name), 48) collate "C"), _id) where last_name is not null;
create index visits_by_company on visits (company_id, (left(fold(company), 48) collate "C"), _id) where company is not null;
create index visits_by_recipient on visits (company_id, (left(fold(recipient), 48) collate "C"), _id) where recipient is not null;
create unique index visits_client_ref on visits (company_id, client_ref) where client_ref is not null;

create table visit_images (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  photo text,
  signature text,
  primary key (company_id, visit_id)
);

-- What is left of an erased visit: enough for the counters, and nothing of the person. Times are cut to 15 minutes.
create table erased_visits (
  company_id text collate "C" not null,
  signed_in timestamptz not null,
  signed_out timestamptz,
  visit_type text collate "C",
  entrypoint_id text collate "C"
);
create index erased_visits_in on erased_visits (company_id, signed_in);
create index erased_visits_out on erased_visits (company_id, signed_out) where signed_out is not null;

create table visitor_numbers (
  company_id text collate "C" primary key,
  last integer not null
);

-- Hosts ----------------------------------------------------------------------------------------------------------------

create table hosts (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  -- Of namesakes the first one counts; two may be made within one millisecond.
  n bigint generated always as identity,
  cn text not null,
  mail text,
  mobile text,
  telephone_number text,
  sticky boolean not null default false,
  external boolean not null default false,
  extra jsonb not null default '{}',
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  doc text not null,
  primary key (company_id, _id)
);

create function host_doc(h hosts) returns text
  language plpgsql immutable parallel safe as
$$
declare
  doc text := json_strip_nulls(json_build_object(
    '_id', h._id, 'company_id', h.company_id, 'cn', h.cn, 'mail', h.mail, 'mobile', h.mobile,
    'telephoneNumber', h.telephone_number, 'sticky', h.sticky, 'external', h.external,
    'create_date', iso(h.create_date), 'mod_date', iso(h.mod_date)));
begin
  if h.extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(h.extra::text, 2);
end $$;

create function hosts_derive() returns trigger
  language plpgsql as
$$ begin new.doc := host_doc(new); return new; end $$;

create trigger hosts_derive before insert or update on hosts
  for each row execute function hosts_derive();

-- By a hash of the name: a name may be longer than an index entry.
create index hosts_by_name on hosts (company_id, hashtextextended(cn, 0));

-- Configuration --------------------------------------------------------------------------------------------------------

create table visit_types (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  name jsonb not null,
  active boolean not null,
  index integer not null,
  fields jsonb not null,
  screening boolean not null,
  screening_mail text,
  registered_visitors boolean not null,
  agreements jsonb not null,
  photo text not null,
  signature text not null,
  badge boolean not null,
  host_notifications jsonb not null,
  welcome_message jsonb not null,
  signout_message jsonb not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  primary key (company_id, _id)
);

create table entry_points (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  name jsonb not null,
  active boolean not null,
  index integer not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  primary key (company_id, _id)
);

-- Who may call ---------------------------------------------------------------------------------------------------------

create table users (
  _id text collate "C" primary key,
  email text not null unique,
  password text,
  first_name text,
  last_name text,
  role text not null,
  companies text[] not null,
  language_id text,
  active boolean not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1
);

create table api_keys (
  _id text collate "C" primary key,
  key_id text collate "C" not null unique,
  digest bytea not null,
  name text not null,
  companies text[] not null,
  ip_ranges text[] not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_by text,
  last_used timestamptz(3),
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1
);

create table refusals (
  source text collate "C" primary key,
  opened timestamptz not null,
  n integer not null
);

create table idempotency (
  credential text not null,
  key text not null,
  request_hash bytea not null,
  subject_id text,
  answer jsonb,
  at timestamptz not null,
  primary key (credential, key)
);
create index idempotency_by_age on idempotency (at);

-- Mails and SMS: the outbox of the interface and the queue at once ------------------------------------------------------

create table messages (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  kind text not null,
  recipient text not null,
  template text not null,
  parameters jsonb not null,
  state text not null,
  attempts integer not null default 0,
  next_at timestamptz(3),
  error text,
  subject_id text collate "C",
  create_date timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (company_id, _id)
);
create index messages_sent on messages (company_id, kind, sent_at) where sent_at is not null;
