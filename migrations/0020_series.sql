-- Series: visitors who come several times by a rule of RFC 5545. Each occurrence is a registered visitor for each person, so
-- kiosk, lists and retention know nothing of series. Persons stand nowhere else: a series holds what its occurrences have in common.

create table visit_series (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  name text,
  -- Null: once.
  rule text,
  timezone text not null,
  -- The first start, on the clock of the time zone: YYYY-MM-DDTHH:MM.
  starts text not null,
  -- From start to end, on that clock.
  minutes integer not null,
  -- Keys that all its visitors have, in the form of the API.
  shared jsonb not null default '{}',
  -- When its occurrences were last made ahead.
  made_on timestamptz(3) not null default now(),
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  primary key (company_id, _id)
);

create index visit_series_made on visit_series (made_on) where rule is not null;

create trigger visit_series_note before insert or update or delete on visit_series
  for each row execute function note_row_change('-made_on');
create trigger visit_series_keys after delete on visit_series referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- What has been made of a series, 400 days ahead; a cancelled occurrence stays, so that it isn't made again.
create table series_occurrences (
  company_id text collate "C" not null,
  series_id text collate "C" not null,
  _id text collate "C" not null,
  -- The start that the rule gave, which names the occurrence wherever it has been moved.
  recurrence_id timestamptz(3) not null,
  starts timestamptz(3) not null,
  ends timestamptz(3) not null,
  cancelled boolean not null default false,
  primary key (company_id, series_id, recurrence_id)
);

alter table registered_visitors
  add column series_id text collate "C",
  add column recurrence_id timestamptz(3),
  -- The same for all occurrences of a person, and what the persons of a series or group are sorted by.
  add column member text collate "C",
  add column group_id text collate "C";

create index registered_visitors_series on registered_visitors (company_id, series_id, recurrence_id) where series_id is not null;

create index registered_visitors_group on registered_visitors (company_id, group_id) where group_id is not null;

-- Groups: who comes together. Its persons are registered visitors; of the others there is only their number.
create table visit_groups (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  name text,
  leader_id text collate "C",
  unnamed integer not null,
  -- Keys that all its visitors have, in the form of the API.
  shared jsonb not null default '{}',
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  primary key (company_id, _id)
);

create trigger visit_groups_note before insert or update or delete on visit_groups
  for each row execute function note_row_change();
create trigger visit_groups_keys after delete on visit_groups referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

create or replace function registered_visitor_doc(v registered_visitors) returns text
  language plpgsql immutable parallel safe as
$$
declare
  doc text := json_strip_nulls(json_build_object(
    '_id', v._id, 'company_id', v.company_id, 'visit_type', v.visit_type,
    'first_name', v.first_name, 'last_name', v.last_name, 'company', v.company, 'email', v.email, 'phone', v.phone,
    'recipient', v.recipient, 'visiting_on', span_json(v.visiting_from, v.visiting_to), 'persistent', v.persistent,
    'entrypoint_id', v.entrypoint_id, 'language_id', v.language_id,
    'status', v.status, 'invited_date', iso(v.invited_date), 'preregistered_date', iso(v.preregistered_date),
    'series_id', v.series_id, 'recurrence_id', iso(v.recurrence_id), 'group_id', v.group_id,
    'create_date', iso(v.create_date), 'mod_date', iso(v.mod_date)));
begin
  if v.extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(v.extra::text, 2);
end $$;
