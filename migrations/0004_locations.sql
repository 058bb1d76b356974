-- Locations, their entry points and visit types.

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
  rev integer not null default 1,
  -- How kiosks and visitors' pages look, and what these say of privacy.
  colour text,
  kiosk_background text,
  privacy_notice jsonb not null default '{}'
);

create trigger companies_note before insert or update or delete on companies
  for each row execute function note_row_change('-tag', '#logo', '#kiosk_background');
create trigger companies_keys after delete on companies referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- Locations removed a short while ago: what a request under way still wrote into one is removed a minute later.
create table removed_locations (
  _id text collate "C" primary key,
  at timestamptz not null
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
  -- A poster's token names its generation: a new poster ends the ones before.
  poster_generation integer not null default 1,
  primary key (company_id, _id)
);

create trigger entry_points_note before insert or update or delete on entry_points
  for each row execute function note_row_change();
create trigger entry_points_keys after delete on entry_points referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

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
  photo text not null,
  signature text not null,
  badge boolean not null,
  host_notifications jsonb not null,
  welcome_message jsonb not null,
  signout_message jsonb not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  -- Own texts of notifications, per visit type: { <key>: { <language>: text } }; without one ours is sent.
  notification_texts jsonb not null default '{}',
  -- After so many minutes a visit of this type signs out by itself; null: never.
  ends_after_minutes integer,
  primary key (company_id, _id)
);

create trigger visit_types_note before insert or update or delete on visit_types
  for each row execute function note_row_change();
create trigger visit_types_keys after delete on visit_types referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- The visit types that ask for no name (shared/asks-name.ts): their visits are deliveries, and no persons.
create function delivery_types(location text) returns setof text
  language sql stable parallel safe
begin atomic
  select _id from visit_types where company_id = location
    and not fields @? '$[*] ? ((@.field_name == "first_name" || @.field_name == "last_name") && @.visible == true)';
end;
