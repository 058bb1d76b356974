-- The door: what kiosks and visitors' own phones sign in and out with, pre-registration, and requests to be erased.

alter table companies
  add column colour text,
  add column kiosk_background text,
  add column privacy_notice jsonb not null default '{}';

-- Pictures are noted by their SHA-256 (0008).
drop trigger companies_note on companies;
create trigger companies_note before insert or update or delete on companies
  for each row execute function note_row_change('-tag', '#logo', '#kiosk_background');

-- A poster's token names its generation: replacing the poster makes the ones before worthless.
alter table entry_points add column poster_generation integer not null default 1;

-- What kiosks and phones have sent: each reference is done once, for ever, also when its visit was erased since. Ids alone.
create table client_refs (
  company_id text collate "C" not null,
  ref text collate "C" not null,
  act text not null,
  visit_id text collate "C" not null,
  primary key (company_id, ref)
);

-- What a visitor gave before the visit besides answers, which stand on the registered visitor. It moves to the visit.
create table preregistrations (
  company_id text collate "C" not null,
  registered_visitor_id text collate "C" not null,
  -- [{ _id, version, language, signed_at }]
  agreements jsonb not null default '[]',
  signature text,
  signed_name text,
  photo text,
  saved_at timestamptz(3) not null,
  primary key (company_id, registered_visitor_id)
);

-- One request a record; it goes with what is erased.
create table erasure_requests (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  subject text not null,
  subject_id text collate "C" not null,
  state text not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (company_id, _id),
  unique (company_id, subject_id)
);
create trigger erasure_requests_note before insert or update on erasure_requests
  for each row execute function note_row_change();

-- Names are the same when they differ in case and accents only.
create collation foyer_same (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
